"""Records what robots and people do in a game of Mythology GO: face-up cards, face-down cards, and their effects."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from cardtable_lab.simulated.comparing import (
    BEFORE_S,
    LATE_S,
    Finding,
    Index,
    Record,
    differing,
    indexed,
    of,
    otherwise,
    unheard,
    wrong_totals,
)
from cardtable_lab.simulated.mythology_go.book import ROUNDS, Book
from cardtable_lab.simulated.mythology_go.counting import BoardToCount, points
from cardtable_lab.simulated.mythology_go.players import BESIDES, DISCARD
from cardtable_lab.simulated.witness import Held, Witness
from table.games.mythology_go.views import MgoView
from table.robots.environment import EventObject

_TOGETHER_S = 2.0  # two copies that touch the pad within this time are fused (MGO-35)
_ENDED_S = 1.5  # the press that ends a turn is at most this long before its event


class MythologyGoWitness(Witness):
    """The ground truth of a game of Mythology GO."""

    def __init__(self, seats: Sequence[int], deck: Sequence[Record], agreed: Record) -> None:
        super().__init__(seats, deck, agreed)
        self.book = Book(self.seats, self.printed, agreed.get("rounds", ROUNDS))
        self._secret: dict[str, tuple[int, float]] = {}
        self._struck: list[dict[str, Any]] = []  # cards on their way to the discard
        self._fusing: list[dict[str, Any]] = []
        self._last: dict[str, Any] = {}  # the card that was laid last
        self._begun = False
        self._now_s = 0.0
        self._anew()

    def _anew(self) -> None:
        self._deities: dict[int, str] = {}
        self._aims: dict[str, str] = {}
        self._accused: dict[int, tuple[int | None, str | None]] = {}
        self._named: list[tuple[int, int]] = []

    @property
    def hidden(self) -> dict[str, float]:
        """Each face-down card and each Deity, mapped to the time (s) at which it was laid."""
        return {card: since for card, (_, since) in self._secret.items()}

    @property
    def hiders(self) -> dict[str, int]:
        """Each hidden card, mapped to its owner's seat."""
        return {card: seat for card, (seat, _) in self._secret.items()}

    # -- cards

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return the book's objection to a card, if any, whether it is face down, and whether that is forbidden."""
        card, book = cards[0], self.book
        closed = self._is_down(seat, t)
        if closed:
            self._secret[card] = (seat, t)
        if book.kind(card) in BESIDES:
            (self._deities if book.kind(card) == "deity" else book.beliefs)[seat] = card
            return None
        objection = book.objection(seat, card, closed=closed)
        forbidden = closed and book.forbidden(seat, card)
        return {"closed": closed, "objection": objection, "forbidden": forbidden, "shown": None}

    def _is_down(self, seat: int, t: float) -> bool:
        press = next((one for one in reversed(self.presses) if one.seat == seat and one.t <= t), None)
        return press is not None and (press.for_s is None or press.t + press.for_s >= t)

    def moves(self, t: float, cards: Sequence[str], zone: str, by: int | None, held: Held) -> None:
        """Record a destroyed card that touches the discard, or two cards of a terrain that are fused on its pad."""
        if zone == DISCARD:
            self._is_struck(t, cards[0])
        elif by is not None and len(cards) > 1 and all(card in self.book.rows[by].cards for card in cards):
            self._fusing.append(self.note(t, "fuses", seat=by, cards=list(cards)))

    def _is_struck(self, t: float, card: str) -> None:
        """If an effect may destroy a card, record that the card and any card fused to it are destroyed, or stay."""
        owner = next((seat for seat, row in self.book.rows.items() if card in row.cards), None)
        due = self.book.cause(card)
        if owner is None or due is None or any(card in deed["together"] for deed in self._struck):
            return
        together = self.book.rows[owner].together(card)
        stays = any(_has(self.printed[one], "resurrection") for one in together)
        self.book.strikes(due, together)
        for code in together:
            self._secret.pop(code, None)
            deed = self.note(t, "destroys", seat=owner, card=code, stays=stays, by=due.by, together=together)
            self._struck.append(deed)

    def lies(self, t: float, laid: dict[str, Any]) -> None:
        """Record that a card stays in front of its player, and update the book."""
        seat, card, closed, book = laid["seat"], laid["card"], laid["closed"], self.book
        book.lays(seat, card, closed=closed)
        self.note(t, "lies", seat=seat, cards=[card], zone=laid["zone"], closed=closed)
        before, self._last = self._last, laid
        if self._become_one(before, laid):
            self._fusing.append(self.note(t, "fuses", seat=seat, cards=[before["card"], card]))
            book.rows[seat].pairs.append((before["card"], card))

    def _become_one(self, one: dict[str, Any], other: dict[str, Any]) -> bool:
        """Return whether two cards that a player laid in quick succession are fused."""
        book, cards = self.book, [one.get("card", ""), other["card"]]
        if one.get("seat") != other["seat"] or one["closed"] or other["closed"] or not book.may_merge(other["seat"]):
            return False
        fusible = all(_has(self.printed[card], "fusion") for card in cards)
        return fusible and book.name(cards[0]) == book.name(cards[1]) and other["t"] - one["t"] <= _TOGETHER_S

    # -- what phones show and declare, and events

    def sees(self, now_s: float) -> None:
        """Record which cards phones show as accepted, and which cards are back in hands."""
        self._now_s = now_s
        for note in list(self._laid):
            view = self.views.get(f"seat:{note['seat']}")
            own = view.mine if isinstance(view, MgoView) else None
            row = {} if own is None else {one.card: one.forbidden for one in own.terrain}
            if own is not None and (note["card"] in row or note["card"] in (own.laid or ())):
                self._laid.remove(note)
                note |= {"until": round(now_s, 6), "told_forbidden": row.get(note["card"]) is not None}
                self.lies(now_s, note)
        for seat in self.seats:
            for card in [card for card in self.book.laid if card in self.hand(seat)]:
                self._returns(now_s, seat, card)

    def _returns(self, now_s: float, seat: int, card: str) -> None:
        self.book.takes_back(seat, card)
        self._secret.pop(card, None)
        for deed in [deed for deed in self._fusing if card in deed["cards"]]:
            self._fusing.remove(deed)
            self.strike(deed)
        self.note(now_s, "took_back", seat=seat, card=card)

    def says(self, t: float, seat: int, choice: str, value: Any) -> None:
        """Record the target of a seat's card, or whose Deity the seat names."""
        if choice == "target":
            card, target = value.split()
            self.note(t, "aims", seat=seat, card=card, target=target)
            self._aims[card] = target
        elif choice == "accuse":
            accused, _, deity = value.partition(" ")
            self._accused[seat] = (int(accused), deity)

    def _accusing(self) -> None:
        """Record who named whose Deity, by seat, including players who must name one but named none (MGO-45)."""
        for seat in self.seats:
            has_to = _has(self.printed[self._deities[seat]], "identification")
            accused, deity = self._accused.get(seat, (None, None))
            right = has_to and accused is not None and self.book.name(self._deities[accused]) == deity
            if has_to or accused is not None:
                self.note(self._now_s, "accuses", seat=seat, accused=accused, deity=deity, right=right)
            if right and accused is not None:
                self._named.append((seat, accused))

    def follows(self, event: EventObject) -> None:
        """Update the book after an event."""
        does: Callable[[EventObject], None] | None = {
            "round_started": self._opens,
            "turn_started": self._begins,
            "count_opened": self._opens_count,
            "card_destroyed": self._is_gone,
            "card_resurrected": self._is_gone,
            "cards_fused": self._is_fused,
        }.get(event["event"])
        if does is not None:
            does(event)

    def _opens(self, event: EventObject) -> None:
        self.book.begin(self.seats[0])
        self._begun = False
        self._secret = {}
        self._anew()

    def _begins(self, event: EventObject) -> None:
        """End the previous turn. The first turn of a round belongs to the seat that the table names."""
        if self._begun:
            self._ends(event["t"])
            if self.book.turn != event["seat"]:
                self.note(event["t"], "disputed", turn=self.book.turn, table=event["seat"])
        self._begun, self.book.turn = True, event["seat"]

    def _opens_count(self, event: EventObject) -> None:
        self._ends(event["t"])
        self._secret = {card: one for card, one in self._secret.items() if card in self._deities.values()}
        for row in self.book.rows.values():
            row.closed.clear()

    def _ends(self, t: float) -> None:
        """Record the face-up cards of the turn that is over."""
        seat, book = self.book.turn, self.book
        assert seat is not None, "somebody had the turn"  # noqa: S101
        press = self.pressed_by(seat, t - _ENDED_S)
        brought = [card for card in book.laid if card not in book.rows[seat].closed]
        self.note(t - 0.001 if press is None else press.t, "ends_turn", seat=seat, brought=brought)
        book.follower()

    def _is_gone(self, event: EventObject) -> None:
        for deed in [deed for deed in self._struck if deed["card"] == event["card"]]:
            self._struck.remove(deed)
            row = self.book.rows[deed["seat"]]
            if deed["stays"]:
                row.risen.add(deed["card"])
                row.closed.discard(deed["card"])
            else:
                row.loses(deed["card"])

    def _is_fused(self, event: EventObject) -> None:
        for deed in [deed for deed in self._fusing if deed["seat"] == event["seat"]]:
            self._fusing.remove(deed)
            one, other = deed["cards"]
            pairs = self.book.rows[deed["seat"]].pairs
            if (one, other) not in pairs:
                pairs.append((one, other))

    def counts(self) -> dict[str, Any]:
        """Score the terrains; return the points of the round and of all rounds."""
        book = self.book
        self._accusing()
        board = BoardToCount(book.rows, self.printed, self._deities, book.beliefs, self._aims, self._named)
        scores = points(board)
        book.results.append(scores)
        self._secret = {}
        return {"scores": scores, "totals": book.totals}

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return each seat's total points, and the winners."""
        return self.book.totals, self.book.winners()


