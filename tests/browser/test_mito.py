"""Mito in a real browser: races by button, the last word on a question, and the rules with their cards."""

from contextlib import suppress

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_scoreboard import touch
from tests.playing import Playing

pytestmark = pytest.mark.browser


def tap(page: Page, seat: int) -> None:
    page.locator(f"[data-button='{seat}']").tap()


def test_a_mosquito_is_slapped_and_everybody_sees_who_gets_cards(table: Playing, phone: Page, browser: Browser) -> None:
    scoreboard = browser.new_page(viewport=PHONE)
    scoreboard.goto(table.url, wait_until="domcontentloaded")
    phone.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    touch(phone, "number2.1", "discard")
    expect(scoreboard.locator(".headline")).to_have_text("Ana’s turn")
    touch(phone, "mosquito3.1", "discard")
    expect(scoreboard.locator(".headline")).to_have_text("Slap!")
    expect(scoreboard.locator(".top .card.mosquito")).to_be_visible()

    tap(phone, 2)
    expect(scoreboard.locator("[data-seat='2']")).not_to_have_class("seat busy")
    tap(phone, 1)  # Cleo does not press: after 5 s she is the last

    expect(scoreboard.locator(".headline")).to_have_text("Ben’s turn")
    expect(scoreboard.locator(".prompt")).to_contain_text("All give Cleo a card, but no moth")
    expect(scoreboard.locator(".news li")).to_contain_text(["Ben gives Cleo a card.", "Ana gives Cleo a card."])
    scoreboard.close()


def test_nobody_knows_who_answered_until_somebody_says_so(table: Playing, phone: Page) -> None:
    phone.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    touch(phone, "number2.1", "discard")
    expect(phone.locator(".saying h1")).to_have_text("Ana’s turn")
    touch(phone, "cockroach3.1", "discard")
    expect(phone.locator(".saying h1")).to_have_text("A 3, quick!")
    touch(phone, "number3.1", "discard")

    expect(phone.locator(".saying h1")).to_have_text("Who answered the cockroach first?")
    expect(phone.locator(".buttons .lit")).to_have_count(3)
    button, settled = phone.locator("[data-button='2']"), phone.locator(".saying h1", has_text="’s turn")
    for _ in range(5):  # within a second after the race no press is an answer
        button.dispatch_event("pointerdown", {"pointerId": 1})
        with suppress(AssertionError):
            expect(settled).to_be_visible(timeout=2_000)
        button.dispatch_event("pointerup", {"pointerId": 1})
        if settled.is_visible():
            break
    expect(settled).to_have_text("Cleo’s turn")  # a hold is the third answer


def test_the_rules_are_a_tap_away_and_show_their_cards(table: Playing, phone: Page) -> None:
    phone.goto(table.url, wait_until="domcontentloaded")
    phone.get_by_role("link", name="Rules").tap()

    expect(phone.locator(".sample .card")).to_have_count(6)
    phone.get_by_role("link", name="Français").tap()
    expect(phone.locator(".lead")).to_contain_text("Tricher est permis")
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width == PHONE["width"]
