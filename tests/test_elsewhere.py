"""A table plays on a system without what only Linux has, or what Windows lacks: see the folder `elsewhere`."""

import os
import sys
from pathlib import Path
from subprocess import run

import pytest

from tests.on_usb import on_usb
from tests.playing import COMMAND, running
from tests.test_auto import is_played

ELSEWHERE = str(Path(__file__).parent / "elsewhere")
ENVIRONMENT = {**os.environ, "PYTHONPATH": ELSEWHERE}


def test_its_names_are_gone_for_the_table_alone() -> None:
    for module, answer in (("table.x", "False"), ("waitress.x", "True")):
        asks = f"exec('import os; print(hasattr(os, \"getuid\"))', {{'__name__': '{module}'}})"
        asked = run(
            [sys.executable, "-c", asks], env=ENVIRONMENT, capture_output=True, text=True, check=True, timeout=60
        )
        assert asked.stdout.strip() == answer


def test_robots_play(tmp_path: Path) -> None:
    arguments = ("play", "--auto", "--database", str(tmp_path / "table.db"))
    with running(*arguments, environment=ENVIRONMENT, command=[COMMAND]) as table:
        assert table.waits_until(is_played)["auto"]


def test_a_card_on_a_reader_at_usb_is_refereed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", ELSEWHERE)
    with on_usb(tmp_path, "mito", ("Ana", "Ben", "Cleo"), command=[COMMAND]) as usb:
        usb.touches(1)
        usb.names(1, "4")
        usb.is_shown(1, lambda picture: picture["piles"]["discard"]["top"] == "number4.1")
