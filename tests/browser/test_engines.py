"""The pages on Chromium, Firefox and WebKit: a person comes, plays, and looks around."""

from pathlib import Path

import pytest
from playwright.sync_api import Playwright

from tests.browser.engines import ENGINES, Phone, phone_on
from tests.browser.turns import takes_turns
from tests.own import OWN_GAMES
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser

WIDE = "() => document.documentElement.scrollWidth <= innerWidth"
LIVE = ".link.up"
NAME = "#your-name"
# What of the table is not whole in the window. A hand of many cards is scrolled in itself.
BEYOND = """() => [...document.querySelectorAll(
    "[data-zone], [data-hand], [data-button], [data-prompt], [data-seat], [data-headline], [data-choice]",
)].filter((one) => one.checkVisibility() && !one.closest("dialog")).filter((one) => {
    const { left, top, right, bottom } = one.getBoundingClientRect();
    return left < -0.5 || top < -0.5 || right > innerWidth + 0.5 || bottom > innerHeight + 0.5;
}).map(({ outerHTML }) => outerHTML.slice(0, 80))"""


def is_whole(phone: Phone) -> None:
    """The page is live, and as wide as the phone."""
    phone.sees(LIVE)
    assert phone.evaluates(WIDE)


def sits_down(phone: Phone, table: Playing, seat: int, name: str) -> None:
    phone.goes(f"{table.url}/virtual")
    phone.types(NAME, name)
    phone.taps(f"[data-chair='{seat}']")
    phone.sees(f"[data-button='{seat}']")


def begins(phone: Phone, table: Playing, game: str, name: str) -> None:
    """Begin a game with robots, from the start page."""
    phone.goes(table.url)
    phone.taps(f"[data-game='{game}']")
    phone.types("#start-name", name)
    phone.taps("[data-quick]")
    phone.comes_to("/virtual")
    phone.sees("[data-hand] [data-card]")


@pytest.mark.long
@pytest.mark.parametrize("engine", ENGINES[1:])  # all other tests of pages are on Chromium
def test_somebody_sits_down_and_hears_what_is_played(engine: str, playwright: Playwright, tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as table, phone_on(engine, playwright) as phone:
        table.begins_anew()
        sits_down(phone, table, 1, "Ana")
        table.touches("number2.1", "discard")
        phone.waits("() => document.querySelector('[data-headline]')?.textContent === 'Your turn'")
        phone.taps("[data-button='1']")
        table.waits_until(lambda view: view["turn"] == 2)
        is_whole(phone)


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("game", OWN_GAMES)
def test_three_turns_among_robots_and_a_look_at_the_other_pages(
    engine: str, game: str, playwright: Playwright, tmp_path: Path
) -> None:
    with playing(tmp_path / "table.db") as table, phone_on(engine, playwright) as phone:
        begins(phone, table, game, "Ana")
        for _ in range(3):
            takes_turns(phone, table, 1, 1)
            assert phone.evaluates(BEYOND) == []
        is_whole(phone)
        for path in ("/", "/host"):
            phone.goes(table.url + path)
            is_whole(phone)
        phone.goes(f"{table.url}/history")
        assert phone.evaluates(WIDE)
