"""The games, each a folder of pure rules, found by entry point (group `cardtable.games`) and by nothing else.

What counts the points of cards that lie before people is found in the same way (group `cardtable.scores`): a function
that takes a board as JSON, gives what it comes to as JSON, and raises BadInput, which names the key.
"""

from collections.abc import Callable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from typing import Any

from table.complaints import BadInput
from table.games.game import Game

GROUP = "cardtable.games"
SCORES = "cardtable.scores"
USUAL = "mito"  # played where nobody says what; no other line names one, but for its own folders


def names() -> list[str]:
    """Name every game that is installed, in alphabetical order."""
    return sorted(_installed())


def find(name: str) -> Game[Any, Any]:
    """Load a game by its name. Raise BadInput if there is none."""
    if name not in _installed():
        raise BadInput(f"game: expected one of {', '.join(names())}, not {name!r}")
    game: Game[Any, Any] = _installed()[name].load()
    return game


def scorer(name: str) -> Callable[[Any], Mapping[str, Any]]:
    """Load what counts the points of a game. Raise BadInput if nothing does."""
    found = {point.name: point for point in entry_points(group=SCORES)}
    if name not in found:
        raise BadInput(f"game: points are counted for {', '.join(sorted(found))}, not for {name!r}")
    score: Callable[[Any], Mapping[str, Any]] = found[name].load()
    return score


@cache  # to look is to read files, and pictures are drawn with the name of their game
def _installed() -> Mapping[str, EntryPoint]:
    return {point.name: point for point in entry_points(group=GROUP)}
