"""What one world of Mythology GO knows: the round, and what fingers and cards are doing. And the times people need."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from enum import Enum

from table.facts import DOUBLE_GAP, Press, micros
from table.games.game import Reading
from table.games.lateness import Remembering
from table.games.mythology_go.actions import Action
from table.games.mythology_go.state import State

TAP_DELAY = DOUBLE_GAP  # a tap may become a double
TOGETHER = micros(2)  # two copies touched within this time are to be fused


class Meaning(Enum):
    """What a press meant at its down edge, which is what its gesture will mean."""

    OWN_TURN = "tap: my turn is over; double: I take my last card back"
    DECLARED = "tap, or hold: I have declared"
    NEXT_ROUND = "hold: next round"
    NOTHING = "a card that touches the pad meanwhile is closed"


@dataclass(frozen=True)
class Begun:
    """A button that is down. It is `used` once a card was laid closed by it, `held` once it has been down for long."""

    press: Press
    meaning: Meaning
    used: bool = False
    held: bool = False


@dataclass(frozen=True)
class Tap:
    """A tap that may become a double until `at`."""

    press: Press
    at: int


@dataclass(frozen=True)
class Arrived:
    """A card that came to a zone while a press that may come first is not known yet; `closed`: its seat's was down.

    `by` is whose hand it was, if that is known.
    """

    card: str
    zone: str
    at: int
    closed: bool
    by: int | None = None


@dataclass(frozen=True)
class Play(Remembering):
    """What one world knows.

    `waiting` cards are read when the press that came before them is known, which is at `ready`. `touched` is the last
    card of a terrain that touched its pad, by seat, and when; `aiming` the card whose target a seat touches next.
    `laid_off` are spells that have come to the discard: on a pad one that comes there again is taken back. `regained`
    is a card that was taken back by touching its pad, and when: with a copy right after it both are to be fused.
    """

    round: State
    down: tuple[Begun, ...] = ()
    tap: Tap | None = None
    waiting: tuple[Arrived, ...] = ()
    ready: int = 0
    touched: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    aiming: Mapping[int, str] = field(default_factory=dict)
    laid_off: frozenset[str] = frozenset()
    regained: tuple[str, int] | None = None

    def finger(self, seat: int) -> Begun | None:
        """Find the button of a seat, if it is down."""
        return next((begun for begun in self.down if begun.press.seat == seat), None)

    def with_finger(self, begun: Begun) -> "Play":
        """Note a button that is down, or what became of it; a seat has one button."""
        others = tuple(other for other in self.down if other.press.seat != begun.press.seat)
        return replace(self, down=(*others, begun))

    def lifted(self, press: Press) -> "Play":
        """Forget a press: the button is up."""
        return replace(self, down=tuple(begun for begun in self.down if begun.press != press))

    @property
    def awaits(self) -> bool:
        """Whether a press that has begun may come before a card that arrives now: it may end the turn."""
        return any(begun.meaning is Meaning.OWN_TURN and not (begun.used or begun.held) for begun in self.down)


MgoReading = Reading[Play, Action]
Readings = tuple[MgoReading, ...]
