"""The screen that is left on: it speaks the table's language, welcomes people, and is quiet until a key says more."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser
# Sounds are on; and what a page says to all who look is said on its console.
NOISY = """
localStorage.setItem("sound", "on");
new MutationObserver(() => {
  const told = document.querySelector("[role=alert]");
  if (told) console.info(told.textContent);
}).observe(document, { subtree: true, childList: true, characterData: true });
"""


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """A table that speaks German."""
    with playing(tmp_path_factory.mktemp("screen") / "table.db", "--lang", "de") as table:
        yield table


@pytest.fixture
def screen(browser: Browser, table: Playing) -> Iterator[Page]:
    """A screen whose browser prefers French, before any card is dealt."""
    context = browser.new_context(viewport=DESK, locale="fr-FR")
    page = context.new_page()
    page.goto(f"{table.url}/screen", wait_until="domcontentloaded")
    expect(page.locator(".link")).to_have_text("live")
    yield page
    context.close()


def test_it_welcomes_people_and_then_shows_their_game_in_the_tables_language(screen: Page, table: Playing) -> None:
    expect(screen.locator("[data-headline]")).to_have_text("Willkommen")
    expect(screen.get_by_role("img", name="QR-Code mit der Adresse dieses Tisches")).to_be_visible()

    table.touches("number2.1", "discard")

    expect(screen.locator("[data-headline]")).to_have_text("Ana ist dran")
    expect(screen.locator(".top[data-card='number2.1'] .card")).to_be_visible()
    expect(screen.locator(".news li").first).to_have_text("Auf dem Stapel liegt als Erstes eine 2.")
    assert screen.locator("main button").count() == screen.locator(".switches button").count()  # nothing else is tapped
    assert screen.context.cookies() == []


@pytest.mark.long
def test_a_key_switches_its_sounds(screen: Page) -> None:
    sounds = screen.locator("[data-switch=s]")
    expect(sounds).to_have_attribute("aria-pressed", "false")

    screen.keyboard.press("s")
    expect(sounds).to_have_attribute("aria-pressed", "true")
    screen.keyboard.press("Control+s")  # the browser's own, so it is left to it
    screen.keyboard.press("s")

    expect(sounds).to_have_attribute("aria-pressed", "false")


@pytest.mark.long
def test_sounds_that_the_browser_keeps_quiet_are_told_until_somebody_taps(browser: Browser, table: Playing) -> None:
    with browser.new_context(viewport=DESK) as context:
        context.add_init_script(NOISY)
        page = context.new_page()  # of which nothing is asked yet: the browser would take that for a tap
        with page.expect_console_message(lambda said: "Drück eine Taste" in said.text):
            page.goto(f"{table.url}/screen", wait_until="domcontentloaded")

        page.mouse.click(5, 5)

        expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.long
def test_switches_go_when_nobody_is_there(screen: Page) -> None:
    switches = screen.locator(".switches")
    screen.clock.install()
    screen.mouse.move(40, 40)
    screen.mouse.move(50, 50)
    expect(switches).to_have_css("opacity", "1")

    screen.clock.run_for(7000)

    expect(switches).to_have_css("opacity", "0")
    screen.mouse.move(60, 60)
    expect(switches).to_have_css("opacity", "1")


@pytest.mark.long
@pytest.mark.parametrize(("width", "height"), [(844, 390), (1024, 600), (1280, 800)])
def test_before_a_game_the_code_is_square_and_all_of_it_is_seen(
    browser: Browser, tmp_path: Path, width: int, height: int
) -> None:
    with playing(tmp_path / "table.db", "--lang", "de") as empty:
        page = browser.new_page(viewport={"width": width, "height": height})
        page.goto(f"{empty.url}/screen", wait_until="domcontentloaded")
        code = page.locator(".welcome img")
        expect(code).to_be_in_viewport(ratio=1)
        expect(page.locator(".welcome b")).to_be_in_viewport(ratio=1)
        box = code.bounding_box()
        page.close()

    assert box is not None
    assert abs(box["width"] - box["height"]) < 1
