"""Cheating as a game, in short: a person and keen robots catch and are caught, and honest play is accused rarely."""

import pytest

from cardtable_lab.bench import cheats


@pytest.mark.long
def test_cheats_are_caught_now_and_then_and_honest_play_is_accused_rarely() -> None:
    seen = cheats.run(12)

    assert seen.duel.illegal == 0
    for pair in seen.pairs:
        assert seen.is_sound(pair), seen.cells(pair)
