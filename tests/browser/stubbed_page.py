"""Pages that are told what a test wants: no table runs, each phase is there as soon as it is told."""

from collections.abc import Mapping
from typing import Any
from urllib.parse import urlsplit

from flask import render_template
from playwright.sync_api import Browser, Page, Route, ViewportSize

from table import languages
from table.board import Board
from tests.browser import phases
from tests.web.test_why import StubTable
from web.api.new_game import known
from web.server.app import create_app

HOME = "http://table.test"
STREAM = """(() => {
    window.EventSource = class extends EventTarget {
        constructor() {
            super();
            window.stream = this;
            this.beats = setInterval(() => this.dispatchEvent(new MessageEvent("beat", { data: "{}" })), 500);
        }
        close() { clearInterval(this.beats); }
    };
    const says = (name, data) => window.stream.dispatchEvent(new MessageEvent(name, { data: JSON.stringify(data) }));
    window.tell = (name, told) => { says("of", 0); says(name, told); };
})()"""
TELL = """([room, picture]) => {
    for (const now of [{ ...room, mine: null }, room]) tell("room", now);
    tell("picture", picture);
}"""
SETTLED = """async () => {
    await Promise.all([...document.fonts].map((font) => font.load()));  // fails where one cannot be had
    await new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)));
}"""


BIG = ("/", "/screen")  # what everybody sees, on a screen without fingers


class StubbedPage:
    """A page of one game, in a browser; `tell` brings it to a phase."""

    def __init__(
        self, browser: Browser, game: str, path: str, size: ViewportSize, language: str = languages.USUAL
    ) -> None:
        self.game = game
        self._language = languages.find(language)
        self._audience = "public" if path in BIG else f"seat:{phases.OWN}"
        first = next(iter(phases.PHASES[game]))
        self._app = create_app(StubTable(Board(phases.played(game, first))))
        self._first = self._language.of(phases.payload(game, first, self._audience))
        phone = path not in BIG
        context = browser.new_context(viewport=size, has_touch=phone, is_mobile=phone, reduced_motion="reduce")
        context.add_init_script(STREAM)
        context.route("**/*", self._answer)
        self.page: Page = context.new_page()
        self.page.goto(f"{HOME}{path}?lang={language}", wait_until="domcontentloaded")
        self.page.wait_for_function("() => Boolean(window.stream)")
        self.tell(first)
        self.page.wait_for_selector("[data-headline]")

    def tell(self, phase: str) -> Page:
        """Tell what a phase looks like, and pick a card where it wants one picked."""
        payload = self._language.of(phases.payload(self.game, phase, self._audience))
        self.page.evaluate(TELL, [payload["room"], payload["picture"]])
        if phases.PHASES[self.game][phase].picks and self._audience != "public":
            self.page.locator("[data-hand] .pick").nth(1 if self.game != "nur_mut" else 0).evaluate(
                "(card) => card.click()"
            )
        self.page.evaluate(SETTLED)
        return self.page

    def close(self) -> None:
        self.page.context.close()

    def _answer(self, route: Route) -> None:
        url = urlsplit(route.request.url)
        if url.path == "/virtual":
            return route.fulfill(body=self._virtual(), content_type="text/html")
        if url.path == "/api/v1/me":
            return route.fulfill(json=_ME)
        with self._app.test_client().get(f"{url.path}?{url.query}") as answer:
            route.fulfill(status=answer.status_code, body=answer.get_data(), content_type=answer.content_type)
        return None

    def _virtual(self) -> str:
        with self._app.test_request_context(f"/virtual?lang={self._language.code}"):
            setting = {"seats": [1], "address": None, "lessons": [*phases.PHASES], "counted": {}, "games": known()}
            return render_template("virtual.html", **self._first, me=_ME, setting=setting)


_ME: Mapping[str, Any] = {"host": False, "seats": [phases.OWN], "held": [phases.OWN]}
