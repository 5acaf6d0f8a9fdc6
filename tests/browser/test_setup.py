"""Setting a table up on a phone: from nothing wired to a game's first card; and every question on every screen."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Error, Page, Route, ViewportSize, expect

from table.board import Board, GameSnapshot, Snapshot
from table.settings.model import load_settings
from table.values import to_json
from table.view import View
from tests.browser.audit import violations
from tests.on_stand_ins import StandIns
from tests.playing import COMMAND, PATIENCE_S, free_port
from tests.web.test_why import StubTable
from web.api.setting_up import NOBODY
from web.server.app import create_app

pytestmark = [pytest.mark.browser, pytest.mark.long]

CARDS = ("04a1b2c3d4e5f6", "04a1b2c3d4e5f7")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 844, "height": 390},
    {"width": 1280, "height": 800},
)


# -- for real


@pytest.fixture
def nothing_yet(tmp_path: Path) -> Iterator[tuple[StandIns, str]]:
    """The service on a fresh Pi, to which two readers and three buttons are wired; and where it is served."""
    on_a_pi = StandIns(tmp_path)
    on_a_pi.config.unlink()
    port = free_port()
    line = [COMMAND, "serve", "--config", str(on_a_pi.config), "--port", str(port)]
    process = subprocess.Popen(
        [*line, "--database", str(tmp_path / "table.db")], env=on_a_pi.environment, stdout=subprocess.DEVNULL
    )
    yield on_a_pi, f"http://localhost:{port}"
    process.terminate()
    assert process.wait(PATIENCE_S) == 0


def opened(page: Page, url: str) -> None:
    """Open a page as soon as it is served."""
    for _ in range(100):
        try:
            page.goto(url, wait_until="domcontentloaded")
        except Error:  # it is refused
            page.wait_for_timeout(100)
        else:
            return
    raise AssertionError(f"nothing is served at {url}")


def asks(page: Page, words: str) -> None:
    expect(page.get_by_role("heading", level=2)).to_have_text(words)


def test_from_nothing_to_the_first_card_of_a_game(nothing_yet: tuple[StandIns, str], phone: Page) -> None:
    on_a_pi, url = nothing_yet
    opened(phone, url)
    expect(phone).to_have_url(f"{url}/setup")
    expect(phone.locator("code")).to_have_text("sudo cardtable pin")
    phone.get_by_label("The PIN", exact=True).fill((on_a_pi.config.parent / "table.db.pin").read_text().strip())
    phone.get_by_role("button", name="Become host").tap()

    phone.get_by_role("button", name="Begin").tap()
    phone.get_by_role("button", name="Next").tap()  # two pads
    phone.get_by_role("button", name="fewer").tap()  # of four buttons
    phone.get_by_role("button", name="Next").tap()
    phone.get_by_role("button", name="No", exact=True).tap()  # no lights
    shown_by_hands(on_a_pi, phone)
    phone.get_by_role("button", name="Yes, use it").tap()

    asks(phone, "The table is set up.")
    assert [reader.device for reader in load_settings(on_a_pi.config).readers] == [1, 0]
    phone.get_by_role("link", name="Tag a deck").tap()
    with on_a_pi.hands() as hands:
        deck = phone.locator("[data-deck='mito']")
        deck.get_by_role("button", name="Tag card after card").tap()
        for number, uid in enumerate(CARDS, start=1):
            expect(deck.locator("[data-card]")).to_be_visible()
            hands.touches(uid, "0.1")
            expect(deck.locator(".count")).to_contain_text(f"{number} of 72 cards carry a tag")
        deck.get_by_role("button", name="Stop").tap()

        phone.goto(f"{url}/host", wait_until="domcontentloaded")
        phone.get_by_role("button", name="New game", exact=True).tap()
        phone.get_by_label("Game", exact=True).select_option("mito")
        for seat, name in enumerate(("Ana", "Ben", "Cleo"), start=1):
            phone.get_by_label(f"Name at seat {seat}").fill(name)
        phone.get_by_role("button", name="Start", exact=True).tap()
        expect(phone.locator(".headline")).to_have_text("Round 1")
        hands.touches(CARDS[0], "0.1")
        expect(phone.locator(".headline")).to_have_text("Ana’s turn")  # the first card opens the pile
        assert_shows_what_is_wired(on_a_pi, phone, hands)


def shown_by_hands(on_a_pi: StandIns, phone: Page) -> None:
    """Touch and press what is asked for, sleep and go back now and then, and leave the readers unmeasured."""
    with on_a_pi.hands() as hands:
        asks(phone, "Touch the left pad in the middle with a card.")
        hands.touches(CARDS[0], "0.1")
        asks(phone, "Touch the right pad in the middle with a card.")
        phone.reload(wait_until="domcontentloaded")  # a phone that has slept
        asks(phone, "Touch the right pad in the middle with a card.")
        hands.touches(CARDS[0], "0.0")
        asks(phone, "Press the button of seat 1.")
        hands.taps(1)
        asks(phone, "Press the button of seat 2.")
        phone.get_by_role("button", name="Back").tap()
        asks(phone, "Press the button of seat 1.")
        hands.taps(1)
        asks(phone, "Press the button of seat 2.")
        phone.wait_for_timeout(200)  # a contact may chatter so long
        hands.taps(1)
        expect(phone.get_by_text("That is the button of seat 1")).to_be_visible()
        hands.taps(2)
        asks(phone, "Press the button of seat 3.")
        hands.taps(3)
    for pad in ("left", "right"):
        asks(phone, f"Lay a card on the {pad} pad in the middle.")
        phone.get_by_role("button", name="Do not measure it").tap()
    asks(phone, "Is this your table?")


def assert_shows_what_is_wired(on_a_pi: StandIns, phone: Page, hands: Any) -> None:
    """The host's page shows the table as it is wired, and what happens there."""
    snapshot = phone.locator("svg.wired")
    expect(snapshot.locator(".pad.known")).to_have_count(2)
    hands.does("put", uid=CARDS[1], reader="0.0")
    expect(snapshot.locator("[data-part='hidden'] .lying")).to_have_count(1)
    expect(phone.get_by_text("reads 100 %").first).to_be_visible()
    hands.does("press", pin=17)
    expect(snapshot.locator("[data-part='button.1'].on")).to_have_count(1)
    hands.does("release", pin=17)
    hands.does("lift", uid=CARDS[1])
    expect(snapshot.locator(".button.on, .lying")).to_have_count(0)


