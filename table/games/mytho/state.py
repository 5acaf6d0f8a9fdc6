"""Where a game of Mytho stands: one round, and what is left of those before."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import Enum

from table.games.game import Setup
from table.games.mytho.actions import HIDDEN, VISIBLE, Lay, Zone
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
class Laid:
    """The last play. It is `final` once something else has happened: then it cannot be taken back any more."""

    seat: int
    card: str
    zone: Zone
    final: bool = False


@dataclass(frozen=True)
class Settled:
    """How the last contest went: people do now what it brought."""

    challenger: int
    player: int
    truthful: bool
    draws: bool


@dataclass(frozen=True)
class State:
    """One round of Mytho.

    `reference` is the visible pile's top card. `visible` and `hidden` are what lies on the two piles, as far as it was
    not shuffled since; `pile` and `hands` count the draw pile and what each seat holds. `drawn` and `laid` count what
    was done in this turn. `settled` is the contest that was just settled, as long as nobody has gone on; `turned` is a
    card that was contested and still has to go to the visible pile. `wrong` says where refused cards lie, `refused` are
    the plays that were. `lots` is how many the table has drawn in this game.
    """

    setup: Setup
    phase: Phase
    round: int
    starter: int
    totals: Mapping[int, int]
    hands: Mapping[int, int]
    pile: int
    turn: int | None = None
    reference: str | None = None
    visible: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    drawn: int = 0
    laid: int = 0
    last: Laid | None = None
    settled: Settled | None = None
    turned: str | None = None
    wrong: Mapping[str, Zone] = field(default_factory=dict)
    refused: tuple[Lay, ...] = ()
    lots: int = 0

    @property
    def options(self) -> MythoOptions:
        """What people agreed on."""
        agreed: MythoOptions = self.setup.options
        return agreed

    def card(self, code: str) -> MythoCard:
        """Look a card up."""
        card: MythoCard = self.setup.cards[code]
        return card

    @property
    def mislaid_by(self) -> int | None:
        """Who laid a card that lies wrong, if anybody knows; or else whose turn it is."""
        return next((play.seat for play in reversed(self.refused) if play.card in self.wrong), self.turn)

    def wrong_on(self, zone: Zone) -> tuple[str, ...]:
        """Name the refused cards that lie on a pile."""
        return tuple(sorted(card for card, there in self.wrong.items() if there == zone))

    @property
    def corrections(self) -> frozenset[Zone]:
        """The piles on which something lies where it must not."""
        return frozenset(self.wrong.values()) | frozenset({HIDDEN} if self.turned is not None else ())

    @property
    def needs_correction(self) -> bool:
        """Whether something lies where it must not."""
        return bool(self.corrections)

    def on(self, zone: Zone) -> frozenset[str]:
        """Name the cards that were played on a pile."""
        return self.visible if zone == VISIBLE else self.hidden
