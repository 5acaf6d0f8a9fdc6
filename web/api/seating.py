"""Seats before a game: robots take seats and leave them, and people change places."""

import secrets
from collections.abc import Mapping
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import Field

from table import ai, games
from table.complaints import BadInput
from table.emulated.people import People
from table.facts import MOST_SEATS, RobotKind
from table.running.messages import ChangeSeats, SeatRobot, SendRobotAway, StartGame, moved
from table.saying import say
from table.values import replace
from web.access import permissions, phones
from web.access.approvals import Claims
from web.access.naming import Name
from web.access.roles import lift_finger, seated
from web.bodies import Body, Nothing, Seat, Word, read
from web.context import Config, Table
from web.locale import chosen

USUAL: RobotKind = "easy"


class Seated(Body):
    """Seat a robot."""

    seat: Seat
    kind: RobotKind = USUAL


class Quick(Body):
    """Begin a game with robots at once; without `robots`, as few as possible. `name` is the asking player's name."""

    game: Word
    robots: Annotated[int, Field(ge=0, le=MOST_SEATS)] | None = None
    kind: RobotKind = USUAL
    name: Name | None = None


def robots(table: Table, people: People | None, config: Config) -> Blueprint:
    """Return the routes for one table; at an emulated table, `people` hold the cards and deal at once."""
    routes = Blueprint("robots", __name__)

    @routes.post("/api/v1/robots")
    def seat_robot() -> Response:
        wanted = read(Seated)
        permissions.require_may_seat(table)
        snapshot = table.board.snapshot
        now = snapshot.table.gathering or snapshot.game.started
        if now is not None:
            ai.find(now.game)
        if wanted.seat in phones.holders() and not phones.host():
            abort(409, description=say("Somebody sits at seat {seat}.", seat=wanted.seat))
        asked = SeatRobot(wanted.seat, wanted.kind, secrets.randbits(32), instead=phones.host())
        permissions.make_room(table)
        table.ask(asked).result(config.answer_s)
        phones.free_seat(wanted.seat)
        table.board.stir()
        return jsonify(done=True)

    @routes.delete("/api/v1/robots/<int:seat>")
    def send_away(seat: int) -> Response:
        if request.content_length:
            read(Nothing)
        permissions.require_may_seat(table)
        people = tuple(permissions.players(table))
        table.ask(SendRobotAway(seat, secrets.randbits(32), people)).result(config.answer_s)
        return jsonify(done=True)

    @routes.post("/api/v1/quick")
    def quick() -> Response:
        _begin(table, read(Quick), config)
        if people is not None:
            people.follow(table.board.snapshot)
            people.deal()
        table.board.stir()
        return jsonify(done=True, seats=sorted(phones.seats()))

    return routes


def _begin(table: Table, wanted: Quick, config: Config) -> None:
    """Begin a game, and give the requesting phone a seat in it. If the game is refused, nothing changes."""
    ai.find(wanted.game)
    permissions.require_may_replace(table)
    held = min(phones.seats(), default=None)
    seat = held or _free_seat(table)
    names = _names(table, seat, wanted.name)
    begins = replace(_game(table, wanted, names), spares=not permissions.may_end(table))
    permissions.make_room(table)
    if not phones.take_seat(seat):
        abort(409, description=say("Somebody has just taken seat {seat}: ask again.", seat=seat))
    try:
        table.ask(begins).result(config.answer_s)
    except Exception:
        if held is None:
            phones.leave_seat(seat)
        raise
    for other in names:
        table.coming.pop(other, None)


def _free_seat(table: Table) -> int:
    """Return the first seat that no phone holds; abort with 409 if phones hold all seats."""
    free = next((seat for seat in table.seats if seat not in phones.holders()), None)
    if free is None:
        abort(409, description=say("Every seat is taken."))
    return free


def _names(table: Table, seat: int, name: str | None) -> dict[int, str]:
    """Return the names of everybody who holds a seat, and of the phone at `seat` that asks for a game.

    The requesting phone's name is `name`, or one that was entered at that seat for this or the next game, or failing
    that a guest's name; the name of somebody who sat there before does not count.
    """
    snapshot = table.board.snapshot
    shown = snapshot.game.view().seats
    known = {one.seat: one.name for one in shown if one.seat not in snapshot.game.robots_chairs}
    said = {one: known[one] for one in snapshot.table.called & known.keys()} | table.coming
    known |= table.coming | {seat: name or said.get(seat)}
    guest = chosen().says
    return {one: known.get(one) or guest(say("Guest {seat}", seat=one)) for one in sorted({seat, *phones.holders()})}


def _game(table: Table, wanted: Quick, people: Mapping[int, str]) -> StartGame:
    """Return a game with these people, and robots at the first free seats.

    Raise BadInput if there are too many or too few players.
    """
    game = games.find(wanted.game)
    least, at_most = max(game.fewest_seats - len(people), 0), max(game.most_seats - len(people), 0)
    number = least if wanted.robots is None else wanted.robots
    if not least <= number <= at_most:
        raise BadInput(
            say(
                "robots: expected {least} to {at_most} for this game, not {number}",
                least=least,
                at_most=at_most,
                number=number,
            )
        )
    free = [seat for seat in table.seats if seat not in people]
    if len(free) < number:
        raise BadInput(say("robots: this table has {free} free seats, not {number}", free=len(free), number=number))
    robots: Mapping[int, RobotKind] = dict.fromkeys(free[:number], wanted.kind)
    return StartGame(wanted.game, (), {}, secrets.randbits(32), said=True).seating(people).with_robots(robots)


# -- Changing places before the deal: names, robots and phones move together


class Order(Body):
    """The new places: the player at the first of these seats moves to seat 1, and so on. Other seats stay the same."""

    order: Annotated[list[Seat], Field(min_length=2)]


def places(table: Table, config: Config, claims: Claims) -> Blueprint:
    routes = Blueprint("places", __name__)

    @routes.post("/api/v1/seats/order")
    def change() -> Response:
        order = tuple(read(Order).order)
        permissions.require_may_move(table)
        if claims.shown is not None:
            abort(409, description=say("A phone asks for a seat: answer it first."))
        permissions.make_room(table)
        table.ask(ChangeSeats(order, secrets.randbits(32))).result(config.answer_s)
        for seat in order:
            lift_finger(table, seat)
        phones.change_seats(order)
        called = moved(table.coming, order)
        table.coming.clear()
        table.coming.update(called)
        return seated(table, claims)

    return routes
