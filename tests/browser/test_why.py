"""Asking why on a phone: a dialog that says what was seen and which rule, and goes away again."""

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import DESK
from tests.playing import Playing

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def refusing(lasting_table: Playing) -> Playing:
    """A table that has refused a card."""
    lasting_table.touches("number5.1", "discard")
    lasting_table.shows("number5.1")
    lasting_table.touches("number2.1", "discard")
    lasting_table.waits_until(lambda view: view["correction"] is not None)
    return lasting_table


@pytest.fixture
def refused(refusing: Playing, phone: Page) -> Locator:
    """A refusal on the scoreboard, to be asked about."""
    phone.goto(refusing.url, wait_until="domcontentloaded")
    verdict = phone.get_by_role("button", name="A 2 does not fit on a 5: play a 1 or a 4.")
    expect(verdict).to_be_visible()
    return verdict


def test_a_refusal_says_why(refused: Locator, phone: Page) -> None:
    refused.tap()
    dialog = phone.get_by_role("dialog", name="A 2 does not fit on a 5: play a 1 or a 4.")

    expect(dialog).to_contain_text("The table read the 2 on top of the 5.")
    expect(dialog).to_contain_text("of play.")
    expect(dialog).to_contain_text("On a 5 you may lay a 4 or a 1, and on a 1 a 5 or a 2.")
    expect(dialog.get_by_role("link")).to_have_attribute("href", "/rules/mito#MITO-E-17")


@pytest.mark.long
@pytest.mark.parametrize("way", ["button", "escape", "backdrop"])
def test_the_answer_goes_away_and_the_focus_returns(refused: Locator, phone: Page, way: str) -> None:
    refused.focus()
    phone.keyboard.press("Enter")
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_contain_text("The rule")
    match way:
        case "button":
            dialog.get_by_role("button", name="Close").tap()
        case "escape":
            phone.keyboard.press("Escape")
        case _:
            phone.touchscreen.tap(5, 5)

    expect(dialog).to_have_count(0)
    expect(refused).to_be_focused()


@pytest.mark.long
def test_the_link_leads_to_the_rule(refused: Locator, phone: Page) -> None:
    refused.tap()
    phone.get_by_role("dialog").get_by_role("link").tap()

    expect(phone.locator(":target")).to_contain_text("On a 5 you may lay a 4 or a 1")


@pytest.mark.long
@pytest.mark.parametrize("width", [320, 390])
def test_the_answer_fits_on_a_phone(phone: Page, refused: Locator, width: int) -> None:
    phone.set_viewport_size({"width": width, "height": 640})
    refused.tap()
    dialog = phone.get_by_role("dialog")
    expect(dialog).to_contain_text("The rule")

    assert dialog.evaluate("it => it.scrollWidth <= it.clientWidth")
    assert phone.evaluate("document.documentElement.scrollWidth") <= width
    sizes = dialog.evaluate(
        "it => [...it.querySelectorAll('*')].map(one => parseFloat(getComputedStyle(one).fontSize))"
    )
    assert min(sizes) >= 16


@pytest.mark.long
def test_an_answer_that_does_not_come_is_told(refused: Locator, phone: Page) -> None:
    phone.route("**/why?*", lambda route: route.abort())
    refused.tap()

    expect(phone.get_by_role("alert")).to_have_text("The table does not answer. Try again in a moment.")


@pytest.mark.long
def test_a_race_shows_everybodys_time(fresh_table: Playing, phone: Page) -> None:
    fresh_table.touches("number2.1", "discard")
    fresh_table.shows("number2.1")
    fresh_table.touches("mosquito3.1", "discard")
    fresh_table.waits_until(lambda view: view["race"] is not None)
    for seat in (2, 1, 3):
        fresh_table.taps(seat)
    fresh_table.waits_until(lambda view: view["race"] is None)
    phone.set_viewport_size(DESK)
    phone.goto(fresh_table.url, wait_until="domcontentloaded")
    phone.get_by_role("button", name="was last").tap()

    lanes = phone.locator(".why .photo li")
    expect(lanes).to_have_count(3)
    expect(phone.locator(".why .photo .last .at")).to_contain_text("last")
    expect(phone.locator(".why .photo .card")).to_contain_text("mosquito 3")
    presses = lanes.locator(".press").evaluate_all("all => all.map(one => one.getBoundingClientRect().x)")
    assert presses == sorted(presses)
    assert len(presses) == 3

    phone.set_viewport_size({"width": 360, "height": 640})
    names = lanes.locator(".who").evaluate_all("all => all.map(one => one.getBoundingClientRect().width)")
    assert min(names) > 70, "a long name has room, too"
