"""The household's own rule book of Mytho, written from the ledger and not from table.games.

It judges what people truly did. Whoever finds that the two books differ has found a mistake in one of them.
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

DEALT = 5  # MYTHO-02
_CODE = re.compile(r"(10|[2-9ajqk])([cdhs])")


def marks(card: str) -> set[str]:
    """Tell what is on a card: its rank and its suit.

    >>> sorted(marks("10s")), sorted(marks("qd"))
    (['10', 's'], ['d', 'q'])
    """
    found = _CODE.fullmatch(card)
    if found is None:
        raise ValueError(f"{card!r} is no card of this deck")
    return set(found.groups())


@dataclass
class Book:
    """One game as the people remember it. `reference` is the open card that everybody sees."""

    seats: Sequence[int]
    turn: int = 0
    reference: str = ""
    totals: Mapping[int, int] = field(default_factory=dict)

    def follower(self, seat: int) -> int:
        """Tell who comes after somebody: clockwise (MYTHO-09)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    def is_like_the_reference(self, card: str) -> bool:
        """Tell whether a card shares its rank or its suit with the open one (MYTHO-15)."""
        return bool(marks(card) & marks(self.reference))

    def objection(self, card: str, zone: str) -> str | None:
        """Say what speaks against laying a card; None: nothing. Face down anything goes (MYTHO-27)."""
        return None if zone == "hidden" or self.is_like_the_reference(card) else "no_match"

    def count(self, hands: Mapping[int, Sequence[str]]) -> dict[int, int]:
        """End the round: a card left is a point (MYTHO-T-07)."""
        self.totals = {seat: len(hands[seat]) for seat in self.seats}
        return dict(self.totals)

    def winners(self) -> list[int]:
        """Name the seats with the fewest points."""
        return [seat for seat in self.seats if self.totals[seat] == min(self.totals.values())]
