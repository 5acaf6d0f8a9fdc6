"""The log loads its library when something is logged, and what was prepared is done before that, in order."""

import subprocess
import sys
from pathlib import Path

import pytest

WAITS = """
import sys
from table.log import logger, prepare
log = logger()
prepare(lambda: print("one"))
prepare(lambda: print("two"))
assert "structlog" not in sys.modules
print("before")
log.warning("a reader is lost", reader="left")
prepare(lambda: print("three"))
log.warning("a reader is back")
"""
KEEPS = """
import sys
from pathlib import Path
from table.keeping.kept_log import kept, read
from table.log import load, logger
database = Path(sys.argv[1])
with kept(database, {}):
    assert "structlog" not in sys.modules
    DURING
AFTER
print(*(entry["event"] for entry in read(database)), sep=", ")
"""


def said(script: str, *arguments: str) -> list[str]:
    done = subprocess.run(
        [sys.executable, "-c", script, *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    return done.stdout.splitlines()


def test_what_is_prepared_waits_until_something_is_logged() -> None:
    lines = said(WAITS)

    assert lines[:3] == ["before", "one", "two"]
    assert "a reader is lost" in lines[3]
    assert lines[4] == "three"
    assert "a reader is back" in lines[5]


@pytest.mark.long
@pytest.mark.parametrize(
    ("during", "after", "kept"),
    [
        ('logger().warning("this")', 'logger().warning("not that")', "the table starts, this"),
        ("pass", "load()", "the table starts"),
    ],
)
def test_what_is_logged_is_kept_as_long_as_it_shall_be(during: str, after: str, kept: str, tmp_path: Path) -> None:
    script = KEEPS.replace("DURING", during).replace("AFTER", after)

    assert said(script, str(tmp_path / "table.db"))[-1] == kept
