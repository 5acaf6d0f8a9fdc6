"""A table that is killed again and again loses nothing that it announced."""

from pathlib import Path

import pytest

from cardtable_lab.bench.kills import Evening


@pytest.mark.proof
def test_what_was_announced_outlives_kills_jumps_of_the_clock_and_damage(tmp_path: Path) -> None:
    report = Evening(tmp_path, seed=7).run(5)

    assert report.wrong == []
    assert report.counts["kills"] == 5
    assert report.counts["damaged copies"] == 1
    assert report.counts["events announced"] > 0


@pytest.mark.proof
def test_what_has_changed_is_found(tmp_path: Path) -> None:
    evening = Evening(tmp_path, seed=1)
    evening.run(1)
    evening._announced[0] = evening._announced[0].replace('"seq": 1', '"seq": 2')

    evening.run(0)

    assert "what was announced has changed" in evening.report.wrong
