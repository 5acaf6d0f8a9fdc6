"""Pairings: everybody sits once, nobody meets twice as long as that can be, and the same seed gives the same ones."""

import random
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtable_club.tournament.entries import Begun, Corrected, Joined, Paired, Withdrew
from cardtable_club.tournament.standings import points
from cardtable_club.tournament.state import Tournament
from cardtable_club.tournament.swiss import next_round, sizes
from club.tests.tournament.playing import begun, chance, played
from table.complaints import BadInput


def pairings(log: list[object]) -> list[Paired]:
    return [one for one in log if isinstance(one, Paired)]


@pytest.mark.long
@pytest.mark.parametrize(("most", "fewest"), [(2, 2), (4, 3), (5, 3)])
def test_sixty_four_people_play_seven_rounds_and_nobody_meets_twice(most: int, fewest: int) -> None:
    log = played(begun(64, most, fewest), chance(5), absent=0.05)
    whole = Tournament.of(log)

    assert len(whole.rounds) == 7
    for one in whole.rounds:
        assert sorted(name for table in one.tables for name in table.players) == sorted(whole.players)
    seated = [frozenset(pair) for one in pairings([*log]) for table in one.tables for pair in _pairs(table.players)]
    missed = sum(len(table.places or ()) < len(table.players) for one in whole.rounds for table in one.tables)
    assert missed > 5, "some did not come"
    assert max(whole.met.values()) == 1
    assert len(seated) - len({*seated}) <= missed * most, "only who was not there may be paired again"


def _pairs(players: object) -> list[tuple[str, str]]:
    names = list(players)  # type: ignore[call-overload]
    return [(one, other) for n, one in enumerate(names) for other in names[n + 1 :]]


@given(
    players=st.integers(2, 26),
    most=st.integers(2, 5),
    seed=st.integers(0, 2**32 - 1),
    luck=st.randoms(use_true_random=False),
    data=st.data(),
)
@settings(max_examples=12, deadline=None)
def test_whoever_comes_and_goes_each_round_is_valid(
    players: int, most: int, seed: int, luck: random.Random, data: st.DataObject
) -> None:
    fewest = data.draw(st.integers(2, most))
    if players < fewest + 4:
        players += fewest + 4
    agreed = begun(players, most, fewest, rounds=4, seed=seed)
    log = played(agreed, luck, absent=0.1, comes=0.4)

    for pairing in pairings([*log]):
        seated = [name for table in pairing.tables for name in table.players]
        assert len(seated) == len({*seated})
        assert not {*seated} & {*pairing.byes}
        assert all(fewest <= len(table.players) <= most for table in pairing.tables)
    byes = Tournament.of(log).byes
    if most == 2:
        assert max(byes.values(), default=0) <= 1 or players < 6


@given(rounds=st.integers(1, 7), seed=st.integers(0, 100))
@settings(max_examples=15, deadline=None)
def test_eight_people_can_all_meet_without_a_rematch(rounds: int, seed: int) -> None:
    """Seven rounds of eight: in the last one there is a pairing without a rematch only if those before left one."""
    log = played(begun(8, rounds=rounds, seed=seed), chance(seed), absent=0.0)

    met = Tournament.of(log).met
    if rounds <= 4:
        assert max(met.values()) == 1
    assert sum(met.values()) == 4 * rounds


def test_people_of_equal_points_meet() -> None:
    log = played(begun(32, rounds=2), chance(1), absent=0.0)
    before = points(Tournament.of(log[: log.index(pairings([*log])[1])]))
    apart = [abs(before[one] - before[other]) for one, other in (t.players for t in pairings([*log])[1].tables)]

    assert sum(gap > 0.5 for gap in apart) == 0
    assert sum(gap > 0 for gap in apart) <= 2


@pytest.mark.long
def test_the_same_seed_gives_the_same_pairings_in_any_process() -> None:
    run = (
        "from club.tests.tournament.playing import *; "
        "print([(one.tables, one.byes) for one in played(begun(21, 4, 3, rounds=4), chance(3))"
        " if isinstance(one, Paired)])"
    )
    outputs = {
        subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, check=True).stdout for _ in range(2)
    }

    assert len(outputs) == 1
    assert "P21" in outputs.pop()


def test_another_seed_gives_others() -> None:
    assert next_round(Tournament.of([begun(16, seed=1)])) != next_round(Tournament.of([begun(16, seed=2)]))


def test_the_bye_goes_round() -> None:
    log = played(begun(7, rounds=7), chance(1), absent=0.0)

    assert sorted(name for one in pairings([*log]) for name in one.byes) == [f"P{n}" for n in range(1, 8)]


def test_a_rematch_is_better_than_no_game() -> None:
    log = played(begun(2, rounds=3), chance(1), absent=0.0)

    assert [one.byes for one in pairings([*log])] == [(), (), ()]


@pytest.mark.parametrize(
    ("players", "fewest", "most", "wanted"),
    [
        (64, 2, 2, ([2] * 32, 0)),
        (6, 3, 4, ([3, 3], 0)),
        (5, 3, 4, ([4], 1)),
        (2, 3, 4, ([], 2)),
        (9, 2, 4, ([3] * 3, 0)),
    ],
)
def test_as_many_sit_as_can(players: int, fewest: int, most: int, wanted: object) -> None:
    assert sizes(players, fewest, most) == wanted


@given(st.integers(2, 300), st.integers(2, 8), st.integers(2, 8))
def test_tables_are_as_equal_as_can_be(players: int, one: int, other: int) -> None:
    fewest, most = sorted((one, other))
    found, byes = sizes(players, fewest, most)

    assert sum(found) + byes == players
    assert all(fewest <= size <= most for size in found)
    assert not found or max(found) - min(found) <= 1
    assert byes < fewest


def test_a_round_waits_for_all_results() -> None:
    log: list[Begun | Paired | Joined | Withdrew | Corrected] = [begun(4)]
    log.append(next_round(Tournament.of(log)))
    with pytest.raises(BadInput, match="table 1 has no result yet"):
        next_round(Tournament.of(log))
    log += [Corrected(round=1, table=table, places={}, reason="nobody came") for table in (1, 2)]

    assert len(next_round(Tournament.of(log)).tables) == 2
