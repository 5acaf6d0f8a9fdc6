"""Games to their end by ear alone: somebody hears what a phone speaks, and chooses what it offers. No move is wrong."""

import os

import pytest

from table.keeping.journal import Journal
from tests.ear.players import PLAYERS
from tests.ear.whole import played, wrong
from tests.own import OWN_GAMES

EARS = int(os.environ.get("EARS", "1"))  # games of each game


def test_somebody_who_only_hears_plays_every_game() -> None:
    assert set(PLAYERS) == set(OWN_GAMES)


@pytest.mark.long
@pytest.mark.parametrize("game", sorted(PLAYERS))
@pytest.mark.parametrize("seed", range(1, EARS + 1))
def test_a_game_is_played_to_its_end_by_ear(journal: Journal, game: str, seed: int) -> None:
    room, who = played(journal, game, seed)

    assert room.view["over"], who.ears.said[-10:]
    assert wrong(room) == []
    assert who.complaints == []
    assert any("over" in said or "wins" in said for said in who.ears.said)
    assert who.does(who.finds("Play again")), who.complaints
    assert not room.view["over"]
