"""How quick robots are: as people."""

from math import isclose
from random import Random

from table.ai.gestures import reaction_s


def test_nobody_is_quicker_than_people_are() -> None:
    times = sorted(reaction_s(Random(seed)) for seed in range(2000))  # noqa: S311
    assert times[0] >= 0.18
    assert isclose(times[1000], 0.45, rel_tol=0.05)
