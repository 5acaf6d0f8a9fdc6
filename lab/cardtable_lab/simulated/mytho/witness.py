"""Records what robots and people do in a game of Mytho: plays, contests and draws."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardtable_lab.simulated.comparing import (
    EDGE_S,
    RULINGS,
    STAMP_S,
    Finding,
    Index,
    Record,
    indexed,
    is_about,
    misread,
    of,
    otherwise,
    unheard,
    unnoticed,
    wrong_totals,
)
from cardtable_lab.simulated.mytho.book import Book, marks
from cardtable_lab.simulated.mytho.players import HIDDEN, VISIBLE
from cardtable_lab.simulated.witness import LATE_S, Held, Witness
from table.robots.environment import EventObject

_SOON_S = 2.0  # only a press within this time may have drawn a card


class MythoWitness(Witness):
    """The ground truth of a game of Mytho."""

    def __init__(self, seats: Sequence[int], deck: Sequence[Record], agreed: Record) -> None:
        super().__init__(seats, deck, agreed)
        self.book = Book(self.seats)
        self._window: dict[str, Any] | None = None  # the deed that laid the card that may be contested
        self._contested: dict[str, Any] = {}  # the last card that could be contested
        self._before = ("", 0.0)  # the previous reference, and until when it was valid
        self._lie: dict[str, float] = {}
        self._first: str = ""

    @property
    def hidden(self) -> dict[str, float]:
        """Each face-down card, mapped to the time (s) at which it was laid."""
        return dict(self._lie)

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return the book's objection to a card, if any, and whether the card would fit the previous reference."""
        if zone == HIDDEN:
            self._lie[cards[0]] = t
        before, until = self._before
        late = t - until <= LATE_S and zone == VISIBLE and bool(marks(cards[0]) & marks(before))
        return {"objection": self.book.objection(cards[0], zone), "late": late}

    def moves(self, t: float, cards: Sequence[str], zone: str, by: int | None, held: Held) -> None:
        """Record the card that is turned up first."""
        if not self.book.reference and zone == VISIBLE:
            self._first = cards[0]

    def played(self, t: float, laid: dict[str, Any]) -> None:
        """Pass the turn on, or start the time in which a face-down card may be contested."""
        if laid["zone"] == HIDDEN:
            self._window = laid
        else:
            self._doubting(t)
            self._before = (self.book.reference, t)
            self.book.reference = laid["card"]
            self.book.turn = self.after(laid["seat"])

    def follows(self, event: EventObject) -> None:
        """Update the book after an event."""
        t, book = event["t"], self.book
        match event["event"]:
            case "pile_started":
                book.reference, book.turn = self._first, self.seats[0]
                self._before = (self._first, t)
            case "play_refused" if event["zone"] == HIDDEN:
                self._lie = {}
            case "contest_made":
                self._doubting(t)
            case "contest_settled":
                self._is_turned_over(t, event["challenger"])
            case "turn_started":
                self._begins(t, event["seat"])
            case "turn_passed":
                book.turn = self.after(book.turn)
            case "card_drawn":
                self._draws(t)
            case "pile_reshuffled":
                self._lie = {}
            case "round_ended":
                self._doubting(t)

    def counts(self) -> dict[str, Any]:
        """Count the cards left in hands."""
        scores = self.book.count({seat: self.hand(seat) for seat in self.seats})
        return {"scores": scores, "totals": dict(self.book.totals)}

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return each seat's total points, and the seats with the fewest."""
        return self.book.totals, self.book.winners()

    def _doubting(self, t: float) -> None:
        """End the time to contest a card and record who contested it."""
        if self._window is None:
            return
        for press in self.presses:
            if self._window["t"] <= press.t <= t and press.seat != self._window["seat"] and not press.holds:
                self.note(press.t, "doubts", seat=press.seat, card=self._window["card"])
        self.book.turn = self.after(self._window["seat"])
        self._contested, self._window = self._window, None

    def _is_turned_over(self, t: float, challenger: int) -> None:
        """Record who draws and who gives a card (MYTHO-18 to MYTHO-23)."""
        player, card = self._contested["seat"], self._contested["card"]
        truthful = self.book.is_like_the_reference(card)
        self.note(t, "settled", challenger=challenger, player=player, truthful=truthful, card=card)
        self._lie.pop(card, None)
        self._before = (self.book.reference, t)
        self.book.reference = card
        self.note(t, "drew", seat=challenger if truthful else player)
        if not truthful:
            self.note(t, "gave", seat=challenger, to=player)

    def _begins(self, t: float, seat: int) -> None:
        self._doubting(t)
        if seat != self.book.turn:
            self.note(t, "disputed", turn=self.book.turn, table=seat)
            self.book.turn = seat

    def _draws(self, t: float) -> None:
        """Record a draw by the seat that has just pressed its button."""
        pressed = [press for press in self.presses if t - _SOON_S <= press.t <= t]
        if pressed:
            self.note(t, "drew", seat=pressed[-1].seat)


