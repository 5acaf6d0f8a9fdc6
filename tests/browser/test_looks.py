"""Every page as people see it: at every size, in both themes, for everybody's eyes."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from table.values import Value
from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.stubbed_page import SETTLED
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser

NARROW: ViewportSize = {"width": 320, "height": 640}
WALL: ViewportSize = {"width": 1920, "height": 1080}
SIZES = {"phone": PHONE, "desk": DESK, "wall": WALL}
LONG = ["Konstantin", "Maximilian", "Wilhelmina", "Bartholomo", "Cassiopeia"]
TEXT_PX = 16
DIGITS = 0.08  # of the height of the screen
SMALLEST = """() => Math.min(...[...document.querySelectorAll("body *")]
    .filter((one) => !one.closest("svg, script, noscript") && one.checkVisibility())
    .filter((one) => [...one.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim()))
    .map((one) => parseFloat(getComputedStyle(one).fontSize)))"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """Five people with long names in the middle of a round: a card lies wrong, a race is over."""
    with playing(tmp_path_factory.mktemp("looks") / "table.db") as table:
        table.host().asks("games", players=LONG)
        for card in ("number2.1", "mosquito3.1"):
            table.touches(card, "discard")
            table.shows(card)
        for seat in (3, 1, 2, 5):
            table.taps(seat)
        table.waits_until(lambda view: view["result"] is not None)
        table.touches("number5.1", "discard")
        table.waits_until(lambda view: view["correction"] is not None)
        yield table


def as_anybody(page: Page, _table: Playing) -> None:
    expect(page.locator("h1")).to_be_visible()


def as_host(page: Page, table: Playing) -> None:
    page.get_by_label("The PIN").fill(table.pin)
    page.get_by_role("button", name="Become host").click()
    page.get_by_role("button", name="New game", exact=True).click()
    page.evaluate("document.querySelectorAll('details').forEach((more) => (more.open = true))")
    page.get_by_role("button", name="Undo …").click()
    expect(page.locator(".really")).to_be_visible()


def with_a_seat(page: Page, _table: Playing) -> None:
    page.locator("[data-chair]:enabled").first.click()
    expect(page.locator("[data-button]")).to_be_visible()


def at_a_console(page: Page, _table: Playing) -> None:
    page.locator("[data-take]").click()
    expect(page.locator("[data-button]")).to_be_visible()


def asking_why(page: Page, _table: Playing) -> None:
    page.locator(".verdict").first.click()
    expect(page.get_by_role("dialog").get_by_role("heading", name="The rule")).to_be_visible()


PAGES: dict[str, tuple[str, Callable[[Page, Playing], None]]] = {
    "scoreboard": ("/", as_anybody),
    "why": ("/", asking_why),
    "welcome": ("/virtual", as_anybody),
    "virtual": ("/virtual", with_a_seat),
    "seat, free": ("/seat/4", as_anybody),
    "seat": ("/seat/4", at_a_console),
    "login": ("/host", as_anybody),
    "host": ("/host", as_host),
    "decks": ("/decks", as_anybody),
    "rules": ("/rules/mito", as_anybody),
    "regeln": ("/rules/mito?lang=de", as_anybody),
    "regles": ("/rules/mito?lang=fr", as_anybody),
    "nowhere": ("/nowhere", as_anybody),
}


class Shown(Value):
    """A page as somebody sees it."""

    page: Page
    get_there: Callable[[], None]
    asks_for_its_size: bool

    def at(self, size: ViewportSize) -> Page:
        """Give the page a size; one that asks for it when it is opened is opened again."""
        self.page.set_viewport_size(size)
        if self.asks_for_its_size:
            self.page.reload()
            self.get_there()
        return self.page


@pytest.fixture(scope="module", params=PAGES)
def shown(request: pytest.FixtureRequest, browser: Browser, table: Playing) -> Iterator[Shown]:
    """Open a page as somebody sees it; who took a seat leaves it again."""
    path, get_there = PAGES[request.param]
    page = browser.new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    page.goto(table.url + path)
    get_there(page, table)
    yield Shown(page, lambda: get_there(page, table), asks_for_its_size=path == "/")
    page.context.close()
    host = table.host()
    for seat in range(1, 6):
        host.asks(f"seats/{seat}/free")


@pytest.mark.long
def test_everybody_can_read_and_use_it(shown: Shown) -> None:
    assert violations(shown.at(PHONE)) == {}


def test_nothing_has_to_be_scrolled_sideways(shown: Shown) -> None:
    assert shown.at(NARROW).evaluate("document.documentElement.scrollWidth") <= NARROW["width"]


@pytest.mark.long
def test_no_text_is_small(shown: Shown) -> None:
    smallest = {size: shown.at(viewport).evaluate(SMALLEST) for size, viewport in SIZES.items()}
    assert {size: px for size, px in smallest.items() if px < TEXT_PX} == {}


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/virtual"])
def test_long_names_are_shown_whole_on_a_phone(browser: Browser, table: Playing, path: str) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(table.url + path, wait_until="domcontentloaded")
    if path == "/virtual":
        page.get_by_role("button", name="Just watch").click()
    for name in LONG:
        place = page.locator(".name", has_text=name)
        expect(place).to_be_visible()
        assert lines_of(place.evaluate_handle("(one) => one"), page, name) == 1, f"{name} is on one line"
        box = place.bounding_box()
        assert box is not None
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= PHONE["width"]
        assert place.evaluate("(one) => one.scrollWidth <= one.clientWidth"), f"{name} is not cut"
    page.close()


def lines_of(element: Any, page: Page, text: str) -> int:
    """Count the lines on which a text stands."""
    count: int = page.evaluate(
        """([element, text]) => {
            const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
            while (walker.nextNode()) {
                const at = walker.currentNode.data.indexOf(text);
                if (at < 0) continue;
                const range = document.createRange();
                range.setStart(walker.currentNode, at);
                range.setEnd(walker.currentNode, at + text.length);
                return new Set([...range.getClientRects()].map((box) => Math.round(box.top))).size;
            }
            return 0;
        }""",
        [element, text],
    )
    return count


@pytest.mark.long
def test_scores_are_read_from_across_the_room(browser: Browser, table: Playing) -> None:
    page = browser.new_page(viewport=WALL)
    page.goto(table.url, wait_until="domcontentloaded")
    for score in page.locator(".score").all():
        digits = score.evaluate("""(one) => {
            const { fontWeight, fontSize, fontFamily } = getComputedStyle(one);
            const canvas = document.createElement("canvas").getContext("2d");
            canvas.font = `${fontWeight} ${fontSize} ${fontFamily}`;
            const drawn = canvas.measureText("0");
            return drawn.actualBoundingBoxAscent + drawn.actualBoundingBoxDescent;
        }""")
        assert digits >= DIGITS * WALL["height"]
    assert page.evaluate("document.documentElement.scrollHeight") <= WALL["height"]
    page.close()


@pytest.mark.long
def test_the_whole_scoreboard_fits_on_a_phone(browser: Browser, table: Playing) -> None:
    page = browser.new_page(viewport=PHONE)
    page.goto(table.url, wait_until="domcontentloaded")
    expect(page.locator(".stray")).to_be_visible()
    page.evaluate(SETTLED)

    assert page.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
    page.close()


@pytest.mark.long
def test_nothing_moves_for_who_wants_no_motion(browser: Browser, table: Playing) -> None:
    page = browser.new_context(viewport=PHONE, reduced_motion="reduce").new_page()
    page.goto(table.url, wait_until="domcontentloaded")
    expect(page.locator(".stray")).to_be_visible()

    moving = page.evaluate("document.getAnimations().map((one) => one.animationName)")
    assert [name for name in moving if name != "run-out"] == []
    page.context.close()
