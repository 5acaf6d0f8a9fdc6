"""Practice: a game with a stacked deck, for one who is new. A game brings `games/<game>/practice.json` if it has one.

The file says which cards the learner holds, which one is turned up, and which options make his the first turn.
"""

from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify
from pydantic import BaseModel, ConfigDict, Field

from table.board import Picture
from table.controller import StartGame
from table.people import People, Stack
from web import access
from web.bodies import Body, Nothing, read
from web.given import Config, Table
from web.new_game import again, is_running

_GAMES = Path(__file__).parent / "games"
_LEARNER = "learner"  # stands for the learner's seat


class Lesson(BaseModel):
    """The file: a learner's hand, the card that is turned up, and options, in which `learner` stands for a seat."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)
    hand: Annotated[list[str], Field(min_length=1)]
    up: str
    options: dict[str, str | int | bool] = {}


class Practise(Body):
    """Practise at a seat."""

    seat: int


def blueprint(table: Table, people: People, config: Config) -> Blueprint:
    """Make the routes for one emulated table."""
    routes = Blueprint("practice", __name__)
    lessons = _Lessons()

    @routes.post("/api/v1/practice")
    def begin() -> Response:
        seat = read(Practise).seat
        access.require_seat(seat)
        picture = table.board.picture
        if is_running(picture) or access.holders() - access.seats():
            abort(409, description="Others are at the table: practise before they come, or when they have gone.")
        real = lessons.instead_of(picture)
        if real is None and picture.under_way:
            abort(409, description="A game is under way: practise before it begins, or when it is over.")
        real = real or again(picture)
        lesson = _lesson(real.game)
        if lesson is None:
            abort(404, description=f"There is no practice for {real.game} yet.")
        if seat > len(real.players) or real.players[seat - 1] is None:
            abort(409, description=f"Nobody plays at seat {seat} yet: say your name there first.")
        options = {name: seat if value == _LEARNER else value for name, value in lesson.options.items()}
        table.ask(replace(real, options=options, catalogue=None)).result(config.answer_s)
        lessons.begin(table.board.picture, real)
        people.follow(table.board.picture)
        people.deal(Stack(seat, tuple(lesson.hand), lesson.up))
        return jsonify(done=True)

    @routes.post("/api/v1/practice/end")
    def end() -> Response:
        read(Nothing)
        access.require_person()
        real = lessons.instead_of(table.board.picture)
        if real is None:
            abort(409, description="Nobody practises.")
        table.ask(real).result(config.answer_s)
        return jsonify(done=True)

    return routes


class _Lessons:
    """Which game is practice, and what was put on the table before it."""

    def __init__(self) -> None:
        self._game_id: int | None = None
        self._real: StartGame | None = None

    def begin(self, picture: Picture, real: StartGame) -> None:
        self._game_id, self._real = picture.game_id, real

    def instead_of(self, picture: Picture) -> StartGame | None:
        """Return what was there before, if the game that is on is practice."""
        return self._real if picture.game_id == self._game_id else None


def games_with_lessons() -> list[str]:
    """Name the games that can be practised."""
    return sorted(file.parent.name for file in _GAMES.glob("*/practice.json"))


@cache
def _lesson(game: str) -> Lesson | None:
    file = _GAMES / game / "practice.json"
    return Lesson.model_validate_json(file.read_bytes()) if game in games_with_lessons() else None
