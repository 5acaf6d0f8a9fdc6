"""A table that is left on: a short soak of a real process, and that a soak sees whatever grows."""

import sys

import pytest

from cardtable_lab.bench.soak import Sample, Soaked, soak
from table.values import replace

STEADY = Sample(played_s=0, games=1, memory=80_000_000, threads=141, files=18, log=1400, disk=4_500_000)


def soaked(*, left: int = 0, **grows: int) -> Soaked:
    """A soak of which every sample is the steady one, but for what grows by so much from each to the next."""
    samples = [
        replace(STEADY, **{name: getattr(STEADY, name) + by * number for name, by in grows.items()})
        for number in range(40)
    ]
    return Soaked(samples, visits=1, took_s=40, left=left, said="")


def test_a_table_that_stays_as_it_is_is_sound() -> None:
    assert soaked().sound


@pytest.mark.parametrize(
    ("what", "by"), [("memory", 300_000), ("threads", 1), ("files", 1), ("log", 100), ("disk", 100_000)]
)
def test_whatever_grows_is_found(what: str, by: int) -> None:
    grown = [growth.what for growth in soaked(**{what: by}).growths if not growth.flat]

    assert len(grown) == 1
    assert what in grown[0]
    assert not soaked(**{what: by}).sound


def test_a_table_that_does_not_stop_cleanly_is_not_sound() -> None:
    assert not soaked(left=1).sound


@pytest.mark.proof
@pytest.mark.skipif(sys.platform != "linux", reason="processes are looked at in /proc")
def test_phones_that_come_and_go_while_people_play_leave_nothing_behind() -> None:
    """It is too short to say anything of memory but that it does not run away."""
    left_on = soak(12, warm_games=0)

    grown = {growth.what: growth.late - growth.early for growth in left_on.growths}
    memory_mb = grown.pop("memory, MB")
    assert left_on.left == 0, left_on.said
    assert [growth for growth in left_on.growths if growth.what in grown and not growth.flat] == []
    assert memory_mb < 12
    assert left_on.visits > 3
    assert left_on.samples[-1].played_s > 60