# -- every question

FOUND: list[dict[str, Any]] = [
    {"at": f"pico under-the-table, channel {n}", "chip": "", "zones": [zone], "measured": None}
    for n, zone in enumerate(["discard", "hidden", *(f"seat.{seat}" for seat in range(1, 9))])
]
FOUND[0]["measured"] = (
    "measured: 33 dB: 661 of 794 looks lost, longest silence 340 ms, a lying card given up 3 times; with these keys "
    "43 dB: 2006 of 2497 looks lost, longest silence 219 ms, a lying card given up never"
)
EIGHT = {
    "pads": [one["zones"][0] for one in FOUND],
    "seats": 8,
    "readers": FOUND,
    "buttons": {str(seat): f"BCM {seat + 4} (pin {seat + 20})" for seat in range(1, 9)},
    "lights": [{"at": "BCM 12 (pin 32)", "beside": 3}, {"at": "BCM 13 (pin 33)", "beside": "discard"}],
    "number": 7,
    "steps": 21,
}
WHY = "SPI 0.1: chip absent, or held in reset: VersionReg reads 0x00, while others on the bus answer; check its SDA"
PINS = list(range(2, 28))
PLACES = [f"GP {pin} of pico under-the-table" for pin in (0, 1, 10, 11, 12, 13, 14, 15, 27, 28)]
STATES: dict[str, dict[str, Any]] = {
    "fresh": {"state": "ready"},
    "cannot be opened": {"state": "ready", "wired": True, "alone": True, "why": WHY},
    "by hand": {"state": "elsewhere"},
    "wired": {"state": "ready", "wired": True},
    "looking": {"state": "looking"},
    "touch": {"ask": {"ask": "touch", "zone": "seat.8"}, "notes": [WHY, WHY]},
    "press": {"ask": {"ask": "press", "seat": 5}, "heard": "that is the button of seat 4: press the button of seat 5"},
    "drive": {"ask": {"ask": "drive", "pins": PINS}},
    "lights": {"ask": {"ask": "lights", "pins": [], "places": PLACES}},
    "lit": {"ask": {"ask": "lit", "at": PLACES[0]}},
    "measure": {"ask": {"ask": "measure", "zone": "seat.7", "do": "lift", "round": 10, "of": 10}},
    "write": {"ask": {"ask": "write"}},
    "to_json": {"state": "to_json"},
    "failed": {"state": "failed", "why": WHY},
}


