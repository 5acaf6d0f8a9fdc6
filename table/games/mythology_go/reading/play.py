"""The state of one world of Mythology GO: the round, waiting presses and cards, and the time limits."""

from collections.abc import Mapping
from enum import Enum
from typing import Self

from table.facts import micros
from table.games.game import Reading
from table.games.kit import fingers
from table.games.kit.actions import Action
from table.games.mythology_go.state import State
from table.values import field, replace

TOGETHER = micros(2)  # two copies that touch a pad within this time are fused


class Meaning(Enum):
    """The meaning of a press, decided when the button goes down."""

    OWN_TURN = "tap: my turn is over; double: I take my last card back"
    DECLARED = "tap, or hold: I have declared"
    NEXT_ROUND = "hold: next round"
    NOTHING = "a card that touches the pad meanwhile is closed"


class Begun(fingers.Begun):
    """A button that is down. `used` means that a card was laid face down meanwhile, `held` that this is not a tap."""

    used: bool = False
    held: bool = False


class Arrived(fingers.Arrived):
    """A card that arrived at a zone; `closed` means that its seat's button was down."""

    closed: bool = False


class Play(fingers.Waiting[State]):
    """The state of one world.

    `touched` maps each seat to the last card that touched its pad, and the time; `aiming` maps a seat to the card whose
    target it will touch next. `laid_off` are spells that have reached the discard: one that touches a discard pad again
    is taken back. `regained` is the card that was last taken back by touching a pad, and the time: if a copy follows at
    once, the two are fused.
    """

    begun: tuple[Begun, ...] = ()
    touched: Mapping[int, tuple[str, int]] = field(default_factory=dict)
    aiming: Mapping[int, str] = field(default_factory=dict)
    laid_off: frozenset[str] = frozenset()
    regained: tuple[str, int] | None = None

    def down(self, seat: int) -> Begun | None:
        """Return a seat's button if it is down."""
        return next((begun for begun in self.begun if begun.press.seat == seat), None)

    @property
    def awaits(self) -> bool:
        """Whether a press in progress may yet turn out to end the turn, so that a card arriving now has to wait."""
        return any(begun.meaning is Meaning.OWN_TURN and not (begun.used or begun.held) for begun in self.begun)

    def at_rest(self, before: State) -> Self:
        """Continue from an earlier round and forget which cards have touched pads."""
        return replace(super().at_rest(before), touched={}, aiming={})


Readings = tuple[Reading[Play, Action], ...]
