"""A table that is broken on purpose is found out, and nothing stays broken."""

import os

import pytest

from cardtable_lab import simulated
from cardtable_lab.simulation.sabotage import RAISES
from cardtable_lab.simulation.trial import Trial, try_one
from cardtable_lab.simulation.virtual import Setting
from table import games

pytestmark = pytest.mark.long

SEEDS = range(2, 14)
SHORT = {"egyptian_ratscrew": {"piles": 8}, "slapjack": {"jacks": 8}}
ONE_ROUND = {"rounds": 1}  # the next one brings nothing that is not in the first


def trial(game: str, sabotage: str | None, seed: int) -> Trial:
    options = SHORT.get(game, ONE_ROUND)
    return try_one(Setting(game, 3, "clean", seed, sabotage=sabotage, options=options, longest_s=400))


ALL = [
    (game, name, kind)
    for game in simulated.names()
    for name, kind in RAISES.items()
    if kind not in simulated.find(game).without
]


def one_of_each() -> list[tuple[str, str, str]]:
    """Return each sabotage in one game, the games in turn; `SABOTAGES=all` tries every one in every game."""
    named = [[case for case in ALL if case[1] == name] for name in RAISES]
    return [cases[number % len(cases)] for number, cases in enumerate(named) if cases]


CASES, SOUND = (ALL, SEEDS[:3]) if os.environ.get("SABOTAGES") == "all" else (one_of_each(), SEEDS[:1])


@pytest.mark.parametrize(("game", "sabotage", "kind"), CASES)
def test_every_sabotage_raises_its_count(game: str, sabotage: str, kind: str) -> None:
    """Some need luck: hands that come almost at once, or a card that is spoilt."""
    assert any(finding.kind == kind for seed in SEEDS for finding in trial(game, sabotage, seed).findings)


@pytest.mark.parametrize(
    "game",
    [
        pytest.param(game, marks=[pytest.mark.proof] if number > 1 else [])
        for number, game in enumerate(simulated.names())
    ],
)
def test_a_sound_table_has_none_of_these_counts_and_is_sound_again_afterwards(game: str) -> None:
    trial(game, "generous_sum", SEEDS[0])
    trial(game, "loose_tongue", SEEDS[0])

    assert [finding for seed in SOUND for finding in trial(game, None, seed).findings] == []
    assert vars(games.find(game)) == {}
