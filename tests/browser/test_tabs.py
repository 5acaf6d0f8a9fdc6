"""Any number of tabs of one browser, at an address that browsers do not trust: they share one stream of the table."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, BrowserContext, Frame, Page, Request, expect

from tests.browser.conftest import PHONE
from tests.cable import cable
from tests.playing import Playing

pytestmark = pytest.mark.browser

TWO_S = 2000
PATHS = ("/", "/virtual", "/seat/1", "/screen", "/seat/2", "/", "/seat/3")
OWN = ("/virtual", "/seat/1")  # of those, for whoever holds seat 1
LIVE = ".link.up"
# Follows the public stream beside what the page itself follows, and notes which events are heard.
LISTEN = """async () => {
    const { follow } = await import("/static/live.mjs");
    window.heard = [];
    follow({ on: { picture() {}, message: ({ seq }) => window.heard.push(seq) }, onLink() {} });
}"""
BUSY = "(ms) => setTimeout(() => { const end = Date.now() + ms; while (Date.now() < end); }, 0)"
# Notes when the connection's dot changes, by the phone's own clock.
NOTE = """() => {
    window.noted = [];
    const note = () => {
        const now = document.querySelector(".link.up") !== null;
        if (window.noted.at(-1)?.[0] !== now) window.noted.push([now, Date.now()]);
    };
    note();
    new MutationObserver(note).observe(document.body, { attributes: true, childList: true, subtree: true });
}"""
TURNS = "([live, began]) => window.noted.find(([now, at]) => now === live && at >= began)?.[1] - began"

# Notes whose plates stir.
STIRS = """() => {
    const animate = Element.prototype.animate;
    window.moved = [];
    Element.prototype.animate = function (frames, how) {
        if (this.matches("li[data-seat]")) window.moved.push(`${this.dataset.seat} for ${how.duration}`);
        return animate.call(this, frames, how);
    };
}"""


class Tabs:
    """A browser with many tabs, and which of them ask the table for streams."""

    def __init__(self, context: BrowserContext, url: str) -> None:
        self.context = context
        self.url = url
        self.streams: list[Request] = []
        context.on("request", lambda asked: self.streams.append(asked) if "/api/v1/streams?" in asked.url else None)
        for ended in ("requestfinished", "requestfailed"):
            context.on(ended, lambda asked: asked in self.streams and self.streams.remove(asked))
        context.on("page", lambda page: page.on("framenavigated", self._forget))

    def _forget(self, frame: Frame) -> None:
        """Forget what a page asked for before it became another one: a stream that ends with it is not always told."""
        self.streams = [asked for asked in self.streams if asked.frame != frame]

    def opens(self, *paths: str) -> list[Page]:
        """Open a tab for each path, and wait until all are live."""
        pages = []
        for path in paths:
            page = self.context.new_page()
            page.goto(self.url + path, wait_until="domcontentloaded")
            pages.append(page)
        for page in pages:
            expect(page.locator(LIVE)).to_be_attached()
        return pages

    def settle(self, page: Page) -> Page:
        """Wait until one tab holds the stream, and return it."""
        for _ in range(400):
            holders = {asked.frame.page for asked in self.streams}
            if len(self.streams) == 1 and not holders.pop().is_closed():
                return self.streams[0].frame.page
            page.wait_for_timeout(50)
        raise AssertionError([asked.url for asked in self.streams])


@pytest.fixture
def tabs(browser: Browser, table: Playing) -> Iterator[Tabs]:
    context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, reduced_motion="reduce")
    yield Tabs(context, table.url.replace("127.0.0.1", "cardtable.local"))
    context.close()


def take(page: Page, seat: int) -> None:
    page.goto(f"{page.url.rpartition('/')[0]}/virtual", wait_until="domcontentloaded")
    page.locator(f"[data-chair='{seat}']").tap()
    expect(page.locator(f"[data-button='{seat}']")).to_be_visible()


def test_nine_tabs_of_all_kinds_hear_and_tap_over_one_stream(tabs: Tabs, table: Playing) -> None:
    [first] = tabs.opens("/")
    assert first.evaluate("!navigator.locks && !isSecureContext")
    take(first, 1)
    pages = tabs.opens(*PATHS, "/host")
    holder = tabs.settle(first)
    assert holder in (first, *pages)

    table.touches("number2.1", "discard")

    *pages, _ = pages
    for page, path in zip(pages, PATHS, strict=True):
        expect(page.locator("[data-headline]")).to_have_text("Your turn" if path in OWN else "Ana’s turn")
    pages[PATHS.index("/seat/1")].locator("[data-button='1']").tap()
    for page in (first, *pages):
        expect(page.locator("[data-headline]")).to_have_text("Ben’s turn")
    tabs.settle(first)


@pytest.mark.long
def test_the_same_hands_are_seen_to_move_in_a_second_tab(tabs: Tabs, table: Playing) -> None:
    [first] = tabs.opens("/")
    first.locator("[data-game='mito']").tap()
    first.locator("[data-quick]").tap()
    expect(first.locator("[data-hand] [data-card]")).to_have_count(8)
    [second] = tabs.opens("/virtual")
    for page in (first, second):
        page.evaluate(STIRS)

    while second.evaluate("window.moved.length") < 2:
        if first.evaluate("document.querySelector('[data-headline]').textContent") == "Your turn":
            first.locator("[data-button='1']").tap()
            expect(first.locator("[data-headline]")).not_to_have_text("Your turn")
        first.wait_for_timeout(50)

    seen = [page.evaluate("window.moved") for page in (first, second)]
    shortest = min(map(len, seen))
    assert seen[0][:shortest] == seen[1][:shortest]
    assert sum("seats" in asked.url for asked in tabs.streams) == 1


@pytest.mark.long
@pytest.mark.parametrize("goes", ["closed", "busy", "frozen"])
def test_another_tab_takes_over_and_nothing_is_lost_or_heard_twice(tabs: Tabs, table: Playing, goes: str) -> None:
    pages = tabs.opens("/", "/", "/", "/virtual")
    for page in pages:
        page.evaluate(LISTEN)
    holder = tabs.settle(pages[0])
    others = [page for page in pages if page is not holder]
    table.touches("number2.1", "discard")
    for page in pages:
        page.wait_for_function("() => window.heard.length >= 2")
    others[0].evaluate(NOTE)

    if goes == "closed":
        holder.close()
    elif goes == "busy":
        holder.evaluate(BUSY, 8000)
    else:
        session = tabs.context.new_cdp_session(holder)
        session.send("Page.setWebLifecycleState", {"state": "frozen"})
    began = others[0].evaluate("Date.now()")
    table.touches("number3.1", "discard")
    for page in others:
        page.wait_for_function("() => window.heard.length >= 4")

    assert others[0].evaluate("Date.now()") - began < TWO_S + 500
    table.touches("number4.1", "discard")
    for page in others:
        page.wait_for_function("() => window.heard.length >= 6")
        heard = page.evaluate("window.heard")
        assert heard == list(range(heard[0], heard[0] + len(heard)))
    assert others[0].evaluate("window.noted.every(([live]) => live)")


@pytest.mark.long
@pytest.mark.parametrize("path", ["/", "/virtual"])
@pytest.mark.parametrize("how", ["cut", "silent"])
def test_the_dot_is_right_two_seconds_after_the_network_goes_and_comes(
    browser: Browser, table: Playing, path: str, how: str
) -> None:
    with cable(table.port) as air:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True)
        pages = Tabs(context, f"http://cardtable.local:{air.port}").opens(path, path)
        if path == "/virtual":
            for page in pages:
                page.get_by_role("button", name="Just watch").tap()
                expect(page.locator(LIVE)).to_be_attached()
        for page in pages:
            page.evaluate(NOTE)
        for live in (False, True):
            began = pages[0].evaluate("Date.now()")
            {"cut": (air.pull, air.plug_in), "silent": (air.fall_silent, air.be_heard)}[how][live]()
            for page in pages:
                page.wait_for_function("(live) => window.noted.at(-1)[0] === live", arg=live)
                assert page.evaluate(TURNS, [live, began]) < TWO_S
        context.close()


@pytest.mark.timed
@pytest.mark.parametrize(
    ("language", "says"),
    [
        ("en", "The table does not answer: is this phone still on its network?"),
        ("de", "Der Tisch antwortet nicht: Ist dieses Handy noch in seinem Netz?"),
        ("fr", "La table ne répond pas : ce téléphone est-il encore sur son réseau ?"),  # noqa: RUF001
    ],
)
def test_taps_that_do_not_arrive_within_five_seconds_are_said_so(
    browser: Browser, table: Playing, language: str, says: str
) -> None:
    with cable(table.port) as air:
        context = browser.new_context(viewport=PHONE, has_touch=True, is_mobile=True, locale=language)
        [page] = Tabs(context, f"http://cardtable.local:{air.port}").opens("/")
        take(page, 1)
        page.evaluate(NOTE)
        air.fall_silent()
        began = page.evaluate("Date.now()")
        for _ in range(2):
            page.locator("[data-button='1']").tap()

        expect(page.get_by_text(says)).to_be_visible()

        assert page.evaluate("Date.now()") - began < 6000
        context.close()
