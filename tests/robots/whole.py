"""Whole games of one person with robots, from the first request to the last card, looked at by a witness."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import pairwise
from typing import Any

from table.keeping.journal import Journal
from tests.robots.persons import Person, does_the_least
from tests.robots.room import LONGEST_S, Room, luck

_SETTLED_MS = 500


def played(journal: Journal, game: str, *, robots: int, kind: str, seed: int = 1, longest_s: float = LONGEST_S) -> Room:
    """Play a whole game of one person with robots, or as much of it as there is time for."""
    with luck(seed):
        room = Room(journal, game, seats=robots + 1, seed=seed)
        answer = room.phone.asks("quick", game=game, robots=robots, kind=kind, name="Ana")
        assert answer.status_code == 200, answer.get_json()
        person = Person(room, room.phone, answer.get_json()["seats"][0])
        while not room.view["over"] and room.clock.now_ns() < longest_s * 1e9:
            does_the_least(person)
        room.runs(_SETTLED_MS)
    return room


def waits(events: Sequence[Mapping[str, Any]]) -> Iterator[tuple[int, float]]:
    """Yield who had the turn or had just drawn in it, and how long nothing was told then.

    But for the time of dealing.
    """
    dealing = False
    for before, after in pairwise(events):
        dealing = before["event"] == "round_started" or (dealing and before["event"] == "turn_started")
        if before["event"] in ("turn_started", "card_drawn") and not dealing:
            yield before["seat"], after["t"] - before["t"]


def slowest_s(room: Room) -> float:
    """Return the longest time that a robot took in its turn, in s."""
    return max((waited for seat, waited in waits(room.events) if seat != 1), default=0.0)
