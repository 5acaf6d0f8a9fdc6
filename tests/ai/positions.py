"""Positions of duels, and what a seat knows in them."""

from collections.abc import Iterator
from random import Random
from typing import Any

from table import ai, games
from table.ai.known import Known, World
from table.robots.duel import Duel, Table
from table.values import Value, replace

GAMES = ai.names()


class Position(Value):
    """A moment of a duel as one seat knows it, and the `world` as it is."""

    table: Table
    seat: int
    known: Known
    world: World[Any]

    @property
    def moves(self) -> bool:
        """Whether the seat can do something."""
        return self.seat in self.table.mind.movers(self.world)


def luck(seed: int) -> Random:
    return Random(seed)  # noqa: S311


def table_of(game: str, seats: int, seed: int = 1, kind: str = "easy") -> Table:
    kinds = [kind] * seats
    return Table(game, kinds, seed, Duel(kinds))


def positions(game: str, seats: int = 3, seed: int = 1, every: int = 7, most: int = 40) -> Iterator[Position]:
    """Play a duel, and stop now and then, each time at another seat."""
    table = table_of(game, min(seats, games.find(game).most_seats), seed)
    for n in range(most * every):
        if n % every == 0:
            seat = table.setup.seats[n // every % len(table.setup.seats)]
            yield Position(table, seat, table.knows(seat), table.world)
        if table.outcome() is not None:
            return
        table.moment()


DOUBT = 0.2
CERTAIN = ("game", "round", "rounds", "seat", "name", "winners", "running")


def imagines_whatever_is_in_doubt(game: str) -> None:
    """See that a mind goes on where worlds of the referee differ on any part of a picture."""
    chance = luck(1)
    for one in positions(game, every=2, most=60):
        known = replace(one.known, view=doubted(one.known.view, chance))
        mind, world = one.table.mind, one.table.mind.imagines(known, chance)
        if one.seat in mind.movers(world):
            mind.plays(world, {one.seat: mind.habit(world, one.seat, chance)}, chance)
            mind.options(world, one.seat)


def doubted(view: Any, chance: Random) -> Any:
    """Let worlds differ on parts of a picture, which are null then."""
    if isinstance(view, dict):
        return {key: one if key in CERTAIN else doubted(one, chance) for key, one in view.items()}
    if isinstance(view, list):
        return [doubted(one, chance) for one in view]
    return None if chance.random() < DOUBT else view
