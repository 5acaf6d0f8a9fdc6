"""The library of whole games. `UPDATE_LIBRARY=1 pytest tests/history/test_library.py` has them played and written anew.

That takes two minutes. It changes whatever follows from the games, so read what tests say of it before you commit it.
"""

import os

import pytest

from tests.history import library, recording

UPDATE = os.environ.get("UPDATE_LIBRARY") == "1"


@pytest.mark.proof
@pytest.mark.timeout(1200)
def test_simulated_people_would_play_the_same_games_again() -> None:
    again = recording.played()
    if UPDATE:
        library.write(again)
        library.games.cache_clear()
    assert library.games() == again


@pytest.mark.skipif(UPDATE, reason="it is written just now")
def test_the_library_has_the_games_that_it_is_to_have() -> None:
    games = library.games()
    assert list(games) == [recipe.name for recipe in recording.recipes()]
    assert library.LIBRARY.stat().st_size < 600_000
    for recipe in recording.recipes():
        first = games[recipe.name][0]
        assert first["game"] == recipe.setting.game
        assert len(first["players"]) == recipe.setting.players
        assert first.get("robots", {}) == {str(seat): kind for seat, kind in recipe.robots.items()}


def test_updating_is_for_people_and_not_for_machines() -> None:
    assert not (UPDATE and os.environ.get("CI"))
