"""Robots who have an emulated table to themselves: they leave as soon as people come; nobody disturbs them before."""

import secrets

from flask import abort

from table.complaints import BadInput
from table.running.messages import LeaveSeat, PeopleCome
from table.saying import say
from web.access import permissions
from web.context import Config, Table

PLAYING = say("Robots are playing: take a seat to play yourself.")


def make_room(table: Table) -> None:
    """Let robots by themselves take their hands off the table, if they play; they go on if nobody begins a game.

    Abort with 409 if they cannot, for they play faster than people.
    """
    if table.board.snapshot.game.household:
        try:
            table.make_way()
        except BadInput as why:
            abort(409, description=why.text)


def leave(table: Table, config: Config) -> None:
    """Let robots by themselves leave, if they play; return when the people's game is on. Raise what the table raises.

    Abort with 409 if they cannot, for they play faster than people.
    """
    if table.board.snapshot.game.household:
        make_room(table)
        table.ask(PeopleCome(secrets.randbits(32))).result(config.answer_s)


def take_place(table: Table, config: Config, seat: int, name: str | None = None) -> None:
    """Seat somebody who has just taken a seat: robots by themselves leave; one that was left, or a robot’s, is theirs.

    At a robot's seat they are called by the name that they say. Raise BadInput, and change nothing, if they cannot be.
    """
    leave(table, config)
    game = table.board.snapshot.game
    if seat in game.left or seat in game.robots:
        table.ask(PeopleCome(secrets.randbits(32), seat, name)).result(config.answer_s)


def leave_place(table: Table, config: Config, seat: int, *, freed: bool = False) -> None:
    """Tell the table that somebody left a seat, or that the host `freed` it.

    At a real table phones come and go while people stay.
    """
    if table.tabletop is not None:
        table.coming.pop(seat, None)
        others = tuple(permissions.players(table) - {seat})
        table.ask(LeaveSeat(seat, secrets.randbits(32), others, freed)).result(config.answer_s)


def require_people(table: Table) -> None:
    """Abort with 409 while robots play by themselves, for the cards and buttons are theirs."""
    if table.board.snapshot.game.household:
        abort(409, description=PLAYING)
