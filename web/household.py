"""Simulated people at an emulated table: they leave as soon as real ones come, and nobody disturbs them before."""

import secrets

from flask import abort

from table.controller import PeopleCome
from web.given import Config, Table

PLAYING = "Simulated people are playing: take a seat to play yourself."


def leave(table: Table, config: Config) -> None:
    """Let them leave, if they play; return when the game is on that people find. Raise what the table raises."""
    if table.board.picture.household:
        table.make_way()
        table.ask(PeopleCome(secrets.randbits(32))).result(config.answer_s)


def require_people(table: Table) -> None:
    """Let nobody pass as long as they play: 409, for their cards and buttons are theirs."""
    if table.board.picture.household:
        abort(409, description=PLAYING)
