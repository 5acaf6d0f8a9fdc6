"""The rooms of the house: each says what lives there, none is too full, none can be entered by the wrong door."""

import ast
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
HOUSES = ("firmware_bridge", "hardware", "table", "web")
MOST = 15  # modules in a room

# By room an import that must not be: into the room above it, beside it, or into a game.
PLANTED = {
    "firmware_bridge": "from hardware import mfrc522",
    "hardware": "from table import facts",
    "hardware/doctor": "from web import given",
    "table": "import json",  # a module that stands in no layer
    "table/cli": "from table.testing import tables",
    "table/emulated": "from table.judging import session",
    "table/games": "from table.judging import session",
    "table/games/mito": "from table.games.mytho import cards",
    "table/household": "from table.games.mito import rules",
    "table/judging": "from table.sensing import intake",
    "table/keeping": "from table.tagging import tags",
    "table/running": "from table.emulated import people",
    "table/sensing": "from table.judging import gestures",
    "table/settings": "from table.running import names",
    "table/simulation": "from table.cli import sitting",
    "table/tagging": "from table.keeping import journal",
    "table/testing": "from table.games.mito import rules",
    "table/wiring": "from table.simulation import virtual",
    "web": "import json",
    "web/access": "from web.api import choices",
    "web/api": "from web.pages import host",
    "web/described": "from web.server import app",
    "web/games": "from web.telling import looks",
    "web/pages": "from web.described import schemas",
    "web/server": "from hardware import mfrc522",
    "web/telling": "from table.games.mytho import rules",
}


def rooms() -> set[str]:
    """The houses and their rooms; of those within a room only a game's is tried."""
    found = {path.parent.relative_to(ROOT) for house in HOUSES for path in (ROOT / house).glob("*/__init__.py")}
    kept = {str(room) for room in found if room.name not in ("emulator", "pi", "pico", "decks")}
    return {*HOUSES, *kept, "table/games/mito"}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> str:
    """What the contracts say of a copy of the house with a wrong import in each room."""
    copy = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", copy)
    for house in HOUSES:
        shutil.copytree(ROOT / house, copy / house, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for room, wrong in PLANTED.items():
        (copy / room / "planted.py").write_text(f"{wrong}\n")
    lint = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    told = subprocess.run(lint, cwd=copy, capture_output=True, text=True, check=False)
    assert told.returncode == 1, told.stdout + told.stderr
    return told.stdout


def test_a_wrong_import_is_planted_in_every_room() -> None:
    assert rooms() == PLANTED.keys()


@pytest.mark.parametrize("room", PLANTED)
def test_a_wrong_import_is_found(room: str, found: str) -> None:
    planted = rf"^- +{room.replace('/', '.')}.planted( -> .*)?$"

    assert re.search(planted, found, re.MULTILINE)


@pytest.mark.parametrize("room", sorted(rooms() - {"table/games/mito"}))
def test_no_room_is_too_full(room: str) -> None:
    assert len([path for path in (ROOT / room).glob("*.py") if path.name != "__init__.py"]) <= MOST


@pytest.mark.parametrize("room", sorted(room for room in rooms() if room.count("/") == 1))
def test_a_room_says_what_lives_there_and_what_may_not(room: str) -> None:
    said = ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text())) or ""

    assert len([line for line in said.splitlines() if line]) >= 2
