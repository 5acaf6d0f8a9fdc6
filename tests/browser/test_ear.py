"""A seat by ear: three gestures or four keys play, and what is spoken stands there in large letters."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.audit import violations
from tests.browser.seats import sit
from tests.playing import Playing

pytestmark = pytest.mark.browser

SMALL: ViewportSize = {"width": 360, "height": 640}
LYING: ViewportSize = {"width": 844, "height": 390}
# A voice that keeps what it says.
VOICE = """
  window.spoken = [];
  const says = { getVoices: () => [], cancel() {}, speak: (one) => window.spoken.push(one.text) };
  Object.defineProperty(window, "speechSynthesis", { value: says });
  window.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
"""


@pytest.fixture
def ear(browser: Browser, table: Playing) -> Iterator[Page]:
    ana = sit(browser, table.url, 1)
    page = ana.page
    page.set_viewport_size(SMALL)
    page.add_init_script(VOICE)
    page.goto(f"{table.url}/ear/1", wait_until="domcontentloaded")
    yield page
    page.context.close()


def line(page: Page) -> Locator:
    return page.locator(".line")


def swipes(page: Page, by: int = -150) -> None:
    page.mouse.move(200, 300)
    page.mouse.down()
    page.mouse.move(200 + by, 305, steps=3)
    page.mouse.up()


def taps(page: Page) -> None:
    page.mouse.click(180, 320)


def holds(page: Page) -> None:
    page.mouse.move(180, 320)
    page.mouse.down()
    page.wait_for_timeout(800)
    page.mouse.up()


def swipes_to(page: Page, text: str) -> None:
    """Swipe until an offer is spoken."""
    for _ in range(20):
        swipes(page)
        if text in line(page).inner_text():
            return
    raise AssertionError(f"{text!r} is not offered: {line(page).inner_text()!r}")


def begins(page: Page) -> None:
    expect(line(page)).to_contain_text("Tap to begin.")
    taps(page)
    expect(line(page)).to_contain_text(
        re.compile(r"No cards have been dealt yet\.|Deal \d+ cards each")
    )  # or what came since


@pytest.mark.long
def test_a_card_is_laid_by_three_gestures(ear: Page, table: Playing) -> None:
    begins(ear)
    swipes_to(ear, "Shuffle and deal")
    taps(ear)
    expect(line(ear)).to_contain_text("Play a")
    holds(ear)
    expect(line(ear)).to_contain_text("You hold 8 cards:")
    swipes(ear)
    first = line(ear).inner_text()
    taps(ear)
    expect(line(ear)).to_contain_text("Lay it on the discard")
    holds(ear)
    expect(line(ear)).to_have_text(first)
    swipes_to(ear, "Tap your button")
    taps(ear)
    expect(line(ear)).to_contain_text("You draw a card.")
    spoken = ear.evaluate("window.spoken")
    assert "Tap your button." in spoken
    assert any("You hold 8 cards" in one for one in spoken)


def test_keys_do_what_gestures_do(ear: Page) -> None:
    ear.locator("[data-ear]").focus()
    ear.keyboard.press("Enter")
    expect(line(ear)).to_contain_text("No cards have been dealt yet.")
    ear.keyboard.press("ArrowRight")
    expect(line(ear)).to_have_text("Shuffle and deal")
    ear.keyboard.press("ArrowLeft")
    expect(line(ear)).not_to_have_text("Shuffle and deal")
    ear.keyboard.press("Escape")
    expect(line(ear)).to_contain_text("No cards have been dealt yet.")


@pytest.mark.long
def test_whoever_comes_late_says_a_name_and_is_told_so(browser: Browser, table: Playing) -> None:
    table.touches("number2.1", "discard")
    table.shows("number2.1")
    context = browser.new_context(viewport=SMALL, locale="de")  # where sentences are long
    page = context.new_page()
    page.add_init_script(VOICE)
    page.goto(f"{table.url}/ear/5", wait_until="domcontentloaded")
    page.locator("[data-ear]").press("Enter")
    name = page.get_by_label("Dein Name")
    expect(name).to_be_visible()
    assert violations(page) == {}
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    swipes(page)
    expect(line(page)).to_have_text("Als Gast 5 mitspielen")

    name.fill("Konstantina Aurelian")
    name.press("Enter")

    expect(name).to_have_count(0)
    page.locator("[data-ear]").press("Escape")
    expect(line(page)).to_contain_text("Konstantina Aurelian, beim nächsten Spiel bist du dabei.")
    context.close()


@pytest.mark.long
@pytest.mark.parametrize("size", [SMALL, LYING])
def test_everybody_can_read_it(ear: Page, size: ViewportSize) -> None:
    ear.set_viewport_size(size)
    begins(ear)

    assert violations(ear) == {}
    assert ear.evaluate("document.documentElement.scrollWidth <= innerWidth")
