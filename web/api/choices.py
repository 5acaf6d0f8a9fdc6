"""Choices that neither a card nor a button can express, and the end of the running game."""

import secrets
from typing import Annotated

from flask import Blueprint, Response, jsonify
from pydantic import AfterValidator, Field, WithJsonSchema

from table.facts import MOST_SEATS
from table.running.messages import Choose, EndGame
from table.saying import say
from web.access import permissions, phones
from web.access.presses import Rate
from web.bodies import MOST_LETTERS, Body, Nothing, Word, read
from web.context import Config, Table

_LARGEST = 10_000


def _bounded(value: int | str | None) -> int | str | None:
    if isinstance(value, str) and len(value) > MOST_LETTERS:
        raise ValueError(say("text of at most {max_length} characters", max_length=MOST_LETTERS))
    if isinstance(value, int) and abs(value) > _LARGEST:
        raise ValueError(say("a number from {least} to {most}", least=-_LARGEST, most=_LARGEST))
    return value


# The value of a choice. The limits are larger than any answer's name or number.
Value = Annotated[
    int | str | None,
    AfterValidator(_bounded),
    WithJsonSchema(
        {
            "anyOf": [
                {"type": "integer", "minimum": -_LARGEST, "maximum": _LARGEST},
                {"type": "string", "maxLength": MOST_LETTERS},
                {"type": "null"},
            ]
        }
    ),
]


class Choice(Body):
    """Make a choice that neither a card nor a button can express; seat 0 is the host."""

    seat: Annotated[int, Field(ge=0, le=MOST_SEATS)] = 0
    choice: Word
    value: Value = None


def blueprint(table: Table, config: Config) -> Blueprint:
    routes = Blueprint("choices", __name__)

    @routes.post("/api/v1/choices")
    def choose() -> Response:
        wanted = read(Choice)
        if wanted.seat:
            phones.require_seat(wanted.seat)
            permissions.require_people(table)
        else:
            phones.require_host()
        table.ask(Choose(wanted.seat, wanted.choice, wanted.value)).result(config.answer_s)
        return jsonify(done=True)

    return routes


# -- Ending the running game: by the host, by a player alone with robots, or by all players

HOST = 0


def ending(table: Table, config: Config) -> Blueprint:
    routes = Blueprint("ending", __name__)
    asked = Rate(config.now_ns, say("You ask for the end too often: wait a second."))

    @routes.post("/api/v1/end")
    def end() -> tuple[Response, int]:
        read(Nothing)
        permissions.require_player(table)
        permissions.require_on(table)
        people, seats = tuple(sorted(permissions.players(table))), sorted(permissions.own(table))
        for seat in [HOST] if phones.host() else seats:
            asked.count(seat)
            table.ask(EndGame(seat, people, secrets.randbits(32))).result(config.answer_s)
        question = table.board.snapshot.game.view().question
        if table.board.is_on and question is not None:
            return jsonify(waits_for=question.seats), 202
        return jsonify(done=True), 200

    return routes
