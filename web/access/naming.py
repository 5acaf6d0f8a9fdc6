"""Checks the name that a player enters at a seat, and passes it to the table."""

import secrets
from typing import Annotated

from pydantic import Field

from table.complaints import BadInput
from table.running import names
from table.running.messages import CallSeat, UnderWay
from table.saying import say
from web.context import Config, Table

# The schema states the lengths, but the model does not check them: `names.checked` has better error messages.
Name = Annotated[str, Field(json_schema_extra={"minLength": 1, "maxLength": names.LONGEST})]


def checked(table: Table, seat: int, name: str) -> str:
    """Return a checked name for a seat. Raise BadInput if it is invalid, or looks like another player's."""
    shown = well_formed(name)
    names.check_apart(shown, others(table, seat))
    return shown


def well_formed(name: str, field: str = "name") -> str:
    """Return a checked name. Raise BadInput, naming the field, if it is invalid."""
    try:
        return names.checked(name)
    except BadInput as error:
        raise BadInput(say("{field}: {error}", field=field, error=error.text)) from None


def others(table: Table, seat: int) -> list[str]:
    """Return the names of all other players of this game and the next one, except robots that play by themselves."""
    game = table.board.snapshot.game
    shown = () if game.auto else game.view().seats
    playing = {one.seat: one.name for one in shown if one.name}
    return [name for other, name in {**playing, **table.coming}.items() if other != seat]


def call(table: Table, config: Config, seat: int, name: str) -> bool:
    """Pass the table a well-formed name for a seat; return whether it only takes effect in the next game."""
    try:
        table.ask(CallSeat(seat, name, secrets.randbits(32))).result(config.answer_s)
    except UnderWay:
        names.check_apart(name, others(table, seat))
        table.coming[seat] = name
        table.board.stir()
        return True
    return False
