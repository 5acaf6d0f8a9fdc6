"""What only Nur Mut shows: hands that lie as piles, Courage that turns a card over, piles with the face that is up."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.seats import HIT, Seat, hold, sit
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser

HANDS = {1: ["nm12", "nm01", "nm02"], 2: ["nm13", "nm14", "nm15"], 3: ["nm21", "nm22", "nm23"]}
DRAW = ["nm04", "nm81", "nm45", "nm09"]  # the last lies on top: a 1, a 5 and a 9 are turned up


# Each of them is next to the one before, with its first face or, if it is turned over, its other one.
CLIMBING = ["nm12", "nm03", "nm04", "nm05", "nm06", "nm07", "nm08", "nm10", "nm19", "nm17"]
TURNED = {"nm05": 1}  # it shows a 6, and has the 5 below


def hold_piles(database: Path, hands: dict[int, list[str]], sides: dict[str, int] | None = None) -> None:
    """Put piles before people, the first card of each on top, before the table is switched on."""
    up = dict.fromkeys([*DRAW, *(card for hand in hands.values() for card in hand)], 0) | (sides or {})
    hold(database, hands, DRAW, up=up)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Playing]:
    """A table at which the piles are dealt: Ana begins with a 2, with a 3 on its other side."""
    hold_piles(tmp_path / "table.db", HANDS)
    with playing(tmp_path / "table.db", "nur_mut", "--players", "3") as table:
        yield table


def tops(seat: Seat, face: str) -> None:
    """Wait until a seat's own pile shows a face; what is on its other side nobody sees."""
    expect(seat.page.locator(".own .pick svg")).to_have_accessible_name(face)


def begun(seat: Seat) -> None:
    seat.page.get_by_role("button", name="Turn a card up").first.tap()
    expect(seat.headline).to_have_text("Your turn")


def test_piles_are_played_and_courage_turns_the_top_over(browser: Browser, table: Playing, phone: Page) -> None:
    ana, ben = sit(browser, table.url, 1), sit(browser, table.url, 2)
    phone.goto(table.url, wait_until="domcontentloaded")
    begun(ana)
    expect(phone.locator(".pile svg")).to_have_count(3)
    for zone, face in (("pile.1", "the mouse 1"), ("pile.2", "the frog 5"), ("pile.3", "the lion 9")):
        shown = phone.locator(f".pile[data-zone='{zone}'] svg")
        expect(shown).to_have_accessible_name(f"{face}")
    expect(ana.page.locator(".drawpile, .deal")).to_have_count(0)

    expect(ana.page.locator(".pick")).to_have_count(1)
    tops(ana, "the hare 2")
    expect(ana.page.locator(".left")).to_have_text("3 cards left")
    ana.picks("nm12")
    expect(ana.page.locator(".give")).to_have_count(0)
    expect(ana.page.locator(".pad.open")).to_have_count(1)  # a 2 fits on the 1, and neither on the 5 nor on the 9
    ana.page.wait_for_function(HIT, arg=".pad[data-zone='pile.1'] .stack")
    ana.page.locator(".pad[data-zone='pile.1']").tap()
    expect(ben.headline).to_have_text("Your turn")
    expect(ana.page.locator(".left")).to_have_text("2 cards left")
    expect(phone.locator(".pile[data-zone='pile.1'] svg")).to_have_accessible_name("the hare 2")

    expect(ben.button).to_contain_text("Courage!")
    tops(ben, "the cat 3")
    ben.taps()
    expect(ben.headline).to_have_text("Courage, Ben!")
    tops(ben, "the owl 4")
    expect(ben.page.locator(".own .pick")).to_have_attribute("data-up", "1")
    expect(ben.page.locator("[data-choice='misfit']")).to_have_text("It does not fit")
    ben.lays("nm13", "pile.2")
    expect(ben.headline).to_have_text("Your turn")
    ben.holds("nm14")
    for seat in (ana, ben):
        seat.page.context.close()


def passes(table: Playing, seat: Seat) -> None:
    """Hold a button until the turn has passed, without its page."""
    assert seat.asks("tabletop", do="press", seat=seat.number).ok
    table.waits_until(lambda view: view["turn"] != seat.number)
    assert seat.asks("tabletop", do="release", seat=seat.number).ok


