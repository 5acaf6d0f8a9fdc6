"""How hands are seen to move at Mito: a cheat lasts a little longer, and no length says for certain what it was."""

from random import Random
from statistics import fmean
from typing import get_args

import pytest

from table.games.hands import Movement
from table.games.mito import MITO
from table.games.mito.options import MitoOptions

WATCHED = ("barely", "somewhat", "plainly")
MANY = 4000


def lengths(watchfulness: str, movement: Movement) -> list[int]:
    chance, pace = Random(1), MITO.hands.paces(MitoOptions.read({"watchfulness": watchfulness}))[movement]  # noqa: S311
    return [pace.drawn(chance) for _ in range(MANY)]


@pytest.mark.parametrize("watchfulness", WATCHED)
def test_a_cheat_lasts_longer_than_a_card_that_is_laid_but_not_longer_than_sorting(watchfulness: str) -> None:
    lay, cheat, sort = (lengths(watchfulness, movement) for movement in get_args(Movement))

    assert fmean(lay) < fmean(cheat)
    assert min(sort) <= min(cheat)
    assert max(cheat) <= max(sort)


@pytest.mark.parametrize("watchfulness", WATCHED)
def test_no_length_says_what_a_hand_did(watchfulness: str) -> None:
    """Whatever length a movement has, others of its kind and of each other kind have it, too."""
    paces = MITO.hands.paces(MitoOptions.read({"watchfulness": watchfulness}))
    for length in range(300, 1501, 100):
        assert all(pace.likelihood(length) > 0 for pace in paces.values())
    lay, cheat = lengths(watchfulness, "lay"), lengths(watchfulness, "cheat")
    assert min(cheat) < fmean(lay)
    assert max(lay) > fmean(cheat)


def test_the_more_watchful_the_longer_a_cheat_shows() -> None:
    assert sorted(WATCHED, key=lambda one: fmean(lengths(one, "cheat"))) == [*WATCHED]
