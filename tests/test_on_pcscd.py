"""`cardtable run --usb` on the real pcscd and pyscard, as in docs/usb.md: only the reader and the cards are virtual."""

import shlex
from pathlib import Path

import pytest

from tests import lacking
from tests.from_the_box import commands, is_refereed
from tests.hardware import vpcd
from tests.playing import COMMAND, running

pytestmark = pytest.mark.long


def test_from_the_box_to_the_first_card_refereed(tmp_path: Path) -> None:
    if missing := vpcd.missing_with_pyscard():
        lacking.skip(missing)
    program, *arguments = shlex.split(commands()[-1])
    assert program == ".venv/bin/cardtable"
    with vpcd.alone():
        daemon = vpcd.Daemon()
        daemon.start()
        try:
            with running(*arguments, "--database", str(tmp_path / "table.db"), command=(COMMAND,)) as table:
                assert "waits for a reader" not in table.greeting
                is_refereed(table)
        finally:
            daemon.stop()
