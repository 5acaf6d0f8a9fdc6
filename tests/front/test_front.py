"""The front end without a browser: its parts are drawn of real pictures, and its types are those of the table."""

import json
import os
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.front import imports
from tests.front.api_types import ROOT, TYPES, written
from tests.front.recorded import PLAYED

HERE = Path(__file__).parent
GAMES = [name.partition("-")[0] for name in PLAYED]


def run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        command, cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False, timeout=100
    )


def test_components_show_what_the_table_tells(tools: Path, games: Path) -> None:
    files = sorted(HERE.glob("*.test.mjs"))

    tested = run(tools, "--test", "--test-isolation=none", *files, TOLD=str(games))

    assert tested.returncode == 0, tested.stdout[-6000:] + tested.stderr[-2000:]


def test_pages_know_what_modules_import(tools: Path) -> None:
    assert [file for file, text in imports.written().items() if file.read_text() != text] == [], "run `make modules`"


@pytest.mark.long
def test_types_are_those_of_the_description(tools: Path) -> None:
    assert TYPES.read_text() == written(), "run `make types`"


def checked(tools: Path, folder: Path, game: str, pictures: list[Any]) -> str:
    """Hold pictures against the types of a game; return what does not fit. They have no fields but those."""
    kind = ROOT / f"web/games/{game}/types"
    text = json.dumps(pictures, ensure_ascii=False)
    (folder / "seen.ts").write_text(
        f'import type {{ Picture }} from "{kind}";\nexport const seen: Picture[] = {text};\n'
    )
    (folder / "tsconfig.json").write_text(
        json.dumps({"extends": str(ROOT / "tsconfig.json"), "include": ["seen.ts"], "exclude": []})
    )
    return run(tools, ROOT / "node_modules/.bin/tsc", "--project", folder).stdout


def shape(value: Any) -> Any:
    """Return which fields something has, and of which kinds they are."""
    if isinstance(value, dict):
        return tuple(sorted((name, shape(one)) for name, one in value.items()))
    if isinstance(value, list):
        return tuple(sorted({repr(shape(one)) for one in value}))
    return type(value).__name__


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_of_the_types_that_pages_know(tools: Path, games: Path, tmp_path: Path, game: str) -> None:
    seen = json.loads((games / f"{game}.json").read_text())["seen"]
    shapes = {repr(shape(picture)): picture for moment in seen for picture in moment.values()}

    assert checked(tools, tmp_path, game, [*shapes.values()]) == ""
    strange = [{**picture, "unheard": 1} for picture in shapes.values()][:1]
    assert '"unheard"' in checked(tools, tmp_path, game, strange)


@pytest.mark.long
def test_a_field_that_is_renamed_is_found(tools: Path, tmp_path: Path) -> None:
    """A page that reads what no picture has does not pass `make check`."""
    (tmp_path / "page.mjs").write_text(
        f'/** @param {{import("{ROOT}/web/types/table").Picture}} picture */\n'
        "export const told = (picture) => picture.headlines;\n"
    )
    (tmp_path / "tsconfig.json").write_text(
        json.dumps({"extends": str(ROOT / "tsconfig.json"), "include": ["page.mjs"], "exclude": []})
    )

    assert "'headlines' does not exist" in run(tools, ROOT / "node_modules/.bin/tsc", "--project", tmp_path).stdout
