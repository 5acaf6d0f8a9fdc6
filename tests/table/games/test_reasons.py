"""Why games refuse: each names every reason that it gives besides the shared ones, and no other."""

import ast
import re
from collections.abc import Iterator
from importlib import import_module
from importlib.metadata import entry_points
from pathlib import Path

import pytest

from table import games, packages
from table.games.game import SHARED_REASONS

pytestmark = pytest.mark.long

REFUSALS = {"IllegalAction", "Forbidden", "refusal"}  # what makes one, in the code of every game
REASON = re.compile(r"[a-z]+(_[a-z]+)*")


def given(package: Path) -> Iterator[str]:
    """Find every reason that the code of a game gives: a word among what it hands over to make a refusal."""
    for path in package.rglob("*.py"):
        for call in ast.walk(ast.parse(path.read_text())):
            if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in REFUSALS:
                words = (one.value for one in call.args if isinstance(one, ast.Constant) and isinstance(one.value, str))
                yield from (word for word in words if REASON.fullmatch(word))


@pytest.mark.parametrize("game", games.names())
def test_a_game_names_the_reasons_that_it_gives(game: str) -> None:
    (point,) = entry_points(group=packages.GAMES, name=game)
    reasons = set(given(Path(str(import_module(point.module).__file__)).parent))

    assert reasons - set(SHARED_REASONS) == set(games.find(game).reasons)
    assert not set(SHARED_REASONS) & set(games.find(game).reasons)
