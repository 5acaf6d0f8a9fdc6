"""The population's own rule book of Nur Mut, written from the ledger and not from table.games.

It judges what the players did; they see which face is up. Faces are 1 to 9, and 0 for a joker. If the two rule books
differ, one of them is wrong.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

DEALT = 10  # NUR-07
PLACES = ("pile.1", "pile.2", "pile.3")  # NUR-09
JOKER = 0

# NUR-16 to NUR-19: what may lie on what; 9 is the highest number, and numbers do not wrap.
MAY_LIE_ON = {n: {m for m in (n - 1, n + 1) if 1 <= m <= 9} for n in range(1, 10)}


@dataclass
class Book:
    """One game as the players remember it.

    `shown` is the face on each of the three places, `passed` are the seats that have passed since the last card,
    `covers` is the place of a joker that must be covered, `anew` the place whose pile was taken and must be restarted.
    """

    seats: Sequence[int]
    turn: int = 0
    shown: dict[str, int] = field(default_factory=dict)
    passed: list[int] = field(default_factory=list)
    covers: str | None = None
    anew: str | None = None
    totals: Mapping[int, int] = field(default_factory=dict)

    def follower(self, seat: int) -> int:
        """Return the next seat, clockwise (NUR-14)."""
        return self.seats[(self.seats.index(seat) + 1) % len(self.seats)]

    @property
    def needs_courage(self) -> bool:
        """Whether everybody has passed, so that the first to pass must declare Courage (NUR-43)."""
        return len(self.passed) == len(self.seats)

    def objection(self, face: int, place: str) -> str | None:
        """Return the reason why a face may not be laid on a place, or None."""
        wanted = self.covers or self.anew
        if wanted is not None:
            return None if place == wanted else "wrong_zone"  # NUR-33, NUR-40
        if face == JOKER or face in MAY_LIE_ON[self.shown[place]]:  # NUR-20
            return None
        return "no_fit"

    @staticmethod
    def fits_by_any(faces: Sequence[int], tops: Sequence[int]) -> bool:
        """Return whether any face of a card fits on any face of the card below it."""
        pairs = ((face, top) for face in faces for top in tops)
        return any(JOKER in pair or pair[0] in MAY_LIE_ON[pair[1]] for pair in pairs)

    def places(self, face: int) -> list[str]:
        """Return the places where a face may be laid."""
        return [place for place in PLACES if self.objection(face, place) is None]

    def highest(self) -> list[str]:
        """Return the places that show the highest number (NUR-30, NUR-32)."""
        most = max(self.shown.values())
        return [place for place in PLACES if self.shown.get(place) == most]

    def count(self, piles: Mapping[int, int]) -> dict[int, int]:
        """Record and return the penalty points of the round: one for each card left (NUR-47)."""
        self.totals = dict(piles)
        return dict(self.totals)

    def winners(self) -> list[int]:
        """Return the seats with the fewest penalty points (NUR-50)."""
        return [seat for seat in self.seats if self.totals[seat] == min(self.totals.values())]
