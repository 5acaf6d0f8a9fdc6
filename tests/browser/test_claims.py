"""A phone that asks: for a seat whose phone is gone, or to be host; all others see the same sign."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.seats import Seat, sit
from tests.playing import Playing

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def table(lasting_table: Playing) -> Playing:
    return lasting_table


@pytest.fixture(scope="module")
def both(browser: Browser, table: Playing) -> Iterator[tuple[Seat, Seat]]:
    ana, ben = sit(browser, table.url, 1), sit(browser, table.url, 2)
    yield ana, ben
    for seat in (ana, ben):
        seat.page.context.close()


@pytest.fixture
def people(both: tuple[Seat, Seat], table: Playing) -> tuple[Seat, Seat]:
    """Ana and Ben at their seats; who has lost his sits down again."""
    for seat in both:
        if not seat.button.is_visible():
            table.host().asks(f"seats/{seat.number}/free")
            seat.sits_down()
    return both


def asks_for_bens_seat(new: Page, table: Playing) -> str:
    """Ask for Ben's seat on a new phone; return the sign that it shows."""
    new.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    new.locator("[data-lost='2']").tap()
    new.get_by_role("button", name="This is my seat").tap()
    expect(new.locator(".ask-back .claim-sign")).to_be_visible()
    return new.locator(".ask-back .claim-sign").inner_text()


@pytest.mark.long
def test_who_lost_his_phone_gets_his_seat_back(
    people: tuple[Seat, Seat], browser: Browser, table: Playing, phone: Page
) -> None:
    ana, ben = people
    scoreboard = browser.new_page(viewport=DESK)
    scoreboard.goto(table.url, wait_until="domcontentloaded")
    sign = asks_for_bens_seat(phone, table)
    for page in (ana.page, ben.page, scoreboard):
        expect(page.locator(".claim .claim-sign")).to_have_text(sign)
    expect(phone.locator(".claim")).to_have_count(0)
    expect(scoreboard.locator("[data-agree]")).to_have_count(0)
    expect(ben.page.locator("[data-agree='yes']")).to_have_count(0)

    ana.page.get_by_role("button", name="Yes, it is Ben").tap()

    expect(phone.locator("[data-button='2']")).to_be_visible()
    expect(ben.page.locator("[data-chair='2']")).to_be_visible()
    expect(ben.page.locator("[data-button='2']")).to_have_count(0)
    for page in (ana.page, scoreboard):
        expect(page.locator(".claim")).to_have_count(0)
    scoreboard.close()


def test_a_phone_that_is_still_there_says_so(people: tuple[Seat, Seat], table: Playing, phone: Page) -> None:
    _, ben = people
    asks_for_bens_seat(phone, table)

    ben.page.get_by_role("button", name="I am still here").tap()

    expect(phone.get_by_role("alert")).to_have_text("The phone at that seat says: I am still here.")
    expect(ben.button).to_be_visible()


@pytest.mark.long
def test_two_who_ask_to_be_host_at_once_are_both_told(browser: Browser, table: Playing, phone: Page) -> None:
    both = [phone, browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True).new_page()]
    scoreboard = browser.new_page(viewport=DESK)
    scoreboard.goto(table.url, wait_until="domcontentloaded")
    for page in both:
        page.goto(f"{table.url}/host", wait_until="domcontentloaded")
    both[0].get_by_role("button", name="I am at the table").tap()
    expect(scoreboard.locator(".claim .claim-sign")).to_have_text(both[0].locator(".login .claim-sign").inner_text())

    both[1].get_by_role("button", name="I am at the table").tap()

    for page in both:
        expect(page.get_by_role("alert")).to_have_text("Two phones asked at once: ask again, one after the other.")
        expect(page.locator(".login .claim-sign")).to_have_count(0)
    expect(scoreboard.locator(".claim")).to_have_count(0)
    both[1].context.close()
    scoreboard.close()


@pytest.mark.long
def test_everybody_can_read_a_claim(people: tuple[Seat, Seat], browser: Browser, table: Playing) -> None:
    ana, _ = people
    board = browser.new_page(viewport=PHONE, reduced_motion="reduce")
    board.goto(table.url)
    new = browser.new_page()
    new.goto(f"{table.url}/seat/2")
    new.locator("[data-ask]").click()
    expect(new.locator(".ask-back .claim-sign")).to_be_visible()

    for page in (ana.page, board):
        expect(page.locator(".claim .claim-sign")).to_be_visible()
    assert {page.url: wrong for page in (ana.page, board, new) if (wrong := violations(page))} == {}
    ana.page.locator("[data-agree='no']").tap()
    expect(ana.page.locator(".claim")).to_have_count(0)
    for page in (board, new):
        page.close()
