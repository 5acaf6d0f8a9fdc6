"""Where a game of Mytho stands: one round, and what is left of those before."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum

from table.games.kit.corrections import Lying
from table.games.mytho.actions import HIDDEN, VISIBLE, Lay
from table.games.mytho.cards import MythoCard
from table.games.mytho.options import MythoOptions


class Phase(Enum):
    """What the round is waiting for."""

    SET_UP = "set up"  # the first card of the visible pile
    PLAYING = "playing"
    CONTESTABLE = "contestable"  # somebody who contests the card just played hidden, or lets it pass
    BETWEEN = "between"  # the next round
    OVER = "over"


@dataclass(frozen=True)
class Settled:
    """How the last contest went: people do now what it brought."""

    challenger: int
    player: int
    truthful: bool
    draws: bool


@dataclass(frozen=True, kw_only=True)
class State(Lying[MythoOptions, MythoCard]):
    """One round of Mytho.

    `reference` is the visible pile's top card. `visible` and `hidden` are what lies on the two piles, as far as it was
    not shuffled since; `pile` and `hands` count the draw pile and what each seat holds. `drawn` and `laid` count what
    was done in this turn. `settled` is the contest that was just settled, as long as nobody has gone on; `turned` is a
    card that was contested and still has to go to the visible pile.
    """

    hands: Mapping[int, int]
    pile: int
    reference: str | None = None
    visible: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    drawn: int = 0
    laid: int = 0
    settled: Settled | None = None
    turned: str | None = None
    refused: tuple[Lay, ...] = ()

    @property
    def corrections(self) -> frozenset[str]:
        """The piles on which something lies where it must not."""
        return super().corrections | frozenset({HIDDEN} if self.turned is not None else ())

    def on(self, zone: str) -> frozenset[str]:
        """Name the cards that were played on a pile."""
        return self.visible if zone == VISIBLE else self.hidden

    def may_lie_on(self, zone: str) -> frozenset[str]:
        """Name the cards that nobody has to take off a pile: one that was turned over lies there still."""
        return self.on(zone) | frozenset({self.turned} if zone == HIDDEN and self.turned is not None else ())
