"""New games: the list of games, their options and players, and starting one."""

import secrets
from collections.abc import Mapping
from typing import Annotated

from flask import Blueprint, Response, jsonify
from msgspec import Meta
from pydantic import Field

from table import ai, games
from table.board import Snapshot
from table.facts import MOST_SEATS
from table.games import described
from table.games.game import OptionValue
from table.running.messages import StartGame
from table.values import Value, asdict, replace
from web.access import naming, permissions, phones
from web.access.naming import Name
from web.bodies import Body, Word, read
from web.context import Config, Table


class ShortGame(Value, kw_only=True):
    """A summary of a game: its title, and how many people can play it."""

    game: str
    title: str
    fewest: int
    most: int
    robots: Annotated[bool, Meta(description="Whether robots can play the game.")]


class DescribedGame(ShortGame, kw_only=True):
    """A game with its options, and the choices that people can make in it."""

    options: tuple[described.DescribedOption, ...]
    presets: Annotated[Mapping[str, Mapping[str, OptionValue]], Meta(description="Values of all options, by preset.")]
    choices: tuple[described.DescribedChoice, ...]


class NewGame(Body):
    """Begin a game; fields that are left out stay as in the last game, but options only if it was the same game.

    A null name leaves a seat empty.
    """

    game: Word | None = None
    players: Annotated[list[Name | None], Field(max_length=MOST_SEATS)] | None = None
    options: Annotated[dict[Word, object], Field(max_length=100)] | None = None


class Called(Body):
    """The name that a player enters at a seat."""

    name: Name


def blueprint(table: Table, config: Config) -> Blueprint:
    routes = Blueprint("new_game", __name__)
    coming = table.coming

    @routes.get("/api/v1/games")
    def games_here() -> Response:
        return jsonify(games=[_described(name) for name in _in_order()], seats=list(table.seats))

    @routes.post("/api/v1/games")
    def begin() -> Response:
        wanted = read(NewGame)
        permissions.require_may_begin(table)
        called, spares = dict(coming), not permissions.may_end(table)
        begins = replace(_started(table.board.snapshot, wanted, called), spares=spares)
        permissions.make_room(table)
        table.ask(begins).result(config.answer_s)
        for seat, name in called.items():  # a different name entered in the meantime is for the next game
            if coming.get(seat) == name:
                coming.pop(seat, None)
        return jsonify(done=True)

    @routes.post("/api/v1/seats/<int:seat>/name")
    def call(seat: int) -> Response:
        name = naming.well_formed(read(Called).name)
        phones.require_seat(seat)
        permissions.make_room(table)
        return jsonify(name=name, next=naming.call(table, config, seat, name))

    return routes


def known() -> list[ShortGame]:
    """Return a summary of every game that can be played; the games that come with the table are first."""
    return [in_short(name) for name in _in_order()]


def in_short(name: str) -> ShortGame:
    """Return a game's title, how many people can play it, and whether robots can."""
    game = games.find(name)
    return ShortGame(
        game=name, title=game.title, fewest=game.fewest_seats, most=game.most_seats, robots=name in ai.names()
    )


def _in_order() -> list[str]:
    own = games.own()
    return [*own, *(name for name in games.names() if name not in own)]


def _described(name: str) -> DescribedGame:
    game = games.find(name)
    return DescribedGame(
        **asdict(in_short(name)),
        options=tuple(described.options(game)),
        presets=described.presets(game),
        choices=tuple(described.choices(game.choices)),
    )


def _started(snapshot: Snapshot, wanted: NewGame, coming: Mapping[int, str]) -> StartGame:
    seed = secrets.randbits(32)
    if wanted.game is not None and (snapshot.table.gathering or snapshot.game.started) is None:
        before = StartGame(wanted.game, (), {}, seed)
    else:
        before = StartGame.next(snapshot, seed)
    if wanted.game not in (None, before.game):
        before = replace(before, game=wanted.game, options={}, catalogue=None)
        before = before if wanted.game in ai.names() else before.with_robots({})
    before = before.seating(coming) if wanted.players is None else before.of(_without_empty_end(wanted.players))
    return before if wanted.options is None else replace(before, options=wanted.options, catalogue=None)


def _without_empty_end(players: list[str | None]) -> tuple[str | None, ...]:
    """Return the players without the empty seats after the last one."""
    last = max((n for n, name in enumerate(players, start=1) if name is not None), default=0)
    return tuple(players[:last])
