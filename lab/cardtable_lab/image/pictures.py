"""Screenshots of a phone's pages, taken with Debian's Chromium; skipped if it is not installed."""

from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from cardtable_lab.image.machine import Phone

BROWSER = Path("/usr/bin/chromium-headless-shell")
_FLAGS = ("--no-sandbox", "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update")
_SCREEN: Any = {"width": 390, "height": 844}
_QUALITY = 88  # percent
_SETTLES_MS = 1_500.0  # for animations to end
_PATIENCE_MS = 1_200_000.0  # the machine is emulated


def take(phone: Phone, path: str, shows: str, file: Path) -> bool:
    """Open a page with a phone's cookies; take a screenshot once an element matches the CSS selector `shows`.

    Return False if there is no browser. Raise Playwright's errors if no element ever matches.
    """
    try:
        from playwright.sync_api import sync_playwright  # a dependency of the tests
    except ImportError:
        return False
    if not BROWSER.exists():
        return False
    host = urlsplit(phone.url).hostname
    known: Any = [
        {"name": one.name, "value": one.value or "", "domain": host, "path": one.path} for one in phone.cookies
    ]
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=BROWSER, args=list(_FLAGS))
        context = browser.new_context(viewport=_SCREEN, is_mobile=True, has_touch=True, service_workers="block")
        context.set_default_timeout(_PATIENCE_MS)
        context.add_cookies(known)
        page = context.new_page()
        page.goto(f"{phone.url}{path}")
        page.locator(shows).first.wait_for()
        page.evaluate("Promise.all([...document.images].map((image) => image.decode().catch(() => {})))")
        page.wait_for_timeout(_SETTLES_MS)
        file.parent.mkdir(parents=True, exist_ok=True)
        page.screenshot(path=file, type="jpeg", quality=_QUALITY)
        browser.close()
    return True
