"""What only Mito shows: its lesson, its races, the last word on a question, and the rules with their cards."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.seats import Seat, sit
from tests.playing import Playing

pytestmark = pytest.mark.browser


@pytest.fixture
def learner(browser: Browser, table: Playing) -> Iterator[Seat]:
    seat = sit(browser, table.url, 2, "Zoe")
    yield seat
    seat.page.context.close()


@pytest.mark.long
def test_who_is_new_learns_it_in_a_minute(learner: Seat, table: Playing) -> None:
    coach = learner.page.locator(".coach")
    learner.chooses("New here? Learn it in a minute")
    expect(coach).to_contain_text("Tap your 3, then the discard")
    learner.picks("number3.1")
    expect(learner.page.locator(".pad.open")).to_have_count(1)
    learner.page.locator(".pad").tap()
    expect(coach).to_contain_text("lay your 5 on the 3")  # the neighbours have drawn by themselves
    learner.picks("number5.1")
    expect(learner.page.locator(".pad.open")).to_have_count(0)  # it does not fit
    learner.page.locator(".pad").tap()
    expect(coach).to_contain_text("Refused")
    learner.takes_back("number5.1")
    expect(coach).to_contain_text("lay the mosquito")
    learner.lays("mosquito4.1")
    expect(coach).to_contain_text("Slap!")
    learner.taps()
    expect(learner.page.locator(".result li")).to_have_count(3)
    expect(coach).to_contain_text("That is all there is to it")
    coach.get_by_role("button", name="Play a real game").tap()

    deal = learner.page.get_by_role("button", name="Shuffle and deal")
    expect(deal).to_be_visible()
    expect(learner.headline).to_have_text("Round 1")
    deal.tap()
    expect(learner.headline).to_have_text("Ana’s turn")
    assert [seat["name"] for seat in table.table()["seats"]] == ["Ana", "Zoe", "Cleo"]


@pytest.mark.long
def test_a_second_game_is_three_taps_away(learner: Seat, table: Playing) -> None:
    page = learner.page
    page.goto(f"{table.url}/host", wait_until="domcontentloaded")
    page.get_by_label("The PIN").fill(table.pin)
    page.get_by_role("button", name="Become host").tap()

    page.get_by_role("button", name="New game", exact=True).tap()
    page.get_by_role("button", name="Start", exact=True).tap()
    expect(page.get_by_role("button", name="New game", exact=True)).to_be_visible()
    page.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    page.get_by_role("button", name="Shuffle and deal").tap()

    expect(learner.headline).to_have_text("Ana’s turn")


@pytest.mark.long
def test_nobody_knows_who_answered_until_somebody_says_so(browser: Browser, table: Playing, phone: Page) -> None:
    for card in ("number2.1", "cockroach3.1", "number3.1"):
        table.touches(card, "discard")
        table.shows(card)
    phone.goto(f"{table.url}/seat/2", wait_until="domcontentloaded")
    expect(phone.locator(".headline")).to_have_text("Who answered the cockroach first?")
    expect(phone.locator("[data-answer]")).to_have_count(0)
    phone.get_by_role("button", name="Take this seat").tap()

    phone.get_by_role("button", name="Cleo").tap()

    expect(phone.locator(".headline")).to_have_text("Cleo’s turn")
    expect(phone.locator("[data-answer]")).to_have_count(0)


def test_a_match_race_is_told_with_its_time(table: Playing, phone: Page) -> None:
    phone.goto(table.url, wait_until="domcontentloaded")
    for card in ("number2.1", "cockroach3.1"):
        table.touches(card, "discard")
        table.shows(card)

    expect(phone.locator(".headline")).to_have_text("Quick, a 3!")
    expect(phone.locator(".countdown")).to_be_visible()
    expect(phone.locator(".top .card.cockroach")).to_be_visible()


@pytest.mark.long
def test_the_rules_are_a_tap_away_and_show_their_cards(table: Playing, phone: Page) -> None:
    phone.goto(table.url, wait_until="domcontentloaded")
    phone.get_by_role("link", name="Rules").tap()

    expect(phone.locator(".sample .card")).to_have_count(6)
    phone.get_by_role("link", name="Français").tap()
    expect(phone.locator(".lead")).to_contain_text("Tricher est permis")
    expect(phone.locator(".sample .card")).to_have_count(6)  # not before the page's styles are there
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width == PHONE["width"]


@pytest.mark.long
def test_on_a_seats_console_the_discard_is_seen_while_cards_are_owed(browser: Browser, table: Playing) -> None:
    table.touches("number2.1", "discard")
    table.shows("number2.1")
    table.touches("mosquito3.1", "discard")
    table.waits_until(lambda view: view["race"] is not None)
    for seat in (1, 2, 3):
        table.taps(seat)  # a button that stays down would end the round
    console = browser.new_page(viewport=PHONE)
    console.goto(f"{table.url}/seat/2", wait_until="domcontentloaded")

    expect(console.locator(".debts")).to_be_visible()
    card = console.locator("[data-zone='discard'] .card").last.bounding_box()
    assert card is not None
    assert card["height"] > 100
    console.close()
