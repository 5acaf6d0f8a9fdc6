"""The state of one world of Mytho: the round, and presses and cards that wait. And the time limits."""

from enum import Enum
from typing import Self

from table.facts import SECOND, Press, micros
from table.games.game import Reading
from table.games.kit.actions import Action
from table.games.kit.fingers import Arrived, Begun, Waiting
from table.games.mytho.state import Phase, State
from table.values import replace

QUIET_TIME = micros(0.5)  # presses mean nothing for this long after a contest window closes


class Meaning(Enum):
    """The meaning of a press, settled at its down edge."""

    OWN_TURN = "tap: draw, or my turn is over"
    CONTEST = "tap: I contest; hold: I let it pass"
    NEXT_ROUND = "hold: next round"


class Seen(Arrived):
    """A card that came to or `left` a pile while earlier presses are still open."""

    left: bool = False


class Play(Waiting[State]):
    """The state of one world.

    A hidden card can be contested until `shuts`; `doubts` are the taps that contest it. `drew` is the last tap of
    the seat in turn: a second press soon after it means nothing. Until `quiet` presses mean nothing.
    """

    doubts: tuple[Begun, ...] = ()
    drew: Press | None = None
    shuts: int = 0
    quiet: int = -1

    @property
    def awaits(self) -> bool:
        """Whether a press that has begun may come before a card that arrives now."""
        if self.round.phase is Phase.CONTESTABLE:
            return bool(self.doubts) or self.means(Meaning.CONTEST)
        return self.means(Meaning.OWN_TURN)

    @property
    def due(self) -> int | None:
        """The next deadline: a card is read, or a contest window closes; none while a finger is down."""
        if self.awaits:
            return None  # wait for up edges, or for holds
        if self.played_on:
            return self.ready
        return self.shuts if self.round.phase is Phase.CONTESTABLE else None

    def settles_first(self, now: int) -> bool:
        """Return whether contests are settled before a waiting card is read."""
        return not self.played_on

    @property
    def played_on(self) -> bool:
        """Whether a waiting card lets the hidden one before it pass: not if it is another of the same player."""
        return bool(self.waiting) and not self.may_go_on

    @property
    def may_go_on(self) -> bool:
        """Whether the player of a contestable card may lay another one after its window closes."""
        state = self.round
        if state.phase is not Phase.CONTESTABLE or state.last is None or state.hands[state.last.seat] == 0:
            return False
        return state.laid < state.options.plays_per_turn

    @property
    def window(self) -> int:
        """How long a hidden card can be contested, in us."""
        return self.round.options.contest_window_s * SECOND

    def at_rest(self, before: State) -> Self:
        """Continue from an earlier round, without contests."""
        return replace(super().at_rest(before), doubts=())

    def fingers_forgotten(self, now: int) -> Self:
        """Forget every finger; a hidden card can be contested again."""
        return replace(super().fingers_forgotten(now), shuts=now + self.window)


Readings = tuple[Reading[Play, Action], ...]
