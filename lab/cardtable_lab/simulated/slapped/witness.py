"""Compares events with what people's hands did: a referee replays the game by the population's rule book."""

from collections.abc import Iterator, Mapping, Sequence
from math import inf
from typing import Any

from cardtable_lab.simulated.comparing import (
    BEFORE_S,
    EDGE_S,
    STAMP_S,
    Finding,
    Index,
    Record,
    is_about,
    numbers,
    of,
)
from cardtable_lab.simulated.slapped.book import Book, Said, won
from cardtable_lab.simulated.slapped.players import PILE
from cardtable_lab.simulated.witness import Held, Witness
from table.robots.environment import EventObject


class SlapWitness(Witness):
    """The ground truth for robots and people: the cards laid and the buttons pressed."""

    secret_hands = False

    def __init__(self, seats: Sequence[int], deck: Sequence[Record], agreed: Record) -> None:
        super().__init__(seats, deck, agreed)
        self._paid: dict[str, float] = {}
        self.note(0, "dealt", seats=self.seats, cards=len(deck), agreed=dict(agreed))

    @property
    def hidden(self) -> dict[str, float]:
        """Each card put under the pile and not turned up since, mapped to the time (s) at which it was put there."""
        return dict(self._paid)

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return an empty verdict for any card on the pile, because `Referee` judges it; None for other zones."""
        self._paid.pop(cards[0], None)
        return {} if zone == PILE else None

    def follows(self, event: EventObject) -> None:
        """Record that a card put under the pile is now secret."""
        if event["event"] == "card_paid":
            lies = [deed for deed in self.deeds if deed["deed"] == "lies"]
            self._paid |= {card: event["t"] for deed in lies[-1:] for card in deed["cards"]}

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return how many cards each seat has, and the seats with the most."""
        totals = {seat: len(self.hand(seat)) for seat in self.seats}
        return totals, won(totals)


# -- what the table should have delivered

_LEAD_S, _LONGEST_S, _AFTER_FIRST_S, _QUIET_S = 0.4, 5.0, 0.5, 1.0  # SJ-T-04, ER-T-04; no press counts after a race
_READ_S = 0.35  # a readable card is read within this time after the hand arrives
_ON_ITS_WAY_S = 0.5  # paying for a false slap takes at least this long
_SAYS = {
    "spare_dealt": ("seat",),
    "turn_started": ("seat",),
    "pile_won": ("seat",),
    "player_out": ("seat",),
    "gift_owed": ("giver", "receiver", "count"),
    "race_opened": ("seats",),
    "game_ended": ("totals", "winners"),
}


