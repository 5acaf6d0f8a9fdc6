"""The scoreboard in a real browser, with a real table behind it: what a hand does on the table shows on a phone."""

import shutil
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from table import languages
from table.games.game import PUBLIC
from table.values import replace
from tests.browser.conftest import DESK, PHONE
from tests.browser.phases import BEGUN, Phase, card, passes, picture, press
from tests.browser.stubbed_page import SETTLED, STREAM, StubbedPage
from tests.browser.test_looks import LONG
from tests.playing import Playing, running
from web.delivery.shown import shown

pytestmark = pytest.mark.browser

THREE = ["Ana", "Ben", "Cleo"]
PHONES: list[ViewportSize] = [{"width": 360, "height": 640}, PHONE, {"width": 844, "height": 390}]


def on_top(page: Page, card: str) -> None:
    expect(page.locator(f".top[data-card='{card}'] .card")).to_be_visible()


@pytest.mark.long
def test_before_the_first_card_it_says_how_to_join(fresh_table: Playing, phone: Page) -> None:
    phone.set_viewport_size(DESK)  # a phone that shows the page needs no code for itself
    phone.goto(fresh_table.url, wait_until="domcontentloaded")
    code = phone.get_by_role("img", name="QR code with the address of this table")
    expect(code).to_be_visible()
    code.evaluate("(one) => one.decode()")  # it is loaded, and is a picture; or this fails

    fresh_table.touches("number2.1", "discard")

    on_top(phone, "number2.1")
    expect(code).to_have_count(0)


def test_a_card_on_the_pad_shows_and_what_is_wrong_goes_away_by_itself(table: Playing, phone: Page) -> None:
    phone.goto(table.url, wait_until="domcontentloaded")
    table.touches("number2.1", "discard")
    on_top(phone, "number2.1")
    expect(phone.locator(".headline")).to_have_text("Ana’s turn")
    table.touches("number4.1", "discard")
    expect(phone.locator(".headline")).to_have_text("Ana: does not fit")
    expect(phone.locator(".prompt")).to_have_text("Ana: take the 4 back.")
    expect(phone.locator("[data-wrong='number4.1'] .card")).to_be_visible()
    expect(phone.locator(".news li").first).to_have_text("A 4 does not fit on a 2: play a 1 or a 3.")

    table.touches("number4.1", "discard")

    expect(phone.locator("[data-wrong]")).to_have_count(0)
    expect(phone.locator(".headline")).to_have_text("Ana’s turn")


@pytest.mark.long
def test_buttons_draw_and_end_the_round_and_the_score_shows(table: Playing, phone: Page) -> None:
    phone.set_viewport_size(DESK)
    phone.goto(table.url, wait_until="domcontentloaded")
    table.touches("number2.1", "discard")
    on_top(phone, "number2.1")
    table.taps(1)
    expect(phone.locator(".headline")).to_have_text("Ben’s turn")
    expect(phone.locator(".news li").first).to_have_text("Ana draws a card.")
    table.presses(2)
    expect(phone.locator(".headline")).to_have_text("Ben is out")
    table.releases(2)
    table.touches("number5.1", "seat.3")
    expect(phone.locator("[data-seat='3'] .counting")).to_have_text("1 card")
    table.touches("number3.1", "seat.1")
    expect(phone.locator("[data-seat='1'] .counting")).to_have_text("1 card")
    table.taps(3)
    expect(phone.locator("[data-seat='3'] .counting")).to_have_count(0)
    table.taps(1)

    expect(phone.locator(".headline")).to_have_text("Round 1 is over")
    expect(phone.locator("[data-seat='3'] .score")).to_have_text("1")
    expect(phone.locator(".seat.busy .name")).to_have_text("Ben")
    expect(phone.locator(".rounds tbody td")).to_have_text(["1", "0", "1"])
    expect(phone.locator(".rounds .out")).to_have_text("0")


