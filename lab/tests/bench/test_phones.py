"""How soon twenty phones hear of what happens, and that they do not hold up the table: a real one, timed."""

import sys
from pathlib import Path

import pytest

from cardtable_lab.bench.phones import Heard, arrivals, heard, percentile
from cardtable_lab.bench.stamped_table import Shown

PHONES = 20
SECONDS = 5
MOST_MS = {"snapshot to phone": 50.0, "fact to snapshot": 5.0}
CALM_MS = 1.0  # what a sleeper oversleeps, 99 times in 100, on a machine that has time for the table
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - of a disk it would be told how busy others keep it


def took(one: Heard) -> dict[str, float]:
    return {"snapshot to phone": percentile(one.to_phones, 99), "fact to snapshot": percentile(one.owner, 99)}


@pytest.mark.timed
@pytest.mark.skipif(sys.platform != "linux", reason="how much of the machine the table takes is asked of Linux")
def test_twenty_phones_hear_of_it_at_once_and_the_table_keeps_its_pace() -> None:
    """A machine that is busy with something else makes anything slow, so what is too slow is measured twice more.

    If that was too slow as well, and a mere sleeper overslept each time, it says nothing of the table.
    """
    attempts: list[tuple[dict[str, float], float]] = []
    for _ in range(3):
        one = heard(PHONES, SECONDS, IN_MEMORY if IN_MEMORY.is_dir() else None)
        assert one.events > SECONDS
        attempts.append((took(one), percentile(one.late, 99)))
        if all(ms < MOST_MS[what] for what, ms in took(one).items()):
            return
    if all(late > CALM_MS for _, late in attempts):
        pytest.skip(f"this machine is too busy to be timed on: in ms, and how late a sleeper was: {attempts}")
    pytest.fail(f"too slow, in ms; last, how late a sleeper was: {attempts}")


def test_a_phone_is_timed_from_the_picture_that_first_held_the_event() -> None:
    shown = [Shown(0, 0, at_ms * 1_000_000, count) for at_ms, count in ((1, 2), (10, 4), (20, 4), (30, 5))]

    assert arrivals(shown, [[(2, 0), (3, 12_000_000), (4, 13_000_000), (5, 30_500_000)]], 5) == (3, [2.0, 3.0, 0.5])


def test_what_happens_after_the_last_event_that_is_asked_for_is_not_counted() -> None:
    shown = [Shown(0, 0, 0, 1), Shown(0, 0, 0, 2), Shown(0, 0, 9, 3)]

    assert arrivals(shown, [[(2, 0)]], 2) == (1, [0.0])


def test_a_phone_that_missed_something_is_found_out() -> None:
    with pytest.raises(RuntimeError, match="missed 1 of 2 events"):
        arrivals([Shown(0, 0, 0, 1), Shown(0, 0, 0, 3)], [[(2, 0)]], 3)
