"""Robot policies: one AI for each game (entry point group `cardtable.ai`), and the search they all use.

An AI is given what a person at its seat would know (`known.py`) and returns a game action. It does not depend on any
part of the table, such as facts, the referee's worlds or hands.
"""

from typing import TYPE_CHECKING, Any, get_args

from table import packages
from table.complaints import BadInput, none_of, short
from table.facts import RobotKind
from table.saying import say

if TYPE_CHECKING:
    from table.ai.policy import AI

KINDS: tuple[RobotKind, ...] = get_args(RobotKind)


def names() -> list[str]:
    """Return the games that robots can play, in alphabetical order."""
    return packages.AIS.names()


def find(game: str) -> "AI[Any]":
    """Load the AI of a game. Raise BadInput if robots cannot play it."""
    try:
        ai: AI[Any] = packages.AIS.load(game)()
    except KeyError:
        known = ", ".join(names())
        raise BadInput(say("game: robots play {known}, not {game}", known=known, game=short(game))) from None
    return ai


def check_kind(kind: object, said: str = "kind") -> RobotKind:
    """Check a kind of robot and return it. Raise BadInput, naming the option or field `said`, if it is unknown."""
    for known in KINDS:
        if kind == known:
            return known
    raise BadInput(none_of(said, KINDS, kind))
