"""People at the virtual table, each with a phone: what they do is done with fingers on the page."""

import json
import re
from pathlib import Path
from typing import Literal

from playwright.sync_api import APIResponse, Browser, BrowserContext, Locator, Page, ViewportSize, expect
from playwright.sync_api import TimeoutError as TookTooLong

from tests.browser.conftest import PHONE

HIT = """(place) => {
    const box = document.querySelector(place).getBoundingClientRect();
    const there = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
    return Boolean(there?.closest(place));
}"""
OUT_OF_HAND = "(code) => !document.querySelector(`.pick[data-card='${code}']`)"
SIZES: tuple[ViewportSize, ...] = (
    {"width": 390, "height": 844},
    {"width": 375, "height": 667},
    {"width": 360, "height": 640},
    {"width": 844, "height": 390},
    {"width": 820, "height": 1180},
    {"width": 1280, "height": 800},
)
RESTS = re.compile(r"\brests\b")
FIRST_GAME = 1
ROUND = 1


class Seat:
    """Somebody at a seat, with a page of their own."""

    def __init__(self, context: BrowserContext, url: str, number: int) -> None:
        self.page: Page = context.new_page()
        self.number = number
        self.url = url
        self.page.goto(f"{url}/virtual", wait_until="domcontentloaded")

    def sits_down(self, name: str = "") -> "Seat":
        if name:
            self.page.get_by_label("Your name").fill(name)
        self.page.locator(f"[data-chair='{self.number}']").tap()
        expect(self.button).to_be_visible()
        return self

    @property
    def button(self) -> Locator:
        return self.page.locator(f"[data-button='{self.number}']")

    @property
    def headline(self) -> Locator:
        return self.page.locator(".headline")

    def card(self, code: str) -> Locator:
        return self.page.locator(f".pick[data-card='{code}']")

    def holds(self, *codes: str) -> None:
        """Wait until the hand shows exactly these cards."""
        expect(self.page.locator(".pick")).to_have_count(len(codes))
        for code in codes:
            expect(self.card(code)).to_be_attached()

    def picks(self, code: str) -> None:
        self.card(code).tap(position={"x": 10, "y": 30})
        expect(self.card(code)).to_have_attribute("aria-pressed", "true")

    def lays(self, code: str, zone: str = "discard") -> None:
        """Lay a card, and wait until it has left the hand."""
        self.picks(code)
        self.page.locator(f".pad[data-zone='{zone}']").tap()
        self.page.wait_for_function(OUT_OF_HAND, arg=code)

    def drops_both(self, one: str, other: str, zone: str = "discard") -> None:
        self.picks(one)
        self.acts("pair")
        self.picks(other)
        self.page.locator(f".pad[data-zone='{zone}']").tap()

    def acts(self, name: str) -> None:
        self.page.locator(f"[data-act='{name}']").tap()

    def gives(self, code: str, to: int) -> None:
        self.picks(code)
        self.page.locator(f".other[data-seat='{to}'] .give").tap()

    def takes_back(self, code: str) -> None:
        self.page.locator(f"[data-wrong='{code}']").tap()

    def chooses(self, name: str) -> None:
        """Choose something of the menu."""
        self.page.locator("[data-menu]").tap()
        self.page.get_by_role("dialog").get_by_role("button", name=name).tap()

    def asks(self, path: str, **body: object) -> APIResponse:
        """Ask the API for something as the page would, without it."""
        return self.page.request.post(f"{self.url}/api/v1/{path}", data=body, headers={"Origin": self.url})

    def taps(self) -> None:
        accepts_presses(self.button)
        self.button.tap()

    def presses_until(self, seen: Locator) -> None:
        """Keep the finger on the button until something is to be seen."""
        accepts_presses(self.button)
        self.button.dispatch_event("pointerdown", {"pointerId": 1})
        expect(seen).to_be_visible()
        self.page.evaluate("window.dispatchEvent(new PointerEvent('pointerup', {pointerId: 1}))")


def accepts_presses(button: Locator) -> None:
    """Wait until a button does not rest: on a slow machine it may rest after an action of its own player, too."""
    expect(button).not_to_have_class(RESTS)


def sit(browser: Browser, url: str, number: int, name: str = "", *, moving: bool = False) -> Seat:
    """Let somebody take a seat with a phone of their own; unless it is `moving`, nothing moves on it that need not."""
    motion: Literal["no-preference", "reduce"] = "no-preference" if moving else "reduce"
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, reduced_motion=motion)
    return Seat(context, url, number).sits_down(name)


def out_of_reach(page: Page, places: tuple[str, ...]) -> list[str]:
    """Return those places on which a finger would not land as the page is now.

    Wait for each as long as people would.
    """
    missed = []
    for place in places:
        try:
            page.wait_for_function(HIT, arg=place)
        except TookTooLong:
            missed.append(place)
    return missed


def hold(database: Path, hands: dict[int, list[str]], draw: list[str], up: dict[str, int] | None = None) -> None:
    """Put cards into people's hands before the table is switched on; the last of `draw` lies on top.

    `up` is the side of each card that is up, where hands lie as piles.
    """
    held = {"dealt_for": [FIRST_GAME, ROUND], "draw": draw, "hands": hands, "up": up or {}}
    kept = {"held": held, "game_id": FIRST_GAME, "told": 0}
    database.with_name(f"{database.name}.people").write_text(json.dumps(kept))