@pytest.mark.proof
def test_a_whole_game_is_played_and_won(browser: Browser, tmp_path: Path, phone: Page) -> None:
    """Ana lays all her cards, one of them bravely; Ben passes."""
    others = [f"nm{number}" for number in range(50, 60)]
    hold_piles(tmp_path / "whole.db", {1: CLIMBING, 2: others}, TURNED)
    with playing(tmp_path / "whole.db", "nur_mut", "--players", "2") as table:
        phone.goto(table.url, wait_until="domcontentloaded")
        ana, ben = sit(browser, table.url, 1), sit(browser, table.url, 2)
        begun(ana)
        for left, card in reversed(list(enumerate(reversed(CLIMBING)))):
            brave = TURNED.get(card) == 1
            if brave:
                ana.taps()
                expect(ana.headline).to_have_text("Courage, Ana!")
            ana.lays(card, "pile.1")
            expect(phone.locator("[data-seat='1'] .score")).to_have_text(str(left))
            if left and not brave:
                expect(ben.headline).to_have_text("Your turn")
                if card == CLIMBING[0]:
                    ben.presses_until(ben.page.locator(".headline", has_text="Ana’s turn"))
                else:
                    passes(table, ben)

        expect(phone.locator(".headline")).to_have_text("Ana wins")
        expect(phone.locator("[data-seat='1'] .score")).to_have_text("0")
        expect(phone.locator("[data-seat='2'] .score")).to_have_text("10")
        for seat in (ana, ben):
            seat.page.context.close()


@pytest.mark.proof
def test_who_is_new_learns_it_in_a_minute(browser: Browser, tmp_path: Path) -> None:
    with playing(tmp_path / "lesson.db", "nur_mut", "--players", "3") as table:
        learner = sit(browser, table.url, 2, "Zoe")
        coach = learner.page.locator(".coach")
        learner.chooses("New here? Learn it in a minute")
        expect(coach).to_contain_text("your 2 is next to the 1")
        learner.lays("nm12", "pile.1")
        expect(coach).to_contain_text("Your 7 fits nowhere")  # the neighbours have passed
        learner.taps()
        expect(coach).to_contain_text("It is a 6")
        tops(learner, "the pig 6")
        learner.lays("nm06", "pile.2")
        expect(coach).to_contain_text("another whole turn")
        learner.lays("nm22", "pile.3")
        expect(coach).to_contain_text("Refused")
        learner.takes_back("nm22")
        expect(coach).to_contain_text("Be brave once more")
        learner.taps()
        expect(coach).to_contain_text("A 2 fits nowhere either")
        learner.presses_until(coach.get_by_text("You take the highest pile"))
        expect(learner.page.locator(".left")).to_have_text("5 cards left")
        coach.get_by_role("button", name="Play a real game").tap()

        expect(learner.page.get_by_role("button", name="Shuffle and deal")).to_be_visible()
        learner.page.context.close()


@pytest.fixture(scope="module")
def brave(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """A table at which Ana has been brave, and has to lay the card."""
    database = tmp_path_factory.mktemp("brave") / "table.db"
    hold_piles(database, HANDS)
    with playing(database, "nur_mut", "--players", "3") as table:
        ana = sit(browser, table.url, 1)
        begun(ana)
        ana.taps()
        expect(ana.headline).to_have_text("Courage, Ana!")
        yield table
        ana.page.context.close()


@pytest.mark.long
@pytest.mark.parametrize(
    "path", ["/", "/virtual", "/rules/nur_mut", "/rules/nur_mut?lang=de", "/rules/nur_mut?lang=fr"]
)
def test_everybody_can_read_and_use_it(browser: Browser, brave: Playing, path: str) -> None:
    page = browser.new_page(viewport=DESK if path == "/" else PHONE, reduced_motion="reduce")
    page.goto(brave.url + path)
    if path == "/virtual":
        page.locator("[data-chair='3']").click()
    expect(page.locator(".card").first).to_be_visible()

    assert violations(page) == {}
    page.close()
