"""Changing places before the deal: names, robots and phones move together."""

import secrets
from typing import Annotated

from flask import Blueprint, Response, abort
from pydantic import Field

from table.running.messages import ChangeSeats, moved
from table.saying import say
from web.access import household, permissions, phones
from web.access.approvals import Claims
from web.access.roles import lift_finger, seated
from web.bodies import Body, Seat, read
from web.context import Config, Table


class Order(Body):
    """Who sits where: at seat 1 who sat at the first of these seats, and so on. Seats that are left out stay."""

    order: Annotated[list[Seat], Field(min_length=2)]


def blueprint(table: Table, config: Config, claims: Claims) -> Blueprint:
    routes = Blueprint("places", __name__)

    @routes.post("/api/v1/seats/order")
    def change() -> Response:
        order = tuple(read(Order).order)
        permissions.require_may_move(table)
        if claims.shown is not None:
            abort(409, description=say("A phone asks for a seat: answer it first."))
        household.make_room(table)
        table.ask(ChangeSeats(order, secrets.randbits(32))).result(config.answer_s)
        for seat in order:
            lift_finger(table, seat)
        phones.change_seats(order)
        called = moved(table.coming, order)
        table.coming.clear()
        table.coming.update(called)
        return seated(table, claims)

    return routes
