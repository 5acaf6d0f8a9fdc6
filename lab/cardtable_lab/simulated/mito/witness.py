"""Records what robots and people do in a game of Mito: plays, answers, calls, and vanished cards."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from math import inf
from typing import Any

from cardtable_lab.simulated.comparing import (
    BEFORE_S,
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
from cardtable_lab.simulated.mito.book import MAY_LIE_ON, Book, answer_objection, kind, number
from cardtable_lab.simulated.mito.players import DISCARD
from cardtable_lab.simulated.witness import LATE_S, Held, Witness
from table.robots.environment import EventObject


class MitoWitness(Witness):
    """The ground truth of a game of Mito. `_doubtful` counts the cards that may or may not have vanished in a round."""

    def __init__(self, seats: Sequence[int], deck: Sequence[Record], agreed: Record) -> None:
        super().__init__(seats, deck, agreed)
        self.book = Book(self.seats, agreed.get("rounds"))
        self._wanted: int | None = None  # the number that an answer to the cockroach must have
        self._before: list[tuple[float, str, int | None]] = []  # earlier states: end, open card, wanted number
        self._first = ""
        self._out: int | None = None
        self._called_s = 0.0
        self._under: dict[str, float] = {}
        self._gone: dict[str, float] = {}
        self._doubtful = self._next = 0
        self._shuffling = False

    @property
    def hidden(self) -> dict[str, float]:
        """Each card that is hidden under another or has vanished, mapped to the time (s) at which that was noticed."""
        lying = set() if self.held is None else set(self.held.piles.get(DISCARD, ()))
        return {card: since for card, since in self._under.items() if card in lying} | self._gone

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return the book's objection, if any, to the top card as a play or as an answer to a cockroach."""
        if zone != DISCARD:
            return None
        book, (*under, shown) = self.book, cards
        if self._wanted is not None:
            return {"deed": "answered", "objection": answer_objection(shown, self._wanted)}
        objection = book.objection(shown)
        either = book.is_doubtful(shown) and objection == "not_adjacent"
        judged = {"objection": objection, "either": either, "late": self._was_fair(t, seat, shown)}
        if under:
            self._under[under[0]] = t
            judged["under"] = book.objection(under[0])
        return judged

    def moves(self, t: float, cards: Sequence[str], zone: str, by: int | None, held: Held) -> None:
        """Record the card that is turned up first."""
        if zone == DISCARD and not self.book.open:
            self._first = cards[0]

    def played(self, t: float, laid: dict[str, Any]) -> None:
        """Update the book for a played card (MITO-E-24) and pass the turn on."""
        shown, *under = laid["cards"]
        self._play_continues(t)
        self.book.opens(shown, under[0] if under else None)
        if laid["deed"] == "answered":
            self._next, self._wanted = laid["seat"], None
            return
        self._next = self.book.left_of(laid["seat"])
        self._wanted = number(shown) if kind(shown) == "cockroach" else None

    def follows(self, event: EventObject) -> None:
        """Update the book after an event."""
        t, book = event["t"], self.book
        match event["event"]:
            case "round_started":
                self._out, self._doubtful, self._wanted = None, 0, None
                self._under = {}
                book.open_round()
                self._next = book.turn
            case "turn_started":
                self._begins(t, event["seat"])
            case "pile_started":
                book.opens(self._first)
            case "race_closed":
                self._play_continues(t)
                self._wanted = None
            case "call_made":
                self._called_s, self._next = t, book.turn
                self.note(t, "called", seat=event["seat"], made=True)
            case "call_settled":
                self._is_settled(t, event["accused"])
            case "pile_reshuffled":
                self._is_shuffled(t)
            case "hands_due":
                self._out = event["out"]
            case "draw_owed" if self.held is not None and not self.held.draw:
                if len(self.held.piles.get(DISCARD, ())) > 1 and not self._shuffling:
                    self.note(t, "shuffled", cards=[], told=False)

    def sees(self, now_s: float) -> None:
        """Record which cards lie under the table, and which are still hidden in the discard pile."""
        self._shuffling = False
        assert self.held is not None, "it has just looked"  # noqa: S101
        gone = {card for cards in self.held.gone.values() for card in cards}
        self._gone = {card: self._gone.get(card, now_s) for card in sorted(gone)}
        self._under = {card: since for card, since in self._under.items() if card in self._lying()}

    def _lying(self) -> set[str]:
        """Return the cards on the discard, and those that touched it and await a ruling."""
        assert self.held is not None, "it has just looked"  # noqa: S101
        coming = {card for one in self._laid for card in one["cards"]}
        return {*self.held.piles.get(DISCARD, ())} | coming

    def counts(self) -> dict[str, Any]:
        """Count all hands except that of the player who is out."""
        assert self._out is not None, "somebody has no cards left"  # noqa: S101
        hands = {seat: list(self.hand(seat)) for seat in self.seats}
        scores = self.book.count(self._out, hands)
        truth = {"scores": scores, "totals": dict(self.book.totals), "hands": hands}
        drawn = len(hands[self._out])  # cards that the player drew before others heard that the hand was empty
        return truth | {"vanished": len(self._gone), "doubtful": self._doubtful + drawn}

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return each seat's total points, and the seats with the fewest."""
        return self.book.totals, self.book.winners()

    def _play_continues(self, t: float) -> None:
        """Remember the card that was open until now, and the number that was wanted."""
        self._before = [one for one in self._before if t - one[0] <= LATE_S]
        self._before.append((t, self.book.open, self._wanted))

    def _was_fair(self, t: float, seat: int, card: str) -> bool:
        """Return whether a card was legal a moment ago, when the hand may have set out."""
        for until, lay_open, wanted in self._before:
            fits = wanted is None and lay_open and number(card) in MAY_LIE_ON[number(lay_open)]
            answers = wanted is not None and answer_objection(card, wanted) is None
            if t - until <= LATE_S and (fits or answers) and (kind(card) != "moth" or seat == self.book.guard):
                return True
        return False

    def _begins(self, t: float, seat: int) -> None:
        """Record whose turn the table shows, and a dispute if it is really another seat's turn."""
        if seat != self._next:
            self.note(t, "disputed", turn=self._next, table=seat)
        self.book.turn, self._next = seat, self.book.left_of(seat)

    def _is_settled(self, t: float, accused: int) -> None:
        """Record how the accused pleaded: holding the button means guilty."""
        press = self.pressed_by(accused, self._called_s)
        guilty = press is not None and (press.holds or press.for_s is None)
        self.note(t, "pleaded", seat=accused, guilty=guilty)
        if guilty:
            self._doubtful += 1
            self.book.guard = accused

    def _is_shuffled(self, t: float) -> None:
        """Record that all cards except the top one return to the draw pile, even the hidden ones."""
        self._doubtful += len(self._under)
        self._under, self._shuffling = {}, True
        self.note(t, "shuffled", cards=[], told=True)


