"""The pages in a real browser, with a real table behind them: what a finger does shows on another phone."""

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import DESK, PHONE
from tests.playing import Playing

pytestmark = pytest.mark.browser


def on_top(page: Page, card: str) -> None:
    expect(page.locator(f".top[data-card='{card}'] .card")).to_be_visible()


def on_top_of_pad(page: Page, card: str) -> None:
    expect(page.locator(f".pick.on-top[data-card='{card}']")).to_be_visible()


def touch(page: Page, card: str, zone: str) -> None:
    pick = page.locator(f"[data-card='{card}']")
    if pick.get_attribute("aria-pressed") == "false":
        pick.tap(position={"x": 8, "y": 20})
    page.locator(f"[data-zone='{zone}']").tap()


def test_a_card_put_on_the_pages_pad_shows_on_a_scoreboard(table: Playing, phone: Page, browser: Browser) -> None:
    scoreboard = browser.new_page(viewport=DESK)
    scoreboard.goto(table.url, wait_until="domcontentloaded")
    expect(scoreboard.locator(".headline")).to_have_text("Round 1")
    phone.goto(f"{table.url}/virtual", wait_until="domcontentloaded")

    touch(phone, "number2.1", "discard")
    on_top(scoreboard, "number2.1")
    expect(scoreboard.locator(".headline")).to_have_text("Ana’s turn")
    touch(phone, "number4.1", "discard")
    expect(scoreboard.locator(".headline")).to_have_text("Ana, not there")
    expect(scoreboard.locator(".prompt")).to_have_text("Ana: touch the 4 again and take it back.")
    expect(scoreboard.locator(".news li").first).to_have_text("A 4 does not fit on a 2: play a 1 or a 3.")
    expect(phone.locator(".saying .prompt")).to_have_text("Ana: touch the 4 again and take it back.")
    scoreboard.close()


def test_buttons_draw_and_end_the_round_and_the_score_shows(table: Playing, phone: Page, browser: Browser) -> None:
    scoreboard = browser.new_page(viewport=PHONE)
    scoreboard.goto(table.url, wait_until="domcontentloaded")
    phone.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    touch(phone, "number2.1", "discard")
    on_top(scoreboard, "number2.1")

    phone.locator("[data-button='1']").tap()
    expect(scoreboard.locator(".headline")).to_have_text("Ben’s turn")
    expect(scoreboard.locator(".news li").first).to_have_text("Ana draws a card.")
    button = phone.locator("[data-button='2']")
    button.dispatch_event("pointerdown", {"pointerId": 1})
    expect(scoreboard.locator(".headline")).to_have_text("Ben is out")
    button.dispatch_event("pointerup", {"pointerId": 1})
    touch(phone, "number5.1", "seat.3")
    expect(scoreboard.locator("[data-seat='3'] .counting")).to_have_text("1 card")
    touch(phone, "number3.1", "seat.1")
    expect(scoreboard.locator("[data-seat='1'] .counting")).to_have_text("1 card")
    phone.locator("[data-button='3']").tap()
    phone.locator("[data-button='1']").tap()

    expect(scoreboard.locator("[data-seat='3'] .score")).to_have_text("1")
    expect(scoreboard.locator(".headline")).to_have_text("Round 1 is over")
    expect(scoreboard.locator(".seat.busy .name")).to_have_text("Ben")
    scoreboard.close()


def test_a_phone_that_lost_its_network_is_right_again(table: Playing, phone: Page) -> None:
    phone.goto(table.url, wait_until="domcontentloaded")
    expect(phone.locator(".link")).to_have_text("live")
    phone.context.set_offline(True)
    table.touches("number2.1", "discard")
    table.shows("number2.1")
    phone.context.set_offline(False)
    phone.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

    on_top(phone, "number2.1")
    expect(phone.locator(".link")).to_have_text("live")


@pytest.mark.parametrize(
    "leaving", ["Event('pagehide')", "Event('blur')", "PointerEvent('pointercancel', {pointerId: 1})"]
)
def test_a_finger_that_leaves_its_page_is_lifted(table: Playing, phone: Page, leaving: str) -> None:
    table.touches("number2.1", "discard")
    phone.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    on_top_of_pad(phone, "number2.1")
    with phone.expect_response("**/api/v1/tabletop"):
        phone.locator("[data-button='1']").dispatch_event("pointerdown", {"pointerId": 1})

    with phone.expect_request(lambda request: '"release"' in (request.post_data or "")):
        phone.evaluate(f"window.dispatchEvent(new {leaving})")


def test_hands_move_in_order_however_slow_the_network_is(table: Playing, phone: Page) -> None:
    table.touches("number2.1", "discard")
    phone.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    on_top_of_pad(phone, "number2.1")
    phone.evaluate("""() => {
        const send = window.fetch;
        let first = true;
        window.fetch = (...request) => {
            const wait = first ? 250 : 0;
            first = false;
            return new Promise((done) => setTimeout(done, wait)).then(() => send(...request));
        };
    }""")
    phone.locator("[data-button='1']").tap()

    expect(phone.locator(".said")).to_have_text("Ana draws a card.")


@pytest.mark.parametrize("width", [320, 390, 1280])
@pytest.mark.parametrize("path", ["/", "/virtual"])
@pytest.mark.parametrize("out", [False, True], ids=["playing", "counting"])
def test_nothing_has_to_be_scrolled_sideways(
    table: Playing, browser: Browser, width: int, path: str, out: bool
) -> None:
    page = browser.new_page(viewport={"width": width, "height": 844})
    table.touches("number2.1", "discard")
    table.shows("number2.1")
    if out:
        table.presses(1)
    page.goto(table.url + path, wait_until="domcontentloaded")
    expect(page.locator("h1")).to_be_visible()
    if out:
        expect(page.locator(".prompt")).to_contain_text("touch each card")

    assert page.evaluate("document.documentElement.scrollWidth") <= width
    page.close()


def test_the_whole_scoreboard_fits_on_a_phone(table: Playing, phone: Page) -> None:
    table.touches("number2.1", "discard")
    phone.goto(table.url, wait_until="domcontentloaded")
    on_top(phone, "number2.1")

    assert phone.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]
