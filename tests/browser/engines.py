"""A phone on each engine of browsers: Chromium and Firefox by Playwright, WebKit by its own WebDriver under Xvfb.

Where Debian's browser is not installed, tests of that engine are skipped by name; with CI=true they fail.
"""

import json
import os
import shutil
import subprocess
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from playwright.sync_api import ConsoleMessage, Playwright

from tests import lacking
from tests.browser.conftest import CHROMIUM, FLAGS, PHONE, REFUSED
from tests.playing import PATIENCE_S, free_port

ENGINES = ("chromium", "firefox", "webkit")
FIREFOX = Path("/usr/bin/firefox-esr")
_ANSWER_S = 30.0
# Where a finger reaches something: it is there, stands still, takes touches, and nothing lies over that point of it.
_REACHED = """(place) => {
    const moving = document.getAnimations().filter(({ playState, effect }) =>
        playState === "running" && effect?.getComputedTiming().iterations !== Infinity);
    for (const found of document.querySelectorAll(place)) {
        if (found.disabled || found.ariaDisabled === "true" || found.closest("[inert]")) continue;
        if (moving.some(({ effect }) => effect.target?.contains(found))) continue;
        found.scrollIntoView({ block: "nearest", inline: "nearest", behavior: "instant" });
        const { x, y, width, height } = found.getBoundingClientRect();
        for (const [right, down] of [[width / 2, height / 2], [Math.min(10, width / 2), height / 4]]) {
            if (found.contains(document.elementFromPoint(x + right, y + down))) return [x + right, y + down];
        }
    }
    return null;
}"""
_COMPLAINED = "() => performance.getEntriesByType('resource').some(({ name }) => name.endsWith('/api/v1/errors'))"


class Phone(ABC):
    """A phone: what somebody does on its page, and sees there. `complaints` are errors that pages told."""

    def __init__(self) -> None:
        self.complaints: list[str] = []

    @abstractmethod
    def evaluates(self, function: str, *given: Any) -> Any:
        """Call a function in the page; return its answer."""

    @abstractmethod
    def comes_to(self, path: str) -> None:
        """Wait until the page itself has gone on to a path."""

    @abstractmethod
    def _opens(self, url: str) -> None: ...

    @abstractmethod
    def _touches(self, x: float, y: float) -> None: ...

    @abstractmethod
    def _types(self, place: str, text: str) -> None: ...

    def goes(self, url: str) -> None:
        """Open a page, once that before has not complained."""
        self.is_calm()
        self._opens(url)

    def is_calm(self) -> None:
        assert not self.evaluates(_COMPLAINED), "the page has told the table of an error"
        assert not self.complaints, self.complaints

    def waits(self, function: str, *given: Any) -> Any:
        """Call a function again and again until its answer is true; return that."""
        until = time.monotonic() + PATIENCE_S
        while not (answer := self.evaluates(function, *given)):
            assert time.monotonic() < until, (function, given, self.evaluates("() => document.body.innerText"))
            time.sleep(0.05)
        return answer

    def sees(self, place: str) -> None:
        self.waits("(place) => document.querySelector(place) !== null", place)

    def taps(self, place: str) -> None:
        """Tap something once it can be reached."""
        self.waits(_REACHED, place)
        while not self.may_tap(place):
            self.waits(_REACHED, place)

    def may_tap(self, place: str) -> bool:
        """Tap something once it moves no more; return whether it could be reached."""
        before, point = None, self.evaluates(_REACHED, place)
        while point != before:
            before, point = point, self.evaluates(_REACHED, place)
        if point:
            self._touches(*point)
        return bool(point)

    def types(self, place: str, text: str) -> None:
        self.sees(place)
        self._types(place, text)


class _Playwrighted(Phone):
    def __init__(self, engine: str, playwright: Playwright, closing: ExitStack) -> None:
        super().__init__()
        if engine == "chromium":
            browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        else:
            browser = playwright.firefox.launch(channel="moz-firefox", executable_path=FIREFOX)
        closing.callback(browser.close)
        self._page = browser.new_context(viewport=PHONE, locale="en").new_page()
        self._page.on("console", self._notes)
        self._page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _notes(self, said: ConsoleMessage) -> None:
        """Keep an error, except a refusal, which the page shows: a robot may have been quicker."""
        if said.type == "error" and REFUSED not in said.text:
            self.complaints.append(said.text)

    def evaluates(self, function: str, *given: Any) -> Any:
        return self._page.evaluate(f"(given) => ({function})(...given)", [*given])

    def comes_to(self, path: str) -> None:
        self._page.wait_for_url(f"**{path}", wait_until="domcontentloaded")

    def _opens(self, url: str) -> None:
        self._page.goto(url, wait_until="domcontentloaded")

    def _touches(self, x: float, y: float) -> None:
        self._page.mouse.click(x, y)

    def _types(self, place: str, text: str) -> None:
        self._page.locator(place).fill(text)


