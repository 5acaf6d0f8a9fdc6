"""Who may do what: every route checks here, and SECURITY.md has a table of the answers.

**A game is on** from the deal, or the first card, to the end, including between rounds; a game that robots play by
themselves belongs to nobody. **People** play at the seats that the game names, except robots' seats. At an emulated
table a seat is empty if no phone holds it and nobody has pressed its button. At a real table, players have cards and
buttons, so they need no phone.
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
    """Return whether this phone's user plays alone: no other people are playing, although robots may be."""
    return bool(own(table)) and players(table) <= phones.seats()


def may_end(table: Table) -> bool:
    """Return whether this phone may end the current game without asking anybody."""
    return phones.host() or is_alone(table)


def require_player(table: Table) -> None:
    """Abort unless this is the phone of the host or of a player: with 403 for another seat's phone, otherwise 401."""
    if not (phones.host() or own(table)):
        phones.require_host()


def require_in_game(table: Table, seat: int) -> None:
    """Abort with 403 if a game is there in which the seat does not play."""
    game = table.board.snapshot.game
    if game.is_there and seat not in game.seated:
        abort(403, description=say("You are not in this game."))


def require_may_handle(table: Table) -> None:
    """Abort unless this phone may move cards that lie open: while phones play a game, only they and the host may."""
    if table.board.is_on and phones.holders() & table.board.snapshot.game.seated.keys():
        require_player(table)


def require_on(table: Table) -> None:
    """Abort with 409 unless a game is on."""
    if not table.board.is_on:
        abort(409, description=NONE_IS_ON)


def require_may_replace(table: Table) -> None:
    """Abort unless no game is on, or this phone may end the current game.

    At a real table, a game counts as on as soon as it has begun, because the table cannot see people deal.
    """
    game = table.board.snapshot.game
    begun = table.tabletop is None and game.is_there and not game.auto
    if (begun or table.board.is_on) and not may_end(table):
        phones.require_host()


def require_may_begin(table: Table) -> None:
    """Abort unless this phone may begin any game.

    The host may. At an emulated table, a phone at a seat may if no game is on, or if it may end the current game. At a
    real table, only a phone that plays alone may.
    """
    require_may_replace(table)
    if not (phones.seats() if table.tabletop is not None else is_alone(table)):
        phones.require_host()


def require_may_seat(table: Table) -> None:
    """Abort unless this phone may seat robots or send them away.

    The host may at any time; a phone at a seat may while no game is on.
    """
    if table.board.is_on or not phones.seats():
        phones.require_host()


def require_may_move(table: Table) -> None:
    """Abort unless this phone may change places: any phone at a seat before the deal, or the host when no game is on.

    While a game is on, this aborts with 409 for everybody who may change places at other times.
    """
    if not phones.seats() or table.board.snapshot.game.view().over:
        phones.require_host()
    if table.board.is_on:
        abort(409, description=say("The cards are dealt: seats change before that, or when the game is over."))


def require_may_name(table: Table) -> None:
    """Abort unless this phone may name an unknown card.

    The host may, and so may a phone at a seat; during a game, it must be a seat of that game.
    """
    if table.board.is_on:
        require_player(table)
    else:
        phones.require_person()


# -- Robots that play by themselves at an emulated table: they leave when people come, and nobody else may disturb them

PLAYING = say("Robots are playing: take a seat to play yourself.")


def make_room(table: Table) -> None:
    """If robots play by themselves, pause them; they continue if nobody begins a game.

    Abort with 409 if they cannot, because they play faster than people.
    """
    if table.board.snapshot.game.auto:
        try:
            table.make_way()
        except BadInput as why:
            abort(409, description=why.text)


def leave(table: Table, config: Config) -> None:
    """If robots play by themselves, make them leave; return once the table is waiting for people.

    Abort with 409 if they cannot, because they play faster than people. Raise any error that the table raises.
    """
    if table.board.snapshot.game.auto:
        make_room(table)
        table.ask(PeopleCome(secrets.randbits(32))).result(config.answer_s)


def take_place(table: Table, config: Config, seat: int, name: str | None = None) -> None:
    """Let the person who has just taken a seat play there; robots that play by themselves leave.

    The newcomer takes over from a person who has left the seat, or from a robot, and then plays under their own `name`.
    Raise BadInput, and change nothing, if that is not possible.
    """
    leave(table, config)
    game = table.board.snapshot.game
    if seat in game.left or seat in game.robots:
        table.ask(PeopleCome(secrets.randbits(32), seat, name)).result(config.answer_s)


def leave_place(table: Table, config: Config, seat: int, *, freed: bool = False) -> None:
    """Tell an emulated table that a person has left a seat, or that the host has `freed` it.

    At a real table this does nothing, because phones come and go while people stay.
    """
    if table.tabletop is not None:
        table.coming.pop(seat, None)
        others = tuple(players(table) - {seat})
        table.ask(LeaveSeat(seat, secrets.randbits(32), others, freed)).result(config.answer_s)


def require_people(table: Table) -> None:
    """Abort with 409 while robots play by themselves, because the cards and buttons are theirs."""
    if table.board.snapshot.game.auto:
        abort(409, description=PLAYING)
