"""The table on a home screen: it opens without a network, and shows nothing old."""

import re

import pytest
from playwright.sync_api import Page, expect

from table import games
from tests.browser.audit import violations
from tests.playing import Playing

pytestmark = [pytest.mark.browser, pytest.mark.long]

KEPT = """async () => {
    const found = [];
    for (const name of await caches.keys())
        for (const request of await (await caches.open(name)).keys()) found.push(new URL(request.url).pathname);
    return found;
}"""


def test_without_a_network_it_opens_calmly_and_shows_no_picture(phone: Page, table: Playing) -> None:
    phone.goto(table.url)
    expect(phone.locator("[data-game]")).to_have_count(len(games.names()))
    phone.evaluate("navigator.serviceWorker.ready.then(() => {})")
    phone.context.set_offline(True)

    for path in ("/", "/virtual", "/seat/1"):
        phone.goto(table.url + path)

        expect(phone.get_by_role("heading", name="The table cannot be reached")).to_be_visible()
        assert phone.url == table.url + path
        assert "Ana" not in phone.content()
    phone.get_by_role("link", name="Help").click()
    expect(phone.get_by_role("heading", name="Who to ask what")).to_be_visible()
    kept = phone.evaluate(KEPT)
    assert [path for path in kept if not re.match(r"/static/|/away$|/help$", path)] == []

    phone.goto(table.url)
    phone.context.set_offline(False)
    expect(phone.locator(".link")).to_have_text("live")  # by itself
    expect(phone.locator("[data-game]")).to_have_count(len(games.names()))


def test_help_is_for_everybody(phone: Page, table: Playing) -> None:
    phone.goto(table.url)
    phone.get_by_role("link", name="Help").click()

    expect(phone.get_by_role("heading", name="a reader is dead")).to_be_visible()
    for path in ("/help", "/away"):
        phone.route("**/health", lambda route: route.abort())  # or that page leaves for the table
        phone.goto(table.url + path)
        assert violations(phone) == {}
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
