"""Whole games of somebody who only hears, with robots at the other seats."""

from collections.abc import Mapping
from typing import Any

from table.keeping.journal import Journal
from table.running.messages import StartGame
from tests.ear.listening import Listener
from tests.ear.players import plays
from tests.robots.room import Room, late, luck

LONGEST_S = 3600
NAMES = ("Ana", "Ben", "Cleo")
SEATS = {"mito": 3, "mytho": 2, "mythology_go": 2, "nur_mut": 2}
# What keeps games short.
OPTIONS: Mapping[str, Mapping[str, Any]] = {
    "mito": {"rounds": 1},
    "mytho": {"rounds": 2, "hand_size": 3},
    "mythology_go": {"rounds": 1},
    "nur_mut": {"hand_size": 5},
}


def played(journal: Journal, game: str, seed: int) -> tuple[Room, Listener]:
    """Play a game to its end, or as long as there is time."""
    seats = SEATS[game]
    with luck(seed):
        room = Room(journal, game, seats=seats, seed=seed)
        begins = StartGame(game, NAMES[:seats], OPTIONS[game], seed)
        room.table.controller.take(begins.with_robots(dict.fromkeys(range(2, seats + 1), "easy")))
        room.phone.takes(1)
        who = Listener(room, room.phone, 1, NAMES[0])
        while not room.view["over"] and room.clock.now_ns() < LONGEST_S * 1e9:
            who.listens()
            plays(who, game)
            room.runs(700)
        who.listens()
    return room, who


def wrong(room: Room) -> list[Mapping[str, Any]]:
    """Return what the table refused of seat 1, but for what came too late in a race."""
    delivered = room.table.controller.board.snapshot.game.events["seat:1"]
    refused = ("play_refused", "press_refused")
    mine = (one.json for one in delivered if one.event.name in refused)
    return [one for one in mine if one["seat"] == 1 and not late(one)]
