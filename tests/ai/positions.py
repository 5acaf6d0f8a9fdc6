"""Positions of duels, and what a seat knows in them."""

from collections.abc import Collection, Iterator
from random import Random
from typing import Any

from msgspec import UnsetType

from table import ai, games
from table.ai.known import Known, World
from table.robots.duel import Duel, Table
from table.values import Value, fields, replace

GAMES = [game for game in ai.names() if game in games.own()]


class Position(Value):
    """A moment of a duel as one seat knows it, and the `world` as it is."""

    table: Table
    seat: int
    known: Known
    world: World[Any]

    @property
    def moves(self) -> bool:
        """Whether the seat can do something."""
        return self.seat in self.table.ai.movers(self.world)


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
    """See that an AI goes on where worlds of the referee differ on any part of a picture."""
    chance = luck(1)
    for position in positions(game, every=2, most=60):
        known = replace(position.known, view=doubted(position.known.view, chance))
        robot_ai, world = position.table.ai, position.table.ai.imagines(known, chance)
        if position.seat in robot_ai.movers(world):
            robot_ai.plays(world, {position.seat: robot_ai.habit(world, position.seat, chance)}, chance)
            robot_ai.options(world, position.seat)


def doubted(view: Any, chance: Random, certain: Collection[str] = CERTAIN) -> Any:
    """Let worlds differ on parts of a view, which are null then."""
    match view:
        case Value():
            named = {name: getattr(view, name) for name in fields(view)}
            return replace(
                view, **{name: one if name in certain else doubted(one, chance, certain) for name, one in named.items()}
            )
        case dict():
            return {key: doubted(one, chance, certain) for key, one in view.items()}
        case tuple():
            return tuple(doubted(one, chance, certain) for one in view)
        case UnsetType():
            return view
    return None if chance.random() < DOUBT else view
