"""What one world of Nur Mut knows: the round, and what fingers and cards are doing. And the times that people need."""

from dataclasses import dataclass, replace
from enum import Enum

from table.facts import DOUBLE_GAP, DROP, Press, micros
from table.games.game import Reading
from table.games.lateness import Remembering
from table.games.nur_mut.actions import Action
from table.games.nur_mut.state import State

ALONG = DROP  # cards that come so close together were dropped as one
TAP_DELAY = DOUBLE_GAP  # a tap may become a double
PATIENCE = micros(6)  # most of what is in doubt is told by what people do next
SHUFFLING = micros(10)  # a pile is taken and shuffled in, and the next player lays a card in its place


class Meaning(Enum):
    """What a press meant at its down edge, which is what its gesture will mean."""

    OWN_TURN = "tap: Courage!; hold: pass, or after Courage: it does not fit; double: under my pile"
    JOKER = "double: that was the joker"
    NEXT_ROUND = "hold: next round"


@dataclass(frozen=True)
class Begun:
    """A press whose gesture is not known yet."""

    press: Press
    meaning: Meaning


@dataclass(frozen=True)
class Tap:
    """A tap that may become a double until `at`."""

    press: Press
    meaning: Meaning
    at: int


@dataclass(frozen=True)
class Arrived:
    """A card that came to a pile while a press that may come first is not known yet; `by` is whose, if known."""

    card: str
    zone: str
    at: int
    by: int | None = None


@dataclass(frozen=True)
class Play(Remembering):
    """What one world knows.

    `waiting` cards are read when the press that came before them is known, which is at `ready`; `laid_at` is when a
    card was last laid.
    """

    round: State
    begun: tuple[Begun, ...] = ()
    tap: Tap | None = None
    waiting: tuple[Arrived, ...] = ()
    ready: int = 0
    laid_at: int = -ALONG - 1

    def meaning(self, press: Press) -> Meaning | None:
        """Tell what a press meant when it began."""
        return next((begun.meaning for begun in self.begun if begun.press == press), None)

    def without(self, press: Press) -> "Play":
        """Forget a press: it is used."""
        return replace(self, begun=tuple(begun for begun in self.begun if begun.press != press))

    def with_begun(self, press: Press, meaning: Meaning) -> "Play":
        """Note a press; a seat has one button, so an older press of it that was never finished is forgotten."""
        others = tuple(other for other in self.begun if other.press.seat != press.seat)
        return replace(self, begun=(*others, Begun(press, meaning)))

    @property
    def awaits(self) -> bool:
        """Whether a press that has begun may come before a card that arrives now."""
        return any(begun.meaning is Meaning.OWN_TURN for begun in self.begun)


NurMutReading = Reading[Play, Action]
Readings = tuple[NurMutReading, ...]
