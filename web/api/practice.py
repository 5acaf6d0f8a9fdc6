"""Practice: a game with a stacked deck for beginners, defined by the `practice.json` of a game's front end.

The file says which cards the learner holds, which are turned up, and which options give the learner the first turn.
"""

import secrets
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify
from pydantic import BaseModel, ConfigDict, Field

from table import games
from table.board import Snapshot
from table.emulated.people import People, Stack
from table.facts import Agreed
from table.running.messages import StartGame
from table.saying import say
from table.values import replace
from web.access import permissions, phones
from web.access.naming import Name
from web.bodies import Body, Nothing, Seat, Word, read
from web.context import Config, Table
from web.delivery import ui

_LEARNER = "learner"  # the value of an option that means the learner's seat


class Lesson(BaseModel):
    """A practice file: the learner's first cards, the cards turned up, and options.

    An option with the value `learner` gets the learner's seat. `sides` says which side of a two-sided card is up:
    0, the first, or 1.
    """

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    hand: Annotated[list[str], Field(min_length=1)]
    up: list[str]
    sides: dict[str, Annotated[int, Field(ge=0, le=1)]] = {}
    options: dict[str, str | int | bool] = {}


class Practise(Body):
    """Start practising at a seat: the current game or another one; `name` is the learner's name."""

    seat: Seat
    game: Word | None = None
    name: Name | None = None


def blueprint(table: Table, people: People, config: Config) -> Blueprint:
    """Return the routes for one emulated table."""
    routes = Blueprint("practice", __name__)

    @routes.post("/api/v1/practice")
    def begin() -> Response:
        wanted = read(Practise)
        seat = wanted.seat
        phones.require_seat(seat)
        snapshot = table.board.snapshot
        if phones.holders() - phones.seats():
            abort(409, description=say("Others are at the table: practise before they come, or when they have gone."))
        if table.board.is_on and not snapshot.game.practice:
            abort(409, description=say("A game is on, and practice would end it: practise when it is over."))
        real = _real(snapshot, wanted)
        lesson = _lesson(real.game)
        if lesson is None:
            abort(404, description=say("There is no practice for {game} yet.", game=real.game))
        if seat > len(real.players) or real.players[seat - 1] is None:
            abort(409, description=say("Nobody plays at seat {seat} yet: say your name there first.", seat=seat))
        permissions.make_room(table)
        table.ask(_practised(real, lesson, seat)).result(config.answer_s)
        people.follow(table.board.snapshot)
        people.deal(Stack(seat, tuple(lesson.hand), tuple(lesson.up), lesson.sides))
        return jsonify(done=True)

    @routes.post("/api/v1/practice/end")
    def end() -> Response:
        read(Nothing)
        phones.require_person()
        snapshot = table.board.snapshot
        if not snapshot.game.practice:
            abort(409, description=say("Nobody practises."))
        table.ask(StartGame.next(snapshot, secrets.randbits(32))).result(config.answer_s)
        return jsonify(done=True)

    return routes


def _real(snapshot: Snapshot, wanted: Practise) -> StartGame:
    """Return the game to be played after the practice: the current one, or the one that the request names."""
    if wanted.game is None:
        after = StartGame.next(snapshot, secrets.randbits(32))
    else:
        games.find(wanted.game)
        after = StartGame(wanted.game, (), {}, secrets.randbits(32), waits=True)
    return after if wanted.name is None else after.seating({wanted.seat: wanted.name})


def games_with_lessons() -> list[str]:
    """Return the games that can be practised."""
    return [game for game in ui.names() if _file(game) is not None]


def _practised(real: StartGame, lesson: Lesson, seat: int) -> StartGame:
    """Return the practice version of a game. Partners take the place of missing players during practice."""
    options = {name: seat if value == _LEARNER else value for name, value in lesson.options.items()}
    cards = None if real.catalogue is None else [dict(card) for card in real.catalogue]
    others = dict(_made_up(real))
    agreed = Agreed(dict(real.options), cards, list(real.players) if others else None)
    return replace(real.seating(others), options=options, catalogue=None, instead_of=agreed)


def _made_up(real: StartGame) -> Iterator[tuple[int, str]]:
    there = {seat for seat, name in enumerate(real.players, start=1) if name is not None}
    wanted = games.find(real.game).fewest_seats - len(there)
    free = (seat for seat in range(1, len(real.players) + wanted + 1) if seat not in there)
    return ((seat, f"Partner {seat}") for seat, _ in zip(free, range(wanted), strict=False))


@cache
def _lesson(game: str) -> Lesson | None:
    file = _file(game)
    return None if file is None else Lesson.model_validate_json(file.read_bytes())


def _file(game: str) -> Path | None:
    folder = ui.folder(game)
    file = None if folder is None else folder / "practice.json"
    return file if file is not None and file.is_file() else None
