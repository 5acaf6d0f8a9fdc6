"""A round of Mito as people play it: three phones at the table, a spectator, and a host who takes a move back."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from table.values import Value
from tests.browser.conftest import DESK, PHONE
from tests.browser.seats import Seat, accepts_presses, hold, sit
from tests.cable import cable
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser

HANDS = {
    1: ["number5.1", "number3.1", "number1.1"],
    2: ["number4.1", "number5.2", "moth2.1"],
    3: ["mosquito3.1", "number3.2", "spider4.1"],
}
PLACES = """[...document.querySelectorAll("[data-zone], [data-hand], [data-button], [data-headline], [data-menu]")]
    .map((one) => Object.values(one.getBoundingClientRect().toJSON()))"""
AWAKE = """[...document.querySelectorAll("#virtual button")].filter((one) => !one.inert)
    .map((one) => "menu" in one.dataset ? "menu" : one.className)"""
DRAW = ["number4.5", "number4.4", "number4.3", "number4.2", "number2.1"]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Playing]:
    hold(tmp_path / "table.db", HANDS, DRAW)
    with playing(tmp_path / "table.db") as table:
        yield table


@pytest.fixture
def people(browser: Browser, table: Playing) -> Iterator[tuple[Seat, Seat, Seat]]:
    ana, ben, cleo = (sit(browser, table.url, number, moving=True) for number in (1, 2, 3))
    yield ana, ben, cleo
    for seat in (ana, ben, cleo):
        seat.page.context.close()


@pytest.fixture
def spectator(browser: Browser, table: Playing) -> Iterator[Page]:
    page = browser.new_page(viewport=DESK)
    page.goto(table.url, wait_until="domcontentloaded")
    yield page
    page.close()


class Round(Value):
    """Three people with phones, a spectator at a desk, and a host who logs in when somebody asks for one."""

    ana: Seat
    ben: Seat
    cleo: Seat
    spectator: Page
    host: Page
    pin: str

    def tells(self, headline: str) -> None:
        """Wait until the scoreboard says so."""
        expect(self.spectator.locator(".headline")).to_have_text(headline)

    @property
    def latest(self) -> Locator:
        return self.spectator.locator(".news li").first


@pytest.fixture
def a_round(people: tuple[Seat, Seat, Seat], spectator: Page, browser: Browser, table: Playing) -> Iterator[Round]:
    host = browser.new_page(viewport=PHONE)
    host.goto(f"{table.url}/host", wait_until="domcontentloaded")
    yield Round(*people, spectator, host, table.pin)
    host.close()


@pytest.mark.proof
def test_a_whole_round_on_three_phones(a_round: Round) -> None:
    a_round.ana.page.get_by_role("button", name="Turn a card up").tap()
    a_round.tells("Ana’s turn")
    _a_card_is_refused_and_taken_back(a_round)
    _two_are_dropped_as_one_and_the_guard_calls(a_round)
    _everybody_slaps(a_round)
    _the_host_takes_it_back(a_round)
    _hands_are_counted(a_round)
    _the_next_round_begins(a_round)


def _a_card_is_refused_and_taken_back(on: Round) -> None:
    on.ana.lays("number5.1")
    on.tells("Ana: does not fit")
    expect(on.spectator.locator("[data-wrong='number5.1']")).to_be_visible()
    expect(on.latest).to_have_text("A 5 does not fit on a 2: play a 1 or a 3.")
    on.latest.get_by_role("button").click()
    expect(on.spectator.get_by_role("dialog")).to_contain_text("Its number has to be one above or one below")
    on.spectator.keyboard.press("Escape")
    on.ana.takes_back("number5.1")
    on.tells("Ana’s turn")
    expect(on.spectator.locator("[data-wrong]")).to_have_count(0)
    on.ana.lays("number3.1")
    on.tells("Ben’s turn")


def _two_are_dropped_as_one_and_the_guard_calls(on: Round) -> None:
    on.ben.drops_both("number4.1", "number5.2")
    expect(on.latest).to_have_text("Ben plays a 4.")
    on.ben.holds("moth2.1")
    on.tells("Cleo’s turn")
    on.ana.taps()
    on.tells("Vu!")
    on.ben.presses_until(on.spectator.get_by_text("Ben is guilty, and the guard now."))
    expect(on.spectator.locator("[data-seat='2'] .guard")).to_be_visible()
    expect(on.ana.page.locator(".owed")).to_have_text("You owe Ben a card: pick one, then tap Ben.")
    on.ana.gives("number1.1", to=2)
    on.ben.holds("moth2.1", "number1.1")


def _everybody_slaps(on: Round) -> None:
    on.cleo.lays("mosquito3.1")
    on.tells("Slap!")
    expect(on.spectator.locator(".countdown")).to_be_visible()
    for seat in (on.ben, on.ana, on.cleo):
        with seat.page.expect_response("**/api/v1/tabletop"):  # so that none is overtaken on its way
            seat.taps()
    times = on.spectator.locator(".result li")
    expect(times).to_have_count(3)
    expect(times.locator(".who")).to_have_text(["Ben", "Ana", "Cleo"])
    expect(times.last.locator(".at")).to_contain_text("last")
    expect(on.ana.page.locator(".owed")).to_have_text("You owe Cleo a card: pick one, then tap Cleo.")
    expect(on.ana.page.locator(".other[data-seat='3']")).to_be_visible()


def _the_host_takes_it_back(on: Round) -> None:
    on.host.get_by_label("The PIN").fill(on.pin)
    on.host.get_by_role("button", name="Become host").click()
    on.host.get_by_role("button", name="Undo …").click()
    expect(on.host.locator(".gone li").first).to_have_text("Cleo plays a mosquito 3.")
    on.host.get_by_role("button", name="Undo it").click()
    on.tells("Cleo’s turn")
    on.cleo.holds("mosquito3.1", "number3.2", "spider4.1")
    expect(on.ana.page.locator(".owed")).to_have_count(0)


def _hands_are_counted(on: Round) -> None:
    on.cleo.lays("number3.2")
    on.tells("Ana’s turn")
    on.ana.presses_until(on.spectator.get_by_text("Ana is out", exact=True))
    for seat, cards in ((on.ben, 2), (on.cleo, 2)):
        seat.acts("show")
        expect(on.spectator.locator(f"[data-seat='{seat.number}'] .counting")).to_have_text(f"{cards} cards")
        seat.taps()
    on.tells("Round 1 is over")
    expect(on.spectator.locator("[data-seat='2'] .score")).to_have_text("11")  # a moth and a number
    expect(on.spectator.locator("[data-seat='3'] .score")).to_have_text("10")  # two insects
    expect(on.spectator.locator(".rounds tbody td")).to_have_text(["0", "11", "10"])


def _the_next_round_begins(on: Round) -> None:
    deal = on.ben.page.get_by_role("button", name="Shuffle and deal")
    on.ben.presses_until(deal)
    deal.tap()
    on.tells("Ben’s turn")
    for seat in (on.ana, on.ben, on.cleo):
        expect(seat.page.locator(".pick")).to_have_count(8)


@pytest.mark.long
def test_the_table_goes_by_the_name_that_it_has_in_a_network(browser: Browser, table: Playing) -> None:
    """What pages send is taken, and what the table tells arrives, though the browser calls it by another name."""
    address = table.url.replace("127.0.0.1", "cardtable.local")
    page = browser.new_page(viewport=PHONE)
    page.goto(address, wait_until="domcontentloaded")
    ana = sit(browser, address, 1)
    ana.page.get_by_role("button", name="Turn a card up").tap()
    expect(page.locator(".headline")).to_have_text("Ana’s turn")
    ana.lays("number3.1")
    expect(page.locator(".headline")).to_have_text("Ben’s turn")
    ana.gives("number1.1", to=2)
    ana.holds("number5.1")
    page.goto(f"{address}/host", wait_until="domcontentloaded")
    page.get_by_label("The PIN").fill(table.pin)
    page.get_by_role("button", name="Become host").click()
    page.get_by_role("button", name="Undo …").click()
    page.get_by_role("button", name="Undo it").click()
    expect(ana.headline).to_have_text("Your turn")
    ana.taps()
    expect(ana.headline).to_have_text("Ben’s turn")
    ana.page.context.close()
    page.close()


@pytest.mark.long
def test_a_phone_that_slept_half_a_minute_is_right_again(browser: Browser, table: Playing) -> None:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
    context.clock.install()
    with cable(table.port) as air:
        ben = Seat(context, f"http://127.0.0.1:{air.port}", 2).sits_down()
        ana = sit(browser, table.url, 1)
        expect(ben.page.locator(".link")).to_have_text("live")
        places = ben.page.evaluate(PLACES)
        air.pull()

        ana.page.get_by_role("button", name="Turn a card up").tap()
        expect(ana.headline).to_have_text("Your turn")
        ana.lays("number3.1")
        expect(ana.headline).to_have_text("Ben’s turn")
        ana.gives("number1.1", to=2)
        context.clock.fast_forward(30_000)
        expect(ben.page.locator(".link")).to_have_text("connecting…")
        expect(ben.page.locator("[data-reconnecting]")).to_be_visible()
        assert ben.page.evaluate(PLACES) == places, "nothing moves"
        assert ben.page.evaluate(AWAKE) == ["menu"]
        expect(ben.headline).to_have_text("Round 1")
        air.plug_in()
        ben.page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

        expect(ben.headline).to_have_text("Your turn")
        ben.holds("number4.1", "number5.2", "moth2.1", "number1.1")
        expect(ben.page.locator(".link")).to_have_text("live")
        expect(ben.page.locator("[data-reconnecting]")).to_have_count(0)
        ben.lays("number4.1")
        expect(ana.headline).to_have_text("Cleo’s turn")
        for seat in (ana, ben):
            seat.page.context.close()


@pytest.mark.long
def test_a_card_is_dragged_to_the_pad_and_to_a_neighbour(browser: Browser, table: Playing) -> None:
    page = browser.new_page(viewport=DESK)
    page.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    page.locator("[data-chair='1']").click()
    page.get_by_role("button", name="Turn a card up").click()
    expect(page.locator(".headline")).to_have_text("Your turn")

    page.locator(".pick[data-card='number3.1']").drag_to(page.locator(".pad"), source_position={"x": 10, "y": 30})
    expect(page.locator(".headline")).to_have_text("Ben’s turn")
    neighbour = page.locator(".other[data-seat='3']")
    page.locator(".pick[data-card='number1.1']").drag_to(neighbour, source_position={"x": 10, "y": 30})

    expect(page.locator(".pick")).to_have_count(1)
    page.close()


def test_cards_are_laid_by_keyboard(browser: Browser, table: Playing) -> None:
    page = browser.new_page(viewport=DESK)
    page.goto(f"{table.url}/virtual", wait_until="domcontentloaded")
    page.locator("[data-chair='1']").focus()
    page.keyboard.press("Enter")
    page.get_by_role("button", name="Turn a card up").press("Enter")
    expect(page.locator(".headline")).to_have_text("Your turn")

    page.locator(".pick[data-card='number3.1']").press("Enter")
    page.locator(".pad").press("Enter")
    expect(page.locator(".headline")).to_have_text("Ben’s turn")
    accepts_presses(page.locator("[data-button='1']"))
    page.locator("[data-button='1']").focus()
    page.keyboard.down("Space")
    expect(page.locator(".headline")).to_have_text("You are out")
    page.keyboard.up("Space")
    page.close()


@pytest.mark.long
def test_what_vanished_is_out_of_sight_and_can_be_fetched(browser: Browser, table: Playing) -> None:
    ana = sit(browser, table.url, 1)
    ben = sit(browser, table.url, 2)
    card, *others = HANDS[2]
    ben.picks(card)
    ben.acts("vanish")
    ben.holds(*others)
    expect(ana.page.locator(".gone")).to_have_count(0)

    ben.page.get_by_text("Out of sight").tap()
    ben.acts("fetch")

    ben.holds(*others, card)
    for seat in (ana, ben):
        seat.page.context.close()


def test_the_draw_pile_taps_the_button(browser: Browser, table: Playing) -> None:
    ana = sit(browser, table.url, 1)
    ana.page.get_by_role("button", name="Turn a card up").tap()
    expect(ana.headline).to_have_text("Your turn")

    ana.page.get_by_role("button", name="Draw a card").tap()

    expect(ana.headline).to_have_text("Ben’s turn")
    ana.holds(*HANDS[1], "number4.2")
    expect(ana.page.locator(".drawpile")).to_be_disabled()
    ana.page.context.close()


@pytest.mark.long
def test_a_seat_is_one_phones_until_it_leaves(browser: Browser, table: Playing) -> None:
    ana, ben = sit(browser, table.url, 1), sit(browser, table.url, 2)  # what the last one leaves is given up
    other = Seat(browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True), table.url, 1)
    expect(other.page.locator("[data-chair='1']")).to_be_disabled()

    ana.chooses("Leave Ana’s seat")
    ana.page.get_by_role("button", name="Really leave, cards and all").tap()

    expect(other.page.locator("[data-chair='1']")).to_be_enabled()
    other.sits_down()
    other.holds(*HANDS[1])
    for seat in (ana, ben, other):
        seat.page.context.close()
