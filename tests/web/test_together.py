"""Files that come together: where they are had, what is refused, and what a page says that it needs."""

import gzip
import os
from pathlib import Path
from typing import Any

import pytest
from flask import Flask

from tests.web.conftest import Phone
from web.pages import scoreboard
from web.pages.together import files
from web.server import lighter

EMPTY: dict[str, Any] = {"game_id": 1, "game": "mythology_go", "piles": {"discard": {"count": 0}}}


@pytest.mark.parametrize(
    ("path", "kind", "has"),
    [
        ("static/scoreboard.mjs,static/start.mjs", "text/javascript", 'define("/static/vendor/preact.mjs"'),
        ("games/mito/parts.mjs", "text/javascript", 'define("/static/card.mjs"'),
        ("static/felt.css,games/mythology_go/looks.css", "text/css", ".felt"),
    ],
)
def test_files_come_as_one(client: Phone, path: str, kind: str, has: str) -> None:
    answer = client.get(f"/together/{path}")

    assert (answer.status_code, answer.mimetype) == (200, kind)
    assert has in answer.text
    assert "@import" not in answer.text
    assert answer.headers["Cache-Control"] == "no-cache"
    assert "Content-Security-Policy" not in answer.headers, "it is no page"


def test_who_has_them_is_not_sent_them_again(client: Phone) -> None:
    path, packed = "/together/static/felt.css,static/photo.css", {"Accept-Encoding": "gzip"}
    first = client.get(path, headers=packed)
    again = client.get(path, headers=packed | {"If-None-Match": first.headers["ETag"]})

    assert gzip.decompress(first.data).startswith(b".felt {")
    assert (again.status_code, again.data) == (304, b"")


@pytest.mark.long
@pytest.mark.parametrize(
    "names",
    [
        "static/missing.mjs", "static/felt.mjs,static/missing.mjs", "static/felt.css,static/felt.mjs", ",",
        "static/icon.svg", "static/vendor/htm.LICENSE", "static/..%2fserver/app.py", "static/../templates/base.html",
        "games/chess/parts.mjs", "games/mito/..%2frules.en.html", "server/app.py", "static/%00.mjs",
        "static/" + "a" * 300 + ".mjs", "games/mito/" + "a" * 300 + ".mjs", ",".join(["static/felt.css"] * 25),
    ],
)  # fmt: skip
def test_nothing_else_is_had(client: Phone, names: str) -> None:
    assert client.get(f"/together/{names}").status_code == 404


def test_who_works_on_a_page_sees_it_anew(tmp_path: Path) -> None:
    (tmp_path / "static").mkdir()
    (tmp_path / "static/together.mjs").touch()
    file = tmp_path / "static/page.mjs"
    file.write_text("was;\n")
    app = Flask("page", root_path=str(tmp_path))
    lighter.lighten(app)
    app.register_blueprint(files.blueprint())

    assert "was;" in app.test_client().get("/together/static/page.mjs").text
    file.write_text("is;\n")
    os.utime(file, (1, 1))
    assert "is;" in app.test_client().get("/together/static/page.mjs").text
    file.unlink()
    assert app.test_client().get("/together/static/page.mjs").status_code == 404


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
def test_a_page_brings_the_start_page_until_a_card_lies(change: Any, emulated: bool, starts: bool) -> None:
    soon = scoreboard._soon(EMPTY | change, emulated=emulated)

    assert soon["modules"] == (["/static/start.mjs"] if starts else ["/games/mythology_go/parts.mjs"])
    assert ("/static/start.css" in soon["styles"]) is starts


def test_a_game_without_looks_of_its_own_brings_none() -> None:
    assert scoreboard._soon(EMPTY | {"game": "chess"}, emulated=False) == {"modules": [], "styles": []}
