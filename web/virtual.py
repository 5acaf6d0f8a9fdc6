"""Hands for the emulated table: cards are put on pads and buttons pressed, which moves emulated tags and pins.

What the table makes of it comes back over the board, as on a real table; nothing here knows a rule.
"""

import secrets
from typing import Annotated, Any, Literal

from flask import Blueprint, Response, abort, jsonify, render_template, request
from pydantic import Field, TypeAdapter, ValidationError

from table.complaints import BadInput, sentence
from table.controller import StartGame
from table.games.game import PUBLIC
from table.tabletop import Tabletop
from web import access
from web.app import Config, Table
from web.bodies import Body
from web.stream import view


class Touch(Body):
    """Let a card touch a pad."""

    do: Literal["touch"]
    card: str
    zone: str


class Put(Body):
    """Leave a card on a pad."""

    do: Literal["put"]
    card: str
    zone: str


class Lift(Body):
    """Take a card up."""

    do: Literal["lift"]
    card: str


class Press(Body):
    """Put a finger on a button."""

    do: Literal["press"]
    seat: int


class Release(Body):
    """Lift the finger."""

    do: Literal["release"]
    seat: int


Move = Annotated[Touch | Put | Lift | Press | Release, Field(discriminator="do")]
_KINDS = ("touch", "put", "lift", "press", "release")
_MOVE: TypeAdapter[Touch | Put | Lift | Press | Release] = TypeAdapter(Move)


def blueprint(table: Table, tabletop: Tabletop, config: Config) -> Blueprint:
    """Make the page and what it asks for."""
    pages = Blueprint("virtual", __name__)

    @pages.get("/virtual")
    def virtual() -> str:
        picture = table.board.picture
        return render_template(
            "virtual.html",
            picture=view(picture, PUBLIC),
            setting={
                "zones": tabletop.zones,
                "seats": tabletop.seats,
                "cards": [{"code": code, "label": picture.labels.get(code, "?")} for code in tabletop.cards],
            },
        )

    @pages.post("/api/v1/tabletop")
    def move() -> Response:
        wanted = _parsed(request.get_data())
        if isinstance(wanted, Press | Release) and wanted.seat in access.holders() - access.seats():
            abort(403, description=f"Another phone holds seat {wanted.seat}: only it can press that button.")
        _do(tabletop, wanted)
        return jsonify(done=True)

    @pages.post("/api/v1/games")
    def new_game() -> Response:
        if not access.seats() or table.board.picture.views[PUBLIC]["running"]:
            access.require_host()
        table.ask(_again(table)).result(config.answer_s)
        return jsonify(done=True)

    return pages


def _parsed(body: bytes) -> Any:
    try:
        return _MOVE.validate_json(body)
    except ValidationError as error:
        raise BadInput(_without_kind(sentence(error, tag="do"))) from None


def _without_kind(text: str) -> str:
    """Leave out the kind of move, which pydantic puts before the field."""
    return text.partition(".")[2] if text.partition(".")[0] in _KINDS else text


def _again(table: Table) -> StartGame:
    """Ask for another game of the same people."""
    picture = table.board.picture
    if picture.started is None:
        raise BadInput("no game has been played yet")
    first = picture.started
    return StartGame(
        first.game, tuple(first.players), first.options, secrets.randbits(32), first.placement, first.catalogue
    )


def _do(tabletop: Tabletop, wanted: Any) -> None:
    match wanted:
        case Touch():
            tabletop.touch(wanted.card, wanted.zone)
        case Put():
            tabletop.put(wanted.card, wanted.zone)
        case Lift():
            tabletop.lift(wanted.card)
        case Press():
            tabletop.press(wanted.seat)
        case Release():
            tabletop.release(wanted.seat)
