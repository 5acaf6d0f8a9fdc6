"""Fingers on the virtual table: buttons that are let go whatever happens, and cards that are where they were left."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.conftest import PHONE
from tests.browser.seats import SIZES, Seat, out_of_reach, sit
from tests.playing import Playing

pytestmark = pytest.mark.browser


@pytest.fixture
def ana(browser: Browser, table: Playing) -> Iterator[Seat]:
    table.touches("number2.1", "discard")
    ana = sit(browser, table.url, 1)
    expect(ana.headline).to_have_text("Your turn")
    yield ana
    ana.page.context.close()


@pytest.mark.long
@pytest.mark.parametrize(
    "leaving", ["Event('pagehide')", "Event('blur')", "PointerEvent('pointercancel', {pointerId: 1})"]
)
def test_a_finger_that_leaves_its_page_is_lifted(ana: Seat, leaving: str) -> None:
    with ana.page.expect_response("**/api/v1/tabletop"):
        ana.button.dispatch_event("pointerdown", {"pointerId": 1})

    with ana.page.expect_request(lambda request: '"release"' in (request.post_data or "")):
        ana.page.evaluate(f"window.dispatchEvent(new {leaving})")


def test_hands_move_in_order_however_slow_the_network_is(ana: Seat) -> None:
    ana.page.evaluate("""() => {
        const send = window.fetch;
        let first = true;
        window.fetch = (...request) => {
            const wait = first ? 250 : 0;
            first = false;
            return new Promise((done) => setTimeout(done, wait)).then(() => send(...request));
        };
    }""")
    ana.taps()

    expect(ana.page.locator(".news li").first).to_have_text("You draw a card.")


def test_several_people_share_one_laptop(ana: Seat) -> None:
    ana.chooses("One more seat here")
    ana.page.locator("[data-chair='2']").tap()
    tabs = ana.page.get_by_role("group", name="Whose hand is shown")

    expect(tabs.get_by_role("button")).to_have_text(["Ana", "Ben"])
    expect(ana.page.locator("[data-button='2']")).to_be_visible()
    tabs.get_by_role("button", name="Ana").tap()
    expect(ana.button).to_be_visible()


@pytest.mark.long
def test_cards_are_in_the_hand_when_the_page_is_opened_again(browser: Browser, table: Playing) -> None:
    ana = sit(browser, table.url, 1)
    ana.page.get_by_role("button", name="Shuffle and deal").tap()
    expect(ana.page.locator(".pick")).to_have_count(8)
    dealt = ana.page.locator(".pick").evaluate_all("(all) => all.map((one) => one.dataset.card)")

    ana.page.reload(wait_until="domcontentloaded")

    ana.holds(*dealt)
    ana.page.context.close()


@pytest.mark.long
def test_what_the_table_says_no_to_is_said_in_a_sentence(ana: Seat, table: Playing) -> None:
    table.host().asks("seats/1/free")

    ana.taps()

    expect(ana.page.locator("[data-chair='1']")).to_be_enabled()


@pytest.mark.long
def test_the_discard_the_hand_and_the_button_are_in_sight(browser: Browser, table: Playing) -> None:
    table.begins_anew(players=["Konstantin", "Maximilian", "Wilhelmina", "Bartholomo"])
    ana = sit(browser, table.url, 1)
    ana.page.get_by_role("button", name="Shuffle and deal").tap()
    expect(ana.page.locator(".pick")).to_have_count(8)
    expect(ana.headline).to_have_text("Your turn")
    ana.picks(ana.page.locator(".pick").first.get_attribute("data-card") or "")
    missed = {}
    for size in SIZES:
        ana.page.set_viewport_size(size)
        missed[str(size)] = out_of_reach(ana.page, (".pad .stack", ".pick.picked", "[data-button='1'] .cap"))

    assert {size: places for size, places in missed.items() if places} == {}
    ana.page.context.close()


@pytest.mark.long
def test_whoever_taps_before_his_cards_are_counted_has_them_counted_first(browser: Browser, table: Playing) -> None:
    ana, ben = sit(browser, table.url, 1), sit(browser, table.url, 2)
    ana.page.get_by_role("button", name="Shuffle and deal").tap()
    expect(ana.headline).to_have_text("Your turn")  # nobody is out before the pile has begun
    ana.presses_until(ben.page.get_by_text("Ana is out", exact=True))

    ben.taps()
    expect(ben.page.get_by_text("8 of 8 cards counted")).to_be_visible()
    ben.taps()

    shown = table.waits_until(lambda view: view["seats"][1]["counting"] is None)
    assert "Ben scores 0 points." not in [event["said"] for event in shown["news"]]
    for seat in (ana, ben):
        seat.page.context.close()


@pytest.mark.long
def test_who_comes_in_the_middle_is_in_the_next_game(browser: Browser, table: Playing) -> None:
    table.touches("number2.1", "discard")
    table.shows("number2.1")
    tom = Seat(browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True), table.url, 4)
    tom.page.locator("[data-chair='4']").tap()
    expect(tom.page.get_by_role("alert")).to_have_text("Say your name first: nobody plays at that seat yet.")
    tom.page.get_by_label("Your name").fill("Tom")
    tom.page.locator("[data-chair='4']").tap()
    expect(tom.page.get_by_text("Tom, you are in the next game.")).to_be_visible()

    host = table.host()
    host.asks("choices", choice="abort")
    host.asks("games")

    expect(tom.button).to_be_visible()
    assert [seat["name"] for seat in table.table()["seats"]] == ["Ana", "Ben", "Cleo", "Tom"]
    tom.page.context.close()


@pytest.mark.long
def test_a_name_that_is_too_long_or_somebody_elses_is_told_before_a_seat_is_taken(
    browser: Browser, table: Playing
) -> None:
    tom = Seat(browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True), table.url, 4)
    name, alert = tom.page.get_by_label("Your name"), tom.page.get_by_role("alert")
    name.fill("Bartholomew the Younger")
    expect(tom.page.get_by_text("23 of 20 letters")).to_be_visible()
    expect(name).to_have_value("Bartholomew the Younger")
    tom.page.locator("[data-chair='4']").tap()
    expect(alert).to_have_text("A name has at most 20 letters, and this one has 23.")
    name.fill("\N{CYRILLIC CAPITAL LETTER A}na")
    tom.page.locator("[data-chair='4']").tap()
    expect(alert).to_have_text("\N{CYRILLIC CAPITAL LETTER A}na and Ana look alike: choose another name.")

    expect(tom.page.locator("[data-chair='4']")).to_be_enabled()
    assert table.phone().gets("me")["held"] == []
    name.fill("Tom")
    tom.page.locator("[data-chair='4']").tap()
    expect(tom.button).to_be_visible()
    tom.page.context.close()


@pytest.mark.long
def test_a_seat_that_is_in_no_game_says_its_name_where_it_sits(browser: Browser, table: Playing) -> None:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    page.goto(f"{table.url}/seat/5", wait_until="domcontentloaded")
    page.get_by_role("button", name="Take this seat").tap()
    expect(page.locator("[data-button='5']")).to_be_visible()
    page.goto(f"{table.url}/virtual", wait_until="domcontentloaded")

    page.get_by_label("You are not in this game.").fill("Xi")
    page.get_by_role("button", name="Join", exact=True).tap()

    shown = table.waits_until(lambda view: view["seats"][-1]["name"] == "Xi")
    assert [seat["seat"] for seat in shown["seats"]] == [1, 2, 3, 5]
    expect(page.get_by_role("button", name="Shuffle and deal")).to_be_enabled()
    context.close()


SLOW = """() => {
    const send = window.fetch;
    window.fetch = (...request) => new Promise((done) => setTimeout(done, 900)).then(() => send(...request));
}"""


def test_a_tap_stays_a_tap_however_slow_the_network_is(ana: Seat) -> None:
    ana.page.evaluate(SLOW)
    ana.taps()

    expect(ana.page.locator(".news li").first).to_have_text("You draw a card.")
    expect(ana.headline).to_have_text("Ben’s turn")


def test_what_a_hold_says_is_a_button(ana: Seat) -> None:
    ana.page.locator("[data-choice='out']").tap()

    expect(ana.headline).to_have_text("You are out")


@pytest.mark.long
def test_a_card_of_eight_gets_to_its_pile_by_two_keys_and_the_focus_comes_back(
    browser: Browser, table: Playing
) -> None:
    ana = sit(browser, table.url, 1)
    ana.page.get_by_role("button", name="Shuffle and deal").tap()
    cards = ana.page.locator("[data-hand] .pick")
    expect(cards).to_have_count(8)
    expect(ana.headline).to_have_text("Your turn")
    sixth = cards.nth(5).get_attribute("data-card") or ""
    cards.first.focus()
    ana.page.keyboard.press("6")
    expect(ana.page.locator(".pad[data-zone='discard']")).to_be_focused()
    ana.page.keyboard.press("Enter")

    expect(ana.card(sixth)).to_have_count(0)
    expect(cards).to_have_count(7)
    expect(cards.first).to_be_focused()
    ana.page.keyboard.press("ArrowRight")
    expect(cards.nth(1)).to_be_focused()
    ana.page.context.close()
