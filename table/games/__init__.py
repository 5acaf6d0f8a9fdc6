"""The games, each a folder of pure rules, found by entry point (group `cardtable.games`) and by nothing else."""

from importlib.metadata import entry_points
from typing import Any

from table.complaints import BadInput
from table.games.game import Game

GROUP = "cardtable.games"


def names() -> list[str]:
    """Name every game that is installed, in alphabetical order."""
    return sorted(entry_points(group=GROUP).names)


def find(name: str) -> Game[Any, Any]:
    """Load a game by its name. Raise BadInput if there is none."""
    if name not in names():
        raise BadInput(f"game: expected one of {', '.join(names())}, not {name!r}")
    game: Game[Any, Any] = entry_points(group=GROUP)[name].load()
    return game
