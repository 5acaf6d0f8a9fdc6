"""Whether everybody can read a page and use it, as axe judges."""

from pathlib import Path
from typing import Any, Literal

from playwright.sync_api import Page

_AXE = (Path(__file__).parent / "vendor/axe.min.js").read_text(encoding="utf-8")
_RUN = "axe.run({resultTypes: ['violations'], preload: {assets: ['media']}})"  # no rule that runs reads style sheets

Theme = Literal["dark", "light"]
Violations = dict[str, list[tuple[str, list[Any]]]]


def violations(page: Page, *themes: Theme) -> Violations:
    """Return what is wrong in which theme, in both if none is named, and where; nothing if all can read the page."""
    if not page.evaluate("'axe' in window"):
        _bring_axe(page)
    wrong: Violations = {}
    for theme in themes or ("dark", "light"):
        page.emulate_media(color_scheme=theme)
        if found := page.evaluate(_RUN)["violations"]:
            wrong[theme] = [(one["id"], [node["target"] for node in one["nodes"]]) for one in found]
    return wrong


def _bring_axe(page: Page) -> None:
    """Bring axe in as a debugger does, whatever the page's content security policy says of scripts."""
    debugger = page.context.new_cdp_session(page)
    debugger.send("Runtime.evaluate", {"expression": _AXE})
    debugger.detach()
