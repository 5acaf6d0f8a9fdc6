"""Tagging on a phone: an unknown card is named with one tap, and a deck is tagged card after card."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from table.tagging import tags
from tests.browser.seats import sit
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser

NARROW = {"width": 320, "height": 640}


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Playing]:
    with playing(tmp_path / "table.db", "--untagged") as table:
        yield table


def is_known(page: Page, table: Playing, path: str, **body: str) -> None:
    """Log a page in, or give it a seat, by asking the API for it with the page's cookies."""
    answer = page.request.post(f"{table.url}/api/v1/{path}", data=body, headers={"Origin": table.url})
    assert answer.ok, answer.text()


def unknown(table: Playing, card: str) -> str:
    """Touch a card that the table does not know to the discard; return what it is asked about as."""
    table.touches(card, "discard")
    table.waits_until(lambda view: "does not know" in (view["notice"] or ""))
    alias: str = table.host().gets("tags")["unknown"][-1]["alias"]
    return alias


def fits(page: Page) -> bool:
    return bool(page.evaluate("document.documentElement.scrollWidth <= innerWidth"))


def smallest_text(page: Page) -> float:
    return float(
        page.evaluate("""Math.min(...[...document.querySelectorAll("main *, .unknown *")]
            .filter((one) => !one.closest("svg") && one.checkVisibility() && one.textContent.trim())
            .map((one) => parseFloat(getComputedStyle(one).fontSize)))""")
    )


@pytest.mark.long
@pytest.mark.parametrize(("page", "taken"), [("virtual", "seats/2/take"), ("seat/2", "seats/2/take"), ("host", "host")])
def test_an_unknown_card_is_named_with_one_tap_and_counts(table: Playing, phone: Page, page: str, taken: str) -> None:
    phone.set_viewport_size(NARROW)
    is_known(phone, table, taken, **({"pin": table.pin} if taken == "host" else {}))
    phone.goto(f"{table.url}/{page}", wait_until="domcontentloaded")
    expect(phone.locator(".felt, .playing")).to_be_visible()
    table.touches("number2.5", "discard")
    sheet = phone.get_by_role("region", name="Which card is this?")
    expect(sheet).to_be_visible()
    assert fits(phone)
    assert smallest_text(phone) >= 16

    sheet.get_by_role("button", name="2, 9 without a tag", exact=True).tap()

    table.shows("number2.1")
    expect(sheet).to_have_count(0)
    table.touches("stranger", "discard")
    sheet.get_by_role("button", name="Not one of ours").tap()
    expect(sheet).to_have_count(0)


def test_a_card_can_be_put_off_on_one_phone_and_named_on_another(table: Playing, phone: Page) -> None:
    table.touches("guard", "seat.1")
    table.touches("number2.5", "discard")
    is_known(phone, table, "seats/2/take")
    phone.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    expect(phone.locator(".unknown")).to_have_count(1)
    phone.locator(".unknown [data-do='later']").tap()
    expect(phone.locator(".unknown")).to_have_count(0)

    table.touches("number3.5", "discard")
    expect(phone.locator(".unknown")).to_contain_text("Which card is this?")
    host = table.host()
    newest = host.gets("tags")["unknown"][-1]
    host.asks("tags", do="name", alias=newest["alias"], label="3")
    expect(phone.locator(".unknown")).to_have_count(0)


@pytest.mark.long
def test_a_deck_is_tagged_card_after_card(table: Playing, phone: Page, tmp_path: Path) -> None:
    phone.set_viewport_size(NARROW)
    is_known(phone, table, "host", pin=table.pin)
    table.host().asks("tags", do="name", alias=unknown(table, "number2.5"), label="2")
    table.shows("number2.1")
    phone.goto(f"{table.url}/decks", wait_until="domcontentloaded")
    deck = phone.locator("[data-deck='mito']")
    expect(deck.locator(".hint:not(.assumed)")).to_have_text("A round is on: change the deck when it is over.")
    table.host().asks("choices", choice="abort")
    table.host().asks("decks/mito/forget", card="number2.1")
    expect(deck.locator(".hint:not(.assumed)")).to_have_count(0)  # what stands below it has moved up
    expect(deck).to_contain_text("0 of 72 cards carry a tag.")
    deck.get_by_role("button", name="Tag card after card").tap()
    expect(deck.locator(".enrolment .prompt")).to_have_text("Lay the 1 (number1.1) on the reader; 0 of 72 carry a tag.")

    table.touches("ant1.1", "discard")
    expect(deck.locator(".enrolment .said")).to_have_text("The 1 (number1.1) is tagged.")
    expect(deck.locator("[data-kind='1']")).to_contain_text("1 of 8")
    deck.get_by_role("button", name="Skip").tap()
    expect(deck.locator(".asked")).to_have_attribute("data-card", "number1.3")
    assert fits(phone)
    assert smallest_text(phone) >= 16
    deck.get_by_role("button", name="Stop").tap()
    expect(deck.locator(".enrolment")).to_have_count(0)
    assert list(tags.read(tags.path_of(tmp_path / "table.db", "mito")).values()) == ["number1.1"]

    with phone.expect_download() as download:
        deck.get_by_role("link", name="Save the tags in a file").tap()
    saved = tmp_path / download.value.suggested_filename
    download.value.save_as(saved)
    deck.get_by_role("button", name="Forget its tags").tap()
    expect(deck.locator(".count")).to_have_text("0 of 72 cards carry a tag.")
    deck.get_by_label("Read the tags of Mito from a file").set_input_files(saved)
    deck.get_by_role("button", name="Replace them").tap()
    expect(deck.locator(".count")).to_have_text("1 of 72 cards carry a tag.")


@pytest.mark.long
def test_ten_cards_are_tagged_as_they_are_played(table: Playing, browser: Browser, tmp_path: Path) -> None:
    ana = sit(browser, table.url, 1)
    sheet = ana.page.get_by_role("region", name="Which card is this?")
    for copy in range(5, 0, -1):  # not the copies that the table thinks of first
        for number in (2, 3):
            table.touches(f"number{number}.{copy}", "discard")
            sheet.locator(f"[data-label='{number}']").tap()
            expect(sheet).to_have_count(0)
            expect(ana.page.locator(f".top .card.number-{number}")).to_be_visible()

    expect(ana.page.locator(".headline")).to_have_text("Your turn")  # the tenth card was Cleo's: each counted
    known = tags.read(tags.path_of(tmp_path / "table.db", "mito"))
    assert sorted(known.values()) == sorted(f"number{number}.{copy}" for number in (2, 3) for copy in range(1, 6))
    table.touches("number2.5", "discard")
    expect(ana.page.locator(".news li").first).to_have_text("This 2 has been played already.")  # it is known
    ana.page.context.close()
