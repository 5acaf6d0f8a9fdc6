"""An evening of three people at one table, each on another engine: who comes late, who leaves, and what comes next."""

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.conftest import DESK
from tests.browser.engines import ENGINES, Phone, phone_on
from tests.browser.turns import takes_turns
from tests.playing import Playing, playing

pytestmark = [pytest.mark.browser, pytest.mark.long]

ANA, BEN, CLEO = 1, 2, 3
LIVE = "#virtual .link.up"
# Marks the button of the menu that begins with these words.
MARKS = """(words) => {
    const buttons = [...document.querySelectorAll("dialog .ways button")];
    for (const one of buttons) one.toggleAttribute("data-marked", one.textContent.startsWith(words));
    return buttons.some((one) => one.hasAttribute("data-marked"));
}"""


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Playing]:
    with playing(tmp_path / "table.db") as table:
        yield table


@pytest.fixture
def people(table: Playing, playwright: Playwright) -> Iterator[list[Phone]]:
    """Ana, Ben and Cleo."""
    with ExitStack() as closing:
        yield [closing.enter_context(phone_on(engine, playwright)) for engine in ENGINES]


@pytest.fixture
def scoreboard(browser: Browser, table: Playing) -> Iterator[Page]:
    page = browser.new_page(viewport=DESK)
    complaints: list[str] = []
    page.on("console", lambda said: complaints.append(said.text) if said.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    page.goto(table.url, wait_until="domcontentloaded")
    yield page
    expect(page.locator(".link.up")).to_be_attached()
    page.close()
    assert not complaints, complaints


def sits_down(phone: Phone, seat: int, name: str) -> None:
    phone.types("#your-name", name)
    phone.taps(f"[data-chair='{seat}']")
    phone.sees(f"[data-button='{seat}']")


def shows_names(scoreboard: Page, *names: str) -> None:
    """Wait until the scoreboard shows these people, seat after seat."""
    for seat, name in enumerate(names, 1):
        expect(scoreboard.locator(f"[data-seat='{seat}']").first).to_contain_text(name)


@pytest.mark.timeout(420)
def test_one_comes_late_one_leaves_and_another_game_follows(
    table: Playing, people: list[Phone], scoreboard: Page
) -> None:
    ana, ben, cleo = people
    ben.goes(f"{table.url}/virtual")
    sits_down(ben, BEN, "Ben")
    ana.goes(table.url)
    ana.taps("[data-game='nur_mut']")
    ana.types("#start-name", "Ana")
    ana.waits("() => document.querySelector('[data-robots]').textContent === '0'")  # with Ben she is not alone
    ana.taps("[aria-label='One robot more']")
    ana.taps("[data-quick]")
    ana.comes_to("/virtual")
    shows_names(scoreboard, "Ana", "Ben", "Bolt")
    ana.sees("[data-hand] [data-card]")
    ben.sees("[data-hand] [data-card]")

    cleo.goes(f"{table.url}/virtual")
    sits_down(cleo, CLEO, "Cleo")
    shows_names(scoreboard, "Ana", "Ben", "Cleo")
    assert [seat["robot"] for seat in table.table()["seats"]] == [None] * 3
    everybody_takes_a_turn(table, dict(zip((ANA, BEN, CLEO), people, strict=True)), scoreboard)

    leaves(ben)
    for phone in (ana, cleo):
        for choice in ("robot", "wait", "end"):
            phone.sees(f".acts [data-choice='{choice}']")
    cleo.taps("[data-choice='robot']")
    for phone in (ana, cleo):
        phone.waits("() => !document.querySelector('[data-choice=robot], [data-choice=wait]')")
    expect(scoreboard.locator("[data-seat='2'] .robot-mark").first).to_be_visible()
    everybody_takes_a_turn(table, {ANA: ana, CLEO: cleo}, scoreboard)

    wants_the_end(ana)
    cleo.taps(".acts [data-choice='end']")
    table.waits_until(lambda view: view["over"])
    cleo.taps("[data-choice='another']")
    cleo.taps("dialog [data-game='mytho']")
    table.waits_until(lambda view: view["game"] == "mytho")
    shows_names(scoreboard, "Ana", "", "Cleo")
    everybody_takes_a_turn(table, {ANA: ana, CLEO: cleo}, scoreboard)
    for phone in (ana, cleo):
        phone.sees(LIVE)
    assert table.table()["game"] == "mytho"


def everybody_takes_a_turn(table: Playing, people: dict[int, Phone], scoreboard: Page) -> None:
    """Let each person take a turn, whoever is first, while the scoreboard says whose it is."""
    waiting = set(people)
    while waiting:
        seat = table.waits_until(lambda view: view["turn"] in people)["turn"]
        expect(scoreboard.locator(f"[data-seat='{seat}'].busy")).to_be_attached()
        takes_turns(people[seat], table, seat, 1)
        waiting.discard(seat)


def leaves(phone: Phone) -> None:
    phone.taps("[data-menu]")
    for words in ("Leave", "Really leave"):
        phone.waits(MARKS, words)
        phone.taps("[data-marked]")


def wants_the_end(phone: Phone) -> None:
    phone.taps("[data-menu]")
    phone.taps("[data-end]")
    phone.taps("dialog [data-choice='end']")
