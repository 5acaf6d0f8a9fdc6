"""What went wrong at a table goes wrong again, from its report alone."""

import os
from pathlib import Path

import pytest

from table.reporting import reproducing
from tests.reporting.kitchens import KINDS, essence, goes_wrong, happens_again
from tests.reporting.searching import found_in

pytestmark = pytest.mark.long

EACH = int(os.environ.get("FAULTS", "5")) // len(KINDS)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(EACH))
def test_a_fault_happens_again_from_its_report_alone(kind: str, seed: int, tmp_path: Path) -> None:
    for folder in ("first", "again"):
        (tmp_path / folder).mkdir()
    report = goes_wrong(kind, seed, tmp_path / "first")
    again = happens_again(report, tmp_path / "again")

    # What the disk lost is no fact: only that it was lost, and how.
    but = ("facts", "told") if kind == "storage" else ()
    assert essence(again, but=but) == essence(report, but=but)
    assert len(report.log) > 1, "something went wrong"
    assert reproducing.differs(report) is None
    assert [now for _, now in reproducing.judged_again(report)] == [None for _ in report.aside], "the rules are sound"
    assert found_in(tmp_path / "first/report.zip") == []
