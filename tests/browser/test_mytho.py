"""What only Mytho shows: a lie that is contested, what a tap means, its lesson, and the rules with their cards."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.seats import SIZES, Seat, hold, out_of_reach, sit
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser

DOUBLE_MS = 500  # a second tap that comes sooner belongs to the first
DROP_MS = 300  # a second card that comes sooner was dropped together with the first
PLACES = (".pad[data-zone='visible'] .stack", ".pad[data-zone='hidden'] .stack", "[data-button='1'] .cap")
HANDS = {
    1: ["7s", "kd", "3c", "10d", "5c"],
    2: ["2h", "5s", "as", "9d", "4c"],
    3: ["6s", "jh", "8c", "10s", "2d"],
}
DRAW = ["4d", "9h", "ac", "5d", "6c", "7h"]


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Playing]:
    hold(tmp_path / "table.db", HANDS, DRAW)
    with playing(tmp_path / "table.db", "mytho", "--players", "3") as table:
        yield table


@pytest.fixture
def people(browser: Browser, table: Playing) -> Iterator[tuple[Seat, Seat, Seat]]:
    ana, ben, cleo = (sit(browser, table.url, number) for number in (1, 2, 3))
    yield ana, ben, cleo
    for seat in (ana, ben, cleo):
        seat.page.context.close()


def begun(seat: Seat) -> None:
    seat.page.get_by_role("button", name="Turn a card up").tap()
    expect(seat.headline).to_have_text("Your turn")


def lays_next(seat: Seat, card: str, zone: str) -> None:
    """Lay a card, but not so soon that it was dropped together with the one before."""
    seat.page.wait_for_timeout(DROP_MS)
    seat.lays(card, zone)


@pytest.mark.long
def test_a_lie_is_contested_and_turned_over(people: tuple[Seat, Seat, Seat], table: Playing, phone: Page) -> None:
    ana, ben, cleo = people
    phone.goto(table.url, wait_until="domcontentloaded")
    expect(ana.page.get_by_role("button", name="Turn a card up")).to_have_count(1)
    begun(ana)
    ana.lays("3c", "hidden")
    expect(phone.locator(".headline")).to_have_text("Do you believe it?")
    expect(phone.locator(".pile[data-zone='hidden'] .top .card.back")).to_be_visible()
    expect(ben.page.locator(".pad[data-zone='hidden'] .top .card.back")).to_be_visible()
    expect(cleo.page.get_by_role("button", name="Contest")).to_be_visible()
    expect(ana.page.get_by_role("button", name="Contest")).to_have_count(0)

    cleo.taps()
    expect(phone.locator(".pile[data-zone='hidden'] [data-card='3c']")).to_be_visible()
    expect(phone.locator(".pile[data-zone='visible'] .awaited[data-card='3c']")).to_be_visible()
    ben.page.get_by_role("button", name="Turn it over onto the visible pile").tap()

    for page in (ana.page, ben.page, cleo.page):
        expect(page.locator("[data-move], .awaited")).to_have_count(0)
        expect(page.locator(".pad[data-zone='visible'] .top[data-card='3c']")).to_be_visible()
        expect(page.locator(".pad[data-zone='hidden']")).to_contain_text("no card yet")
    expect(ben.headline).to_have_text("Your turn")
    expect(phone.locator("[data-seat='1']").get_by_role("img", name="holds 6 cards")).to_be_visible()
    expect(ana.page.locator(".pick")).to_have_count(6)
    expect(cleo.page.locator(".pick")).to_have_count(4)
    expect(cleo.page.locator(".owed")).to_have_count(0)


@pytest.mark.long
def test_what_is_to_be_tapped_is_in_sight(browser: Browser, table: Playing) -> None:
    ana = sit(browser, table.url, 1)
    begun(ana)
    missed: dict[str, list[str]] = {str(size): [] for size in SIZES}
    for size in SIZES:
        ana.page.set_viewport_size(size)
        ana.picks("7s")
        ana.picks("3c")
        missed[str(size)] += out_of_reach(ana.page, PLACES)

    ana.page.locator(".pad[data-zone='hidden']").tap()
    expect(ana.headline).to_have_text("Do you believe it?")
    table.taps(2)
    expect(ana.page.locator("[data-move]")).to_be_visible()
    for size in SIZES:
        ana.page.set_viewport_size(size)
        missed[str(size)] += out_of_reach(ana.page, ("[data-move]",))
    assert {size: places for size, places in missed.items() if places} == {}
    ana.page.context.close()


def test_the_button_says_what_a_tap_means(browser: Browser, table: Playing) -> None:
    ana = sit(browser, table.url, 1)
    expect(ana.button).to_have_accessible_name(re.compile(r"^Ana\s*$"))
    begun(ana)
    expect(ana.button).to_contain_text("Draw")
    ana.page.get_by_role("button", name="Draw a card").tap()
    ana.holds(*HANDS[1], "6c")
    expect(ana.button).to_contain_text("My turn is over")
    expect(ana.page.locator(".drawpile")).to_be_disabled()

    ana.page.wait_for_timeout(DOUBLE_MS)
    ana.taps()

    expect(ana.headline).to_have_text("Ben’s turn")
    expect(ana.page.locator(".means")).to_have_count(0)
    ana.page.context.close()


@pytest.mark.long
def test_a_card_laid_face_down_by_mistake_is_taken_back(browser: Browser, table: Playing) -> None:
    ana = sit(browser, table.url, 1)
    begun(ana)
    ana.lays("3c", "hidden")
    expect(ana.headline).to_have_text("Do you believe it?")

    ana.acts("take")

    expect(ana.headline).to_have_text("Your turn")
    ana.holds(*HANDS[1])
    expect(ana.page.locator("[data-act='vanish'], [data-act='pair']")).to_have_count(0)
    ana.picks("3c")
    expect(ana.page.locator("[data-act='vanish'], [data-act='pair']")).to_have_count(0)
    ana.page.context.close()


@pytest.mark.long
def test_a_card_that_must_not_lie_face_down_is_taken_back_by_who_laid_it(browser: Browser, table: Playing) -> None:
    ana, ben = sit(browser, table.url, 1), sit(browser, table.url, 2)
    ben.lays("5s", "hidden")
    expect(ana.page.locator(".prompt")).to_contain_text("Take the last card back")
    expect(ana.page.locator("[data-act='take']")).to_have_count(0)

    ben.acts("take")

    expect(ana.page.get_by_role("button", name="Turn a card up")).to_be_visible()
    ben.holds(*HANDS[2])
    for seat in (ana, ben):
        seat.page.context.close()


@pytest.mark.proof
def test_who_is_new_learns_it_in_a_minute(browser: Browser, tmp_path: Path) -> None:
    with playing(tmp_path / "lesson.db", "mytho", "--players", "3") as table:
        learner = sit(browser, table.url, 2, "Zoe")
        coach = learner.page.locator(".coach")
        learner.chooses("New here? Learn it in a minute")
        expect(coach).to_contain_text("Tap your 7 of spades")
        learner.lays("7s", "visible")
        expect(coach).to_contain_text("you draw a card")  # the neighbours have had their turns
        learner.taps()
        expect(coach).to_contain_text("lay your king of diamonds")
        learner.lays("kd", "visible")
        expect(coach).to_contain_text("Refused")
        learner.takes_back("kd")
        expect(coach).to_contain_text("Tap your 3 of clubs")
        learner.lays("3c", "hidden")
        expect(coach).to_contain_text("which lets it pass")
        expect(coach).to_contain_text("You lied and got away with it")
        expect(learner.page.locator(".pad[data-zone='hidden'] .card.back")).to_be_visible()
        coach.get_by_role("button", name="Play a real game").tap()

        expect(learner.page.get_by_role("button", name="Shuffle and deal")).to_be_visible()
        learner.page.context.close()


@pytest.mark.proof
def test_a_whole_game_is_played_and_won(browser: Browser, tmp_path: Path, phone: Page) -> None:
    """Ana's last card is contested, and was honest."""
    hold(tmp_path / "whole.db", {1: ["7s", "5s", "5d", "kd", "10d"], 2: ["as", "4c", "9d", "2d", "jh"]}, ["6c", "7h"])
    with playing(tmp_path / "whole.db", "mytho", "--players", "2") as table:
        phone.goto(table.url, wait_until="domcontentloaded")
        ana, ben = sit(browser, table.url, 1), sit(browser, table.url, 2)
        begun(ana)
        for mine, his, zone in (("7s", "as", "visible"), ("5s", "4c", "hidden"), ("5d", "9d", "visible")):
            lays_next(ana, mine, "visible")
            expect(ben.headline).to_have_text("Your turn")
            lays_next(ben, his, zone)
            expect(ana.headline).to_have_text("Do you believe it?" if zone == "hidden" else "Your turn")
        lays_next(ana, "kd", "visible")
        expect(ben.headline).to_have_text("Your turn")
        lays_next(ben, "2d", "visible")
        expect(ana.headline).to_have_text("Your turn")
        lays_next(ana, "10d", "hidden")
        expect(ben.headline).to_have_text("Do you believe it?")
        ben.taps()

        expect(phone.locator(".headline")).to_have_text("Ana wins")
        expect(phone.locator("[data-seat='1'] .score")).to_have_text("0")
        expect(phone.locator("[data-seat='2'] .score")).to_have_text("2")  # the jack, and the card he drew
        for seat in (ana, ben):
            seat.page.context.close()


