"""A hub's pages on phones and big screens: nothing lies over anything else, and names are whole."""

from collections.abc import Iterator
from itertools import combinations
from urllib.parse import urlsplit

import pytest
from flask import Flask
from playwright.sync_api import Browser, Page, Route, ViewportSize
from werkzeug.security import generate_password_hash

from cardtable_club.hub.database import Database
from cardtable_club.hub.listener import Hub
from cardtable_club.publishing.address import Broker, Place
from cardtable_club.web.context import Club
from cardtable_club.web.server import create_app
from tests.browser import phases
from tests.browser.audit import violations
from tests.browser.stubbed_page import HOME, SETTLED, STREAM
from web.context import Config

pytestmark = [pytest.mark.browser, pytest.mark.long]

OWN = {"Origin": "http://localhost"}
PAGES = (
    *("/", "/tables/riverside/kitchen", "/tournaments", "/tournaments/1", "/tournaments/1/board"),
    *("/people", "/history", "/search?q=Ana", "/director"),
)
LONG = "Konstantinopolitania"
NAMES = ("Ana", LONG, "Bartholomew Ravenswood", "Maria-Magdalena", "Ben", "Cleo", "Dan", "Eva", "Fay")
SIZES: tuple[ViewportSize, ...] = (
    {"width": 360, "height": 640},
    {"width": 390, "height": 844},
    {"width": 844, "height": 390},
    {"width": 1280, "height": 800},
    {"width": 1920, "height": 1080},
)
BOX = (
    "(one) => { const { left, top, right, bottom } = one.getBoundingClientRect(); return [left, top, right, bottom]; }"
)
LINES = """(one) => {
    const words = document.createRange();
    words.selectNodeContents(one);
    return new Set([...words.getClientRects()].map((box) => box.top)).size;
}"""

# Says to a page that follows a stream that all is as it was: one that has heard nothing for a while grows pale.
HEARS = """() => {
    if (!window.stream) return;
    const tile = document.querySelector("#tile");
    if (tile) tell("tile", JSON.parse(tile.textContent));
    else tell("tables", { tables: [], gone: [], away: null });
}"""


@pytest.fixture(scope="module")
def club(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Flask]:
    """A hub with a full table and a tournament of which the first round is paired."""
    database = Database(f"sqlite:///{tmp_path_factory.mktemp('hub')}/club.db")
    database.migrate()
    hub = Hub(Broker("nowhere", 1883, tls=False), None, database)
    payload = phases.payload("mito", next(iter(phases.PHASES["mito"])), "public")
    hub.wall.take_picture(Place("riverside", "kitchen"), payload["picture"], 0.0)
    password = generate_password_hash("secret", "pbkdf2:sha256:1")
    app = create_app(Club(hub), Config(pin_hash=password))
    with app.test_client() as client:
        client.post("/api/v1/director", json={"password": "secret"}, headers=OWN)
        client.post("/api/v1/tournaments", json={"title": "Open", "players": NAMES, "seed": 3}, headers=OWN)
        assert client.post("/api/v1/tournaments/1/rounds", json={}, headers=OWN).status_code == 200
    yield app
    database.close()


@pytest.fixture
def page(browser: Browser, club: Flask) -> Iterator[Page]:
    def answer(route: Route) -> None:
        url = urlsplit(route.request.url)
        with club.test_client().get(f"{url.path}?{url.query}") as found:
            route.fulfill(status=found.status_code, body=found.get_data(), content_type=found.content_type)

    context = browser.new_context(reduced_motion="reduce")
    context.add_init_script(STREAM)
    context.route("**/*", answer)
    yield context.new_page()
    context.close()


def opens(page: Page, path: str, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.goto(f"{HOME}{path}", wait_until="load")
    page.wait_for_selector("footer button, .board")
    page.evaluate(HEARS)
    page.evaluate(SETTLED)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth"), "the page is too wide"


Box = tuple[float, float, float, float]


def overlap(one: Box, other: Box) -> bool:
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def box(page: Page, selector: str) -> Box:
    left, top, right, bottom = page.locator(selector).last.evaluate(BOX)
    return left, top, right, bottom


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_nothing_of_a_table_is_under_the_foot(page: Page, size: ViewportSize) -> None:
    opens(page, "/tables/riverside/kitchen", size)
    foot = box(page, "footer")
    seats = [one.evaluate(BOX) for one in page.locator("[data-seat]").all()]

    assert len(seats) == phases.SEATS["mito"]
    assert max(box(page, ".news")[3], *(bottom for *_, bottom in seats)) <= foot[1]
    assert not any(overlap(one, other) for one, other in combinations(seats, 2))
    for chair in page.locator(".seat").all():
        _, top, _, bottom = chair.evaluate(BOX)
        inside = [part.evaluate(BOX) for part in chair.locator(".number, .name, .badge, .score").all()]
        assert all(top <= part[1] and part[3] <= bottom for part in inside)


@pytest.mark.parametrize("path", ["/tables/riverside/kitchen", "/tournaments/1", "/people", "/"])
@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_head_and_foot_begin_where_the_content_does(page: Page, path: str, size: ViewportSize) -> None:
    opens(page, path, size)
    begins = "main > :not(noscript)" if path != "/" else ".sums"

    assert box(page, ".club-head h1")[0] == box(page, "footer > [data-theme-switch]")[0]
    assert page.locator(begins).first.evaluate(BOX)[0] == box(page, ".club-head h1")[0]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_names_are_whole_in_the_standings_and_on_the_board(page: Page, size: ViewportSize) -> None:
    opens(page, "/tournaments/1", size)
    assert page.locator("tbody th", has_text=LONG).evaluate(LINES) == 1

    opens(page, "/tournaments/1/board", size)
    assert page.locator(".seats-of li li", has_text=LONG).evaluate(LINES) == 1
    assert page.locator(".byes").evaluate("(one) => parseFloat(getComputedStyle(one).fontSize)") >= size["width"] / 50


@pytest.mark.parametrize("path", PAGES)
def test_everybody_can_read_every_page(page: Page, path: str) -> None:
    opens(page, path, SIZES[1])

    assert violations(page) == {}