def _has(card: Record, keyword: str) -> bool:
    return any(effect["keyword"] == keyword for effect in card.get("effects") or ())


# -- Compares what a table delivered in a game of Mythology GO with the ground truth, both as lists of JSON objects
#
# docs/simulation.md explains the counts. Events about a face-down card report only that it was laid.

_TURN_S = 120.0  # no turn lasts longer


def compare(deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
    """Return what went wrong in one game. Deeds and public events are both in chronological order."""
    return _compare(indexed(deeds, "deed"), indexed(events, "event"))


def _compare(deeds: Index, events: Index) -> list[Finding]:
    return [
        *unheard(deeds),
        *(Finding("misread", e["t"], e) for e in of(events, "card_played") if not _was_laid(e, deeds)),
        *(Finding("misread", deed["t"], deed=deed) for deed in of(deeds, "laid") if deed.get("shown")),
        *(finding for laid in of(deeds, "laid") for finding in _of_a_play(laid, events)),
        *(finding for ended in of(deeds, "ends_turn") for finding in _of_a_turn(ended, deeds, events)),
        *_wrong_effects(deeds, events),
        *_taken_all_the_same(deeds, events),
        *_wrong_words(deeds, events),
        *wrong_totals(deeds, events),
    ]


def _was_laid(event: Record, deeds: Index) -> bool:
    """Return whether an event's seat laid the event's card or, if it names no card, any face-down card."""
    since, until = event["t"] - _TURN_S, event["t"] + BEFORE_S
    laid = (deed for deed in of(deeds, "laid") if since <= deed["t"] <= until and deed["seat"] == event["seat"])
    if event.get("card") is None:
        return any(deed["closed"] for deed in laid)
    return any(deed["card"] == event["card"] and not deed["closed"] for deed in laid)


def _of_a_play(laid: Record, events: Index) -> Iterator[Finding]:
    """Compare the rulings on a card, public and on its owner's phone, with the population's rule book."""
    until = laid.get("until", laid["t"]) + LATE_S
    here = [event for event in of(events, "play_refused") if laid["t"] - BEFORE_S <= event["t"] <= until]
    refused = [e for e in here if e["zone"] == laid["zone"] and e.get("card", laid["card"]) == laid["card"]]
    said = refused[-1]["reason"] if refused else None
    if said != laid["objection"]:
        yield Finding("wrong_verdict", laid["t"], refused[-1] if refused else None, laid)
    elif said is None and laid.get("told_forbidden", False) != laid["forbidden"]:
        yield Finding("wrong_verdict", laid["t"], deed=laid)


def _of_a_turn(ended: Record, deeds: Index, events: Index) -> Iterator[Finding]:
    """Compare the face-up cards reported at the end of a turn with those laid."""
    destroyed = [deed["card"] for deed in of(deeds, "destroys")]
    over = next((event["t"] for event in of(events, "turn_started", "count_opened") if event["t"] > ended["t"]), None)
    played = [event for event in of(events, "card_played") if event["t"] == over and "card" in event]
    heard = [event["card"] for event in played if event["seat"] == ended["seat"]]
    if any(event["seat"] != ended["seat"] for event in played):
        yield Finding("wrong_seat", ended["t"], played[0], ended)
    missing = [card for card in ended["brought"] if card not in heard and card not in destroyed]
    if missing:
        yield Finding("missed_unnoticed", ended["t"], deed=ended)
    if any(card not in ended["brought"] for card in heard):
        yield Finding("misread", ended["t"], played[0], ended)


def _wrong_effects(deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding for each destruction, resurrection or fusion that differs from the events."""
    done = [(deed, (deed["seat"], deed["card"], deed["stays"], deed["by"])) for deed in of(deeds, "destroys")]
    said = [
        (event, (event["seat"], event["card"], event["event"] == "card_resurrected", event["by"]))
        for event in of(events, "card_destroyed", "card_resurrected")
    ]
    yield from differing("wrong_verdict", done, said)
    fused = [(deed, (deed["seat"], sorted(deed["cards"]))) for deed in of(deeds, "fuses")]
    merged = [(event, (event["seat"], sorted(event["cards"]))) for event in of(events, "cards_fused")]
    yield from differing("wrong_verdict", fused, merged)


def _taken_all_the_same(deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding for each card that nothing destroyed but that the table accepted on the discard (MGO-T-07)."""
    for deed in of(deeds, "destroys_idly"):
        refused = (e for e in of(events, "play_refused") if deed["t"] <= e["t"] <= deed["t"] + _TURN_S)
        if not any(
            (e["card"], e["zone"], e["reason"]) == (deed["card"], "discard", "not_now") for e in refused if "card" in e
        ):
            yield Finding("wrong_verdict", deed["t"], deed=deed)


def _wrong_words(deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding for each target or accusation that differs from the events."""
    aim, accusation = ("card", "target"), ("seat", "accused", "deity", "right")
    yield from otherwise("wrong_verdict", of(deeds, "aims"), aim, of(events, "target_declared"), aim)
    yield from otherwise(
        "wrong_verdict", of(deeds, "accuses"), accusation, of(events, "accusation_settled"), accusation
    )
