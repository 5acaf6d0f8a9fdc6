"""Races over USB: stamps that can be defended, whatever cables and crystals do. RACES says how many are run."""

import os

import pytest

from cardtable_lab.bench.races import Result, run

RACES = int(os.environ.get("RACES", "20"))
SHARE_OUTSIDE = 1 / 1000


@pytest.fixture(scope="module")
def result() -> Result:
    return run(RACES)


@pytest.mark.long
@pytest.mark.timeout(1800)
def test_stamps_are_good_and_their_bounds_are_honest(result: Result) -> None:
    assert len(result.presses) == 4 * RACES
    assert result.off(0.99) < 1.0
    assert result.outside <= SHARE_OUTSIDE * len(result.presses)
    assert result.bound < 2.0


def test_nobody_is_told_to_have_been_first_who_was_not(result: Result) -> None:
    assert result.wrong == 0
    assert result.late == 0


def test_stamping_on_arrival_would_not_do(result: Result) -> None:
    assert result.arrival_off(0.99) > 5 * result.off(0.99)
