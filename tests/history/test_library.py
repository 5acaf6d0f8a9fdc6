"""The library of whole games, and what it has to contain, whatever is played.

`UPDATE_LIBRARY=1 pytest -m "" tests/history/test_library.py` has all games played and written anew, in two minutes.
That changes whatever follows from them, so read what tests say of it before you commit it.
"""

import json
import os

import pytest

from table import facts
from tests.history import library, recording
from tests.history.counted_by_hand import MOST_POINTS_WIN, Game, game

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


@pytest.mark.long
@pytest.mark.parametrize("kind", MOST_POINTS_WIN)
def test_it_has_ten_of_each_game_and_every_way_in_which_they_end(kind: str) -> None:
    of_kind = [one for one in library.counted() if one.game == kind]
    assert len(of_kind) >= 10
    assert {one.termination for one in of_kind} == {"completed", "aborted", "abandoned"}


@pytest.mark.long
@pytest.mark.parametrize(
    "what", ["times_ms", "missed", "last", "calls_right", "calls_wrong", "bluffs_told", "bluffs_found_out"]
)
def test_it_has_everything_that_is_counted_at_mito(what: str) -> None:
    parts = [part for one in library.counted() if one.game == "mito" for part in one.parts.values()]
    assert sum(bool(getattr(part, what)) for part in parts) >= 4


@pytest.mark.long
def test_it_has_games_with_several_robots() -> None:
    assert sum(len(one.robots) > 1 for one in library.counted()) >= 4


def has_a_shared_win(one: Game) -> bool:
    return one.termination == "completed" and len(one.winners) > 1


@pytest.mark.long
def test_it_has_a_win_that_is_shared() -> None:
    assert any(map(has_a_shared_win, library.counted()))


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [one.name for one in recording.recipes() if one.setting.game == "mito" and one.ends is recording.as_it_was],
)
def test_a_win_is_shared_whatever_the_seed_where_two_show_nothing(name: str) -> None:
    seen = [facts.parse(json.dumps(fact)) for fact in library.games()[name]]
    first, *others = map(facts.dump, recording.two_show_nothing(seen))
    shared = [{**first, "options": {**first.get("options", {}), "tie_break": "shared"}}, *others]
    assert has_a_shared_win(game(shared, library.record(shared).events))


def test_updating_is_for_people_and_not_for_machines() -> None:
    assert not (UPDATE and os.environ.get("CI"))
