"""Games that are over in a browser: found, dragged through, stepped through by keyboard, asked why, linked to."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from table.history.importing import import_scripts
from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.history.library import SCRIPTS, script
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser


@pytest.fixture(scope="module")
def library(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """A table that has played: game 1 is Mito."""
    database = tmp_path_factory.mktemp("past") / "table.db"
    for path in (script("mito-on-pads"), *(one for one in SCRIPTS if one.stem != "mito-on-pads")):
        import_scripts([path], database)
    with playing(database) as table:
        yield table


@pytest.fixture
def still(browser: Browser) -> Iterator[Page]:
    """A screen at a desk, whose user wants no motion."""
    page = browser.new_context(viewport=DESK, reduced_motion="reduce").new_page()
    yield page
    page.context.close()


@pytest.mark.long
def test_a_game_is_found_and_looked_at_by_keyboard_alone(library: Playing, still: Page) -> None:
    still.goto(f"{library.url}/history", wait_until="domcontentloaded")
    still.get_by_label("Game", exact=True).select_option("mito")
    rows = still.locator(".past")
    expect(rows).to_have_count(2)
    rows.last.focus()
    still.keyboard.press("Enter")

    line = still.get_by_label("Time of the game")
    line.focus()
    expect(line).to_have_attribute("data-seq", "2")
    still.keyboard.press("ArrowRight")
    still.keyboard.press("ArrowRight")
    still.keyboard.press("ArrowLeft")
    moment = line.get_attribute("data-seq")
    expect(still).to_have_url(f"{library.url}/history/1#e{moment}")
    still.keyboard.press("End")
    expect(still.locator("#replay .headline")).to_contain_text("wins")
    still.keyboard.press("PageDown")
    expect(still.locator("#replay .headline")).not_to_contain_text("wins")
    still.keyboard.press("Home")
    still.keyboard.press("Space")
    expect(still.get_by_role("button", name="Pause")).to_be_visible()
    still.keyboard.press("Space")
    expect(still.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.long
def test_a_link_leads_to_its_moment_of_which_one_may_ask_why(library: Playing, phone: Page) -> None:
    phone.goto(f"{library.url}/history/1#e260", wait_until="domcontentloaded")
    now = phone.locator(".player .now")
    expect(now).to_contain_text("Cleo was last.")
    now.get_by_role("button").tap()
    expect(phone.get_by_role("dialog").get_by_role("heading", name="The rule")).to_be_visible()
    phone.get_by_role("button", name="Close").tap()
    phone.get_by_role("button", name="Link to this moment").tap()
    expect(phone.get_by_text("The link is copied.")).to_be_visible()


@pytest.mark.long
def test_a_sentence_that_is_too_long_for_a_small_phone_ends_in_dots(library: Playing, still: Page) -> None:
    still.set_viewport_size({"width": 360, "height": 640})
    still.goto(f"{library.url}/history/1#e260", wait_until="domcontentloaded")
    said = still.locator(".player .now .said")
    expect(said).to_have_css("text-overflow", "ellipsis")
    expect(said).to_have_css("display", "block")

    assert said.evaluate(
        "(one) => one.getBoundingClientRect().right <= one.parentElement.getBoundingClientRect().right"
    )


@pytest.mark.long
def test_who_drags_sees_the_table_of_that_time_and_it_plays_to_its_end(library: Playing, phone: Page) -> None:
    phone.goto(f"{library.url}/history/1", wait_until="domcontentloaded")
    line = phone.get_by_label("Time of the game")
    line.fill("985")
    expect(phone.locator("#replay .round, #replay .rounds").first).to_be_attached()
    phone.get_by_role("button", name="16 times as fast").tap()
    phone.get_by_role("button", name="Play", exact=True).tap()
    expect(phone.locator("#replay .headline")).to_contain_text("wins")
    expect(phone.get_by_role("button", name="Play", exact=True)).to_be_visible()


@pytest.mark.long
def test_a_game_is_saved_as_a_picture(library: Playing, phone: Page) -> None:
    phone.goto(f"{library.url}/history/1", wait_until="domcontentloaded")
    with phone.expect_download() as saved:
        phone.get_by_role("button", name="Share as a picture").tap()
    assert saved.value.suggested_filename == "mito-1.png"
    assert saved.value.path().read_bytes().startswith(b"\x89PNG")


@pytest.mark.long
def test_people_lead_to_their_courses_and_these_to_their_games(library: Playing, phone: Page) -> None:
    phone.goto(f"{library.url}/people", wait_until="domcontentloaded")
    phone.get_by_role("button", name="Mito").tap()
    phone.get_by_role("region", name="People").get_by_role("link", name="Cleo").tap()
    expect(phone.get_by_role("img", name="The rating of Cleo").first).to_be_visible()
    mito = phone.get_by_role("region", name="Mito", exact=True)
    mito.get_by_text("In numbers").last.tap()
    expect(mito.get_by_role("rowheader", name=re.compile("to .* ms")).first).to_be_visible()
    phone.get_by_role("link", name="All games with Cleo").tap()
    expect(phone.locator(".past")).to_have_count(7)


@pytest.mark.long
@pytest.mark.parametrize("path", ["/history", "/people", "/tournaments"])
def test_where_nothing_was_played_yet_people_are_invited_to(fresh_table: Playing, still: Page, path: str) -> None:
    still.goto(fresh_table.url + path)
    expect(still.locator(".none h2")).to_be_visible()
    assert violations(still) == {}


@pytest.mark.long
def test_a_tournament_in_teams_is_begun_and_taken_away_again(library: Playing, phone: Page) -> None:
    phone.goto(f"{library.url}/tournaments", wait_until="domcontentloaded")
    expect(phone.get_by_text("No tournament yet")).to_be_visible()
    host = {"data": {"pin": library.pin}, "headers": {"Origin": library.url}}
    assert phone.request.post(f"{library.url}/api/v1/host", **host).ok
    phone.reload(wait_until="domcontentloaded")
    phone.get_by_role("button", name="New tournament").tap()
    expect(phone.get_by_role("button", name="Begin")).to_be_disabled()
    for name in ("Ana", "Cleo", "Ben"):
        phone.get_by_label(name, exact=True).check()
    phone.get_by_label("Somebody else").fill("Zoe")
    phone.keyboard.press("Enter")
    phone.get_by_label("Teams of two").check()
    assert violations(phone) == {}
    phone.get_by_label("Name of the tournament").fill("Winter cup")
    phone.get_by_role("button", name="Begin").tap()

    cup = phone.get_by_role("region", name="Winter cup")
    expect(cup.locator(".name")).to_have_text(["Ana & Cleo", "Ben & Zoe"])
    cup.get_by_role("button", name="Remove it …").tap()
    cup.get_by_role("button", name="Remove it", exact=True).tap()
    expect(phone.get_by_text("No tournament yet")).to_be_visible()


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    ["/history", "/history?player=Nobody", "/history/1", "/history/5#e30", "/people", "/people/Cleo", "/tournaments"],
)
def test_everybody_can_read_and_use_it_and_nothing_is_wider_than_a_phone(
    library: Playing, still: Page, path: str
) -> None:
    still.set_viewport_size(PHONE)
    still.goto(library.url + path)
    expect(still.locator(".past, .none, #replay .headline, .which-game, .figures").first).to_be_visible()
    assert violations(still) == {}
    still.set_viewport_size({"width": 320, "height": 640})
    assert still.evaluate("document.documentElement.scrollWidth") <= 320


@pytest.mark.long
def test_where_nobody_has_played_the_way_to_a_game_can_be_read(fresh_table: Playing, phone: Page) -> None:
    phone.goto(f"{fresh_table.url}/people", wait_until="domcontentloaded")
    colours = phone.get_by_role("link", name="Begin a game").evaluate(
        "(one) => [getComputedStyle(one).color, getComputedStyle(one).backgroundColor]"
    )
    assert colours[0] != colours[1]


@pytest.mark.long
@pytest.mark.parametrize(("code", "games"), [("de", "Spiele"), ("fr", "Parties")])
def test_games_that_are_counted_are_called_so_in_short(library: Playing, phone: Page, code: str, games: str) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{library.url}/people?lang={code}", wait_until="domcontentloaded")
    heads = phone.locator(".standings thead").first.get_by_role("columnheader")
    expect(heads.nth(1)).to_have_text(games)
    high, line = heads.first.evaluate(
        "(one) => [one.getBoundingClientRect().height, parseFloat(getComputedStyle(one).lineHeight)]"
    )
    assert high < 2 * line  # "Name" stands in one line


def test_on_a_phone_a_game_begins_with_its_result_and_a_link_with_its_moment(library: Playing, phone: Page) -> None:
    def first(address: str) -> str | None:
        phone.goto("about:blank")
        phone.goto(f"{library.url}/history/1{address}", wait_until="domcontentloaded")
        expect(phone.locator("#replay .headline")).to_be_visible()
        return phone.locator("main > section").first.get_attribute("class")

    assert "outcome" in str(first(""))
    assert "replay" in str(first("#e260"))


@pytest.mark.long
def test_why_stands_whole_behind_a_sentence_that_is_cut(library: Playing, phone: Page) -> None:
    phone.set_viewport_size({"width": 360, "height": 640})
    phone.goto(f"{library.url}/history/1?lang=fr#e12", wait_until="domcontentloaded")
    said = phone.locator(".player .now .said")
    for _ in range(40):
        wide, place = said.evaluate("(one) => [one.scrollWidth, one.clientWidth]")
        if wide > place:
            break
        phone.get_by_role("button", name="Un pas en avant").tap()
    assert wide > place
    out = phone.locator(".player .now .verdict").evaluate("(one) => one.scrollWidth - one.clientWidth")
    assert out <= 0
