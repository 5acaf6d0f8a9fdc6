"""Records what hands of robots and people do at Nur Mut, and which faces are up."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardtable_lab.simulated.findings import Record
from cardtable_lab.simulated.nur_mut.book import JOKER, PLACES, Book
from cardtable_lab.simulated.nur_mut.players import read_face, written
from cardtable_lab.simulated.witness import Held, Witness
from table.games.game import PUBLIC
from table.games.nur_mut.views import NurMutView
from table.robots.environment import EventObject


class NurMutWitness(Witness):
    """The ground truth of a game of Nur Mut: the cards show everything except Courage."""

    secret_hands = False

    def __init__(self, seats: Sequence[int], deck: Sequence[Record], agreed: Record) -> None:
        super().__init__(seats, deck, agreed)
        self._sides = {code: [read_face(face) for face in card["faces"]] for code, card in self.printed.items()}
        self._count = Book(self.seats)
        self._taken: list[str] = []  # the piles of which somebody takes one

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return whether the visible face fits in its place."""
        if zone not in PLACES:
            return None
        card, book = cards[0], self._book(held)
        if self._taken:  # people say which pile it was by beginning it anew
            book.anew = zone if zone in self._taken else self._taken[0]
        below = held.piles.get(zone, ())[-1:]
        either = book.fits_by_any(self._sides[card], [face for one in below for face in self._sides[one]])
        face = self._face(card, held)
        return {"face": written(face), "objection": book.objection(face, zone), "either": either}

    def lies(self, t: float, laid: dict[str, Any]) -> None:
        """Note that a card stays where it is, and its face."""
        self.note(t, "lies", seat=laid["seat"], cards=laid["cards"], zone=laid["zone"], face=laid["face"])

    def follows(self, event: EventObject) -> None:
        """Record who takes the highest pile, and where it starts again."""
        if event["event"] == "courage_failed" and self.held is not None:
            seat = next((one.seat for one in reversed(self.presses) if one.t <= event["t"]), None)
            self._taken = self._book(self.held).highest()
            self.note(event["t"], "fails", seat=seat, highest=self._taken)
        elif event["event"] == "pile_refilled":
            self._taken = []

    def sees(self, now_s: float) -> None:
        """See which of several piles the table has drawn."""
        lot = NurMutView.of(self.views[PUBLIC]).lot or ()
        if len(self._taken) > 1 and lot:
            self._taken = [next(zone for zone in lot if zone in self._taken)]

    def counts(self) -> dict[str, Any]:
        """Count the cards that are left."""
        scores = self._count.count({seat: len(self.hand(seat)) for seat in self.seats})
        return {"scores": scores, "totals": scores}

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return everybody's points, and who has the fewest."""
        return self._count.totals, self._count.winners()

    def _book(self, held: Held) -> Book:
        """Return the state of the game from the cards: a place without cards was taken."""
        shown = {place: self._face(held.piles[place][-1], held) for place in PLACES if held.piles.get(place)}
        covers = next((place for place, face in shown.items() if face == JOKER), None)
        anew = next((place for place in PLACES if place not in shown), None)
        return Book(self.seats, shown=shown, covers=covers, anew=anew)

    def _face(self, card: str, held: Held) -> int:
        return self._sides[card][held.up[card]]
