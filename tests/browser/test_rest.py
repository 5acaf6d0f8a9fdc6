"""A button whose meaning has just changed rests for a second, and says why; what opens is to be hit at once.

The pages' clocks are driven: a second is over when the test says so.
"""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import PHONE
from tests.browser.seats import Seat, hold, sit
from tests.browser.test_mytho import DRAW, HANDS, begun
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser

SOON_MS = 1000
AGAIN_MS = 400
GAMES = ("mito", "mytho", "nur_mut", "mythology_go")


class Stopped(Seat):
    """Somebody at whose phone no time passes until it is told to."""

    def __init__(self, browser: Browser, url: str, number: int) -> None:
        context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
        context.clock.install(time=0)
        super().__init__(context, url, number)
        self.sent: list[str] = []
        self.page.on("request", lambda request: self.sent.append(request.post_data or ""))
        self.sits_down()  # a page without time would not find out whether another tab has a stream
        context.clock.pause_at(self.page.evaluate("Date.now()") + SOON_MS)

    @property
    def presses(self) -> int:
        return sum('"press"' in body for body in self.sent)

    def taps(self) -> None:
        super().taps()
        self.is_past(AGAIN_MS)  # no second tap follows

    def is_past(self, ms: int) -> None:
        self.page.clock.run_for(ms)


@pytest.fixture(scope="module")
def too_late(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Playing, Stopped]]:
    """A table at which nobody has contested Ana's card for so long that it is Ben's turn; and Ben, at his phone."""
    database = tmp_path_factory.mktemp("mytho") / "table.db"
    hold(database, HANDS, DRAW)
    with playing(database, "mytho", "--players", "3") as table:
        ana, ben = sit(browser, table.url, 1), Stopped(browser, table.url, 2)
        begun(ana)
        ana.lays("3c", "hidden")
        expect(ana.headline).to_have_text("Do you believe it?")
        expect(ben.button).to_contain_text("Contest")
        expect(ana.headline).to_have_text("Ben’s turn")
        yield table, ben
        for seat in (ana, ben):
            seat.page.context.close()


@pytest.mark.long
def test_a_contest_that_comes_too_late_is_told_so_and_does_nothing_else(too_late: tuple[Playing, Stopped]) -> None:
    """The network is slow: the phone does not know yet that the contest is over."""
    table, ben = too_late
    answer = ben.asks("tabletop", do="press", seat=2, contests=True)

    assert (answer.status, answer.json()["error"]) == (409, "Too late: the contest is over.")
    view = table.table()
    assert (view["turn"], view["seats"][1]["hand"]) == (2, 5)


@pytest.mark.long
def test_a_finger_that_wanted_to_contest_does_not_draw(too_late: tuple[Playing, Stopped]) -> None:
    _, ben = too_late
    before = ben.presses
    expect(ben.button).to_contain_text("Contest over")  # since the table's five seconds have run out
    ben.button.tap(force=True)
    ben.is_past(999)
    expect(ben.button).to_have_attribute("aria-disabled", "true")
    ben.button.press("Enter")
    assert ben.presses == before

    ben.is_past(1)

    expect(ben.button).to_have_attribute("aria-disabled", "false")
    expect(ben.button).to_contain_text("Draw")
    with ben.page.expect_request(lambda request: '"press"' in (request.post_data or "")):
        ben.taps()  # what the table makes of it depends on its own clock, which nobody stops


@pytest.mark.long
def test_a_guards_button_rests_when_her_own_turn_comes_but_not_when_a_race_does(
    browser: Browser, table: Playing
) -> None:
    table.touches("number2.1", "discard")
    ana = Stopped(browser, table.url, 1)
    expect(ana.headline).to_have_text("Your turn")
    ana.taps()  # draws; from now on her tap would be a call
    expect(ana.headline).to_have_text("Ben’s turn")
    ana.is_past(2000)  # what follows is not her own doing
    for seat, nobody_else in ((2, "Cleo’s turn"), (3, "Your turn")):
        table.taps(seat)
        expect(ana.headline).to_have_text(nobody_else)
    expect(ana.button).to_contain_text("Just changed")
    before = ana.presses
    ana.button.tap(force=True)
    assert ana.presses == before

    table.touches("mosquito3.1", "discard")
    expect(ana.headline).to_have_text("Slap!")
    expect(ana.button).to_have_attribute("aria-disabled", "false")
    ana.taps()
    table.waits_until(lambda view: bool(view["race"]) and 1 in view["race"]["there"])
    ana.page.context.close()


