"""Where a game of Mito stands: one round, and what is left of those before."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from table.games.game import Setup


class Phase(Enum):
    """What the round is waiting for."""

    SET_UP = "set up"  # a base card
    PLAYING = "playing"
    COUNTING = "counting"  # hands
    BETWEEN = "between"  # the next round
    OVER = "over"


@dataclass(frozen=True)
class State:
    """One round of Mito and what is left of those before.

    `before` is where the last play was made, as long as that can be taken back. `top` is the card to play on and
    `named` the one told: of cards dropped as one, the first read that fits. `played` were told, `beneath` came with
    them, `latest` is the last drop; `wrong` were refused, `beside` came with those.
    """

    setup: Setup = field(compare=False, repr=False)
    phase: Phase
    round: int
    starter: int
    guard: int
    turn: int | None = None
    top: str | None = None
    named: str | None = None
    count: int = 0
    pile: int = 0
    played: frozenset[str] = frozenset()
    beneath: frozenset[str] = frozenset()
    latest: frozenset[str] = frozenset()
    before: "State | None" = field(default=None, compare=False, repr=False)
    wrong: frozenset[str] = frozenset()
    beside: frozenset[str] = frozenset()
    out: int | None = None
    hands: Mapping[int, frozenset[str]] = field(default_factory=dict)
    counted: Mapping[int, int] = field(default_factory=dict)
    totals: Mapping[int, int] = field(default_factory=dict)

    @property
    def rounds(self) -> int:
        """How many rounds the game has (MITO-F-46, MITO-E-72: as many as players, unless agreed otherwise)."""
        return self.setup.options.rounds or len(self.setup.seats)

    @property
    def due_hands(self) -> tuple[int, ...]:
        """The seats that still have to count their hands."""
        if self.phase is not Phase.COUNTING:
            return ()
        return tuple(seat for seat in self.setup.seats if seat != self.out and seat not in self.counted)
