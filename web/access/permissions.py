"""Who may do what: every route asks here, and SECURITY.md shows the answers as a table.

**A game is on** from its deal, or first card, to its end, including between rounds; a game of robots alone belongs to
nobody. **People** play at the seats that the game names, except robots' seats. At an emulated table a seat is empty if
no phone holds it and nobody has pressed its button; at a real one players with cards and buttons need no phone.
"""

import secrets

from flask import abort

from table.complaints import BadInput
from table.running.messages import LeaveSeat, PeopleCome
from table.saying import say
from web.access import phones
from web.context import Config, Table

NONE_IS_ON = say("No game is on.")


def players(table: Table) -> frozenset[int]:
    """Return the seats at which people play in the current game."""
    game = table.board.snapshot.game
    if game.auto:
        return frozenset()
    named = frozenset(game.seated.keys() - game.robots.keys() - game.left)
    return named if table.tabletop is None else named & (phones.holders() | game.pressed)


def own(table: Table) -> frozenset[int]:
    """Return the seats of the current game that the requesting phone holds."""
    game = table.board.snapshot.game
    return frozenset() if game.auto else phones.seats() & game.seated.keys()


def is_alone(table: Table) -> bool:
    """Return whether this phone plays, and nobody else but robots."""
    return bool(own(table)) and players(table) <= phones.seats()


def may_end(table: Table) -> bool:
    """Return whether this phone may end the current game without asking anybody."""
    return phones.host() or is_alone(table)


def require_player(table: Table) -> None:
    """Abort with 401 unless the host or a player of the current game asks, or with 403 for another seat."""
    if not (phones.host() or own(table)):
        phones.require_host()


def require_on(table: Table) -> None:
    """Abort with 409 unless a game is on."""
    if not table.board.is_on:
        abort(409, description=NONE_IS_ON)


def require_may_replace(table: Table) -> None:
    """Abort unless no game is on, or this phone may end it.

    At a real table a game is others' from its beginning: how they deal it nobody sees.
    """
    game = table.board.snapshot.game
    begun = table.tabletop is None and game.is_there and not game.auto
    if (begun or table.board.is_on) and not may_end(table):
        phones.require_host()


def require_may_begin(table: Table) -> None:
    """Abort unless this phone may begin any game: the host's, or one at a seat while none is on that it may not end.

    At a real table only one that plays alone.
    """
    require_may_replace(table)
    if not (phones.seats() if table.tabletop is not None else is_alone(table)):
        phones.require_host()


def require_may_seat(table: Table) -> None:
    """Abort unless this phone may seat robots and send them away: at a seat while no game is on, or the host's."""
    if table.board.is_on or not phones.seats():
        phones.require_host()


def require_may_move(table: Table) -> None:
    """Abort unless this phone may change who sits where: as for robots, but 409 for everybody while a game is on."""
    if not phones.seats() or table.board.snapshot.game.view().over:
        phones.require_host()
    if table.board.is_on:
        abort(409, description=say("The cards are dealt: seats change before that, or when the game is over."))


def require_may_name(table: Table) -> None:
    """Abort unless this phone may say which card an unknown tag is on: while a game is on, only one that plays it."""
    if table.board.is_on:
        require_player(table)
    else:
        phones.require_person()


# -- Robots who have an emulated table to themselves: they leave as soon as people come; nobody disturbs them before

PLAYING = say("Robots are playing: take a seat to play yourself.")


def make_room(table: Table) -> None:
    """Let robots by themselves take their hands off the table, if they play; they go on if nobody begins a game.

    Abort with 409 if they cannot, because they play faster than people.
    """
    if table.board.snapshot.game.auto:
        try:
            table.make_way()
        except BadInput as why:
            abort(409, description=why.text)


def leave(table: Table, config: Config) -> None:
    """Let robots by themselves leave, if they play; return when the people's game is on. Raise what the table raises.

    Abort with 409 if they cannot, because they play faster than people.
    """
    if table.board.snapshot.game.auto:
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
        others = tuple(players(table) - {seat})
        table.ask(LeaveSeat(seat, secrets.randbits(32), others, freed)).result(config.answer_s)


def require_people(table: Table) -> None:
    """Abort with 409 while robots play by themselves, for the cards and buttons are theirs."""
    if table.board.snapshot.game.auto:
        abort(409, description=PLAYING)