@pytest.fixture(scope="module")
def asking_page(browser: Browser) -> Iterator[Page]:
    """The page of a set-up that is told what a test wants."""
    app = create_app(StubTable(Board(Snapshot(1, GameSnapshot(1, {"public": View()})))))
    context = browser.new_context(viewport=SIZES[0], has_touch=True, is_mobile=True, reduced_motion="reduce")
    page = context.new_page()

    def answer(route: Route) -> None:
        path = urlsplit(route.request.url).path
        if path == "/api/v1/setup":
            state = STATES[page.evaluate("window.wanted ?? 'fresh'")]
            asking = {**EIGHT, "state": "asking"} if "ask" in state else {}
            route.fulfill(json={**to_json(NOBODY), **asking, **state})
            return
        with app.test_client().get(path, headers={"Host": "localhost"}) as answered:
            body = answered.get_data().replace(b'{"host": false}', b'{"host": true}')
            route.fulfill(status=answered.status_code, content_type=answered.content_type, body=body)

    context.route("**/*", answer)
    page.goto("http://table.test/setup", wait_until="domcontentloaded")
    yield page
    context.close()


@pytest.mark.parametrize("state", STATES)
def test_each_question_fits_every_screen_and_everybody_can_read_and_answer_it(asking_page: Page, state: str) -> None:
    asking_page.evaluate("(wanted) => { window.wanted = wanted; }", state)
    asked = asking_page.evaluate("async () => JSON.stringify(await (await fetch('/api/v1/setup')).json())")
    with asking_page.expect_response("**/api/v1/setup"):
        pass
    expect(asking_page.locator(".framed").first).to_be_visible()
    assert json.loads(asked)["state"] in (STATES[state].get("state"), "asking")

    wrong = {f"{size['width']}x{size['height']}": misfits(asking_page, size) for size in SIZES}

    assert {size: found for size, found in wrong.items() if found} == {}
    assert violations(asking_page, "light", "dark") == {}


def misfits(page: Page, size: ViewportSize) -> list[str]:
    """Return what is too wide, too small to read, or too small to touch."""
    page.set_viewport_size(size)
    wrong: list[str] = page.evaluate("""() => {
        const wrong = document.documentElement.scrollWidth > innerWidth ? ["the page is too wide"] : [];
        for (const one of document.querySelectorAll("main *")) {
            if (one.closest("svg") || !one.checkVisibility()) continue;
            const { width, height } = one.getBoundingClientRect();
            const text = one.textContent.trim();
            if (one.matches("button, a.says, a.again") && Math.min(width, height) < 44) wrong.push(`small: ${text}`);
            if (text && parseFloat(getComputedStyle(one).fontSize) < 16) wrong.push(`tiny: ${text}`);
        }
        return wrong;
    }""")
    return wrong
