"""Races among phones with known truth: nobody is told to have been first who was not. RACES says how many are run."""

import os

import pytest

from cardtable_lab.bench import phone_races
from cardtable_lab.bench.phone_races import NETWORKS, Raced, run, ties

RACES = int(os.environ.get("RACES", "10"))


@pytest.fixture(scope="module")
def raced() -> Raced:
    return run(RACES)


def test_every_order_is_right_or_a_tie_within_the_errors(raced: Raced) -> None:
    assert raced.result.outside == 0
    assert raced.result.wrong == 0
    assert raced.missing == 0


def test_most_presses_can_be_told_apart(raced: Raced) -> None:
    assert raced.result.ties < len(raced.result.pairs) / 2


def test_stamping_on_arrival_would_not_do(raced: Raced) -> None:
    assert raced.result.arrival_off(0.99) > 2 * raced.result.off(0.99)


def test_a_better_network_has_fewer_ties() -> None:
    good, bad = (ties(NETWORKS[number], pairs=30) for number in (1, -1))

    assert good.share == good.wrong == bad.wrong == 0
    assert bad.share > 0.5


@pytest.mark.long
@pytest.mark.timeout(600)
def test_what_is_written_follows_from_the_races() -> None:
    found = [ties(network) for network in NETWORKS]

    assert phone_races.PAGE.read_text() == phone_races.page(run(), found)
    assert phone_races.PICTURE.read_text() == phone_races.drawn(found)
