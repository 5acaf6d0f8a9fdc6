"""Every page in the language of tests: nothing that people read, or a screen reader says, is without its signs."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.playing import Playing

pytestmark = pytest.mark.browser

# What is nobody's language: names of people, games and decks, addresses, and the names of languages.
NAMES = {"Ana", "Ben", "Cleo", "Mito", "Mytho", "Nur Mut", "Mythology GO", "Standard 52", "Colours", "OpenSkill", "PIN"}
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
    "/score/mythology_go", "/seat/1",
]  # fmt: skip


def unsigned(page: Page) -> list[str]:
    return [one for one in page.evaluate(PLAIN, sorted(NAMES, key=len, reverse=True)) if not ADDRESS.match(one)]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_has_nothing_without_signs(table: Playing, phone: Page, path: str) -> None:
    phone.goto(f"{table.url}{path}?lang=xx", wait_until="networkidle")
    expect(phone.locator("body")).to_contain_text("⟦")

    assert unsigned(phone) == []


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