class Referee:
    """Checks the delivered events against the game's book: every reported card, race and false slap must be true.

    The events in `_due` must be delivered next.
    """

    def __init__(self, book: Book, deeds: Index, events: Sequence[Record]) -> None:
        self.book, self.events = book, events
        self._laid = [*of(deeds, "laid")]
        self._presses = [*of(deeds, "pressed")]
        self._judged: set[int] = set()  # indices of presses
        self._either: set[int] = set()  # presses that may or may not count
        self._due: list[Said] = list(book.spares)
        self._opened: Record | None = None
        self._quiet_s = 0.0  # presses before this time do not count
        self._wrong = False
        self._changed_s = 0.0  # when a pile was last won or a false slap reported

    def findings(self) -> Iterator[Finding]:
        """Yield a finding for each wrong or missing event."""
        causes = {
            "card_played": self._card_played,
            "card_paid": self._card_paid,
            "play_refused": self._play_refused,
            "race_closed": self._race_closed,
            "slapped_wrongly": self._slapped_wrongly,
            "press_refused": self._press_refused,
        }
        for event in self.events:
            match event["event"]:
                case name if name in _SAYS:
                    yield from self._follows(event)
                case name if name in causes:
                    yield from self._missing(event)
                    yield from causes[name](event)
                case "correction_opened" | "correction_closed" as name:
                    self._wrong = name == "correction_opened"
        ended = self.events[-1]["t"]
        for place, press in enumerate(self._presses):
            if place not in self._judged | self._either and press["t"] < ended - _LEAD_S - EDGE_S:
                yield Finding("wrong_verdict", press["t"], deed=press)

    def _follows(self, event: Record) -> Iterator[Finding]:
        """Compare an event with the one that must be delivered next."""
        due = self._due.pop(0) if self._due else None
        if event["event"] == "race_opened":
            self._opened = event
        if event["event"] == "pile_won":
            self._changed_s = event["t"]
        if due != _said(event):
            yield Finding("wrong_verdict", event["t"], event)  # totals are compared with the true piles elsewhere

    def _missing(self, event: Record) -> Iterator[Finding]:
        yield from (Finding("wrong_verdict", event["t"], event, {"due": due}) for due in self._due)
        self._due = []

    def _hand(self, event: Record) -> Record | None:
        """Return the action that laid an event's card, or None if nobody laid it."""
        laid = [deed for deed in self._laid if is_about(event, deed)]
        named = [deed for deed in laid if deed["card"] == event.get("card", deed["card"])]
        return named[-1] if named else None

    # -- cards

    def _card_played(self, event: Record) -> Iterator[Finding]:
        laid = self._hand(event)
        if laid is None:
            return  # reported as misread elsewhere
        if laid["seat"] != event["seat"]:
            yield Finding("wrong_seat", event["t"], event, laid)
        if self.book.owing or self.book.turn != laid["seat"] or self._wrong:
            yield Finding("wrong_verdict", event["t"], event, laid)
        self._due = self.book.lays(laid["seat"], laid["card"])

    def _card_paid(self, event: Record) -> Iterator[Finding]:
        laid = self._hand(event)
        if laid is None or self.book.owing[:1] != [laid["seat"]]:
            yield Finding("wrong_verdict", event["t"], event, laid)
            return
        if laid["seat"] != event["seat"]:
            yield Finding("wrong_seat", event["t"], event, laid)
        self._due = self.book.pays(laid["seat"], laid["card"])

    def _play_refused(self, event: Record) -> Iterator[Finding]:
        """Yield a finding for a wrong refusal, that is, one not during or just after a slap, a correction or a win."""
        laid, opened = self._hand(event), self._opened
        if self._wrong or event["t"] - self._changed_s < _ON_ITS_WAY_S + EDGE_S:
            return
        slapped = opened is not None and any(
            press["seat"] in opened["seats"] and opened["t"] - _LEAD_S - EDGE_S < press["t"] < event["t"] + EDGE_S
            for press in self._presses
        )
        if laid is not None and not slapped:
            yield Finding("wrong_verdict", event["t"], event, laid)

    # -- presses

    def _race_closed(self, event: Record) -> Iterator[Finding]:
        opened = self._opened
        if opened is None:
            yield Finding("wrong_race", event["t"], event)
            return
        if not self._is_right(opened, event):
            yield Finding("wrong_race", event["t"], event, opened)
        begins, self._quiet_s = opened["t"] - _LEAD_S, event["t"] + _QUIET_S
        self._judged |= self._between(begins, self._quiet_s - EDGE_S)
        self._either |= self._between(self._quiet_s - EDGE_S, self._quiet_s + EDGE_S)
        self._opened = None
        self._due = self.book.races(event["first"])

    def _between(self, since_s: float, until_s: float) -> set[int]:
        """Return the indices of the presses between two times."""
        return {place for place, press in enumerate(self._presses) if since_s <= press["t"] <= until_s}

    def _is_right(self, opened: Record, closed: Record) -> bool:
        """Return whether a race lists exactly the seats that slapped in time, with the right seat first."""
        read_s, closed_s, seats = opened["t"], closed["t"], set(opened["seats"])
        begins = read_s if self._quiet_s > read_s else max(read_s - _LEAD_S, self._quiet_s)
        hands: dict[int, float] = {}
        for press in self._presses:
            if press["seat"] in seats and begins + EDGE_S < press["t"] < closed_s - EDGE_S:
                hands.setdefault(press["seat"], press["t"])
        off_s = max((one.get("error_ms") or 0 for one in closed["order"]), default=0) / 1000
        pressed_s = {
            one["seat"]: self._pressed(one["seat"], read_s + one["at_ms"] / 1000, off_s) for one in closed["order"]
        }
        if not set(hands) <= set(pressed_s) <= seats or any(pressed_s[seat] > at for seat, at in hands.items()):
            return False  # a slap is missing; an earlier press may count
        first, due_s = min(pressed_s.values(), default=None), read_s + _LONGEST_S
        if first is None:
            covered = any(abs(laid["t"] - closed_s) < _READ_S for laid in self._laid)
            return closed["first"] is None and (covered or closed_s > due_s - EDGE_S)
        if pressed_s.get(closed["first"], inf) > first + STAMP_S + 2 * off_s or first == -inf:
            return False
        return set(pressed_s) == seats or closed_s > min(first + _AFTER_FIRST_S, due_s) - EDGE_S

    def _pressed(self, seat: int, at_s: float, off_s: float) -> float:
        """Return the true time of a seat's press close to `at_s`, or minus infinity if there is none."""
        times = (press["t"] for press in self._presses if press["seat"] == seat)
        return next((t for t in times if abs(t - at_s) < BEFORE_S + off_s), -inf)

    def _slapped_wrongly(self, event: Record) -> Iterator[Finding]:
        yield from self._press(event)
        if not self.book.may_slap_wrongly(event["seat"]):
            yield Finding("wrong_verdict", event["t"], event)
            return
        self._changed_s = self._changed_s if self.book.owing else event["t"]
        self._due = self.book.slaps_wrongly(event["seat"])

    def _press_refused(self, event: Record) -> Iterator[Finding]:
        yield from self._press(event)
        if self.book.may_slap_wrongly(event["seat"]) and not self._wrong:
            yield Finding("wrong_verdict", event["t"], event)

    def _press(self, event: Record) -> Iterator[Finding]:
        """Mark the press behind an event as judged; the event of a press that no card allows is `_LEAD_S` late."""
        for place, press in enumerate(self._presses):
            at_s = press["t"] + _LEAD_S
            if place not in self._judged and press["seat"] == event["seat"] and abs(at_s - event["t"]) < EDGE_S:
                self._judged.add(place)
                return
        yield Finding("wrong_verdict", event["t"], event)


def _said(event: Record) -> Said:
    """Return an event's name and the values of its fields, in the form that a book returns."""
    said = [event[name] for name in _SAYS[event["event"]]]
    values = (
        numbers(one) if isinstance(one, Mapping) else tuple(one) if isinstance(one, list) else one for one in said
    )
    return (event["event"], *values)
