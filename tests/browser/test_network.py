"""Joining the home's Wi-Fi on a phone, in English and German, page after page; and each state on every screen."""

import json
from collections.abc import Callable, Iterator
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from table.board import Board, GameSnapshot, Snapshot
from table.view import View
from tests.browser.audit import violations
from tests.browser.test_setup import SIZES, misfits
from tests.web.test_why import StubTable
from web.server.app import create_app

pytestmark = [pytest.mark.browser, pytest.mark.long]

PASSWORD = "hello from the sofa"  # noqa: S105
NETWORKS = [
    {"name": "Home sweet home", "strength": 88, "lock": "password", "known": False},
    {"name": "Flat 4", "strength": 61, "lock": "password", "known": True},
    {"name": "Café", "strength": 44, "lock": "open", "known": False},
    {"name": "Office", "strength": 30, "lock": "other", "known": False},
    {"name": "a-name-as-long-as-they-may-be-32", "strength": 12, "lock": "password", "known": False},
]
READY: dict[str, Any] = {
    "state": "ready", "own": "cardtable-abc", "inside": None, "address": "10.42.42.1", "networks": NETWORKS,
    "age_s": 70, "wanted": "", "hidden": False, "country": None, "why": None, "name": "cardtable.local", "goes": True,
    "again_s": 60,
}  # fmt: skip
WANTED = {**READY, "wanted": "Home sweet home"}
JOINED = {**WANTED, "state": "joined", "own": None, "inside": "Home sweet home", "address": "192.168.178.42"}
STATES: dict[str, dict[str, Any]] = {
    "stranger": {**READY, "state": "stranger"},
    "ready": READY,
    "nobody has looked": {**READY, "networks": [], "age_s": None},
    "looking": {**READY, "state": "looking"},
    "trying": {**WANTED, "state": "trying"},
    "by cable": {**WANTED, "state": "trying", "own": None, "goes": False},
    **{
        why: {**WANTED, "state": "failed", "why": why} for why in ("password", "unseen", "silent", "address", "refused")
    },
    "joined": JOINED,
    "elsewhere": {**READY, "state": "elsewhere"},
}


class Table:
    """A table that is in the state that a test wants, and keeps what it is asked for; None: nobody answers."""

    def __init__(self) -> None:
        self.state: dict[str, Any] | None = READY
        self.asked: list[dict[str, Any]] = []
        self._app = create_app(StubTable(Board(Snapshot(1, GameSnapshot(1, {"public": View()})))))

    def answers(self, route: Route, language: str) -> None:
        path = urlsplit(route.request.url).path
        if path != "/api/v1/network":
            with self._app.test_client().get(path, headers={"Host": "localhost", "Accept-Language": language}) as page:
                body = page.get_data().replace(b'data-then="/"', b'data-then="/setup"')
                host = self.state is None or self.state["state"] != "stranger"
                body = body.replace(b'{"host": false}', b'{"host": true}') if host else body
                route.fulfill(status=page.status_code, content_type=page.content_type, body=body)
            return
        if self.state is not None and route.request.method == "POST":
            self.asked.append(json.loads(route.request.post_data or ""))
            self.state = {**WANTED, "state": "trying"} if self.asked[-1]["do"] == "join" else self.state
        if self.state is None:
            route.abort()
        else:
            route.fulfill(json=self.state)


Opens = Callable[[str], tuple[Page, Table]]


@pytest.fixture
def opens(browser: Browser) -> Iterator[Opens]:
    """Open the page in a language, at a table that the test rules."""
    opened: list[BrowserContext] = []

    def opens(language: str) -> tuple[Page, Table]:
        table = Table()
        context = browser.new_context(
            viewport=SIZES[0], has_touch=True, is_mobile=True, reduced_motion="reduce", locale=f"{language}-DE"
        )
        opened.append(context)
        context.route("**/*", lambda route: table.answers(route, language))
        page = context.new_page()
        page.goto("http://table.test/network", wait_until="domcontentloaded")
        return page, table

    yield opens
    for context in opened:
        context.close()


WORDS = {
    "en": ("Connect", "goes away now", "does not take this password", "Next: set the table up", "Germany"),
    "de": ("Verbinden", "verschwindet jetzt", "nimmt dieses Passwort nicht an", "Weiter: den Tisch einrichten",
           "Deutschland"),
}  # fmt: skip


