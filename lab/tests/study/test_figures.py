"""Figures and their intervals: those of small samples are known from tables, those of big ones cover the truth."""

from random import Random

import pytest

from cardtable_lab.study.factors import Variant
from cardtable_lab.study.figures import few_points_win, found, mean
from cardtable_lab.study.playing import Played, Round
from table.facts import Agreed

SHIPPED = Variant({}, Agreed())


def game(
    seed: int, totals: dict[int, int], winner: int, had: dict[int, set[str]] | None = None, turns: int = 10
) -> Played:
    cards = {seat: frozenset(names) for seat, names in (had or {}).items()}
    return Played(0, seed, (winner,), totals, turns, (Round(totals, cards),))


@pytest.mark.parametrize(("number", "t"), [(2, 12.706), (3, 4.303), (5, 2.776), (11, 2.228), (31, 2.042), (121, 1.980)])
def test_the_interval_of_a_mean_is_students(number: int, t: float) -> None:
    values = [float(one % 2) for one in range(number - number % 2)] or [0.0]
    values += [0.5] * (number - len(values))
    at, low, high = mean(values)
    spread = (sum((one - at) ** 2 for one in values) / (number - 1)) ** 0.5 / number**0.5

    assert (high - at) / spread == pytest.approx(t, rel=0.005)
    assert (at - low) == pytest.approx(high - at)


def test_of_one_value_a_mean_may_be_anything() -> None:
    assert mean([3.0]) == (3.0, float("-inf"), float("inf"))


def test_intervals_cover_the_truth_as_often_as_they_say() -> None:
    chance = Random(7)  # noqa: S311
    covered = sum(
        low <= 0 <= high for _, low, high in (mean([chance.gauss(0, 3) for _ in range(12)]) for _ in range(1000))
    )

    assert 930 <= covered <= 970


def test_who_wins_from_which_seat_and_how_long_it_takes() -> None:
    came = found(SHIPPED, [game(seed, {1: 0, 2: 5}, 1 + (seed % 4 == 0), turns=seed) for seed in range(1, 41)])

    assert came.shares[1][0] == 0.75
    assert came.shares[1][1] < 0.75 < came.shares[1][2]
    assert came.turns[0] == 20.5
    assert came.turns[1] < 20.5 < came.turns[2]
    assert came.quarters == (10.75, 30.25)
    assert came.points[0] == 2.5


def test_a_card_is_as_strong_as_those_were_who_had_it() -> None:
    few = [game(seed, {1: 0, 2: 8}, 1, {1: {"moth"}, 2: {"ant"}}) for seed in range(10)]
    many = [game(seed, {1: 9, 2: 1}, 1, {1: {"moth"}, 2: {"ant"}}) for seed in range(10)]

    assert (few_points_win(few), few_points_win(many)) == (True, False)
    for came, points in ((found(SHIPPED, few), 4.0), (found(SHIPPED, many), 4.0)):
        assert [*came.cards] == ["moth", "ant"]
        assert (came.cards["moth"].better[0], came.cards["ant"].better[0]) == (points, -points)
        assert (came.cards["moth"].won[0], came.cards["ant"].won[0]) == (1.0, 0.0)


def test_a_card_that_hardly_anybody_had_says_nothing() -> None:
    assert found(SHIPPED, [game(seed, {1: 0, 2: 8}, 1, {1: {"moth"}}) for seed in range(7)]).cards == {}


def test_a_median_is_the_same_each_time() -> None:
    games = [game(seed, {1: 0, 2: 8}, 1, turns=seed * seed % 17) for seed in range(30)]

    assert found(SHIPPED, games) == found(SHIPPED, games)