# -- Compares what a table delivered in a game of Mito with the ground truth, both as lists of JSON objects
#
# `missed` are touches without a response, `missed_unnoticed` laid cards that no event reported,
# `misread` cards that nobody touched, `disputed` turns that players had to correct; `wrong_` kinds name events with
# wrong fields. The table must report a reshuffle before somebody draws from an empty pile, or its counts are wrong.
# If two players were too close together to tell who was first, either is right.

_CLOSE_S = 0.1  # of two cards this close together, either may be read first
_LEAD_S = 0.4  # how long before its card a slap counts
_QUIET_S = 1.0  # how long presses do not count after a race
_LATE_S = 3.2  # how long after an answer a race may close: more cards may still be on their way
_CALLED_S = 1.2  # a card this close to a call may be read before or after the call

_ELSEWHERE = {"paused", "correction_pending", "not_now"}  # refusals because of what others have just done


def compare(deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
    """Return what went wrong in one game. Deeds and public events are both in chronological order."""
    return _compare(indexed(deeds, "deed"), indexed(events, "event"))


def _compare(deeds: Index, events: Index) -> list[Finding]:
    ruled = [event for event in of(events, *RULINGS) if "card" in event]  # without rulings about a whole hand
    read = [event for event in of(events, *RULINGS, "pile_started") if "card" in event]
    return [
        *unheard(deeds),
        *misread(read, deeds),
        *(finding for laid in of(deeds, "laid", "answered") for finding in _of_a_play(laid, deeds, ruled)),
        *unnoticed(deeds, events, "card_played"),
        *(finding for race in of(events, "race_opened") for finding in _of_a_race(race, deeds, events)),
        *_wrong_calls(deeds, events),
        *wrong_totals(deeds, events),
        *_wrong_logs(deeds, events),
        *(Finding("wrong_totals", d["t"], deed=d) for d in of(deeds, "shuffled") if not d["told"]),
    ]


# -- cards


def _of_a_play(laid: Record, deeds: Index, ruled: Sequence[Record]) -> Iterator[Finding]:
    """Compare the ruling on a card with the population's rule book."""
    on_these = [event for event in ruled if event["card"] in laid["cards"] and is_about(event, laid)]
    for last in on_these[-1:]:
        if last["event"] == "card_played" and last["seat"] not in (None, laid["seat"]):
            yield Finding("wrong_seat", last["t"], last, laid)
        if _is_wrong(last, laid, deeds):
            yield Finding("wrong_verdict", last["t"], last, laid)


def _is_wrong(ruled: Record, laid: Record, deeds: Index) -> bool:
    """Return whether a verdict is wrong. A late answer, or a card laid during a call, may always be refused."""
    if laid.get("either"):
        return False  # the card fits on the hidden card, and the table cannot tell which card is open
    if ruled["event"] == "card_played":
        return laid["objection"] is not None
    if ruled["reason"] in _ELSEWHERE and _is_disturbed(laid, deeds):
        return False
    if ruled["reason"] == "not_now" and (laid.get("late") or _may_be_late(laid, deeds)):
        return False
    if laid["deed"] == "answered" and laid["objection"] is None:
        return False  # somebody was faster, which `_of_a_race` checks
    hidden_alone = ruled["card"] != laid["cards"][0] and "under" in laid  # the table could not read it
    return bool(ruled["reason"] != laid["under" if hidden_alone else "objection"])


def _may_be_late(laid: Record, deeds: Index) -> bool:
    """Return whether a card was perhaps a late answer to a cockroach: it has the number of one laid just before."""
    wanted = {number(card) for card in laid["cards"]}
    answered = (deed for deed in of(deeds, "answered") if 0 < laid["t"] - deed["t"] <= _LATE_S)
    return any(number(deed["cards"][0]) in wanted for deed in answered)


def _is_disturbed(laid: Record, deeds: Index) -> bool:
    """Return whether others called out or laid cards at about the same time."""
    since, until = laid["t"] - _CALLED_S, laid.get("until", laid["t"])
    others = (deed for deed in of(deeds, "called", "laid", "answered") if deed is not laid)
    return any(since <= deed["t"] <= until or since <= deed.get("until", -1) <= until for deed in others)


# -- races


def _of_a_race(opened: Record, deeds: Index, events: Index) -> Iterator[Finding]:
    closed = next((event for event in of(events, "race_closed") if event["seq"] > opened["seq"]), None)
    if closed is None or _is_called_off(closed, events):
        return
    read_s = _read_s(opened, deeds, events)
    if opened["race"] == "match":
        yield from _wrong_match(read_s, opened, closed, deeds, events)
    elif _slaps_are_wrong(read_s, opened, closed, deeds, events):
        yield Finding("wrong_race", closed["t"], closed)


def _is_called_off(closed: Record, events: Index) -> bool:
    """Return whether a race ended because a player had no cards left, so that it has no consequences."""
    return any(event["t"] == closed["t"] for event in of(events, "hands_due"))


def _read_s(opened: Record, deeds: Index, events: Index) -> float:
    """Return the time, in the ground truth, at which the card that opened a race was touched."""
    card = next(e["card"] for e in reversed(of(events, "card_played")) if e["seq"] < opened["seq"])
    touched = [deed["t"] for deed in of(deeds, "touched") if card in deed["cards"] and deed["t"] < opened["t"]]
    return float(touched[-1]) if touched else float(opened["t"])


def _slaps_are_wrong(read_s: float, opened: Record, closed: Record, deeds: Index, events: Index) -> bool:
    """Return whether a slap is missing, the order is wrong, or the wrong seat is last.

    A press in the quiet second after the previous race counts only once this card has been read, perhaps a moment after
    it was touched.
    """
    since, until = read_s - _LEAD_S - EDGE_S, closed["t"] + BEFORE_S
    pressed = [deed for deed in of(deeds, "pressed") if since <= deed["t"] <= until]
    first: dict[int, float] = {}
    for deed in pressed:
        first.setdefault(deed["seat"], deed["t"])
    unclear = {seat for seat, t in first.items() if t < read_s - _LEAD_S + EDGE_S}
    unclear |= {seat for seat, t in first.items() if t > closed["t"] - EDGE_S}
    quiet_s = (
        max((one["t"] for one in of(events, "race_closed") if one["seq"] < opened["seq"]), default=-inf) + _QUIET_S
    )
    unclear |= {seat for seat, t in first.items() if t < min(quiet_s, read_s) + EDGE_S}
    order = [one["seat"] for one in closed["order"]]
    if (set(order) ^ set(first)) - unclear or set(closed["missing"]) & set(first) - unclear:
        return True
    times = [first[seat] for seat in order if seat in first and seat not in unclear]
    if any(later < earlier - STAMP_S for earlier, later in pairwise(times)):
        return True
    candidates = set(closed["missing"]) or {seat for seat, t in first.items() if t >= max(first.values()) - STAMP_S}
    return closed["last"] not in candidates | unclear


def _wrong_match(read_s: float, opened: Record, closed: Record, deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding if the table accepted a later card than the first, or named the wrong seat."""
    ended = closed["t"]
    right = [d for d in of(deeds, "answered") if d["objection"] is None and read_s <= d["t"] < ended]
    played = [event for event in of(events, "card_played") if opened["seq"] < event["seq"] < closed["seq"]]
    laid = next((deed for deed in right if played and played[-1]["card"] in deed["cards"]), None)
    if laid is None:
        if played or any(deed.get("until", ended) < ended for deed in right):
            yield Finding("wrong_race", ended, closed)
        return
    if laid["t"] > min(deed["t"] for deed in right) + _CLOSE_S:
        yield Finding("wrong_race", ended, closed, laid)
    if _winner(closed, events) != laid["seat"]:
        yield Finding("wrong_seat", ended, closed, laid)


def _winner(closed: Record, events: Index) -> Any:
    """Return the seat that answered, according to the race or to an answered question."""
    if closed["order"]:
        return closed["order"][0]["seat"]
    settled = (event for event in of(events, "question_settled") if event["seq"] > closed["seq"])
    return next((event["answer"] for event in settled), None)


# -- calls, totals, and the log revealed at the end of a round


def _wrong_calls(deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding for each call whose result differs from the plea of the accused."""
    pleaded, settled = of(deeds, "pleaded"), of(events, "call_settled")
    yield from otherwise("wrong_verdict", pleaded, ("seat", "guilty"), settled, ("accused", "guilty"))


def _wrong_logs(deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding for each round for which the table reported a wrong number of vanished cards.

    The table cannot know what happened to a card that a culprit took back, or that was shuffled while hidden under
    another card, so the number may be off by one for each of these cards.
    """
    for deed, event in zip(of(deeds, "counted"), of(events, "log_opened"), strict=False):
        if abs(deed["vanished"] - event["vanished"]) > deed["doubtful"]:
            yield Finding("wrong_log", event["t"], event, deed)