# -- Compares what a table delivered in a game of Mytho with the ground truth, both as lists of JSON objects
#
# docs/simulation.md explains the counts. If two players were too close together to tell who was first, either is right.

_WINDOW_S = 5.0  # how long a hidden card can be contested (MYTHO-T-04)
_READ_S = 0.35  # a readable card is read within this time after the hand arrives
_WAITED_S = 2.5  # how long before its event a card may be touched if the table waited for buttons
_ENDS = ("contest_made", "turn_started", "round_ended")


def compare(deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
    """Return what went wrong in one game. Deeds and public events are both in chronological order."""
    return _compare(indexed(deeds, "deed"), indexed(events, "event"))


def _compare(deeds: Index, events: Index) -> list[Finding]:
    read = of(events, *RULINGS, "pile_started")
    return [
        *unheard(deeds),
        *misread(read, deeds, since_s=_WAITED_S),
        *(finding for laid in of(deeds, "laid") for finding in _of_a_play(laid, events)),
        *unnoticed(deeds, events, "card_played", there=True),
        *(finding for played in of(events, "card_played") for finding in _of_a_window(played, deeds, events)),
        *_wrong_contests(deeds, events),
        *_wrong_draws(deeds, events),
        *wrong_totals(deeds, events),
    ]


def _is_of(event: Record, card: str, zone: str) -> bool:
    """Return whether an event may be about a card on a pile. Events do not name face-down cards."""
    return bool(event["zone"] == zone and event.get("card", card) == card)


def _of_a_play(laid: Record, events: Index) -> Iterator[Finding]:
    """Compare the ruling on a card with the population's rule book."""
    ruled = [event for event in of(events, *RULINGS) if _is_of(event, laid["card"], laid["zone"])]
    for last in [event for event in ruled if is_about(event, laid)][-1:]:
        if last["event"] == "card_played" and last["seat"] != laid["seat"]:
            yield Finding("wrong_seat", last["t"], last, laid)
        verdict = None if last["event"] == "card_played" else last["reason"]
        if verdict != laid["objection"] and not (verdict == "not_now" and laid.get("late")):
            yield Finding("wrong_verdict", last["t"], last, laid)


# -- contests


def _of_a_window(played: Record, deeds: Index, events: Index) -> Iterator[Finding]:
    """Compare the reported challenger of a face-down card, if any, with the players who pressed."""
    ended = next((event for event in of(events, *_ENDS) if event["seq"] > played["seq"]), None)
    if played["zone"] != "hidden" or ended is None or _is_taken_back(played, ended, events):
        return
    touched = [d["t"] for d in of(deeds, "touched") if d["zone"] == "hidden" and d["t"] <= played["t"] + STAMP_S]
    begins, shuts = touched[-1], touched[-1] + _READ_S + _WINDOW_S
    pressed = [
        deed
        for deed in of(deeds, "doubts")
        if deed["seat"] != played["seat"] and begins <= deed["t"] <= min(shuts, ended["t"])
    ]
    surely = [deed for deed in pressed if deed["t"] <= min(begins + _WINDOW_S, ended["t"]) - EDGE_S]
    if ended["event"] != "contest_made":
        if surely:
            yield Finding("wrong_race", ended["t"], ended, surely[0])
        return
    first = min((deed["t"] for deed in pressed), default=None)
    if first is None or not any(d["seat"] == ended["seat"] and d["t"] <= first + STAMP_S for d in pressed):
        yield Finding("wrong_race", ended["t"], ended, pressed[0] if pressed else None)


def _is_taken_back(played: Record, ended: Record, events: Index) -> bool:
    taken = of(events, "play_taken_back")
    return any(played["seq"] < event["seq"] <= ended["seq"] for event in taken)


def _wrong_contests(deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding for each contest whose reported result does not follow from the revealed card."""
    names = ("challenger", "player", "truthful", "card")
    yield from otherwise("wrong_verdict", of(deeds, "settled"), names, of(events, "contest_settled"), names)


def _wrong_draws(deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding for each draw or gift that differs from the events."""
    drawn, owed = of(events, "card_drawn", "draw_owed"), of(events, "gift_owed")
    yield from otherwise("wrong_totals", of(deeds, "drew"), ("seat",), drawn, ("seat",))
    yield from otherwise("wrong_totals", of(deeds, "gave"), ("seat", "to"), owed, ("giver", "receiver"))
