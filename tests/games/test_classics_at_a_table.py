"""The classics at an emulated table: robots deal, lay cards, press buttons and choose, to the end of a game."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from table.board import GameSnapshot
from table.keeping.journal import Journal
from table.running.messages import StartGame
from tests.robots.room import Room, luck

LONGEST_S = 3600


class Nobody:
    """Looks at nothing: a witness needs simulated people, and these games have none."""

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None


class Alone(Room):
    """A table without a witness, where robots play."""

    def _witness(self, game: GameSnapshot, now_ns: int) -> Any:
        self.witnessed = self.witnessed or cast("Any", Nobody())
        return self.witnessed


pytestmark = pytest.mark.long


@pytest.mark.parametrize(("game", "players"), [("crazy_eights", 3), ("president", 4)])
def test_robots_play_a_whole_game(journal: Journal, game: str, players: int) -> None:
    pytest.importorskip(game)
    with luck(3):
        room = Alone(journal, game, seats=players, seed=3)
        names = ("Ana", "Ben", "Cleo", "Dan")[:players]
        robots = dict.fromkeys(range(1, players + 1), "easy")
        room.table.controller.take(StartGame(game, names, {"rounds": 2}, seed=5).with_robots(robots))
        while not room.view["over"] and room.clock.now_ns() < LONGEST_S * 1e9:
            room.runs(1000)

    assert room.view["over"], room.told[-10:]
    assert room.robots_refused == []
