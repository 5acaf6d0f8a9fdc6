"""A history of decades is as quick to look at as a new one, and fits on a memory card."""

import pytest

from cardtable_lab.bench.archive import archive_figures

LONGEST_MS, LARGEST_MB = 100, 400


@pytest.mark.proof
@pytest.mark.timeout(1200)
def test_ten_thousand_games_are_looked_at_in_a_tenth_of_a_second() -> None:
    figures = {figure.what: figure.value for figure in archive_figures(10_000)}
    assert figures["a history of 10000 games"] < LARGEST_MB
    asked = {what: value for what, value in figures.items() if what.endswith("99 of 100")}
    assert len(asked) == 10
    assert {what: value for what, value in asked.items() if value > LONGEST_MS} == {}
