"""Every page in the language of tests: nothing that people read, or a screen reader says, is without its signs."""

import re
from collections.abc import Collection

import pytest
from playwright.sync_api import Browser, Page, expect

from table import games
from tests.browser import phases
from tests.browser.conftest import PHONE
from tests.browser.stubbed_page import StubbedPage
from tests.playing import Playing

pytestmark = pytest.mark.browser

# What is nobody's language: names of people, games and decks, addresses, and the names of languages.
NAMES = {*map(games.title, games.names()), "Ana", "Ben", "Cleo", "Standard 52", "Colours", "OpenSkill", "PIN"}
PLAIN = """(names) => {
    const found = [];
    const outside = (text, where) => {
        for (const name of names) text = text.replaceAll(name, "");
        if (/\\p{L}{2,}/u.test(text)) found.push(`${where}: ${text.trim().slice(0, 80)}`);
    };
    let depth = 0;
    const walker = document.createTreeWalker(document.documentElement, NodeFilter.SHOW_ALL);
    for (let node = walker.currentNode; node; node = walker.nextNode()) {
        if (node.nodeType === Node.TEXT_NODE) {
            const parent = node.parentElement;
            if (parent.closest("script, style, noscript, code, [lang]:not(html), [data-plain]")) continue;
            let text = "";
            for (const letter of node.data) {
                if (letter === "⟦") depth += 1;
                else if (letter === "⟧") depth -= 1;
                else if (!depth) text += letter;
            }
            outside(text, parent.className || parent.localName);
        } else if (node.nodeType === Node.ELEMENT_NODE && !node.closest("[lang]:not(html), [data-plain]")) {
            for (const name of ["aria-label", "alt", "title", "placeholder", "aria-description"]) {
                let text = node.getAttribute(name) ?? "";
                while (text.includes("⟦")) text = text.replaceAll(/⟦[^⟦⟧]*⟧/g, "");
                outside(text, name);
            }
        }
    }
    return found;
}"""
ADDRESS = re.compile(r"^[^:]*: (https?://|[\w.]+:\d+)")
PAGES = [
    "/", "/host", "/virtual", "/decks", "/history", "/people", "/tournaments", "/help", "/wifi", "/away", "/nothing",
    "/score/mythology_go", "/seat/1", "/screen", "/rules/mito", "/rules/mytho",
]  # fmt: skip


# Every phase of a game, on the pages that show it; in the suite on one, for the sentences are the same.
IN_A_GAME = [
    pytest.param(game, path, marks=() if (game, path) == ("mito", "/virtual") else pytest.mark.proof)
    for game in phases.PHASES
    for path in ("/", "/virtual", "/screen")
]


def unsigned(page: Page, people: Collection[str] = ()) -> list[str]:
    names = sorted({*NAMES, *people}, key=len, reverse=True)
    return [one for one in page.evaluate(PLAIN, names) if not ADDRESS.match(one)]


@pytest.mark.long
@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_nothing_without_signs(table: Playing, phone: Page, path: str) -> None:
    phone.goto(f"{table.url}{path}?lang=xx", wait_until="networkidle")
    expect(phone.locator("body")).to_contain_text("⟦")

    assert unsigned(phone) == []


@pytest.mark.long
def test_a_game_has_nothing_without_signs(table: Playing, phone: Page) -> None:
    phone.goto(f"{table.url}/virtual?lang=xx", wait_until="networkidle")
    assert phone.request.post(f"{table.url}/api/v1/seats/1/take", data={}, headers={"Origin": table.url}).ok
    phone.reload(wait_until="networkidle")
    table.touches("number2.1", "discard")
    table.touches("number4.1", "discard")  # refused
    expect(phone.locator(".headline")).to_contain_text("⟦")
    table.waits_until(lambda view: view["correction"] is not None)

    assert unsigned(phone) == []


def test_the_host_has_nothing_without_signs(table: Playing, phone: Page) -> None:
    phone.goto(f"{table.url}/host?lang=xx", wait_until="networkidle")
    phone.locator("input").fill(table.pin)
    phone.locator("form button").first.tap()
    phone.locator("[data-new]").tap()
    phone.locator("form details summary").tap()

    assert unsigned(phone) == []


@pytest.mark.long
@pytest.mark.parametrize(("game", "path"), IN_A_GAME)
def test_no_phase_of_a_game_has_anything_without_signs(browser: Browser, game: str, path: str) -> None:
    people = {*phases.NAMES, *(re.sub("[^A-Z]", "", name) for name in phases.NAMES)}  # and their initials
    shown = StubbedPage(browser, game, path, PHONE, "xx")
    found = {phase: unsigned(shown.tell(phase), people) for phase in phases.PHASES[game]}
    shown.close()

    assert {phase: plain for phase, plain in found.items() if plain} == {}
