"""How a race of Mito can go: any order of hands, any of them missing; any answer, or none."""

from collections.abc import Iterator
from itertools import permutations
from typing import Any

from table.ai.known import World
from table.ai.mito import choices
from table.games.mito.actions import CloseMatch, CloseSlap, Match, Slap
from table.games.mito.powers import missing

_APART_US = 100_000
_EXACT_US = 1_000


def ways(world: World[Any]) -> Iterator[tuple[Any, ...]]:
    """Yield the possible results of a race, as actions of the rules."""
    race = world.state.race
    if race.kind == "slap":
        seats = missing(race)
        for number in range(len(seats) + 1):
            for order in permutations(seats, number):
                slaps = (Slap(seat, (place + 3) * _APART_US, _EXACT_US) for place, seat in enumerate(order))
                yield *slaps, CloseSlap(0)
                if number < len(seats) - 1:  # several are missing: a lot says who was last
                    for lot in range(1, len(seats)):
                        yield (
                            *(Slap(seat, (n + 3) * _APART_US, _EXACT_US) for n, seat in enumerate(order)),
                            CloseSlap(lot),
                        )
        return
    yield (CloseMatch(),)
    for seat in race.seats:
        for card in choices.answers(world.state, world.hands[seat]):
            yield Match(card, _APART_US, seat), CloseMatch(seat)
