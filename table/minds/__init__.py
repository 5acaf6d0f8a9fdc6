"""What robots think: one mind a game, found by its name (entry point group `cardtable.minds`), and a search for all.

A mind gets what the person at its seat knows (`known.py`) and gives an action of the rules. It knows nothing of the
table: no facts, no worlds of the referee, no hands.
"""

from collections.abc import Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, Any, get_args

from table.complaints import BadInput, short
from table.facts import RobotKind

if TYPE_CHECKING:
    from table.minds.mind import Mind

GROUP = "cardtable.minds"
KINDS: tuple[RobotKind, ...] = get_args(RobotKind)


def names() -> list[str]:
    """Name the games that robots can play, in alphabetical order."""
    return sorted(_found())


def find(game: str) -> "Mind[Any]":
    """Load the mind of a game. Raise BadInput if robots cannot play it."""
    if game not in _found():
        raise BadInput(f"game: robots play {', '.join(names())}, not {short(game)}")
    mind: Mind[Any] = _found()[game].load()()
    return mind


@cache
def _found() -> Mapping[str, EntryPoint]:
    return {one.name: one for one in entry_points(group=GROUP)}


def check_kind(kind: object, said: str = "kind") -> RobotKind:
    """Return a kind of robot. Raise BadInput if there is none such, naming where it was `said`."""
    for known in KINDS:
        if kind == known:
            return known
    raise BadInput(f"{said}: expected one of {', '.join(KINDS)}, not {short(kind)}")
