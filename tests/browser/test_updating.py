"""The part of the host's page for updates, on a phone and on a desk: from choosing a file to what became of it."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Route, ViewportSize, expect

from tests.browser.conftest import DESK, PHONE
from tests.browser.test_recovery import fits, service_of
from tests.browser.test_setup import opened

pytestmark = [pytest.mark.browser, pytest.mark.long]
SAID = "Die neue Version läuft nicht, darum wurde sie zurückgenommen: Alles ist wie zuvor."


@pytest.fixture
def service(tmp_path: Path) -> Iterator[str]:
    with service_of(tmp_path) as url:
        yield url


@pytest.mark.parametrize("size", [PHONE, DESK])
def test_the_host_sends_an_update_and_reads_what_became_of_it(
    service: str, browser: Browser, tmp_path: Path, size: ViewportSize
) -> None:
    page = browser.new_page(viewport=size, locale="de-DE")
    now: dict[str, Any] = {"version": "1.0.0", "why": "", "state": "none", "said": "", "detail": ""}
    asked: list[Any] = []

    def answers(route: Route) -> None:
        if route.request.method != "GET":
            asked.append(route.request.post_data_json)
        if now["state"] == "away":
            route.abort()
        else:
            route.fulfill(json={"size": 0} if route.request.method == "PUT" else now)

    page.route("**/api/v1/update", answers)
    opened(page, f"{service}/host")
    page.locator("#pin").fill((tmp_path / "table.db.pin").read_text().strip())
    page.keyboard.press("Enter")
    panel = page.locator("[data-updating]")
    expect(panel).to_contain_text("Nichts aktualisiert sich von selbst.")
    panel.locator("input[type=file]").set_input_files(
        {"name": "cardtable-1.1.0-arm64.update", "mimeType": "application/octet-stream", "buffer": b"x" * 100_000}
    )
    fits(page)
    now["state"] = "working"
    panel.locator("[data-install]").click()
    expect(panel.get_by_role("status")).to_contain_text("wird geprüft und installiert")
    assert [body["at"] for body in asked[:-1]] == [0, 45_000, 90_000]
    assert asked[-1] == {"size": 100_000, "anyway": False}
    now["state"] = "away"
    expect(panel.get_by_role("status")).to_contain_text("Der Tisch startet neu.")
    now.update(state="back", said=SAID, detail="the new version does not serve its pages within 60 s")
    expect(panel.get_by_role("status")).to_have_text(SAID)
    expect(panel.locator("q")).to_have_text(now["detail"])
    fits(page)
    page.close()


def test_a_table_without_a_key_says_how_it_gets_one(service: str, browser: Browser, tmp_path: Path) -> None:
    page = browser.new_page(viewport=PHONE)
    opened(page, f"{service}/host")
    page.locator("#pin").fill((tmp_path / "table.db.pin").read_text().strip())
    page.keyboard.press("Enter")
    panel = page.locator("[data-updating]")

    if not Path("/etc/cardtable-update.pub").exists():
        expect(panel).to_contain_text("sudo ./install.sh --update-key FILE")
        expect(panel.locator("input")).to_have_count(0)
    page.close()