@pytest.mark.long
@pytest.mark.parametrize(("path", "said"), [("/", "What shall we play?"), ("/seat/1", "No game is on.")])
def test_a_page_that_showed_no_game_shows_the_one_that_begins(
    phone: Page, tmp_path: Path, path: str, said: str
) -> None:
    config = tmp_path / "table.toml"
    shutil.copy(Path("docs/examples/emulated.toml"), config)
    with running("run", "--config", str(config)) as table:
        phone.goto(table.url + path, wait_until="domcontentloaded")
        expect(phone.get_by_text(said)).to_be_visible()
        table.host().asks("games", game="mito", players=["Ana", "Ben", "Cleo"])

        expect(phone.locator(".round")).to_contain_text("Round 1 of 3")
        expect(phone.locator(".felt")).to_be_visible()


@pytest.mark.long
def test_a_game_with_a_robot_begins_among_real_cards_too(phone: Page, tmp_path: Path) -> None:
    config = tmp_path / "table.toml"
    shutil.copy(Path("docs/examples/emulated.toml"), config)
    with running("run", "--config", str(config)) as table:
        phone.goto(table.url, wait_until="domcontentloaded")
        phone.locator('[data-game="mito"]').click()
        phone.get_by_label("Your name").fill("Ana")
        phone.locator("[data-quick]").click()

        expect(phone.locator("[data-prompt]")).to_contain_text("Touch the pads of Bolt and Cog with 8 cards each")


@pytest.mark.long
def test_links_and_sentences_are_high_enough_for_a_finger(table: Playing, phone: Page) -> None:
    for path in ("/", "/people", "/decks"):
        phone.goto(table.url + path, wait_until="domcontentloaded")
        if path == "/":
            table.touches("number2.1", "discard")
            expect(phone.locator(".verdict").first).to_be_visible()
        expect(phone.locator(".head a").first).to_be_visible()
        for element in phone.locator(".head a, .verdict").all():
            if element.is_visible():
                box = element.bounding_box()
                assert box is not None
                assert min(box["width"], box["height"]) > 43, (path, element.inner_text(), box)


@pytest.mark.long
@pytest.mark.parametrize("auto", [None, "typical"], ids=["people", "simulated people"])
@pytest.mark.parametrize(("players", "slap"), [(LONG, (3, 1, 2, 5)), (THREE, (1, 2, 3)), (THREE, (1,)), (THREE, ())])
def test_a_turn_and_how_a_race_went_fit_on_a_phone(
    lasting_table: Playing, phone: Page, players: list[str], slap: tuple[int, ...], auto: str | None
) -> None:
    slaps = [one for n, seat in enumerate(slap) for one in press(3.2 + n / 9, seat)]
    laid = card(3, "mosquito3.1" if slap else "number3.1")
    raced = picture("mito", players, Phase([*BEGUN, laid, *slaps, passes(9)]), {})
    started = raced.game.started
    assert started is not None
    raced = replace(raced, game=replace(raced.game, started=replace(started, auto=auto)))
    phone.add_init_script(STREAM)
    phone.goto(f"{lasting_table.url}/?lang=de", wait_until="domcontentloaded")
    phone.wait_for_function("() => Boolean(window.stream)")
    for size in PHONES:
        phone.set_viewport_size(size)
        phone.evaluate("(picture) => tell('picture', picture)", languages.find("de").of(shown(raced, PUBLIC)))
        for place in (".top .card", ".news li", *([".result .at"] if slap else [])):
            expect(phone.locator(place).first).to_be_visible()
        phone.evaluate(SETTLED)

        high, wide = phone.evaluate(
            "(({ scrollHeight, scrollWidth }) => [scrollHeight, scrollWidth])(document.documentElement)"
        )
        assert (high <= size["height"], wide <= size["width"]) == (True, True), (size, high, wide)


@pytest.mark.long
@pytest.mark.parametrize("game", ["mythology_go", "nur_mut", "mytho"])
def test_the_most_seats_fit_on_a_phone(browser: Browser, game: str) -> None:
    screen = StubbedPage(browser, game, "/", PHONES[0], "de")
    for size in PHONES:
        screen.page.set_viewport_size(size)
        for phase in ("turn", "correction"):
            page = screen.tell(phase)
            assert page.evaluate("document.documentElement.scrollHeight") <= size["height"], (size, phase)
    screen.close()
