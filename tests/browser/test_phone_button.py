"""A phone as the button of a real table, on each engine: it races against wired buttons, and says how sure it is."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser import phases
from tests.browser.conftest import PHONE
from tests.browser.engines import ENGINES, Phone, phone_on
from tests.browser.stubbed_page import StubbedPage
from tests.on_stand_ins import PINS, Hands, StandIns
from tests.playing import Playing, running

pytestmark = pytest.mark.browser

BASE, MOSQUITO = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7"
TABLE = """
[table]
seats = 3
[[reader]]
zone = "discard"
backend = "spidev"
reset_pin = 25
[[button]]
seat = 1
backend = "phone"
""" + "".join(f'[[button]]\nseat = {seat}\nbackend = "gpiod"\npin = {PINS[seat]}\n' for seat in (2, 3))
PI = 'hands = "hands.pipe"\n[[reader]]\nreset_pin = 25\n' + "".join(f"[[button]]\npin = {PINS[n]}\n" for n in (2, 3))
SURE = ".stamped[data-error]:not([data-error=''])"
BUTTON = "[data-button='1']"


@contextmanager
def real_table(folder: Path) -> Iterator[tuple[Playing, Hands]]:
    """A game of Mito on a real table: seat 1 presses by phone, the others by wired buttons."""
    pi = StandIns(folder, PI)
    pi.config.write_text(TABLE)
    (folder / "decks").mkdir()
    (folder / "decks/mito.tags.toml").write_text(f'"{BASE}" = "number2.1"\n"{MOSQUITO}" = "mosquito3.1"\n')
    arguments = ("run", "--config", str(pi.config), "mito", "--players", "Ana,Ben,Cleo")
    with running(*arguments, environment=pi.environment) as table, pi.hands() as hands:
        yield table, hands


def told(table: Playing, right: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    """Wait until everybody is told something that is right; return it."""
    with table.phone().opens(f"{table.url}/api/v1/events?last_event_id=0") as lines:
        for line in lines:
            name, _, data = line.decode().partition(": ")
            if name == "data" and isinstance(found := json.loads(data), dict) and right(found):
                return found
    raise AssertionError("nobody was told of it")


def test_a_phone_is_the_button_of_its_seat(phone: Page, tmp_path: Path) -> None:
    with real_table(tmp_path) as (table, hands):
        phone.goto(f"{table.url}/seat/1", wait_until="domcontentloaded")
        expect(phone.locator(BUTTON)).to_have_count(0)
        phone.locator("[data-take]").click()
        expect(phone.locator(SURE)).to_be_visible()
        hands.touches(BASE)
        expect(phone.locator(f"{BUTTON}.lit")).to_be_visible()

        phone.locator(BUTTON).tap()
        table.waits_until(lambda view: view["turn"] == 2)
        host = table.host()
        [button] = [one for one in host.gets("wired")["buttons"] if one["seat"] == 1]
        assert button["phone"]
        assert 0 < button["error_ms"] < 1000


@pytest.mark.timed  # all press within the few seconds of a race
@pytest.mark.parametrize("engine", ENGINES)
def test_a_phone_races_against_wired_buttons(engine: str, playwright: Playwright, tmp_path: Path) -> None:
    with real_table(tmp_path) as (table, hands), phone_on(engine, playwright) as ana:
        ana.goes(f"{table.url}/seat/1")
        ana.taps("[data-take]")
        ana.sees(SURE)
        hands.touches(BASE)
        table.waits_until(lambda view: view["turn"] == 1)
        hands.touches(MOSQUITO)
        table.waits_until(lambda view: view["race"] is not None)
        hands.taps(2)
        presses(ana)
        hands.taps(3)
        closed = told(table, lambda news: news.get("event") == "race_closed")

        errors = {one["seat"]: one["error_ms"] for one in closed["order"]}
        assert errors.keys() == {1, 2, 3}
        assert 0 < errors[1] < 500
        assert all((errors[seat] or 0) < 1 for seat in (2, 3))
        assert [one["at_ms"] for one in closed["order"]] == sorted(one["at_ms"] for one in closed["order"])


# A key goes down and up: for as many ms each, and as long apart.
FINGER = """(button, downs, apart) => {
    window.buzzed ??= [];
    navigator.vibrate = (ms) => window.buzzed.push(ms);
    const key = (kind) => new KeyboardEvent(kind, { key: "Enter", bubbles: true });
    let at = 0;
    for (const down of downs) {
        setTimeout(() => document.querySelector(button).dispatchEvent(key("keydown")), at);
        setTimeout(() => window.dispatchEvent(key("keyup")), at + down);
        at += down + apart;
    }
    return true;
}"""


@pytest.mark.parametrize("engine", [pytest.param(one, marks=pytest.mark.long) for one in ENGINES])
def test_a_double_press_and_a_hold_mean_what_a_wired_button_s_do_and_the_phone_buzzes(
    engine: str, playwright: Playwright, tmp_path: Path
) -> None:
    with real_table(tmp_path) as (table, hands), phone_on(engine, playwright) as ana:
        ana.goes(f"{table.url}/seat/1")
        ana.taps("[data-take]")
        ana.sees(SURE)
        hands.touches(BASE)
        table.waits_until(lambda view: view["turn"] == 1)
        ana.sees(BUTTON)

        assert ana.evaluates(FINGER, BUTTON, [60, 60], 120)
        told(table, lambda news: news.get("event") == "call_made" and news["seat"] == 1)
        assert ana.evaluates(FINGER, BUTTON, [900], 0)
        told(table, lambda news: news.get("event") == "call_withdrawn")
        assert ana.waits("() => window.buzzed") == [20, 20, 20]


DELAYS = {
    "en": ("Waiting for phones: {who}", "Phones that held it up: {who}"),
    "de": ("Warten auf Handys: {who}", "Handys, auf die gewartet wurde: {who}"),
    "fr": ("En attente des téléphones\u202f: {who}", "Téléphones qui l’ont retardée\u202f: {who}"),
}


@pytest.mark.parametrize("language", DELAYS)
def test_a_page_names_the_phone_that_a_race_waits_for_and_then_who_held_it_up(browser: Browser, language: str) -> None:
    waiting, held_up = (words.format(who=phases.NAMES[1]) for words in DELAYS[language])
    board = StubbedPage(browser, "mito", "/", {"width": 1280, "height": 800}, language)
    shown = board.page.locator("[data-delays]")
    board.tell("race")
    expect(shown).to_have_count(0)

    board.page.evaluate(TELL_DELAYS, {"awaited": [2], "held_up": [2]})
    expect(shown).to_have_text(waiting)
    board.tell("after a race")
    board.page.evaluate(TELL_DELAYS, {"awaited": [], "held_up": [2]})
    expect(shown).to_have_text(held_up)
    board.close()


TELL_DELAYS = '(delays) => tell("room", { taken: [], coming: {}, practice: false, claim: null, ...delays })'


def test_whoever_withholds_reports_in_a_race_is_named_as_holding_it_up(phone: Page, tmp_path: Path) -> None:
    with real_table(tmp_path) as (table, hands):
        phone.goto(f"{table.url}/seat/1", wait_until="domcontentloaded")
        phone.locator("[data-take]").click()
        expect(phone.locator(SURE)).to_be_visible()
        hands.touches(BASE)
        table.waits_until(lambda view: view["turn"] == 1)
        phone.route("**/seats/1/button", lambda route: route.abort())
        hands.touches(MOSQUITO)
        table.waits_until(lambda view: view["race"] is not None)
        told(table, lambda room: room.get("held_up") == [1])
        phone.unroute_all()
        for seat in (2, 3):
            hands.taps(seat)
        phone.locator(BUTTON).tap()

        expect(phone.locator("[data-delays='held-up']")).to_contain_text("Ana")


def presses(phone: Phone) -> None:
    assert phone.evaluates(f'() => document.querySelector("{BUTTON}") !== null')
    phone.taps(BUTTON)


def test_at_an_untrusted_address_a_video_keeps_the_screen_on(browser: Browser, tmp_path: Path) -> None:
    with real_table(tmp_path) as (table, _):
        context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
        page = context.new_page()
        page.goto(f"http://cardtable.local:{table.port}/seat/1", wait_until="domcontentloaded")
        assert page.evaluate("navigator.wakeLock") is None
        page.locator("[data-take]").tap()
        expect(page.locator("video.awake")).to_have_count(1)
        page.wait_for_function("() => !document.querySelector('video.awake').paused")
        page.get_by_text("Leave the seat").tap()
        expect(page.locator("video.awake")).to_have_count(0)
        context.close()
