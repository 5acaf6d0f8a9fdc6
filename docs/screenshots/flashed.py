"""Screenshots of a set-up from a flashed SD card: from the table's own Wi-Fi to the first card of a game, on one phone.

They show the service's pages on a stand-in Pi with simulated Wi-Fi. `python -m docs.screenshots.flashed` takes only
these screenshots.
"""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory

from msgspec.json import encode
from playwright.sync_api import Browser, Page, expect, sync_playwright

from table.network import profile
from table.network.home_wifi import Seen
from table.network.networks import Network
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE
from tests.browser.test_setup import CARDS, asks, opened
from tests.network.test_home_wifi import Door
from tests.on_stand_ins import Hands, StandIns
from tests.playing import PATIENCE_S, free_port

HERE = PICTURES = Path(__file__).parent
QUALITY = 80  # of JPEG, 0 to 100
HOME, ADDRESS = "Home sweet home", "192.168.178.42"
NETWORKS = (
    Network(HOME, 82, "password"),
    Network("Flat 4", 61, "password"),
    Network("Café", 38, "open"),
    Network("Office", 22, "other"),
)
OWN = Seen("cardtable-7f3a", None, profile.ADDRESS, NETWORKS)
INSIDE = Seen(None, HOME, ADDRESS, NETWORKS)


class Way:
    """A phone going through the set-up, with a screenshot at each step."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self._steps = count(1)

    def taps(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).tap()

    def shows(self, what: str) -> None:
        """Take a screenshot named `what`, with the step number in its file name."""
        self.page.evaluate("document.activeElement?.blur()")
        self.page.evaluate("document.fonts.ready")
        file = PICTURES / f"flashed-{next(self._steps):02}-{what}-phone.jpg"
        self.page.screenshot(path=file, quality=QUALITY, animations="disabled")


def take(browser: Browser, folder: Path) -> None:
    """Go through the whole set-up, and take the screenshots."""
    context = browser.new_context(
        viewport=PHONE, is_mobile=True, has_touch=True, locale="en-GB", color_scheme="dark", reduced_motion="reduce"
    )
    context.set_default_timeout(PATIENCE_S * 1000)
    with _served(folder) as (on_a_pi, url, door):
        way = Way(context.new_page())
        opened(way.page, f"{url}/network")
        _joins(way, (folder / "table.db.pin").read_text().strip(), door, folder)
        with on_a_pi.hands() as hands:
            _shows_its_parts(way, hands)
        with on_a_pi.hands() as hands:
            _plays(way, hands)
    context.close()


@contextmanager
def _served(folder: Path) -> Iterator[tuple[StandIns, str, Door]]:
    """Run the service on a Pi that has not been set up, with its own Wi-Fi."""
    on_a_pi, door, port = StandIns(folder), Door(folder / "door"), free_port()
    on_a_pi.config.unlink()
    (folder / "seen.json").write_bytes(encode(OWN))
    line = [sys.executable, "-m", "tests.in_a_wifi", str(folder), "serve", "--config", str(on_a_pi.config)]
    process = subprocess.Popen(  # noqa: S603 - the command itself
        [*line, "--port", str(port), "--database", str(folder / "table.db")],
        env=on_a_pi.environment, stdout=subprocess.DEVNULL, cwd=HERE.parents[1],
    )  # fmt: skip
    try:
        yield on_a_pi, f"http://localhost:{port}", door
    finally:
        process.terminate()
        process.wait(PATIENCE_S)
        door.close()


def _joins(way: Way, pin: str, door: Door, folder: Path) -> None:
    page = way.page
    page.locator("#pin").fill(f"{pin[:3]} {pin[3:]}")
    way.shows("welcome")
    way.taps("Become host")
    page.locator(f"[data-wifi='{HOME}']").wait_for()
    way.shows("networks")
    page.locator(f"[data-wifi='{HOME}']").tap()
    page.locator("#password").fill("a wrong password")
    way.shows("password")
    way.taps("Connect")
    page.locator("progress").wait_for()
    way.shows("goes")
    door.answers.put('{"address": null, "why": "password"}\n')
    page.get_by_role("alert").wait_for()
    way.shows("failed")
    page.locator("#password").fill("the right password")
    way.taps("Connect")
    page.locator("progress").wait_for()
    (folder / "seen.json").write_bytes(encode(INSIDE))
    door.answers.put(f'{{"address": "{ADDRESS}", "why": null}}\n')
    page.locator("[data-next]").wait_for()
    way.shows("joined")
    page.locator("[data-next]").tap()


def _shows_its_parts(way: Way, hands: Hands) -> None:
    way.taps("Begin")
    way.taps("Next")  # two pads
    way.taps("fewer")  # than four buttons
    way.taps("Next")
    way.taps("No")  # lights
    asks(way.page, "Touch the left pad in the middle with a card.")
    way.shows("parts")
    hands.touches(CARDS[0], "0.1")
    asks(way.page, "Touch the right pad in the middle with a card.")
    hands.touches(CARDS[0], "0.0")
    for seat in (1, 2, 3):
        asks(way.page, f"Press the button of seat {seat}.")
        hands.taps(seat)
    for pad in ("left", "right"):
        asks(way.page, f"Lay a card on the {pad} pad in the middle.")
        way.taps("Do not measure it")
    way.taps("Yes, use it")
    asks(way.page, "The table is set up.")


def _plays(way: Way, hands: Hands) -> None:
    page = way.page
    page.get_by_role("link", name="Tag a deck").tap()
    deck = page.locator("[data-deck='mito']")
    deck.get_by_role("button", name="Tag card after card").tap()
    for number, uid in enumerate(CARDS, start=1):
        deck.locator("[data-card]").wait_for()
        hands.touches(uid, "0.1")
        expect(deck.locator(".count")).to_contain_text(f"{number} of 72 cards carry a tag")
    deck.scroll_into_view_if_needed()
    way.shows("tags")
    deck.get_by_role("button", name="Stop").tap()
    page.locator("[data-next]").tap()
    page.get_by_label("Game", exact=True).select_option("mito")
    for seat, name in enumerate(("Ana", "Ben", "Cleo"), start=1):
        page.get_by_label(f"Name at seat {seat}").fill(name)
    way.shows("game")
    way.taps("Start")
    page.locator(".headline").wait_for()
    hands.touches(CARDS[0], "0.1")
    page.goto("/".join([*page.url.split("/")[:3], ""]), wait_until="domcontentloaded")
    page.locator(".top").wait_for()
    way.shows("first-card")


def main() -> None:
    """Take only these screenshots."""
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        take(browser, Path(folder))
        browser.close()


if __name__ == "__main__":
    main()