@pytest.mark.parametrize("language", WORDS)
def test_a_wrong_password_then_the_right_one_then_the_set_up(opens: Opens, language: str) -> None:
    connect, goes, wrong, onward, country = WORDS[language]
    page, table = opens(language)
    names = page.locator("[data-wifi]")
    expect(names).to_have_count(len(NETWORKS))
    assert [one.get_attribute("data-wifi") for one in names.all()] == [network["name"] for network in NETWORKS]
    expect(page.locator("[data-wifi='Office']")).to_be_disabled()

    page.locator("[data-wifi='Home sweet home']").tap()
    expect(page.locator("#country option:checked")).to_have_text(country)  # this phone's
    page.locator("#password").fill("wrong, and long")
    expect(page.locator("#password")).to_have_attribute("type", "password")
    page.locator(".secret button").tap()
    expect(page.locator("#password")).to_have_attribute("type", "text")
    page.get_by_role("button", name=connect).tap()

    expect(page.get_by_role("status")).to_contain_text(goes)
    expect(page.get_by_role("link", name="cardtable.local")).to_have_attribute("href", "http://cardtable.local/")
    table.state = None  # its Wi-Fi is gone: what was said stays
    with page.expect_event("requestfailed"):
        pass
    expect(page.get_by_role("status")).to_contain_text(goes)
    table.state = {**WANTED, "state": "failed", "why": "password"}
    expect(page.get_by_role("alert")).to_contain_text(wrong)
    expect(page.get_by_role("heading", level=2)).to_have_text("Home sweet home")
    expect(page.locator("#password")).to_have_value("")

    page.locator("#password").fill(PASSWORD)
    page.get_by_role("button", name=connect).tap()
    expect(page.get_by_role("status")).to_contain_text(goes)
    table.state = JOINED
    expect(page.get_by_role("link", name="192.168.178.42")).to_be_visible()
    expect(page.get_by_role("link", name=onward)).to_have_attribute("href", "/setup")
    assert table.asked[1] == {
        "do": "join", "name": "Home sweet home", "password": PASSWORD, "hidden": False, "country": "DE",
    }  # fmt: skip


def test_a_hidden_one_an_open_one_and_a_known_one(opens: Opens) -> None:
    page, table = opens("en")
    page.locator("[data-hidden]").tap()
    page.locator("#name").fill("Not shown")
    page.locator("#password").fill(PASSWORD)
    page.locator("[data-join]").tap()
    expect(page.locator("progress")).to_be_visible()
    table.state = {**WANTED, "wanted": "Not shown", "hidden": True, "state": "failed", "why": "unseen"}
    expect(page.locator("#name")).to_have_value("Not shown")
    page.locator("[data-back]").tap()
    page.locator("[data-wifi='Café']").tap()
    expect(page.locator("#password")).to_have_count(0)
    page.locator("[data-join]").tap()
    expect(page.locator("progress")).to_be_visible()
    table.state = READY
    page.locator("[data-wifi='Flat 4']").tap()
    page.locator("[data-join]").tap()
    expect(page.locator("progress")).to_be_visible()

    assert [(one["name"], one["password"], one["hidden"]) for one in table.asked] == [
        ("Not shown", PASSWORD, True), ("Café", "", False), ("Flat 4", None, False),
    ]  # fmt: skip


def test_who_stays_in_the_own_wifi_goes_on_to_the_set_up(opens: Opens) -> None:
    page, table = opens("en")
    page.locator("[data-look]").tap()
    with page.expect_request("**/setup"):
        page.locator("[data-stay]").tap()

    assert table.asked == [{"do": "look"}, {"do": "stay"}]


@pytest.mark.parametrize("language", WORDS)
@pytest.mark.parametrize("state", STATES)
def test_each_state_fits_every_screen_and_everybody_can_read_and_answer_it(
    opens: Opens, language: str, state: str
) -> None:
    page, table = opens(language)
    table.state = STATES[state]
    page.reload(wait_until="domcontentloaded")
    if state != "stranger":
        with page.expect_response("**/api/v1/network"):
            pass
    expect(page.locator(".framed").first).to_be_visible()

    wrong = {f"{size['width']}x{size['height']}": misfits(page, size) for size in SIZES}

    assert {size: found for size, found in wrong.items() if found} == {}
    assert violations(page, "light", "dark") == {}
