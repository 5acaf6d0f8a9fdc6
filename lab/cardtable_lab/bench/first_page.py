"""How quickly, and with how many bytes, a phone shows the table: `python -m cardtable_lab.bench.first_page`.

A headless Chromium simulates a slow phone on bad Wi-Fi: 4x CPU throttling, 1.6 Mbit/s, a delay of 150 ms per response,
an empty cache, and no service worker, as at an address without https. A page is usable once its purpose is drawn: the
start page when it shows games to choose from, the scoreboard when it shows the turn and the pile. Times are measured
from the start of navigation, by the page's own clock.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from cardtable_lab.bench.peers import LeftOutError
from cardtable_lab.bench.phones import Hands, playing
from cardtable_lab.bench.rates import Figure
from table.values import Value

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

SHELL, WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
FLAGS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update")
PHONE: Any = {"width": 390, "height": 844}
SLOWER = 4
LATENCY_MS = 150
BITS_PER_S = 1_600_000
RUNS = int(os.environ.get("PAGES", "7"))
SETTLES_MS = 1_500
STREAM = "/api/v1/events"
PAGES = {"start page": "[data-game] img", "scoreboard": "[data-zone] [data-card] *"}
# Logs when the element has appeared, in the frame that draws it.
_NOTES = """
(() => {
  const look = () => {
    if (document.querySelector(SELECTOR)) requestAnimationFrame(() => console.debug("usable", performance.now()));
    else requestAnimationFrame(look);
  };
  look();
})()
"""


class Opened(Value):
    """An opened page: when it became usable, and how much had been received a moment later."""

    usable_s: float
    kb: float
    parts: int


@contextmanager
def browser() -> Iterator["Browser"]:
    """Start a browser. Raise LeftOutError if none is installed."""
    try:
        from playwright.sync_api import sync_playwright  # installed for the tests
    except ImportError as error:
        raise LeftOutError(f"no browser to drive: {error}") from None
    path = SHELL if SHELL.exists() else WHOLE
    if not path.exists():
        raise LeftOutError(f"no browser to drive: {path} is missing; tests/install.sh installs it on Debian")
    with sync_playwright() as playwright:
        started = playwright.chromium.launch(executable_path=path, args=list(FLAGS))
        try:
            yield started
        finally:
            started.close()


def opened(browser: "Browser", url: str, selector: str) -> Opened:
    """Open a page on a phone that has never opened it."""
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True, service_workers="block")
    try:
        page = context.new_page()
        weights = _weighed(page)
        page.add_init_script(_NOTES.replace("SELECTOR", repr(selector)))
        with page.expect_console_message(lambda said: said.text.startswith("usable ")) as said:
            page.goto(url, wait_until="commit")
        usable_s = float(said.value.text.split()[1]) / 1000
        page.wait_for_timeout(SETTLES_MS)
        return Opened(usable_s, sum(weights.values()) / 1000, len(weights))
    finally:
        context.close()


def _weighed(page: "Page") -> dict[str, float]:
    """Throttle a page; return a mapping to which the size of each response, except the event stream, is added."""
    paths: dict[str, str] = {}
    weights: dict[str, float] = {}
    session = page.context.new_cdp_session(page)

    def ended(of: Any) -> None:
        if paths.get(of["requestId"], STREAM) != STREAM:
            weights[of["requestId"]] = of["encodedDataLength"]

    session.on(
        "Network.requestWillBeSent", lambda of: paths.update({of["requestId"]: urlsplit(of["request"]["url"]).path})
    )
    session.on("Network.loadingFinished", ended)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    speed = {"downloadThroughput": BITS_PER_S / 8, "uploadThroughput": BITS_PER_S / 8}
    session.send("Network.emulateNetworkConditions", {"offline": False, "latency": LATENCY_MS, **speed})
    session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    return weights


def first_page_figures(runs: int = RUNS) -> list[Figure]:
    """Open the start page, then the scoreboard of a game, several times each; return the medians."""
    figures = []
    with TemporaryDirectory() as folder, playing(Path(folder)) as (_, port), browser() as started:
        url = f"http://127.0.0.1:{port}"
        for name, selector in PAGES.items():
            pages = [opened(started, url, selector) for _ in range(runs)]
            figures += [
                Figure(f"first page, {name}: usable after", median(one.usable_s for one in pages), "s"),
                Figure(f"first page, {name}: on the wire", median(one.kb for one in pages), "KB"),
                Figure(f"first page, {name}: parts", median(one.parts for one in pages), "requests"),
            ]
            Hands(url).act()
    return figures


if __name__ == "__main__":
    for figure in first_page_figures():
        print(f"{figure.what}: {figure.value:.2f} {figure.unit}")
