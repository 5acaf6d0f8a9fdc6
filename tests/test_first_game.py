"""The page docs/first-game.md: each step is typed in, and the game is played after each."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from table import facts
from table.checking import trial
from table.judging.session import Session
from table.robots.duel import fight
from tests.packaged import forget_packages, found_here, install

PAGE = (Path(__file__).parent.parent / "docs/first-game.md").read_text()
BOX = re.compile(r"^```\w+\n# (\S+)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
STEPS = {n: BOX.findall(part) for n, part in enumerate(re.split(r"^## ", PAGE, flags=re.MULTILINE)) if n}


def typed(there: str, box: str) -> str:
    """Merge a box into a module: a definition replaces one with the same name, and everything else is added."""
    parts = list(named(there))
    new: list[tuple[frozenset[str], str]] = []
    for names, text in named(box):
        at = next((n for n, (others, _) in enumerate(parts) if names & others), None)
        if at is not None:
            parts[at : at + 1] = [*new, (names, text)]
            new = []
        elif text.startswith(("from ", "import ")):
            last = max(n for n, (_, other) in enumerate(parts) if other.startswith(("from ", "import ")))
            parts.insert(last + 1, (names, text))
        else:
            new.append((names, text))
    return "\n\n".join(text for _, text in (*parts, *new)) + "\n"


def named(text: str) -> Iterator[tuple[frozenset[str], str]]:
    """Yield each part of a module with the names that it defines."""
    lines = text.splitlines()
    for node in ast.parse(text).body:
        said = "\n".join(lines[node.lineno - 1 : node.end_lineno])
        match node:
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                yield frozenset({name}), said
            case ast.Import() | ast.ImportFrom():
                yield frozenset({said.partition(" import ")[0]}), said
            case ast.Assign(targets=[ast.Name(id=name)]):
                yield frozenset({name}), said
            case _:
                yield frozenset(), said


def types(folder: Path, steps: int) -> list[Path]:
    """Type in the first `steps` steps, and install the package; return its scripts, the latest one last."""
    for n in range(1, steps + 1):
        for file, text in STEPS[n]:
            path = folder / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(typed(path.read_text(), text) if path.exists() and path.suffix == ".py" else text)
    points = tomllib.loads((folder / "pyproject.toml").read_text())["project"]["entry-points"]
    install(folder, "snatch", {group.removeprefix("cardtable."): parts for group, parts in points.items()})
    return [folder / file for n in range(1, steps + 1) for file, _ in STEPS[n] if file.startswith("scripts/")]


@pytest.fixture
def evening(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    yield tmp_path
    for name in [name for name in sys.modules if name.partition(".")[0] == "snatch"]:
        del sys.modules[name]
    monkeypatch.undo()
    forget_packages()


@pytest.mark.parametrize("steps", STEPS)
def test_what_is_typed_is_played(evening: Path, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    latest = types(evening, steps)[-1]
    found_here(monkeypatch, evening)

    session, delivered = Session.replay([facts.parse(line) for line in latest.read_text().splitlines()])

    assert session.ended
    assert delivered[-1][-1].event.name == "game_ended"


@pytest.mark.long
@pytest.mark.parametrize("steps", STEPS)
def test_the_check_finds_nothing(evening: Path, steps: int, monkeypatch: pytest.MonkeyPatch) -> None:
    types(evening, steps)
    found_here(monkeypatch, evening)

    assert trial.check("snatch", 0).findings == ()


def test_robots_play_it(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    types(evening, len(STEPS))
    found_here(monkeypatch, evening)

    duel = fight("snatch", ["easy", "keen", "easy"], 5, seed=1)

    assert (duel.games, duel.illegal) == (5, 0)