class _WebKit(Phone):
    """WebDriver as the W3C has it, as far as a phone is asked for."""

    def __init__(self, browser: Path, closing: ExitStack) -> None:
        super().__init__()
        display, port = f":{os.getpid() % 30_000 + 100}", free_port()
        size = f"{PHONE['width']}x{PHONE['height']}x24"
        screen = ["Xvfb", display, "-screen", "0", size, "-nolisten", "tcp"]
        driver = ["WebKitWebDriver", f"--port={port}", "--host=127.0.0.1"]
        home = {**os.environ, "DISPLAY": display, "LANG": "en_US.UTF-8"}
        for command, environment in ((screen, None), (driver, home)):
            process = subprocess.Popen(
                command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True
            )
            closing.callback(process.wait)
            closing.callback(process.terminate)
        self._url = f"http://127.0.0.1:{port}"
        _until(lambda: self._asks("GET", "/status")["ready"])
        _until(lambda: Path(f"/tmp/.X11-unix/X{display[1:]}").exists())  # noqa: S108 - where X servers are
        options = {"binary": str(browser), "args": ["--automation", "--full-screen"]}
        wanted = {"pageLoadStrategy": "normal", "webkitgtk:browserOptions": options}
        session = self._asks("POST", "/session", capabilities={"alwaysMatch": wanted})
        self._url += f"/session/{session['sessionId']}"
        closing.callback(self._asks, "DELETE", "")

    def evaluates(self, function: str, *given: Any) -> Any:
        return self._asks("POST", "/execute/sync", script=f"return ({function})(...arguments)", args=[*given])

    def comes_to(self, path: str) -> None:
        self.waits("(path) => location.pathname === path && document.readyState !== 'loading'", path)

    def _opens(self, url: str) -> None:
        self._asks("POST", "/url", url=url)

    def _touches(self, x: float, y: float) -> None:
        there = {"type": "pointerMove", "duration": 0, "x": round(x), "y": round(y)}
        tap = [there, {"type": "pointerDown", "button": 0}, {"type": "pointerUp", "button": 0}]
        finger = {"type": "pointer", "id": "finger", "parameters": {"pointerType": "mouse"}, "actions": tap}
        self._asks("POST", "/actions", actions=[finger])

    def _types(self, place: str, text: str) -> None:
        [element] = self._asks("POST", "/element", using="css selector", value=place).values()
        self._asks("POST", f"/element/{element}/value", text=text)

    def _asks(self, method: str, path: str, **body: Any) -> Any:
        data = json.dumps(body).encode() if method == "POST" else None
        headers = {"Content-Type": "application/json"}
        try:
            with urlopen(Request(self._url + path, data, headers, method=method), timeout=_ANSWER_S) as answer:  # noqa: S310
                return json.load(answer)["value"]
        except HTTPError as refused:
            raise AssertionError(f"WebKit does not do {path} {body}: {refused.read().decode()}") from None


def _until(true: Callable[[], bool]) -> None:
    until = time.monotonic() + PATIENCE_S
    while time.monotonic() < until:
        with suppress(URLError):
            if true():
                return
        time.sleep(0.05)
    raise AssertionError("the driver of WebKit does not answer")


@contextmanager
def phone_on(engine: str, playwright: Playwright) -> Iterator[Phone]:
    """Lend a phone on an engine, if this machine has that."""
    browsers = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))
    there = {
        "chromium": CHROMIUM.exists(),
        "firefox": FIREFOX.exists(),
        "webkit": bool(browsers and shutil.which("WebKitWebDriver") and shutil.which("Xvfb")),
    }
    if not there[engine]:
        lacking.skip(f"no {engine} to drive: on Debian, run tests/install.sh .venv/bin/pip as root")
    with ExitStack() as closing:
        if engine == "webkit":
            phone: Phone = _WebKit(browsers[-1], closing)
        else:
            phone = _Playwrighted(engine, playwright, closing)
        yield phone
        phone.is_calm()
