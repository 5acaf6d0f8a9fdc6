"""The way of a family with a flashed card, from the table's own Wi-Fi to the first card, as docs/image.md shows it."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from docs.screenshots import flashed

pytestmark = [pytest.mark.browser, pytest.mark.long]

SHOWN = sorted(flashed.HERE.glob("flashed-*.jpg"))
MOST_BYTES = 60_000  # of a picture


def test_the_way_can_be_gone_and_each_step_is_shown(
    browser: Browser, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(flashed, "PICTURES", tmp_path / "pictures")
    (tmp_path / "pictures").mkdir()

    flashed.take(browser, tmp_path)

    taken = sorted((tmp_path / "pictures").iterdir())
    assert [one.name for one in taken] == [one.name for one in SHOWN], "make screenshots"
    assert {one.name: size for one in taken if (size := one.stat().st_size) > MOST_BYTES} == {}
    page = (flashed.HERE.parent / "image.md").read_text()
    assert [one.name for one in SHOWN if one.name not in page] == []
