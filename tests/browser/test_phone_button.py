"""A phone as the button of a real table, on each engine: it races against wired buttons, and says how sure it is."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, Playwright, expect

from tests.browser.conftest import PHONE
from tests.browser.engines import ENGINES, Phone, phone_on
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


def event_named(table: Playing, event: str) -> dict[str, Any]:
    """Wait until everybody is told of an event; return it."""
    with table.phone().opens(f"{table.url}/api/v1/events?last_event_id=0") as lines:
        for line in lines:
            name, _, data = line.decode().partition(": ")
            if name == "data" and isinstance(found := json.loads(data), dict) and found.get("event") == event:
                return found
    raise AssertionError(f"nobody was told of {event}")


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


@pytest.mark.parametrize("engine", [pytest.param(one, marks=pytest.mark.long) for one in ENGINES])
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
        closed = event_named(table, "race_closed")

        errors = {one["seat"]: one["error_ms"] for one in closed["order"]}
        assert errors.keys() == {1, 2, 3}
        assert 0 < errors[1] < 500
        assert all((errors[seat] or 0) < 1 for seat in (2, 3))
        assert [one["at_ms"] for one in closed["order"]] == sorted(one["at_ms"] for one in closed["order"])


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
