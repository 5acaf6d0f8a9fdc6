"""Games of one person with robots, from the first request to the last card: they end, and no robot is slow.

The person does the least that a phone can do.
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

import pytest

from table import games
from table.keeping.journal import Journal
from tests.robots.persons import LEAST, Person, does_the_least
from tests.robots.room import LONGEST_S, Room

LONGEST_TURN_S = 5.0


def played(journal: Journal, game: str, *, robots: int, kind: str, seed: int = 1) -> Room:
    """Play a whole game of one person with robots."""
    room = Room(journal, game, seats=robots + 1, seed=seed)
    answer = room.phone.asks("quick", game=game, robots=robots, kind=kind, name="Ana")
    assert answer.status_code == 200, answer.get_json()
    person = Person(room, room.phone, answer.get_json()["seats"][0])
    while not room.view["over"] and room.clock.now_ns() < LONGEST_S * 1e9:
        does_the_least(person)
    assert room.view["over"], room.told[-10:]
    return room


def waits(told: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, float]]:
    """Say who had the turn or had just drawn in it, and how long nothing was told then; but for the time of dealing."""
    dealing = False
    for before, after in pairwise(told):
        dealing = before["event"] == "round_started" or (dealing and before["event"] == "turn_started")
        if before["event"] in ("turn_started", "card_drawn") and not dealing:
            yield before["seat"], after["t"] - before["t"]


@pytest.mark.long
@pytest.mark.parametrize(("game", "kind"), [*((game, "easy") for game in sorted(LEAST)), ("mytho", "keen")])
def test_a_person_plays_a_whole_game_with_robots(journal: Journal, game: str, kind: str) -> None:
    fewest = games.find(game).fewest_seats
    room = played(journal, game, robots=max(2, fewest - 1), kind=kind)

    assert room.robots_refused == [], room.told[-6:]
    assert max(waited for seat, waited in waits(room.told) if seat != 1) < LONGEST_TURN_S
