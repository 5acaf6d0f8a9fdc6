"""A browser, and a table in a process of its own for it to look at.

Without Debian's Chromium these tests are skipped by name; with CI=true they fail instead.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NoReturn

import pytest
from playwright.sync_api import Browser, Page, Playwright, ViewportSize, expect, sync_playwright

from tests import lacking
from tests.playing import PATIENCE_S, Playing, playing

SHELL, WHOLE = Path("/usr/bin/chromium-headless-shell"), Path("/usr/bin/chromium")
CHROMIUM = SHELL if SHELL.exists() or not WHOLE.exists() else WHOLE  # the same, but it opens no windows
PATIENCE_MS = 1000 * PATIENCE_S
expect.set_options(timeout=PATIENCE_MS)
FLAGS = [
    "--no-sandbox",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--host-resolver-rules=MAP cardtable.local 127.0.0.1",
]  # a name as a network would give it
REFUSED = "responded with a status of 4"  # how a console reports that the table has refused something
PHONE: ViewportSize = {"width": 390, "height": 844}
DESK: ViewportSize = {"width": 1280, "height": 800}


def lacks(what: str) -> NoReturn:
    """Skip a test for which this machine lacks a browser; with CI=true fail."""
    lacking.skip(f"no {what} to drive: on Debian, run tests/install.sh as root")


@pytest.fixture(scope="session")
def playwright() -> Iterator[Playwright]:
    """The one driver of a process: a second one cannot be started beside it."""
    with sync_playwright() as driver:
        yield driver


@pytest.fixture(scope="session")
def browser(playwright: Playwright) -> Iterator[Browser]:
    try:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
    except Exception as error:  # noqa: BLE001 - whatever it lacks is a matter of the machine
        lacks(f"browser ({error})")
    browser.on("context", lambda context: context.set_default_timeout(PATIENCE_MS))
    yield browser
    browser.close()


@pytest.fixture(scope="module")
def lasting_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    """A table for all tests of a module."""
    with playing(tmp_path_factory.mktemp("lasting") / "table.db") as table:
        yield table


@pytest.fixture
def table(lasting_table: Playing) -> Playing:
    """A table at which nobody sits, and a game has just begun."""
    lasting_table.begins_anew()
    return lasting_table


@pytest.fixture
def fresh_table(tmp_path: Path) -> Iterator[Playing]:
    """A table that has just been switched on for the first time."""
    with playing(tmp_path / "table.db") as table:
        yield table


@pytest.fixture
def phone(browser: Browser) -> Iterator[Page]:
    context = browser.new_context(viewport=PHONE, is_mobile=True, has_touch=True)
    page = context.new_page()
    complaints: list[str] = []
    page.on("console", lambda message: complaints.append(message.text) if message.type == "error" else None)
    page.on("pageerror", lambda error: complaints.append(str(error)))
    yield page
    context.close()
    # A browser tells of every answer that is a no, and of every line that was cut; the pages tell people themselves.
    lost_on_purpose = [text for text in complaints if "ERR_" in text or REFUSED in text]
    assert [text for text in complaints if text not in lost_on_purpose] == []
