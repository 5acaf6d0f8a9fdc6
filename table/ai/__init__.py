"""The policies of robots: one mind for each game (entry point group `cardtable.minds`), and a search that all share.

A mind gets what a person at its seat would know (`known.py`) and returns an action of the rules. It knows nothing of
the table: no facts, no worlds of the referee, no hands.
"""

from typing import TYPE_CHECKING, Any, get_args

from table import packages
from table.complaints import BadInput, short
from table.facts import RobotKind

if TYPE_CHECKING:
    from table.ai.mind import Mind

KINDS: tuple[RobotKind, ...] = get_args(RobotKind)


def names() -> list[str]:
    """Return the games that robots can play, in alphabetical order."""
    return packages.MINDS.names()


def find(game: str) -> "Mind[Any]":
    """Load the mind of a game. Raise BadInput if robots cannot play it."""
    try:
        mind: Mind[Any] = packages.MINDS.load(game)()
    except KeyError:
        raise BadInput(f"game: robots play {', '.join(names())}, not {short(game)}") from None
    return mind


def check_kind(kind: object, said: str = "kind") -> RobotKind:
    """Return a kind of robot. Raise BadInput for an unknown one, with the place where it was `said`."""
    for known in KINDS:
        if kind == known:
            return known
    raise BadInput(f"{said}: expected one of {', '.join(KINDS)}, not {short(kind)}")
