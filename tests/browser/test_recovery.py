"""The page of a table that has not come up, on a phone and on a desk: what is wrong, and a way out of it."""

import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from table.keeping.journal import Journal
from tests.browser.audit import violations
from tests.browser.conftest import DESK, PHONE
from tests.browser.test_setup import opened
from tests.playing import COMMAND, PATIENCE_S, free_port

pytestmark = [pytest.mark.browser, pytest.mark.long]


@contextmanager
def service_of(folder: Path) -> Iterator[str]:
    """Run the service of a folder, without hardware; give its address."""
    port = free_port()
    line = [COMMAND, "serve", "--config", str(folder / "none.toml"), "--port", str(port)]
    process = subprocess.Popen([*line, "--database", str(folder / "table.db")], stdout=subprocess.DEVNULL)
    yield f"http://localhost:{port}"
    process.terminate()
    process.wait(PATIENCE_S)


@pytest.fixture
def lost(tmp_path: Path) -> Iterator[str]:
    """Where a service is served whose tags are no TOML."""
    Journal(tmp_path / "table.db").close()
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks/mito.tags.toml").write_text("no TOML")
    with service_of(tmp_path) as url:
        yield url


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_whoever_has_the_pin_finds_the_way_out(lost: str, browser: Browser, tmp_path: Path, size: ViewportSize) -> None:
    page = browser.new_page(viewport=size, locale="de-DE")
    opened(page, f"{lost}/virtual")
    expect(page).to_have_url(f"{lost}/recovery")
    expect(page.get_by_role("alert")).to_have_text("Die Datei mito.tags.toml eines Decks ist nicht lesbar.")
    fits(page)
    page.locator("#pin").fill((tmp_path / "table.db.pin").read_text().strip())
    page.keyboard.press("Enter")
    expect(page.locator("[data-do=new]")).to_be_visible()
    expect(page.locator("[data-do=previous]")).to_have_count(0)  # there is no backup
    fits(page)
    page.locator("[data-do=salvage]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Der Tisch startet")
    expect(page).to_have_url(f"{lost}/")
    page.close()


def fits(page: Page) -> None:
    """Nothing is wider than the window, and everybody can use it."""
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert violations(page) == {}
