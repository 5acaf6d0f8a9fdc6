"""The state of one world of Nur Mut: the round, and presses and cards that wait. And the time limits."""

from enum import Enum

from table.facts import micros
from table.games.game import Reading
from table.games.kit.actions import Action
from table.games.kit.fingers import Waiting
from table.games.nur_mut.state import State

PATIENCE = micros(6)  # people's next actions settle most doubts
SHUFFLING = micros(10)  # a pile is taken and shuffled in, and the next player lays a card in its place


class Meaning(Enum):
    """The meaning of a press, settled at its down edge."""

    OWN_TURN = "tap: Courage!; hold: pass, or after Courage: it does not fit; double: under my pile"
    JOKER = "double: that was the joker"
    NEXT_ROUND = "hold: next round"


class Play(Waiting[State]):
    """The state of one world."""


Readings = tuple[Reading[Play, Action], ...]
