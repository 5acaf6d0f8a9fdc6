"""What a screen reader finds on every page: its tree, held against one that was read and found right.

`UPDATE_TREES=1 pytest tests/browser/test_trees.py` writes them anew, to be read once more.
"""

import os
import re
from pathlib import Path
from time import monotonic

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_host import become_host
from tests.playing import PATIENCE_S, Playing

pytestmark = pytest.mark.browser

TREES = Path(__file__).parent / "trees"
PAGES = {
    "scoreboard": "/", "login": "/host", "welcome": "/virtual", "decks": "/decks", "history": "/history",
    "people": "/people", "tournaments": "/tournaments", "help": "/help", "wifi": "/wifi", "away": "/away",
    "score": "/score/mythology_go", "seat": "/seat/2", "rules": "/rules/nur_mut",
    "screen": "/screen",
}  # fmt: skip
LOOK_AGAIN_MS = 50
_CHANGES = re.compile(r"https?://[^\s\"]+|\d+(\.\d+){3}(:\d+)?|127\.0\.0\.1:\d+")


def tree(page: Page) -> str:
    """Return what a screen reader finds, without what differs from machine to machine."""
    return _CHANGES.sub("ADDRESS", page.locator("body").aria_snapshot()) + "\n"


def held(name: str, page: Page, before: str = "\n\n") -> None:
    """Wait until the page has the tree that was read, up to where it says something that differs."""
    file = TREES / f"{name}.yml"
    if os.environ.get("UPDATE_TREES"):
        page.wait_for_load_state("networkidle")
        file.write_text(tree(page).split(before)[0], "utf-8")
    wanted, latest = file.read_text("utf-8"), monotonic() + PATIENCE_S
    while (found := tree(page).split(before)[0]) != wanted and monotonic() < latest:
        page.wait_for_timeout(LOOK_AGAIN_MS)
    assert found == wanted, "read it, and then UPDATE_TREES=1"


@pytest.mark.long
@pytest.mark.parametrize("name", PAGES)
def test_a_screen_reader_finds_its_way(table: Playing, phone: Page, name: str) -> None:
    phone.goto(f"{table.url}{PAGES[name]}", wait_until="networkidle")

    held(name, phone)


def test_a_screen_reader_finds_its_way_at_the_virtual_table(table: Playing, phone: Page) -> None:
    assert phone.request.post(f"{table.url}/api/v1/seats/1/take", data={}, headers={"Origin": table.url}).ok
    phone.goto(f"{table.url}/virtual", wait_until="networkidle")
    expect(phone.locator("[data-button]")).to_be_visible()

    held("virtual", phone)


@pytest.mark.long
def test_a_screen_reader_finds_its_way_to_a_new_game(table: Playing, phone: Page) -> None:
    become_host(phone, table)
    expect(phone.get_by_text("What the table cannot see")).to_be_visible()  # below it, nothing moves any more
    phone.get_by_role("button", name="New game", exact=True).tap()

    held("new_game", phone, before="Readers and buttons")
