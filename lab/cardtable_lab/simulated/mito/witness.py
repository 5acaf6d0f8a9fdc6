"""Records what hands of robots and people do at Mito: plays, answers, calls, and vanished cards."""

from collections.abc import Mapping, Sequence
from typing import Any

from cardtable_lab.simulated.findings import Record
from cardtable_lab.simulated.mito.book import MAY_LIE_ON, Book, answer_objection, kind, number
from cardtable_lab.simulated.mito.players import DISCARD
from cardtable_lab.simulated.witness import LATE_S, Held, Witness
from table.robots.environment import EventObject


class MitoWitness(Witness):
    """The ground truth of a game of Mito. `doubtful` counts a round's cards that may have vanished or not."""

    def __init__(self, seats: Sequence[int], deck: Sequence[Record], agreed: Record) -> None:
        super().__init__(seats, deck, agreed)
        self.book = Book(self.seats, agreed.get("rounds"))
        self._wanted: int | None = None  # the number that answers a cockroach
        self._before: list[tuple[float, str, int | None]] = []  # until when what lay open, and what was wanted
        self._first = ""
        self._out: int | None = None
        self._called_s = 0.0
        self._under: dict[str, float] = {}
        self._gone: dict[str, float] = {}
        self._doubtful = self._next = 0
        self._shuffling = False

    @property
    def hidden(self) -> dict[str, float]:
        """The cards that lie under others, while they do, and those that vanished."""
        lying = set() if self.held is None else set(self.held.piles.get(DISCARD, ()))
        return {card: since for card, since in self._under.items() if card in lying} | self._gone

    def judged(self, t: float, seat: int, cards: Sequence[str], zone: str, held: Held) -> dict[str, Any] | None:
        """Return whether the top card is next to the open one, or answers a cockroach."""
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
        """See the first card be turned up."""
        if zone == DISCARD and not self.book.open:
            self._first = cards[0]

    def played(self, t: float, laid: dict[str, Any]) -> None:
        """Do what a card demands (MITO-E-24), and let the turn pass."""
        shown, *under = laid["cards"]
        self._play_continues(t)
        self.book.opens(shown, under[0] if under else None)
        if laid["deed"] == "answered":
            self._next, self._wanted = laid["seat"], None
            return
        self._next = self.book.left_of(laid["seat"])
        self._wanted = number(shown) if kind(shown) == "cockroach" else None

    def follows(self, event: EventObject) -> None:
        """Go on as the book says."""
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
        """See what lies under the table."""
        self._shuffling = False
        assert self.held is not None, "it has just looked"  # noqa: S101
        gone = {card for cards in self.held.gone.values() for card in cards}
        self._gone = {card: self._gone.get(card, now_s) for card in sorted(gone)}
        self._under = {card: since for card, since in self._under.items() if card in self._lying()}

    def _lying(self) -> set[str]:
        """Return what lies on the discard, or is on its way there."""
        assert self.held is not None, "it has just looked"  # noqa: S101
        coming = {card for one in self._laid for card in one["cards"]}
        return {*self.held.piles.get(DISCARD, ())} | coming

    def counts(self) -> dict[str, Any]:
        """Count the hands of all but of whoever is out."""
        assert self._out is not None, "somebody has no cards left"  # noqa: S101
        hands = {seat: list(self.hand(seat)) for seat in self.seats}
        scores = self.book.count(self._out, hands)
        truth = {"scores": scores, "totals": dict(self.book.totals), "hands": hands}
        drawn = len(hands[self._out])  # before the others heard it
        return truth | {"vanished": len(self._gone), "doubtful": self._doubtful + drawn}

    def result(self) -> tuple[Mapping[int, int], Sequence[int]]:
        """Return everybody's points, and who has the fewest."""
        return self.book.totals, self.book.winners()

    def _play_continues(self, t: float) -> None:
        """Remember what lay open, and what would have answered, until now."""
        self._before = [one for one in self._before if t - one[0] <= LATE_S]
        self._before.append((t, self.book.open, self._wanted))

    def _was_fair(self, t: float, seat: int, card: str) -> bool:
        """Return whether a card would have been fair a moment ago, when its hand may have set out."""
        for until, lay_open, wanted in self._before:
            fits = wanted is None and lay_open and number(card) in MAY_LIE_ON[number(lay_open)]
            answers = wanted is not None and answer_objection(card, wanted) is None
            if t - until <= LATE_S and (fits or answers) and (kind(card) != "moth" or seat == self.book.guard):
                return True
        return False

    def _begins(self, t: float, seat: int) -> None:
        """See whose turn it is: after a card its player's left neighbour, and whoever answered a cockroach."""
        if seat != self._next:
            self.note(t, "disputed", turn=self._next, table=seat)
        self.book.turn, self._next = seat, self.book.left_of(seat)

    def _is_settled(self, t: float, accused: int) -> None:
        """Record the accused's answer: holding the button means guilty."""
        press = self.pressed_by(accused, self._called_s)
        guilty = press is not None and (press.holds or press.for_s is None)
        self.note(t, "pleaded", seat=accused, guilty=guilty)
        if guilty:
            self._doubtful += 1
            self.book.guard = accused

    def _is_shuffled(self, t: float) -> None:
        """Return all cards except the top to the draw pile, hidden ones included."""
        self._doubtful += len(self._under)
        self._under, self._shuffling = {}, True
        self.note(t, "shuffled", cards=[], told=True)
