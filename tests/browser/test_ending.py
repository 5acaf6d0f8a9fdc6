"""Ending a game from a phone: alone at once, with others by asking; a seat that is left; a robot that makes room."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.seats import HIT, Seat
from tests.playing import Playing

SMALL: ViewportSize = {"width": 360, "height": 640}
LARGER: ViewportSize = {"width": 390, "height": 844}
WITHIN_MS = 30_000
WHOLE = """(place) => [...document.querySelectorAll(place)].every((one) => {
    const { x, y, right, bottom, width } = one.getBoundingClientRect();
    const fits = one.scrollWidth <= one.clientWidth + 1;
    return width > 0 && x >= 0 && y >= 0 && right <= innerWidth && bottom <= innerHeight && fits;
})"""

pytestmark = pytest.mark.long


@pytest.fixture(params=[SMALL, LARGER], ids=["360x640", "390x844"])
def size(request: pytest.FixtureRequest) -> ViewportSize:
    found: ViewportSize = request.param
    return found


@pytest.fixture
def ana(browser: Browser, table: Playing, size: ViewportSize) -> Iterator[Page]:
    """Somebody who plays Mytho with two robots."""
    context = browser.new_context(viewport=size, has_touch=True, locale="en")
    page = context.new_page()
    page.goto(table.url)
    page.locator('[data-game="mytho"]').click()
    page.get_by_label("Your name").fill("Annemarie-Sophie-Lu")
    page.locator("[data-quick]").click()
    expect(page.locator("[data-hand] [data-card]")).to_have_count(5, timeout=WITHIN_MS)
    yield page
    context.close()


def wants_the_end(page: Page) -> None:
    page.locator("[data-menu]").tap()
    page.locator("[data-end]").tap()
    page.locator("dialog [data-choice='end']").tap()


def test_alone_one_ends_the_game_and_chooses_another(ana: Page, table: Playing) -> None:
    ana.locator("[data-menu]").tap()
    assert ana.evaluate(HIT, "[data-end]"), "the menu shows it"
    ana.locator("[data-end]").tap()
    ana.locator("dialog [data-choice='end']").tap()

    ana.locator("[data-choice='another']").tap()
    ana.locator("dialog [data-game='mito']").tap()
    view = table.waits_until(lambda view: view["game"] == "mito")
    assert view["seats"][0]["name"] == "Annemarie-Sophie-Lu"


def test_others_are_asked_whoever_leaves_is_replaced_and_a_robot_makes_room(
    ana: Page, browser: Browser, table: Playing, size: ViewportSize
) -> None:
    context = browser.new_context(viewport=size, has_touch=True, locale="en")
    ben = Seat(context, table.url, 2).sits_down("Bertholdine-Maximil")
    expect(ana.locator("[data-seat='2']").first).to_contain_text("Berthold")
    wants_the_end(ana)
    end = ben.page.locator("[data-choice='end']")
    expect(end).to_be_visible()
    assert ben.page.evaluate(WHOLE, ".acts [data-choice]")
    ben.page.locator("[data-choice='play_on']").tap()
    expect(end).to_have_count(0)

    ben.page.locator("[data-menu]").tap()
    ben.page.get_by_role("button", name="Leave").tap()
    ben.page.get_by_role("button", name="Really leave").tap()

    for choice in ("robot", "wait", "end"):
        expect(ana.locator(f".acts [data-choice='{choice}']")).to_be_visible()
    assert ana.evaluate(WHOLE, ".acts [data-choice]")
    ana.locator("[data-choice='wait']").tap()
    expect(ana.locator("[data-choice='wait']")).to_have_count(0)
    # No tap: where the machine is so slow that a finger seems to rest for half a second, it is a long press.
    ana.locator("[data-choice='robot']").click()
    table.waits_until(lambda view: view["seats"][1]["robot"] == "easy")
    context.close()


def test_a_name_that_is_refused_leaves_the_robot_where_it_was(
    ana: Page, browser: Browser, table: Playing, size: ViewportSize
) -> None:
    context = browser.new_context(viewport=size, has_touch=True, locale="en")
    page = context.new_page()
    page.goto(f"{table.url}/virtual")
    page.get_by_label("Your name").fill("Annemarie-Sophie-Lu")
    page.locator("[data-chair='2']").tap()

    expect(page.get_by_role("alert")).to_contain_text("omebody else is called")
    assert table.phone().gets("table")["seats"][1]["robot"] == "easy"
    expect(ana.locator("[data-hand]")).to_be_visible()
    context.close()
