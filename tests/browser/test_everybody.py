"""Every page in every language, light and dark, on a phone and a desk, as axe judges: a proof beside the samples."""

from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from table import languages
from table.history.importing import import_scripts
from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_languages import TOO_WIDE
from tests.history.library import SCRIPTS
from tests.own import OWN_GAMES
from tests.playing import Playing, playing

pytestmark = [pytest.mark.browser, pytest.mark.proof]

OWN = 1  # the seat whose phone it is


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """A table with games that are over and one that is on, in which a card lies wrong."""
    database = tmp_path_factory.mktemp("everybody") / "table.db"
    for path in SCRIPTS:
        import_scripts([path], database)
    with playing(database) as table:
        table.host().asks("games", players=["Ana", "Ben", "Cleo"])
        table.phone().asks("seats/3/take")  # and stays: a game that the last one leaves is given up
        for card in ("number2.1", "number5.1"):
            table.touches(card, "discard")
            table.waits_until(lambda view: view["piles"]["discard"]["count"])
        table.waits_until(lambda view: view["correction"] is not None)
        yield table


def nothing(_page: Page, _table: Playing) -> None:
    """Look at the page as it comes."""


def logs_in(page: Page, table: Playing) -> None:
    page.locator("input").fill(table.pin)
    page.locator("form button").first.click()
    page.locator("[data-new]").click()
    page.evaluate("document.querySelectorAll('details').forEach((more) => (more.open = true))")


def begins(page: Page, _table: Playing) -> None:
    page.locator("[data-ear]").press("Enter")
    page.locator("[data-ear]").press("ArrowRight")


def opens_the_menu(page: Page, _table: Playing) -> None:
    page.locator("[data-menu]").click()
    expect(page.locator("[data-language]").first).to_be_visible()


def asks_why(page: Page, _table: Playing) -> None:
    page.locator(".verdict").first.click()
    expect(page.get_by_role("dialog").locator("h2").first).to_be_visible()


def opens_all(page: Page, _table: Playing) -> None:
    page.evaluate("document.querySelectorAll('details').forEach((more) => (more.open = true))")


FREE, SEATED = False, True
PAGES: dict[str, tuple[str, bool, Callable[[Page, Playing], None]]] = {
    "scoreboard": ("/", FREE, nothing),
    "why": ("/", FREE, asks_why),
    "screen": ("/screen", FREE, nothing),
    "welcome": ("/virtual", FREE, nothing),
    "virtual": ("/virtual", SEATED, nothing),
    "menu": ("/virtual", SEATED, opens_the_menu),
    "seat, free": ("/seat/2", FREE, nothing),
    "seat": (f"/seat/{OWN}", SEATED, nothing),
    "ear, free": ("/ear/2", FREE, nothing),
    "ear": (f"/ear/{OWN}", SEATED, begins),
    "login": ("/host", FREE, nothing),
    "host": ("/host", FREE, logs_in),
    "decks": ("/decks", FREE, opens_all),
    "history": ("/history", FREE, nothing),
    "a game": ("/history/1#e260", FREE, opens_all),
    "people": ("/people", FREE, nothing),
    "somebody": ("/people/Ana", FREE, opens_all),
    "nobody": ("/people/Nobody", FREE, nothing),
    "tournaments": ("/tournaments", FREE, opens_all),
    "help": ("/help", FREE, nothing),
    "wifi": ("/wifi", FREE, nothing),
    "away": ("/away", FREE, nothing),
    "nowhere": ("/nowhere", FREE, nothing),
    "score": ("/score/mythology_go", FREE, nothing),
    **{f"rules of {game}": (f"/rules/{game}", FREE, nothing) for game in OWN_GAMES},
}


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize("code", languages.codes())
def test_everybody_can_read_and_use_it(browser: Browser, table: Playing, code: str, name: str) -> None:
    path, seated, prepare = PAGES[name]
    context = browser.new_context(viewport=PHONE, reduced_motion="reduce")
    page = context.new_page()
    if seated:
        assert page.request.post(f"{table.url}/api/v1/seats/{OWN}/take", data={}, headers={"Origin": table.url}).ok
    address, _, place = path.partition("#")
    page.goto(f"{table.url}{address}?lang={code}#{place}", wait_until="networkidle")
    wrong = {}
    prepare(page, table)
    for size in (PHONE, DESK):
        page.set_viewport_size(size)
        found = violations(page)
        if found or page.evaluate(TOO_WIDE):
            wrong[size["width"]] = found or "it is too wide"
    if seated:
        page.request.post(f"{table.url}/api/v1/seats/{OWN}/leave", data={}, headers={"Origin": table.url})
    context.close()

    assert wrong == {}
