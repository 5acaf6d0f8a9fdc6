"""What only Nur Mut shows: hands that lie as piles, Courage that turns a card over, piles with the face that is up."""

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.seats import FIRST_GAME, ROUND, Seat, sit
from tests.browser.test_virtual import HIT
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser

HANDS = {1: ["nm12", "nm01", "nm02"], 2: ["nm13", "nm14", "nm15"], 3: ["nm21", "nm22", "nm23"]}
DRAW = ["nm04", "nm81", "nm45", "nm09"]  # the last lies on top: a 1, a 5 and a 9 are turned up


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Playing]:
    """A table at which the piles are dealt: Ana begins with a 2, with a 3 on its other side."""
    up = dict.fromkeys([*DRAW, *(card for hand in HANDS.values() for card in hand)], 0)
    held = {"dealt_for": [FIRST_GAME, ROUND], "draw": DRAW, "hands": HANDS, "up": up}
    (tmp_path / "table.db.people").write_text(json.dumps({"held": held, "game_id": FIRST_GAME, "told": 0}))
    with playing(tmp_path / "table.db", "nur_mut", "--players", "3") as table:
        yield table


def top_of(seat: Seat) -> str:
    return seat.page.locator(".own .pick svg").get_attribute("aria-label") or ""


def test_piles_are_played_and_courage_turns_the_top_over(browser: Browser, table: Playing, phone: Page) -> None:
    ana, ben = sit(browser, table.url, 1), sit(browser, table.url, 2)
    phone.goto(table.url, wait_until="domcontentloaded")
    ana.page.get_by_role("button", name="Turn a card up").first.tap()
    expect(ana.headline).to_have_text("Ana’s turn")
    expect(phone.locator(".pile svg")).to_have_count(3)
    for zone, face in (("pile.1", "the mouse 1"), ("pile.2", "the frog 5"), ("pile.3", "the lion 9")):
        shown = phone.locator(f".pile[data-zone='{zone}'] svg")
        expect(shown).to_have_accessible_name(f"{face}, with the joker on its other side")
    expect(ana.page.locator(".drawpile, .deal")).to_have_count(0)

    expect(ana.page.locator(".pick")).to_have_count(1)
    assert top_of(ana) == "the hare 2", "what is on its other side nobody sees"
    expect(ana.page.locator(".left")).to_have_text("3 cards left")
    ana.picks("nm12")
    expect(ana.page.locator(".give")).to_have_count(0)
    ana.page.wait_for_function(HIT, arg=".pad[data-zone='pile.1'] .stack")
    ana.page.locator(".pad[data-zone='pile.1']").tap()
    expect(ben.headline).to_have_text("Ben’s turn")
    expect(ana.page.locator(".left")).to_have_text("2 cards left")
    expect(phone.locator(".pile[data-zone='pile.1'] svg")).to_have_accessible_name(
        "the hare 2, with the cat 3 on its other side"
    )

    expect(ben.button).to_contain_text("Courage!")
    assert top_of(ben) == "the cat 3"
    ben.taps()
    expect(ben.page.locator(".own .pick[data-up='1'] svg")).to_have_accessible_name("the owl 4")
    expect(ben.button).to_contain_text("Hold: no fit")
    ben.lays("nm13", "pile.2")
    expect(ben.headline).to_have_text("Ben’s turn")
    ben.holds("nm14")
    for seat in (ana, ben):
        seat.page.context.close()
