"""What one world of Mytho knows: the round, and what fingers and cards are doing. And the times that people need."""

from dataclasses import dataclass, replace
from enum import Enum

from table.facts import DROP, SECOND, Press, micros
from table.games.game import Reading
from table.games.lateness import Remembering
from table.games.mytho.actions import Action, Zone
from table.games.mytho.state import Phase, State

ALONG = DROP  # cards that come so close together were dropped as one
QUIET_TIME = micros(0.5)  # presses mean nothing so long after a hidden card can be contested no more


class Meaning(Enum):
    """What a press meant at its down edge, which is what its gesture will mean."""

    OWN_TURN = "tap: draw, or my turn is over"
    CONTEST = "tap: I contest; hold: I let it pass"
    NEXT_ROUND = "hold: next round"


@dataclass(frozen=True)
class Begun:
    """A press whose gesture is not known yet; its stamp may be off by `error` us."""

    press: Press
    meaning: Meaning
    error: int | None = None


@dataclass(frozen=True)
class Seen:
    """A card that came to a pile, or `left` it, while presses that may come first are not known yet.

    `by` is whose hand it was, if that is known.
    """

    card: str
    zone: Zone
    at: int
    left: bool = False
    by: int | None = None


@dataclass(frozen=True)
class Play(Remembering):
    """What one world knows.

    A hidden card can be contested until `shuts`; `doubts` are the taps that contest it. `waiting` cards are read when
    the presses that came before them are known, which is at `ready`. `drew` is the last tap of somebody's own turn: a
    second press soon after it means nothing more. Until `quiet` presses mean nothing; `laid_at` is when a card was last
    laid.
    """

    round: State
    begun: tuple[Begun, ...] = ()
    doubts: tuple[Begun, ...] = ()
    waiting: tuple[Seen, ...] = ()
    ready: int = 0
    drew: Press | None = None
    shuts: int = 0
    quiet: int = -1
    laid_at: int = -ALONG - 1

    def finger(self, press: Press) -> Begun | None:
        """Find a press that has begun."""
        return next((begun for begun in self.begun if begun.press == press), None)

    def without(self, press: Press) -> "Play":
        """Forget a press: it is used."""
        return replace(self, begun=tuple(begun for begun in self.begun if begun.press != press))

    def with_begun(self, begun: Begun) -> "Play":
        """Note a press; a seat has one button, so an older press of it that was never finished is forgotten."""
        others = tuple(other for other in self.begun if other.press.seat != begun.press.seat)
        return replace(self, begun=(*others, begun))

    @property
    def awaits(self) -> bool:
        """Whether a press that has begun may come before a card that arrives now."""
        if self.round.phase is Phase.CONTESTABLE:
            return bool(self.doubts) or any(begun.meaning is Meaning.CONTEST for begun in self.begun)
        return any(begun.meaning is Meaning.OWN_TURN for begun in self.begun)

    @property
    def may_go_on(self) -> bool:
        """Whether whoever laid a card that can be contested may lay another one, once it cannot be any more."""
        state = self.round
        if state.phase is not Phase.CONTESTABLE or state.last is None or state.hands[state.last.seat] == 0:
            return False
        return state.laid < state.options.plays_per_turn

    @property
    def window(self) -> int:
        """How long a hidden card can be contested, in us."""
        return self.round.options.contest_window_s * SECOND


MythoReading = Reading[Play, Action]
Readings = tuple[MythoReading, ...]
