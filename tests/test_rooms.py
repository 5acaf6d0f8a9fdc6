"""The packages: each says what belongs in it, and a wrong import into any of them is found."""

import ast
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from hardware import drivers
from tests import of

ROOT = Path(__file__).parent.parent
HOUSES = ("club/cardtable_club", "lab/cardtable_lab", "firmware_bridge", "hardware", "table", "web")

# For each package an import that contracts forbid: of a package above it, beside it, or of a game.
PLANTED = {
    "firmware_bridge": "from hardware import mfrc522",
    "club/cardtable_club": "import json",
    "lab/cardtable_lab": "import json",
    "lab/cardtable_lab/bench": "from cardtable_club.hub import database",
    "lab/cardtable_lab/kernel": "from cardtable_lab.bench import rates",
    "lab/cardtable_lab/image": "from cardtable_lab.bench import rates",
    "lab/cardtable_lab/roots": "from cardtable_lab.simulation import batches",
    "lab/cardtable_lab/commands": "from cardtable_lab.bench import rates",
    "hardware": "from table import facts",
    "hardware/doctor": "from web import given",
    "hardware/finding": "from table.settings import model",
    "hardware/mfrc522": "from table.settings import model",
    "hardware/wires": "from table.settings import model",
    "table": "import json",  # the planted module itself is in no layer
    "table/boot": "from table.cli import terminal",
    "table/checking": "from table.cli import terminal",
    "table/cli": "from cardtable_club import command",
    "club/cardtable_club/publishing": "from cardtable_club.hub import database",
    "table/emulated": "from table.judging import session",
    "table/games": "from table.judging import session",
    "table/games/kit": "from table.games.mito import rules",
    "table/games/mito": "from table.games.mytho import cards",
    "table/games/mito/reading": "from table.games.mito.telling import view",
    "table/games/mito/telling": "from table.games.mito.reading import presses",
    "table/games/mytho": "from table.facts import Press",
    "table/games/mythology_go": "from table.games.mythology_go.telling import explained",
    "table/games/nur_mut": "from table.games.nur_mut import reading",
    "table/history": "from table.running import names",
    "lab/cardtable_lab/simulated": "from table.games.mito import rules",
    "club/cardtable_club/hub": "from cardtable_club.web import pages",
    "table/judging": "from table.sensing import intake",
    "table/keeping": "from table.tagging import tags",
    "table/languages": "from table.games import words",
    "table/ai": "from table.judging import session",
    "table/network": "from table.settings import model",
    "table/reporting": "from table.cli import terminal",
    "table/robots": "from table.judging import session",
    "table/running": "from table.emulated import people",
    "table/sensing": "from table.judging import gestures",
    "table/settings": "from table.running import names",
    "lab/cardtable_lab/simulation": "from cardtable_lab.commands import simulate",
    "lab/cardtable_lab/study": "from cardtable_lab.commands import study",
    "table/tagging": "from table.keeping import journal",
    "table/testing": "from table.games.mito import rules",
    "table/updating": "from table.cli import terminal",
    "club/cardtable_club/tournament": "from cardtable_club.hub import database",
    "table/wiring": "from cardtable_lab.simulation import virtual",
    "web": "import json",
    "web/server": "from cardtable_club import hub",
    "web/access": "from web.api import choices",
    "web/api": "from web.pages import hosting",
    "web/described": "from web.server import app",
    "web/games": "from web.delivery import looks",
    "club/cardtable_club/web": "from cardtable_club import command",
    "web/pages": "from web.described import schemas",
    "web/delivery": "from table.games.mytho import rules",
}


def found_in(*patterns: str) -> set[str]:
    """Return the packages directly inside folders that match the patterns."""
    paths = (path for pattern in patterns for path in ROOT.glob(f"{pattern}/*/__init__.py"))
    return {str(path.parent.relative_to(ROOT)) for path in paths}


def rooms() -> set[str]:
    """Return all top packages, the packages in them, the games with their kit, and the packages inside one game."""
    kept = {room for room in found_in(*HOUSES) if Path(room).name not in ("emulator", "pi", "pico", "decks")}
    return {*HOUSES, *kept, *found_in("table/games", "table/games/mito")}


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> str:
    """The report of the import contracts on a copy of the code with a wrong import in each package."""
    copy = tmp_path_factory.mktemp("house")
    shutil.copy(ROOT / "pyproject.toml", copy)
    for house in HOUSES:
        shutil.copytree(ROOT / house, copy / house, ignore=shutil.ignore_patterns("__pycache__", "static"))
    for room, wrong in PLANTED.items():
        (copy / room / "planted.py").write_text(f"{wrong}\n")
    lint = [str(Path(sys.executable).parent / "lint-imports"), "--no-cache"]
    done = subprocess.run(
        lint,
        cwd=copy,
        env={**os.environ, "PYTHONPATH": f"{copy}/club:{copy}/lab"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1, done.stdout + done.stderr
    return done.stdout


def test_a_wrong_import_is_planted_in_every_room() -> None:
    assert rooms() == PLANTED.keys()


@pytest.mark.long
@pytest.mark.parametrize("room", PLANTED)
def test_a_wrong_import_is_found(room: str, found: str) -> None:
    planted = rf"^- +{room.removeprefix('club/').removeprefix('lab/').replace('/', '.')}.planted( -> .*)?$"

    assert re.search(planted, found, re.MULTILINE)


@pytest.mark.parametrize("room", sorted({room for room in rooms() if room.count("/") == 1} | found_in("table/games/*")))
def test_a_room_says_what_lives_there_and_what_may_not(room: str) -> None:
    said = ast.get_docstring(ast.parse((ROOT / room / "__init__.py").read_text())) or ""

    assert len([line for line in said.splitlines() if line]) >= 2


def named_in(path: Path, words: set[str]) -> set[str]:
    """Return which of these words are modules that a file imports, or its string constants; docstrings do not count."""
    text = path.read_text()
    if not any(word in text for word in words):
        return set()  # parsing all files would take seconds
    tree = ast.parse(text)
    said = {id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr)}
    texts = {node.value for node in ast.walk(tree) if isinstance(node, ast.Constant) and id(node) not in said}
    return words & ({text for text in texts if isinstance(text, str)} | of.imported(path))


def test_a_kind_of_reader_on_usb_is_a_driver_its_checks_its_finder_and_a_line() -> None:
    """Nothing else in the product names it: neither set-up nor settings, nor a table without a file."""
    kinds = {name: driver for name, driver in drivers.READERS.items() if driver.finds}
    assert set(kinds) == {"pcsc", "keyboard"}
    product = [
        path for house in ("firmware_bridge", "hardware", "table", "web") for path in (ROOT / house).rglob("*.py")
    ]

    for name, driver in kinds.items():
        own = {name, driver.finds, driver.opens.partition(":")[0], driver.library} - {""}
        its = {f"hardware/{room}{name}.py" for room in ("", "doctor/", "finding/", "emulator/")}
        its |= {"hardware/drivers.py", "hardware/emulator/usb.py"}  # lists of real and emulated kinds
        namers = {str(path.relative_to(ROOT)) for path in product if named_in(path, own)}
        assert namers - its == set(), name
