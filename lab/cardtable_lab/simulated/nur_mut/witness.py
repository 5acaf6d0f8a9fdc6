"""Records what robots and people do in a game of Nur Mut, and which faces are up."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from cardtable_lab.simulated.comparing import (
    RULINGS,
    Finding,
    Index,
    Record,
    indexed,
    is_about,
    lasting,
    misread,
    of,
    otherwise,
    unheard,
    unnoticed,
    wrong_totals,
)
from cardtable_lab.simulated.nur_mut.book import JOKER, PLACES, Book
from cardtable_lab.simulated.nur_mut.players import read_face, written
from cardtable_lab.simulated.witness import Held, Witness
from table.games.game import PUBLIC
from table.games.nur_mut.views import NurMutView
from table.robots.environment import EventObject


class NurMutWitness(Witness):
    """The ground truth of a game of Nur Mut. The cards show the game's whole state, except for Courage."""

    secret_hands = False

    def __init__(self, seats: Sequence[int], deck: Sequence[Record], agreed: Record) -> None:
        super().__init__(seats, deck, agreed)
        self._sides = {code: [read_face(face) for face in card["faces"]] for code, card in self.printed.items()}
        self._count = Book(self.seats)
        self._taken: list[str] = []  # the highest piles; somebody must take one of them

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return a card's visible face, the book's objection to it, and whether any face fits the card below."""
        if zone not in PLACES:
            return None
        card, book = cards[0], self._book(held)
        if self._taken:  # a card laid on one of these places shows that its pile was taken
            book.anew = zone if zone in self._taken else self._taken[0]
        below = held.piles.get(zone, ())[-1:]
        either = book.fits_by_any(self._sides[card], [face for one in below for face in self._sides[one]])
        face = self._face(card, held)
        return {"face": written(face), "objection": book.objection(face, zone), "either": either}

    def lies(self, t: float, laid: dict[str, Any]) -> None:
        """Record that a card stays where it is, and which face is up."""
        self.note(t, "lies", seat=laid["seat"], cards=laid["cards"], zone=laid["zone"], face=laid["face"])

    def follows(self, event: EventObject) -> None:
        """Record who must take the highest pile, and that a taken pile is started again."""
        if event["event"] == "courage_failed" and self.held is not None:
            seat = next((one.seat for one in reversed(self.presses) if one.t <= event["t"]), None)
            self._taken = self._book(self.held).highest()
            self.note(event["t"], "fails", seat=seat, highest=self._taken)
        elif event["event"] == "pile_refilled":
            self._taken = []

    def sees(self, now_s: float) -> None:
        """Record which of several highest piles the table has drawn at random."""
        lot = NurMutView.of(self.views[PUBLIC]).lot or ()
        if len(self._taken) > 1 and lot:
            self._taken = [next(zone for zone in lot if zone in self._taken)]

    def counts(self) -> dict[str, Any]:
        """Count the cards left in the players' piles."""
        scores = self._count.count({seat: len(self.hand(seat)) for seat in self.seats})
        return {"scores": scores, "totals": scores}

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return each seat's total points, and the seats with the fewest."""
        return self._count.totals, self._count.winners()

    def _book(self, held: Held) -> Book:
        """Derive the state of the game from the cards: if a place is empty, its pile was taken."""
        shown = {place: self._face(held.piles[place][-1], held) for place in PLACES if held.piles.get(place)}
        covers = next((place for place, face in shown.items() if face == JOKER), None)
        anew = next((place for place in PLACES if place not in shown), None)
        return Book(self.seats, shown=shown, covers=covers, anew=anew)

    def _face(self, card: str, held: Held) -> int:
        return self._sides[card][held.up[card]]


# -- Compares what a table delivered in a game of Nur Mut with the ground truth, both as lists of JSON objects
#
# docs/simulation.md explains the counts. The table sees no faces: accepting a card whose other face would fit is not a
# wrong verdict. Neither are its consequences, until people correct them.

_WAITED_S = 2.5  # how long before its event a card may be touched if the table waited for a button
_PLAYED = ("card_played", "pile_refilled")
_MISLAID = {"no_fit", "wrong_zone"}  # refusals of a card that does not fit, depending on which face is up


def compare(deeds: Sequence[Record], events: Sequence[Record]) -> list[Finding]:
    """Return what went wrong in one game. Deeds and public events are both in chronological order."""
    return _compare(indexed(deeds, "deed"), indexed(lasting(events), "event"))


def _compare(deeds: Index, events: Index) -> list[Finding]:
    read = of(events, *RULINGS, "pile_refilled", "pile_started")
    return [
        *_unheard(deeds),
        *misread(read, deeds, since_s=_WAITED_S),
        *(finding for laid in of(deeds, "laid") for finding in _of_a_play(laid, events)),
        *unnoticed(deeds, events, *_PLAYED),
        *_wrong_piles(deeds, events),
        *wrong_totals(deeds, events),
    ]


def _unheard(deeds: Index) -> Iterator[Finding]:
    """Yield a finding for each touch that the table missed, and for each correction that people made.

    For each accepted card of which only the other face fitted, one wrong end of the game is tolerated.
    """
    excused: list[Record] = []
    for finding in unheard(deeds):
        latest = next((laid for laid in reversed(of(deeds, "laid")) if laid["t"] < finding.t), None)
        ended = finding.kind == "disputed" and finding.deed is not None and "winners" in finding.deed
        if ended and latest is not None and latest not in excused and latest["either"] and latest["objection"]:
            excused.append(latest)
        else:
            yield finding


def _of_a_play(laid: Record, events: Index) -> Iterator[Finding]:
    """Compare the ruling on a card with the population's rule book."""
    ruled = [event for event in of(events, *RULINGS, "pile_refilled") if event["card"] == laid["card"]]
    for last in [event for event in ruled if event["zone"] == laid["zone"] and is_about(event, laid)][-1:]:
        accepted = last["event"] in _PLAYED
        if accepted and laid["objection"] is None and last["seat"] not in (None, laid["seat"]):
            yield Finding("wrong_seat", last["t"], last, laid)
        if accepted and last["face"] not in (None, laid["face"]) and laid["objection"] is None:
            yield Finding("misread", last["t"], last, laid)
        if accepted and laid["objection"] is not None and not laid["either"]:
            yield Finding("wrong_verdict", last["t"], last, laid)
        if not accepted and (laid["objection"] is None or not {last["reason"], laid["objection"]} <= _MISLAID):
            yield Finding("wrong_verdict", last["t"], last, laid)


def _wrong_piles(deeds: Index, events: Index) -> Iterator[Finding]:
    """Yield a finding for each failed Courage reported with the wrong player or with a pile that isn't the highest."""
    yield from otherwise("wrong_verdict", of(deeds, "fails"), ("seat",), of(events, "courage_failed"), ("seat",))
    for deed, event in zip(of(deeds, "fails"), of(events, "courage_failed"), strict=False):
        if event["zone"] is not None and event["zone"] not in deed["highest"]:
            yield Finding("wrong_verdict", event["t"], event, deed)
