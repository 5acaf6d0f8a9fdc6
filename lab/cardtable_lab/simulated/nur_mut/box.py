"""The cards of Nur Mut where they really are, and which way up: in people's piles, on the three places, put aside."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from random import Random

from cardtable_lab.simulated.nur_mut.book import DEALT, PLACES

Sides = Mapping[str, tuple[int, int]]  # what is on either side of each card, 0 for a joker


@dataclass
class Card:
    """A card and which of its two sides is up."""

    code: str
    up: int


class Box:
    """Every card of the box, each in one place and one way up; the first card of a pile is on top."""

    def __init__(self, sides: Sides, seats: Sequence[int], chance: Random) -> None:
        self._sides = sides
        self._chance = chance
        cards = [Card(code, chance.randrange(2)) for code in sorted(sides)]
        chance.shuffle(cards)  # NUR-06
        self.own = {seat: [cards.pop() for _ in range(DEALT)] for seat in seats}
        self.places: dict[str, list[Card]] = {place: [] for place in PLACES}
        self.spare = cards  # NUR-12

    def face(self, card: Card) -> int:
        return self._sides[card.code][card.up]

    def both(self, card: Card) -> tuple[int, int]:
        return self._sides[card.code]

    def top(self, seat: int) -> Card:
        """Return the top card of somebody's own pile (NUR-08)."""
        return self.own[seat][0]

    def turn_over(self, seat: int) -> Card:
        """Turn the top card of somebody's own pile over (NUR-28)."""
        card = self.top(seat)
        card.up = 1 - card.up
        return card

    def begin(self, place: str) -> Card:
        """Turn a spare card up on a place; a joker goes back to the spare cards (NUR-09, NUR-11)."""
        card = self.spare.pop()
        card.up = self._chance.randrange(2)
        self.places[place] = [card]
        return card

    def put_back(self, place: str) -> None:
        """Put the card of a place back among the spare cards."""
        self.spare.insert(0, self.places[place].pop())

    def lay(self, seat: int, place: str) -> None:
        """Lay the top card of somebody's own pile on a place."""
        self.places[place].insert(0, self.own[seat].pop(0))

    def take_back(self, seat: int, place: str) -> None:
        """Take the top card of a place back onto the player's own pile."""
        self.own[seat].insert(0, self.places[place].pop(0))

    def put_under(self, seat: int) -> None:
        """Put the top card under the player's own pile (NUR-24)."""
        self.own[seat].append(self.own[seat].pop(0))

    def take_pile(self, seat: int, place: str) -> None:
        """Shuffle a pile into somebody's own; its cards come to lie either way up (NUR-31)."""
        cards = self.places[place]
        for card in cards:
            card.up = self._chance.randrange(2)
        self.own[seat] += cards
        self._chance.shuffle(self.own[seat])
        self.places[place] = []
