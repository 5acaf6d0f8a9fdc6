"""What the first page weighs on its way to a phone, and that it is asked for in one go.

It is opened over a Pi's own Wi-Fi, by eight people at once.
"""

import re
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.playing import Playing

pytestmark = pytest.mark.browser

MOST_BYTES = 100_000  # 28,000 of them are the pictures of four games, to choose from
MOST_FILES = 6  # as many as a browser asks for at once
STREAM = "/api/v1/events"
DEFINED = re.compile(r'^together\.define\("([^"]+)"', re.MULTILINE)


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
    expect(phone.locator("[data-game] img")).to_have_count(4)
    phone.evaluate("Promise.all([document.fonts.ready, ...[...document.images].map((one) => one.decode())])")
    return {path: weight for path, weight in weights.items() if path != STREAM}


def test_the_first_page_is_light(fresh_table: Playing, phone: Page) -> None:
    weights = weighed(phone, fresh_table.url)

    assert {
        "/",
        "/together/static/scoreboard.mjs,static/start.mjs",
        "/games/mito/emblem.webp",
        "/static/vendor/bricolage-grotesque.woff2",
    } <= set(weights)
    assert sum(weights.values()) <= MOST_BYTES, weights


BESIDES = {"/static/theme.mjs", "/static/home_screen.mjs"}  # no modules of the page


ANNOUNCED = re.compile(r'(?:href|src)="([^"]+\.(?:mjs|css))"')


def asked(phone: Page, url: str, shows: str) -> tuple[set[str], set[str]]:
    """Open a page; return the modules and styles that it asks for, and those that it names as it comes."""
    paths: set[str] = set()
    phone.on("request", lambda request: paths.add(urlsplit(request.url).path))
    answer = phone.goto(url, wait_until="load")
    assert answer is not None
    expect(phone.locator(shows).first).to_be_visible()
    loaded = {path for path in paths if path.endswith((".mjs", ".css"))}
    return loaded - BESIDES, set(ANNOUNCED.findall(answer.text())) - BESIDES


@pytest.mark.long
def test_the_start_page_is_asked_for_in_one_go(fresh_table: Playing, phone: Page) -> None:
    loaded, announced = asked(phone, fresh_table.url, "[data-game] img")

    assert loaded == announced
    assert "/together/static/scoreboard.mjs,static/start.mjs" in loaded
    assert len(loaded) <= MOST_FILES


@pytest.mark.long
def test_the_scoreboard_is_asked_for_in_one_go(table: Playing, phone: Page) -> None:
    table.begins_anew()
    table.touches("number1.1", "discard")
    table.shows("number1.1")

    loaded, announced = asked(phone, table.url, "[data-card]")

    assert loaded == announced
    assert "/together/static/scoreboard.mjs,games/mito/parts.mjs" in loaded
    assert len(loaded) <= MOST_FILES


@pytest.mark.long
def test_what_is_loaded_later_brings_only_what_is_new(table: Playing, phone: Page) -> None:
    table.begins_anew()
    table.touches("number1.1", "discard")
    table.shows("number1.1")
    phone.goto(table.url)

    with phone.expect_response("**/together/static/why.mjs**") as later:
        phone.locator(".verdict").first.click()

    expect(phone.locator("dialog[open]")).to_be_visible()
    assert DEFINED.findall(later.value.text()) == ["/static/why.mjs"]
