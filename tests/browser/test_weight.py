"""What the first page weighs on its way to a phone, and that a page names all that it loads.

It is opened over a Pi's own Wi-Fi, by eight people at once.
"""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from table import games
from tests.playing import Playing

pytestmark = pytest.mark.browser

MOST_BYTES = 113_000  # of them 19,000 for the emblems of our own four games; 120,000 with the five of games/
FOR_ANOTHER = 1_400  # for each further game
MOST_FILES = 18  # a browser asks for six at once
STREAM = "/api/v1/events"


def weighed(phone: Page, url: str) -> dict[str, int]:
    """Open a page; return what each of its parts but the stream weighs on the wire, headers included, by its path."""
    paths: dict[str, str] = {}
    weights: dict[str, int] = {}
    network = phone.context.new_cdp_session(phone)
    network.on(
        "Network.requestWillBeSent", lambda of: paths.update({of["requestId"]: urlsplit(of["request"]["url"]).path})
    )
    network.on(
        "Network.loadingFinished", lambda of: weights.update({paths[of["requestId"]]: round(of["encodedDataLength"])})
    )
    network.send("Network.enable")
    network.send("Network.setCacheDisabled", {"cacheDisabled": True})
    phone.goto(url, wait_until="load")
    expect(phone.locator(".link")).to_have_text("live")
    expect(phone.locator("[data-game] img")).to_have_count(len(games.names()))
    phone.evaluate("Promise.all([document.fonts.ready, ...[...document.images].map((one) => one.decode())])")
    return {path: weight for path, weight in weights.items() if path != STREAM}


def test_the_first_page_is_light(fresh_table: Playing, phone: Page) -> None:
    weights = weighed(phone, fresh_table.url)

    assert {
        "/",
        "/static/scoreboard.mjs",
        "/static/start.mjs",
        "/games/mito/emblem",
        "/static/vendor/bricolage-grotesque.woff2",
    } <= set(weights)
    assert sum(weights.values()) <= MOST_BYTES + FOR_ANOTHER * (len(games.names()) - len(games.own())), weights


ANNOUNCED = re.compile(r'(?:href|src)="([^"]+\.(?:mjs|css))"')


def asked(phone: Page, url: str, shows: str) -> tuple[set[str], set[str]]:
    """Open a page; return the modules and styles that it asks for, and those that it names as it comes."""
    paths: set[str] = set()
    phone.on("request", lambda request: paths.add(urlsplit(request.url).path))
    answer = phone.goto(url, wait_until="load")
    assert answer is not None
    expect(phone.locator(shows).first).to_be_visible()
    return {path for path in paths if path.endswith((".mjs", ".css"))}, set(ANNOUNCED.findall(answer.text()))


@pytest.mark.long
def test_the_start_page_names_all_that_it_loads(fresh_table: Playing, phone: Page) -> None:
    loaded, announced = asked(phone, fresh_table.url, "[data-game] img")

    assert loaded == announced
    assert "/static/start.mjs" in loaded
    assert len(loaded) <= MOST_FILES


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "shows"), [("/", "[data-card]"), ("/seat/1", "[data-card]"), ("/virtual", "[data-zone]")]
)
def test_a_page_of_a_game_names_all_that_it_loads(table: Playing, phone: Page, path: str, shows: str) -> None:
    table.begins_anew()
    table.touches("number1.1", "discard")
    table.shows("number1.1")

    if path == "/virtual":
        phone.request.post(f"{table.url}/api/v1/seats/1/take", data={}, headers={"Origin": table.url})
    loaded, announced = asked(phone, f"{table.url}{path}", shows)

    assert loaded == announced
    assert "/games/mito/parts.mjs" in loaded


@pytest.mark.long
def test_what_is_loaded_later_brings_only_what_is_new(table: Playing, phone: Page) -> None:
    table.begins_anew()
    table.touches("number1.1", "discard")
    table.shows("number1.1")
    phone.goto(table.url)
    expect(phone.locator("[data-card]").first).to_be_visible()
    later: set[str] = set()
    phone.on("request", lambda request: later.add(urlsplit(request.url).path))

    phone.locator(".verdict").first.click()

    expect(phone.locator("dialog[open]")).to_be_visible()
    assert {path for path in later if path.startswith("/static/")} == {"/static/why.mjs", "/static/why.css"}
