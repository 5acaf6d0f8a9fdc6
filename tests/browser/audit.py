"""Whether everybody can read a page and use it, as axe judges."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

_AXE = Path(__file__).parent / "vendor/axe.min.js"


def violations(page: Page) -> list[tuple[str, list[Any]]]:
    """Name what is wrong, and where; the page has to bypass its content security policy."""
    page.add_script_tag(path=_AXE)
    found = page.evaluate("axe.run()")["violations"]
    return [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]
