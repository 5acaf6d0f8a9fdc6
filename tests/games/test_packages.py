"""What all packages in games/ have in common."""

import ast
from pathlib import Path

import pytest

from table import games

HERE = Path(__file__).parents[2] / "games"
NAMES = sorted(path.parent.name for path in HERE.glob("*/pyproject.toml"))
MOST_LINES = 300


def test_they_are_installed_as_others_are() -> None:
    assert {*NAMES} <= {*games.names()} - {*games.own()}


@pytest.mark.parametrize("name", NAMES)
def test_a_game_is_short(name: str) -> None:
    """Count lines of code, without the mind of robots."""
    modules = [path for path in (HERE / name / name).rglob("*.py") if path.name != "mind.py"]

    assert sum(len(_code_of(path)) for path in modules) <= MOST_LINES


def _code_of(path: Path) -> set[int]:
    """Return the numbers of the lines that are neither blank nor comments nor docstrings."""
    text = path.read_text()
    said = {
        line
        for node in ast.walk(ast.parse(text))
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(node) is not None
        for line in range(node.body[0].lineno, (node.body[0].end_lineno or 0) + 1)
    }
    lines = enumerate(map(str.strip, text.splitlines()), start=1)
    return {number for number, line in lines if line and not line.startswith("#")} - said
