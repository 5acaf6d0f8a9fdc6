"""Packages of games that fail, as phones see it: the host reads which and why, and slips in looks leave plain cards."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.packaged import EXAMPLE, environment, install
from tests.playing import Playing, running

pytestmark = pytest.mark.long

PLAIN = """
    from higher_or_lower import HigherOrLower
    class Plain(HigherOrLower):
        name, title = "plain", "Plain"
    PLAIN = Plain()
    """


@pytest.fixture
def served(tmp_path: Path) -> Iterator[Playing]:
    site = tmp_path / "site"
    install(site, "plain-games", {"games": {"plain": "plain:PLAIN"}, "ui": {"plain": "plain_ui"}}, plain=PLAIN)
    install(site, "typed-games", {"games": {"typed": "plain:GAEM"}}, plain_ui____init__="")
    (site / "plain_ui/static").mkdir()
    (site / "plain_ui/static/parts.mjs").write_text("export const Card = ({ code } => nobody closed that\n")
    theirs = environment(site, EXAMPLE)
    with running("play", "plain", "--players", "2", "--database", f"{tmp_path}/table.db", environment=theirs) as table:
        yield table


def test_the_host_reads_which_package_fails(served: Playing, phone: Page) -> None:
    phone.goto(f"{served.phone().url}/host")
    phone.get_by_label("PIN").fill(served.pin)
    phone.keyboard.press("Enter")

    said = phone.locator("[data-error]")
    expect(said).to_contain_text("Typed cannot be played: the package typed-games fails: AttributeError")
    width = phone.evaluate("document.documentElement.scrollWidth")
    assert width <= phone.evaluate("innerWidth")


def test_a_slip_in_a_script_of_looks_leaves_plain_cards(served: Playing, phone: Page) -> None:
    served.touches("n7.1", "pile")

    phone.goto(f"{served.phone().url}/screen")
    expect(phone.locator('[data-zone="pile"] .card.plain')).to_contain_text("7")
