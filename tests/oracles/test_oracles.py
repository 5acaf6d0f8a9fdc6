"""The table beside oracles, in random games of lawful and unlawful actions: the same events, and no "Why?" misquotes.

A finding is the first action of a game of which table and oracle think differently.
"""

import os
from collections.abc import Callable, Iterable

import pytest

from tests.oracles.driven import Played
from tests.oracles.playing_mito import MitoPlayed
from tests.oracles.playing_mytho import MythoPlayed
from tests.oracles.playing_nur_mut import NurMutPlayed

FEW = 3  # games in `make test`
GAMES = int(os.environ.get("ORACLE_GAMES", "200"))  # `make prove` says how many
PORTIONS = 4
DIFFERED = {"nur_mut": (112, 231), "mytho": (207, 896), "mito": (243, 361)}  # seeds in which they did not agree once
PLAYED: dict[str, Callable[[int], Played]] = {"nur_mut": NurMutPlayed, "mytho": MythoPlayed, "mito": MitoPlayed}


def disagreements(game: str, seeds: Iterable[int]) -> list[str]:
    return [f"seed {seed}, {found}" for seed in seeds for found in PLAYED[game](seed).findings()]


@pytest.mark.parametrize("game", PLAYED)
def test_table_and_oracle_agree_in_a_few_games(game: str) -> None:
    assert disagreements(game, (*range(FEW), *DIFFERED.get(game, ()))) == []


@pytest.mark.long
@pytest.mark.parametrize("portion", range(PORTIONS))
@pytest.mark.parametrize("game", PLAYED)
def test_table_and_oracle_agree(game: str, portion: int) -> None:
    assert disagreements(game, range(FEW + portion, FEW + GAMES, PORTIONS)) == []
