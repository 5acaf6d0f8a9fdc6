"""The pages on Chromium, Firefox and WebKit: a person comes, plays, and looks around."""

from pathlib import Path

import pytest

from tests.browser.engines import ENGINES, Phone, phone_on
from tests.playing import Playing, playing

pytestmark = pytest.mark.browser

WIDE = "() => document.documentElement.scrollWidth <= innerWidth"
LIVE = ".link.up"
NAME = "#your-name"
QUICK = """(game) => void fetch("/api/v1/quick", {
    method: "POST", headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ game, robots: 2, kind: "easy", name: "Ana" }),
})"""
IS_OWN_TURN = "() => document.querySelector('[data-headline]')?.textContent === 'Your turn'"
# Taps the button, and again where it draws first; true once it is somebody else's turn.
ENDS_TURN = """() => {
    const own = document.querySelector("[data-headline]")?.textContent === "Your turn";
    if (own && Date.now() - (window.tapped ?? 0) > 2000) {
        window.tapped = Date.now();
        document.querySelector("[data-button='1']").click();
    }
    return !own;
}"""


def is_whole(phone: Phone) -> None:
    """The page is live, and as wide as the phone."""
    phone.sees(LIVE)
    assert phone.evaluates(WIDE)


def sits_down(phone: Phone, table: Playing, seat: int, name: str) -> None:
    phone.goes(f"{table.url}/virtual")
    phone.types(NAME, name)
    phone.taps(f"[data-chair='{seat}']")
    phone.sees(f"[data-button='{seat}']")


@pytest.mark.parametrize("engine", ENGINES[1:])  # all other tests of pages are on Chromium
def test_somebody_sits_down_and_hears_what_is_played(engine: str, tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as table, phone_on(engine) as phone:
        table.begins_anew()
        sits_down(phone, table, 1, "Ana")
        table.touches("number2.1", "discard")
        phone.waits("() => document.querySelector('[data-headline]')?.textContent === 'Your turn'")
        phone.taps("[data-button='1']")
        table.waits_until(lambda view: view["turn"] == 2)
        is_whole(phone)


@pytest.mark.long
@pytest.mark.timeout(300)
@pytest.mark.parametrize("engine", ENGINES)
@pytest.mark.parametrize("game", ["mito", "mytho"])
def test_three_turns_among_robots_and_a_look_at_the_other_pages(engine: str, game: str, tmp_path: Path) -> None:
    with playing(tmp_path / "table.db") as table, phone_on(engine) as phone:
        phone.goes(f"{table.url}/virtual")
        phone.evaluates(QUICK, game)
        phone.waits("() => fetch('/api/v1/me').then((answer) => answer.json()).then(({ seats }) => seats.includes(1))")
        phone.goes(f"{table.url}/seat/1")
        for _ in range(3):
            phone.waits(IS_OWN_TURN)
            phone.waits(ENDS_TURN)
        is_whole(phone)
        for path in ("/", "/host"):
            phone.goes(table.url + path)
            is_whole(phone)
        phone.goes(f"{table.url}/history")
        assert phone.evaluates(WIDE)