@pytest.fixture(scope="module")
def contested(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """A table at which Ana's hidden card was contested, and has to be moved."""
    database = tmp_path_factory.mktemp("contested") / "table.db"
    hold(database, HANDS, DRAW)
    with playing(database, "mytho", "--players", "3") as table:
        ana = sit(browser, table.url, 1)
        begun(ana)
        ana.lays("3c", "hidden")
        expect(ana.headline).to_have_text("Do you believe it?")
        table.taps(2)
        expect(ana.page.locator("[data-move]")).to_be_visible()
        yield table
        ana.page.context.close()


@pytest.mark.long
def test_the_rules_show_their_cards(contested: Playing, phone: Page) -> None:
    phone.goto(f"{contested.url}/rules/mytho", wait_until="domcontentloaded")

    expect(phone.locator(".sample .card")).to_have_count(5)
    expect(phone.locator(".sample .card.back")).to_have_count(1)
    phone.get_by_role("link", name="Français").tap()
    expect(phone.locator(".lead")).to_contain_text("si tu oses mentir")
    expect(phone.locator(".sample .card")).to_have_count(5)  # not before the page's styles are there
    assert phone.evaluate("document.documentElement.scrollWidth") == PHONE["width"]


@pytest.mark.long
def test_no_card_is_drawn_before_its_styles_are_there(contested: Playing, phone: Page) -> None:
    held: list[bool] = []

    def late(route, _request) -> None:  # type: ignore[no-untyped-def]
        phone.wait_for_timeout(400)
        held.append(phone.locator(".card").count() == 0)
        route.continue_()

    phone.route("**/games/mytho/ui.css", late)
    phone.goto(f"{contested.url}/decks", wait_until="domcontentloaded")
    expect(phone.locator("[data-deck='standard52'] .card").first).to_be_visible()

    assert held == [True]
    assert phone.locator("link[href='/games/mytho/ui.css']").count() == 1


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/virtual", "/rules/mytho", "/rules/mytho?lang=de", "/rules/mytho?lang=fr"])
def test_everybody_can_read_and_use_it(browser: Browser, contested: Playing, path: str) -> None:
    page = browser.new_page(viewport=PHONE if path != "/" else DESK, reduced_motion="reduce")
    page.goto(contested.url + path)
    if path == "/virtual":
        page.locator("[data-chair='3']").click()
        expect(page.locator("[data-move]")).to_be_visible()
    expect(page.locator(".card").first).to_be_visible()
    assert violations(page) == {}
    page.close()
