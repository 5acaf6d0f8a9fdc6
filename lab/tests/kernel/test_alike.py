"""The script that is run on the kernel and on the stand-ins: here on the stand-ins alone."""

import json
import os
import subprocess
import sys

import pytest

from cardtable_lab.kernel.inside.alike import EXPLAINED, STAND_INS
from hardware.emulator.stand_ins import DIRECTORY


@pytest.mark.long
def test_the_script_runs_on_the_stand_ins() -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-m", "cardtable_lab.kernel.inside.alike"],
        env={**os.environ, STAND_INS: "1", "PYTHONPATH": str(DIRECTORY)},
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    found = json.loads(done.stdout)

    assert found["spi: the chip's version"] == [0, 0x92]
    assert found["unbound: a transfer"] == "BrokenPipeError ESHUTDOWN"
    assert found["line: a second holder"] == "OSError EBUSY"
    assert EXPLAINED.keys() <= found.keys(), "what is explained is a step of the script"
