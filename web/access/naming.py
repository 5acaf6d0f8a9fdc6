"""Checks the name that somebody enters at a seat, and passes it to the table."""

import secrets
from typing import Annotated

from pydantic import Field

from table.complaints import BadInput
from table.running import names
from table.running.messages import CallSeat, UnderWay
from table.saying import say
from web.context import Config, Table

# It complains about names itself, in words for people.
Name = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": names.LONGEST})]


def checked(table: Table, seat: int, name: str) -> str:
    """Return a checked name for a seat. Raise BadInput if it is invalid, or looks like another player's."""
    shown = well_formed(name)
    names.check_apart(shown, others(table, seat))
    return shown


def well_formed(name: str) -> str:
    """Return a checked name. Raise BadInput, which names the field."""
    try:
        return names.checked(name)
    except BadInput as error:
        raise BadInput(say("name: {error}", error=error.text)) from None


def others(table: Table, seat: int) -> list[str]:
    """Return the names of all others who play, or are in the next game; robots make room."""
    game = table.board.snapshot.game
    shown = () if game.auto else game.view().seats
    playing = {one.seat: one.name for one in shown if one.name}
    return [name for other, name in {**playing, **table.coming}.items() if other != seat]


def call(table: Table, config: Config, seat: int, name: str) -> bool:
    """Return the table a well-formed name said at a seat; return whether it is for the next game only."""
    try:
        table.ask(CallSeat(seat, name, secrets.randbits(32))).result(config.answer_s)
    except UnderWay:
        names.check_apart(name, others(table, seat))
        table.coming[seat] = name
        table.board.stir()
        return True
    return False
