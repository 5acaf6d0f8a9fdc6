"""The population's own rule book of Mytho, written from the ledger and not from table.games.

It judges what the players did. If the two rule books differ, one of them is wrong.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

DEALT = 5  # MYTHO-02
_CODE = re.compile(r"(10|[2-9ajqk])([cdhs])")


def marks(card: str) -> set[str]:
    """Return the rank and the suit of a card.

    >>> sorted(marks("10s")), sorted(marks("qd"))
    (['10', 's'], ['d', 'q'])
    """
    found = _CODE.fullmatch(card)
    if found is None:
        raise ValueError(f"{card!r} is no card of this deck")
    return set(found.groups())


@dataclass
class Book:
    """One game as the players remember it. `reference` is the face-up card that everybody sees."""

    seats: Sequence[int]
    turn: int = 0
    reference: str = ""
    totals: Mapping[int, int] = field(default_factory=dict)

    def follower(self, seat: int) -> int:
        """Return the next seat, clockwise (MYTHO-09)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def is_like_the_reference(self, card: str) -> bool:
        """Return whether a card shares its rank or its suit with the reference (MYTHO-15)."""
        return bool(marks(card) & marks(self.reference))

    def objection(self, card: str, zone: str) -> str | None:
        """Return the reason why a card may not be laid in a zone, or None. Any card may lie face down (MYTHO-27)."""
        return None if zone == "hidden" or self.is_like_the_reference(card) else "no_match"

    def count(self, hands: Mapping[int, Sequence[str]]) -> dict[int, int]:
        """Record and return the points of the round: one for each card left in a hand (MYTHO-T-07)."""
        self.totals = {seat: len(hands[seat]) for seat in self.seats}
        return dict(self.totals)

    def winners(self) -> list[int]:
        """Return the seats with the fewest points."""
        return [seat for seat in self.seats if self.totals[seat] == min(self.totals.values())]
