"""What presses come to on bad wires, as the bench counts it."""

from collections import Counter

import pytest

from cardtable_lab.bench.contacts import compared, presses

MS = 1_000_000
TAPPED = presses([(1000 * MS, True, 0), (1100 * MS, False, 0)])


@pytest.mark.parametrize(
    ("edges", "counts"),
    [
        ([(1004 * MS, True, 0), (1104 * MS, False, 0)], {}),
        ([(982 * MS, True, 18 * MS), (1100 * MS, False, 0)], {}),  # its edge was lost, the level was read
        ([(982 * MS, True, 0), (1100 * MS, False, 0)], {"swallowed": 1, "false": 1}),
        ([], {"swallowed": 1}),
        ([(1000 * MS, True, 0), (1700 * MS, False, 0)], {"hold": 1}),
    ],
    ids=["in time", "an edge lost", "too early", "swallowed", "a hold"],
)
def test_a_press_is_found_as_far_off_as_it_was_told(edges: list[tuple[int, bool, int]], counts: dict[str, int]) -> None:
    assert compared(TAPPED, presses(edges)) == Counter(counts)
