"""The cards of Mito where they really are: in hands, on the draw pile, on the discard, or gone under the table."""

from collections.abc import Iterable, Sequence
from random import Random

from cardtable_lab.simulated.mito.book import DEALT, kind


class Box:
    """Every card of the box except the Guard Bug, each in one place."""

    def __init__(self, cards: Iterable[str], seats: Sequence[int], chance: Random) -> None:
        self._cards = sorted(cards)
        self._seats = seats
        self._chance = chance
        self.deal()

    def deal(self) -> None:
        """Collect all cards, shuffle and deal them (MITO-F-06, MITO-F-07)."""
        self.stock = self._chance.sample(self._cards, len(self._cards))
        self.hands = {seat: [self.stock.pop() for _ in range(DEALT)] for seat in self._seats}
        self.gone: dict[int, list[str]] = {seat: [] for seat in self._seats}
        self.discard: list[str] = []

    def turn_up(self) -> str:
        """Turn the draw pile's first card up (MITO-F-09)."""
        self.discard.append(self.stock.pop())
        return self.discard[-1]

    def lay(self, seat: int, *cards: str) -> None:
        """Lay cards from a hand, the last one on top."""
        for card in cards:
            self.hands[seat].remove(card)
            self.discard.append(card)

    def take(self, seat: int, card: str) -> None:
        """Take a card off the discard, from any position."""
        self.discard.remove(card)
        self.hands[seat].append(card)

    def draw(self, seat: int) -> None:
        self.hands[seat].append(self.stock.pop())

    def shuffle(self) -> list[str]:
        """Shuffle the discard except its top, under what is left to draw (MITO-T-02); return the shuffled cards."""
        *under, top = self.discard
        self.stock = self._chance.sample(under, len(under)) + self.stock
        self.discard = [top]
        return under

    def give(self, seat: int, to: int, card: str) -> None:
        """Pass a card from hand to hand."""
        self.hands[seat].remove(card)
        self.hands[to].append(card)

    def vanish(self, seat: int, card: str) -> None:
        """Drop a card under the table."""
        self.hands[seat].remove(card)
        self.gone[seat].append(card)

    def fetch(self, seat: int, card: str) -> None:
        """Take it back."""
        self.gone[seat].remove(card)
        self.hands[seat].append(card)

    def gifts(self, seat: int) -> list[str]:
        """Return the cards of a hand that may be given away: no moths (MITO-E-28)."""
        return [card for card in self.hands[seat] if kind(card) != "moth"]

    @property
    def vanished(self) -> int:
        """How many cards lie under the table."""
        return sum(map(len, self.gone.values()))
