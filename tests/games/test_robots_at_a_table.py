"""The packages in games/ at an emulated table: robots deal, lay, press, choose and take piles, to the end of a game."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from cardtable_lab import simulated
from table.board import GameSnapshot
from table.keeping.journal import Journal
from table.running.messages import StartGame
from tests.robots.room import Room, luck

LONGEST_S, SEED = 3600, 3
OPTIONS = {
    "crazy_eights": {"rounds": 2},
    "egyptian_ratscrew": {"piles": 3},
    "president": {"rounds": 2},
    "slapjack": {"jacks": 4},
}
PLAYERS = {"cheat": 3, "crazy_eights": 3, "egyptian_ratscrew": 2, "president": 4, "slapjack": 3}


class Nobody:
    """Looks at nothing, where a game has no simulated people whose book a witness needs."""

    def findings(self) -> list[Any]:
        return []

    def __getattr__(self, name: str) -> Callable[..., None]:
        return lambda *_, **__: None


class Alone(Room):
    """A table where robots play, with a witness if there can be one."""

    def _witness(self, game: GameSnapshot, now_ns: int) -> Any:
        assert game.started is not None, "a game has begun"
        if game.started.game in simulated.names():
            return super()._witness(game, now_ns)
        self.witnessed = self.witnessed or cast("Any", Nobody())
        return self.witnessed


pytestmark = pytest.mark.long


@pytest.mark.parametrize(("game", "players"), PLAYERS.items())
def test_robots_play_a_whole_game(journal: Journal, game: str, players: int) -> None:
    with luck(SEED):
        room = Alone(journal, game, seats=players, seed=SEED)
        names = ("Ana", "Ben", "Cleo", "Dan")[:players]
        robots = dict.fromkeys(range(1, players + 1), "easy")
        room.table.controller.take(StartGame(game, names, OPTIONS.get(game, {}), seed=SEED).with_robots(robots))
        while not room.view["over"] and room.clock.now_ns() < LONGEST_S * 1e9:
            room.runs(1000)

    assert room.view["over"], room.events[-10:]
    assert room.robots_refused == []
    assert room.findings == []
