"""What a page announces of its modules: all that they import at once, read from the files, and nothing else."""

from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from web.pages import preloading, scoreboard


@pytest.fixture
def app(tmp_path: Path) -> Flask:
    static = tmp_path / "static"
    static.mkdir()
    (static / "page.mjs").write_text(
        '// import { no } from "./comment.mjs" is no line of code\n'
        'import {\n  a,\n  b,\n} from "./parts.mjs";\nimport "./bare.mjs";\n'
        'export { c } from "./vendor/c.mjs";\nconst later = () => import("./later.mjs");\nconst word = "./word.mjs";\n'
    )
    (static / "parts.mjs").write_text('import { a } from "/static/page.mjs";export const b = 1;')
    (static / "bare.mjs").write_text('import{h as x}from"./missing.mjs";')
    (static / "later.mjs").write_text("")
    (static / "word.mjs").write_text("")
    (static / "comment.mjs").write_text("")
    (static / "vendor").mkdir()
    (static / "vendor/c.mjs").write_text('let z;import{h as x}from"./d.mjs";var e=1;')
    (static / "vendor/d.mjs").write_text("export const h = 1;")
    return Flask("page", root_path=str(tmp_path), static_folder=str(static))


def test_all_that_is_imported_at_once_is_announced_and_nothing_twice(app: Flask) -> None:
    with app.app_context():
        assert preloading.modules("/static/page.mjs", "/static/missing.mjs") == [
            "/static/page.mjs", "/static/parts.mjs", "/static/bare.mjs", "/static/vendor/c.mjs", "/static/vendor/d.mjs",
        ]  # fmt: skip


def test_parts_of_a_game_are_found_where_its_looks_are(app: Flask) -> None:
    with app.app_context():
        assert preloading.modules("/games/mito/parts.mjs", "/games/none/parts.mjs") == ["/games/mito/parts.mjs"]


EMPTY: dict[str, Any] = {"game_id": 1, "game": "mythology_go", "piles": {"discard": {"count": 0}}}


@pytest.mark.parametrize(
    ("change", "emulated", "starts"),
    [
        ({}, True, True),
        ({}, False, False),
        ({"game_id": None, "game": None, "piles": {}}, False, True),
        ({"piles": {"discard": {"count": 1}}}, True, False),
        ({"round": 2}, True, False),
        ({"over": True}, True, False),
        ({"household": True}, True, False),
    ],
)
def test_a_page_announces_the_start_page_until_a_card_lies(change: Any, emulated: bool, starts: bool) -> None:
    soon = scoreboard._soon(EMPTY | change, emulated=emulated)

    assert soon["modules"] == (["/static/start.mjs"] if starts else ["/games/mythology_go/parts.mjs"])
    assert ("/static/start.css" in soon["styles"]) is starts
