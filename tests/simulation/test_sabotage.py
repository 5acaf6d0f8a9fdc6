"""A table that is broken on purpose is found out, and nothing stays broken."""

from collections import Counter

import pytest

from table import games
from table.simulation.sabotage import RAISES
from table.simulation.trial import Trial, try_one
from table.simulation.virtual import Setting

SEEDS = (1, 2)


def trial(sabotage: str | None, seed: int) -> Trial:
    return try_one(Setting("mito", 3, "clean", seed, sabotage=sabotage))


@pytest.mark.parametrize(("sabotage", "kind"), RAISES.items())
def test_every_sabotage_raises_its_count(sabotage: str, kind: str) -> None:
    found = Counter(finding.kind for seed in SEEDS for finding in trial(sabotage, seed).findings)

    assert found[kind] > 0


def test_a_sound_table_has_none_of_these_counts_and_is_sound_again_afterwards() -> None:
    trial("generous_sum", 1)
    trial("loose_tongue", 1)

    assert [finding for seed in SEEDS for finding in trial(None, seed).findings] == []
    assert vars(games.find("mito")) == {}