# What a seat's button means, one picture after another, at which ms, and why it rests at the end; null: it does not.
TURN = {"turn": 1}
CONTEST = {"race": {"race": "contest", "seats": [1]}}
SLAP = {"race": {"race": "slap", "seats": [1, 2]}}
QUESTION = {**TURN, "question": {"seats": [1], "text": "Which?"}}
CHANGES: dict[str, tuple[list[tuple[int, dict[str, Any]]], str | None]] = {
    "first picture": ([(0, TURN)], None),
    "turn comes where nothing was meant": ([(0, {}), (0, TURN)], None),
    "contest opens": ([(0, TURN), (0, CONTEST)], None),
    "slap opens": ([(0, TURN), (0, SLAP)], None),
    "slap opens while it rests": ([(0, CONTEST), (0, TURN), (100, SLAP)], None),
    "contest shuts": ([(0, CONTEST), (0, TURN)], "Contest over"),
    "contest shuts, and the turn comes soon": ([(0, CONTEST), (0, {}), (900, TURN)], "Contest over"),
    "contest shuts, and the turn comes later": ([(0, CONTEST), (0, {}), (1000, TURN)], None),
    "slap is over": ([(0, SLAP), (0, TURN)], "Race over"),
    "question": ([(0, TURN), (0, QUESTION)], "A question"),
    "question is over": ([(0, QUESTION), (0, TURN)], "Just changed"),
    "correction comes and goes": ([(0, TURN), (0, {}), (100, TURN)], None),
    "somebody else's": ([(0, CONTEST), (0, {"turn": 2})], None),
    "a second later": ([(0, CONTEST), (0, TURN), (1000, TURN)], None),
    "another game": ([(0, CONTEST), (0, {**TURN, "game_id": 2})], None),
}
STEPS = """async (steps) => {
    const {watch, rests, did} = await import("/static/button.mjs");
    const buttonMeans = ({picture, seat}) => (picture.turn === seat ? "turn" : null);
    let now = 10_000;
    performance.now = () => now;
    for (const [ms, picture, acts] of steps) {
        now += ms;
        if (acts) did(1);
        watch({picture: {game_id: 1, ...picture}, seats: [1], buttonMeans, redraw() {}});
    }
    return rests(1);
}"""


@pytest.fixture(scope="module")
def blank(browser: Browser, lasting_table: Playing) -> Iterator[Page]:
    page = browser.new_page(viewport=PHONE)
    yield page
    page.close()


@pytest.fixture
def modules(blank: Page, lasting_table: Playing) -> Page:
    """A page that shows nothing and has loaded nothing, from which the table's modules can be."""
    blank.goto(f"{lasting_table.url}/health")
    return blank


@pytest.mark.parametrize("change", CHANGES)
def test_which_changes_rest(modules: Page, change: str) -> None:
    steps, why = CHANGES[change]

    assert modules.evaluate(STEPS, [[ms, snapshot, False] for ms, snapshot in steps]) == why


@pytest.mark.long
@pytest.mark.parametrize(("before", "why"), [(QUESTION, None), (CONTEST, "Contest over")])
def test_what_a_player_has_changed_himself_does_not_rest_unless_it_was_a_race(
    modules: Page, before: dict[str, Any], why: str | None
) -> None:
    assert modules.evaluate(STEPS, [[0, before, True], [1499, TURN, False]]) == why


@pytest.mark.long
@pytest.mark.parametrize("game", GAMES)
def test_every_game_says_what_its_buttons_mean(modules: Page, game: str) -> None:
    means = "async (game) => typeof (await import(`/games/${game}/parts.mjs`)).buttonMeans"

    assert modules.evaluate(means, game) == "function"
