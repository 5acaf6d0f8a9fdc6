"""Robots who play by themselves, on the pages: a calm line says so, and a tap on a seat begins one's own game."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.stubbed_page import SETTLED, STREAM
from tests.browser.test_looks import NARROW, SMALLEST, TEXT_PX
from tests.playing import Playing, playing

pytestmark = [pytest.mark.browser, pytest.mark.long]

LINE = "Robots are playing. Take a seat to play yourself."


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Playing]:
    with playing(tmp_path / "table.db", "--auto") as table:
        yield table


def test_who_looks_on_sees_them_play_and_takes_a_seat(table: Playing, phone: Page) -> None:
    phone.goto(table.url, wait_until="domcontentloaded")
    line = phone.locator(".auto")
    expect(line.locator("p")).to_have_text(LINE)
    expect(phone.locator(".top .card")).to_be_visible()
    expect(phone.locator(".news li").first).to_be_visible()

    line.get_by_role("link", name="Take a seat").tap()
    expect(phone.locator(".guests")).to_have_text("Robots are playing. They make room as soon as you sit down.")
    phone.get_by_label("Your name").fill("Zoe")
    phone.locator("[data-chair='2']").tap()

    expect(phone.locator(".auto")).to_have_count(0)
    expect(phone.locator(".headline")).to_have_text("Zoe is here")
    expect(phone.locator(".prompt")).to_have_text("Two more are needed: take a seat and say your name.")
    expect(phone.locator(".no-cards")).to_have_text("Zoe, you are in.")
    for seat, name in ((1, "Xi"), (3, "Yan")):
        phone.locator("[data-menu]").tap()
        phone.get_by_role("button", name="One more seat here").tap()
        phone.get_by_label("Your name").fill(name)
        phone.locator(f"[data-chair='{seat}']").tap()
    phone.get_by_role("button", name="Zoe").tap()
    expect(phone.locator("[data-button='2']")).to_be_visible()
    phone.get_by_role("button", name="Shuffle and deal").tap()
    expect(phone.locator(".pick")).to_have_count(8)
    expect(phone.locator(".headline")).to_have_text("Xi’s turn")
    assert [seat["name"] for seat in table.table()["seats"]] == ["Xi", "Zoe", "Yan"]


def after_a_race(table: Playing) -> dict[str, Any]:
    """Play until the page has most to show: how a race went, and what follows from it."""
    table.begins_anew()
    table.touches("number2.1", "discard")
    table.waits_until(lambda view: view["turn"] == 1)
    table.touches("mosquito3.1", "discard")
    table.waits_until(lambda view: view["race"] is not None)
    for seat in (1, 2, 3):
        table.taps(seat)
    return table.waits_until(lambda view: view["race"] is None and view["result"] is not None)


def test_all_of_it_is_in_sight_on_a_phone(lasting_table: Playing, phone: Page) -> None:
    phone.add_init_script(STREAM)  # the page is told what it would be told if robots had played this
    phone.goto(lasting_table.url, wait_until="domcontentloaded")
    phone.wait_for_function("() => Boolean(window.stream)")
    phone.evaluate("(picture) => tell('picture', picture)", {**after_a_race(lasting_table), "auto": True})
    for place in (".auto p", ".top .card", ".result .at", ".news li"):
        expect(phone.locator(place).first).to_be_visible()
    phone.evaluate(SETTLED)

    assert phone.evaluate("document.documentElement.scrollHeight") <= PHONE["height"]


def test_a_phone_with_a_seat_from_before_looks_on_until_its_player_says_so(tmp_path: Path, phone: Page) -> None:
    with playing(tmp_path / "table.db", "--auto") as before:
        phone.goto(f"{before.url}/virtual", wait_until="domcontentloaded")
        phone.get_by_label("Your name").fill("Zoe")
        phone.locator("[data-chair='1']").tap()
        expect(phone.locator(".no-cards")).to_have_text("Zoe, you are in.")

    with playing(tmp_path / "table.db", "--auto") as table:
        phone.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
        expect(phone.locator(".auto p")).to_have_text(LINE)
        expect(phone.locator("[data-button]")).to_have_count(0)

        phone.get_by_role("button", name="Play yourself").tap()

        expect(phone.locator(".prompt")).to_have_text("Three are needed: take a seat and say your name.")
        phone.get_by_label("Say your name").fill("Zoe")
        phone.get_by_role("button", name="Join").tap()
        expect(phone.locator(".headline")).to_have_text("Zoe is here")


@pytest.fixture(scope="module")
def auto(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """A table at which robots play by themselves, and which is only looked at."""
    with playing(tmp_path_factory.mktemp("auto") / "table.db", "--auto") as table:
        table.waits_until(lambda view: view["running"])
        yield table


@pytest.mark.parametrize("path", ["/", "/virtual", "/seat/1", "/host"])
def test_everybody_can_read_and_use_it(browser: Browser, auto: Playing, path: str) -> None:
    page = browser.new_page(viewport=PHONE, reduced_motion="reduce")
    page.goto(auto.url + path)
    page.locator("h1").wait_for()
    if path == "/virtual":
        page.get_by_role("button", name="Just watch").click()
    assert violations(page) == {}
    for viewport in (NARROW, DESK):
        page.set_viewport_size(viewport)
        assert page.evaluate("document.documentElement.scrollWidth") <= viewport["width"]
        assert page.evaluate(SMALLEST) >= TEXT_PX
    page.close()
