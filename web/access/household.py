"""Simulated people at an emulated table: they leave as soon as real ones come, and nobody disturbs them before."""

import secrets

from flask import abort

from table.complaints import BadInput
from table.running.messages import LeaveSeat, PeopleCome
from web.given import Config, Table

PLAYING = "Simulated people are playing: take a seat to play yourself."


def leave(table: Table, config: Config) -> None:
    """Let them leave, if they play; return when the game is on that people find. Raise what the table raises.

    409 if they cannot, for they play faster than people.
    """
    if table.board.picture.household:
        try:
            table.make_way()
        except BadInput as why:
            abort(409, description=str(why))
        table.ask(PeopleCome(secrets.randbits(32))).result(config.answer_s)


def take_place(table: Table, config: Config, seat: int) -> None:
    """Let somebody sit down who has just taken a seat: simulated people leave, or a place that was left is filled."""
    leave(table, config)
    if seat in table.board.picture.left:
        table.ask(PeopleCome(secrets.randbits(32), seat)).result(config.answer_s)


def leave_place(table: Table, config: Config, seat: int) -> None:
    """Let somebody go who has just left a seat; at a real table phones come and go while people stay."""
    if table.tabletop is not None:
        table.coming.pop(seat, None)
        table.ask(LeaveSeat(seat, secrets.randbits(32))).result(config.answer_s)


def require_people(table: Table) -> None:
    """Let nobody pass as long as they play: 409, for their cards and buttons are theirs."""
    if table.board.picture.household:
        abort(409, description=PLAYING)
