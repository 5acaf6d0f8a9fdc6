"""The cards of Mytho where they really are: in hands, on the draw pile, on the two piles."""

from collections.abc import Iterable, Sequence
from random import Random

from cardtable_lab.simulated.mytho.book import DEALT


class Box:
    """Every card of the deck, each in one place; the last card of a pile is on top."""

    def __init__(self, cards: Iterable[str], seats: Sequence[int], chance: Random) -> None:
        self._chance = chance
        cards = sorted(cards)
        self.stock = chance.sample(cards, len(cards))  # MYTHO-01
        self.hands = {seat: [self.stock.pop() for _ in range(DEALT)] for seat in seats}
        self.piles: dict[str, list[str]] = {"visible": [], "hidden": []}
        self.shuffled = 0

    def turn_up(self) -> str:
        """Turn the draw pile's first card up (MYTHO-04)."""
        self.piles["visible"].append(self.stock.pop())
        return self.piles["visible"][-1]

    def lay(self, seat: int, card: str, zone: str) -> None:
        self.hands[seat].remove(card)
        self.piles[zone].append(card)

    def take(self, seat: int, card: str, zone: str) -> None:
        """Take a card back into the hand."""
        self.piles[zone].remove(card)
        self.hands[seat].append(card)

    def turn_over(self, card: str) -> None:
        """Put a card of the hidden pile open on the visible one (MYTHO-22)."""
        self.piles["hidden"].remove(card)
        self.piles["visible"].append(card)

    def draw(self, seat: int) -> bool:
        """Draw a card; if need be, first shuffle both piles but for the reference (MYTHO-T-01). False: none left."""
        if not self.stock:
            *under, top = self.piles["visible"]
            rest = [*under, *self.piles["hidden"]]
            self.stock = self._chance.sample(rest, len(rest))
            self.piles = {"visible": [top], "hidden": []}
            self.shuffled += 1
        if self.stock:
            self.hands[seat].append(self.stock.pop())
            return True
        return False

    def take_unseen(self, seat: int, giver: int) -> str:
        """Take a card from somebody's hand without looking (MYTHO-21)."""
        card = self._chance.choice(self.hands[giver])
        self.hands[giver].remove(card)
        self.hands[seat].append(card)
        return card
