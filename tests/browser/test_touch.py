"""One reader that is several piles: where the next card goes is tapped on a phone, before the card touches it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from tests.browser.audit import violations
from tests.on_usb import on_usb

pytestmark = pytest.mark.browser

SIZES: list[ViewportSize] = [{"width": 360, "height": 640}, {"width": 390, "height": 844}]


def is_whole(page: Page, part: Locator) -> bool:
    """Return whether a part of the page is within the window."""
    box, window = part.bounding_box(), page.viewport_size
    assert box is not None
    assert window is not None
    across = box["x"] >= 0 and box["x"] + box["width"] <= window["width"]
    return across and box["y"] >= 0 and box["y"] + box["height"] <= window["height"]


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size['width']}x{size['height']}")
def test_a_pile_is_tapped_before_the_reader_is_touched(browser: Browser, tmp_path: Path, size: ViewportSize) -> None:
    with on_usb(tmp_path, "mytho", ("Annegret", "Bartholomäus")) as usb:
        seat = usb.is_shown(1, lambda picture: picture["game"] == "mytho")["turn"] or 1
        usb.phones[seat].asks(f"seats/{seat}/leave")
        context = browser.new_context(viewport=size, locale="de-DE", is_mobile=True, has_touch=True)
        page = context.new_page()
        page.goto(f"{usb.table.url}/seat/{seat}")
        page.locator("[data-take]").tap()
        visible, hidden = (page.locator(f"button[data-zone='{zone}']") for zone in ("visible", "hidden"))
        expect(visible).to_be_visible()

        usb.touches(1)
        expect(page.locator(".notice")).to_contain_text("Welcher Stapel?")
        for part in (page.locator(".aim-steps"), page.locator("[data-prompt]"), visible, hidden):
            assert is_whole(page, part), part
        assert violations(page) == {}

        hidden.tap()
        expect(hidden).to_have_attribute("aria-pressed", "true")
        visible.tap()
        expect(hidden).to_have_attribute("aria-pressed", "false")
        expect(page.locator("[data-aimed='visible']")).to_be_visible()
        usb.touches(1)
        page.locator(".unknown .kind").first.tap()
        expect(visible.locator("[data-card]")).to_be_visible()
        expect(page.locator("[data-aimed='visible']")).to_have_count(0)
        context.close()
