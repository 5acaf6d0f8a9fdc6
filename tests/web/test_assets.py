"""What pages load: each names all that it needs, all of that is there, and nothing waits for something else."""

import re
from collections import Counter
from graphlib import TopologicalSorter
from pathlib import Path

import pytest

from table.board import GameSnapshot
from table.facts import GameStarted
from table.games.game import PUBLIC
from table.values import replace
from table.view import PileView, View
from tests.web.conftest import Phone
from web.pages import assets, results

WEB = Path(__file__).parents[2] / "web"
SHEETS = sorted([*(WEB / "static").glob("*.css"), *(WEB / "games").rglob("static/*.css")])
TEMPLATES = "".join(file.read_text() for file in (WEB / "templates").glob("*.html"))
OF_ROBOTS = GameStarted(0, "mythology_go", ["Ana", "Ben"], auto=True)
EMPTY = View(game="mythology_go", piles={"discard": PileView()})


@pytest.mark.parametrize("path", ["/", "/screen", "/virtual", "/seat/1", "/host", "/decks", "/help", "/history"])
def test_a_page_names_each_module_that_it_needs_once(client: Phone, path: str) -> None:
    page = client.get(path, headers={"Accept": "text/html"}).text
    begins = re.findall(r'<script type="module" src="([^"]+)">', page)
    links = re.findall(r'<link rel="modulepreload" href="([^"]+)">', page)

    assert begins
    assert set(Counter(links).values()) == {1}
    assert {*begins} <= {*links} == {*assets.needed(*links)}
    for link in [*links, *re.findall(r'<link rel="stylesheet" href="([^"]+)">', page)]:
        with client.get(link) as answer:
            assert answer.status_code == 200, link


def test_all_that_templates_name_is_there() -> None:
    named = set(re.findall(r"'([\w-]+\.(?:css|mjs))'", TEMPLATES))

    assert {"felt.css", "scoreboard.mjs"} < named
    assert [name for name in sorted(named) if not (WEB / "static" / name).is_file()] == []


def test_no_modules_wait_for_each_other() -> None:
    TopologicalSorter(assets.imports()).prepare()


@pytest.mark.parametrize("file", SHEETS, ids=lambda file: file.name)
def test_a_style_sheet_waits_for_no_other(file: Path) -> None:
    assert "@import" not in file.read_text()


def test_what_begins_later_is_only_linked() -> None:
    text = assets.modules("rules.mjs", soon=["/games/whist/parts.mjs"])

    assert '<link rel="modulepreload" href="/games/whist/parts.mjs">' in text
    assert re.findall(r'script .*src="([^"]+)"', text) == ["/static/rules.mjs"]


@pytest.mark.parametrize(
    ("game", "emulated", "starts"),
    [
        (GameSnapshot(game_id=1, views={PUBLIC: EMPTY}), True, True),
        (GameSnapshot(game_id=1, views={PUBLIC: EMPTY}), False, False),
        (GameSnapshot(), False, True),
        (GameSnapshot(game_id=1, views={PUBLIC: replace(EMPTY, piles={"discard": PileView(count=1)})}), True, False),
        (GameSnapshot(game_id=1, views={PUBLIC: replace(EMPTY, round=2)}), True, False),
        (GameSnapshot(game_id=1, views={PUBLIC: replace(EMPTY, over=True)}), True, False),
        (GameSnapshot(game_id=1, views={PUBLIC: EMPTY}, started=OF_ROBOTS), True, False),
    ],
)
def test_the_scoreboard_brings_the_start_page_until_a_card_lies(
    game: GameSnapshot, emulated: bool, starts: bool
) -> None:
    soon = results._soon(game, emulated=emulated)

    assert soon["modules"] == (["/static/start.mjs"] if starts else ["/games/mythology_go/parts.mjs"])
    assert ("/static/start.css" in soon["styles"]) is starts
