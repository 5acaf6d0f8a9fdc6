"""Light and dark: what was chosen stays on the phone, and is worn before anything is drawn."""

import pytest
from playwright.sync_api import Page

from tests.playing import Playing

pytestmark = [pytest.mark.browser, pytest.mark.long]

THEME_AT_FIRST = """new MutationObserver((_, watch) => {
    if (!document.body) return;
    window.themeAtFirst = document.documentElement.dataset.theme ?? null;
    watch.disconnect();
}).observe(document, { childList: true, subtree: true });"""
ROOM = "getComputedStyle(document.documentElement).getPropertyValue('--room').trim()"
LIGHT, DARK = "#f1ead8", "#0a1613"


def test_a_phone_remembers_its_theme_and_wears_it_before_anything_is_drawn(phone: Page, table: Playing) -> None:
    phone.add_init_script(THEME_AT_FIRST)
    phone.emulate_media(color_scheme="dark")
    phone.goto(f"{table.url}/virtual")
    phone.get_by_role("button", name="Just watch").tap()
    phone.locator("[data-menu]").tap()

    phone.get_by_role("button", name="Light").tap()

    assert phone.evaluate(ROOM) == LIGHT
    for path in ("/", "/rules/mito"):
        phone.goto(table.url + path)
        assert phone.evaluate("window.themeAtFirst") == "light"
        assert phone.evaluate(ROOM) == LIGHT
    assert phone.evaluate("getComputedStyle(document.documentElement).colorScheme") == "light"
    shown = "[...document.querySelectorAll('meta[name=theme-color]')].filter((one) => matchMedia(one.media).matches)"
    assert phone.evaluate(f"{shown}.map((one) => one.content)") == ["#f1ead8"]

    phone.goto(f"{table.url}/virtual")
    phone.get_by_role("button", name="Just watch").tap()
    phone.locator("[data-menu]").tap()
    phone.get_by_role("button", name="System").tap()
    assert phone.evaluate(ROOM) == DARK
