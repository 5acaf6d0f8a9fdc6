"""Routes for roles: becoming host by PIN, taking seats, and leaving them."""

from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import StringConstraints
from werkzeug.exceptions import Conflict, TooManyRequests

from table.complaints import BadInput
from table.saying import say
from web.access import naming, permissions, phones
from web.access.approvals import Claims, MayAgree
from web.access.naming import Name
from web.access.pin import Pin, TooEarly
from web.access.presses import Rate
from web.bodies import Body, Nothing, read
from web.context import Config, Table


class Login(Body):
    """The host's PIN: six digits, with or without a space in the middle."""

    pin: Annotated[str, StringConstraints(pattern="^[0-9]{3} ?[0-9]{3}$", max_length=7)]


class Taken(Body):
    """Take a seat, perhaps with a name. A robot at that seat makes room only if the name is accepted."""

    name: Name | None = None


def blueprint(table: Table, config: Config, claims: Claims) -> Blueprint:
    routes = Blueprint("offices", __name__)
    _add_host(routes, table, config)
    _add_seats(routes, table, config, claims)

    @routes.get("/api/v1/me")
    def me() -> Response:
        return jsonify(host=phones.host(), seats=sorted(phones.seats()), held=sorted(phones.holders()))

    return routes


def check_pin(pin: Pin | None, given: str) -> None:
    """Abort with 401 if a PIN is wrong or there is none, and with 429 if it comes too early after wrong ones."""
    if pin is None:
        abort(401, description=say("The host’s PIN can be neither read nor written. The table’s log says why."))
    try:
        right = pin.guess(given.replace(" ", ""), request.remote_addr or "")
    except TooEarly as wait:
        raise TooManyRequests(str(wait), retry_after=wait.wait_s) from None
    if not right:
        abort(401, description=say("That is not the host’s PIN. The table’s terminal shows it."))


def _add_host(routes: Blueprint, table: Table, config: Config) -> None:
    pin = None if config.pin_hash is None else Pin(config.pin_hash, config.now_ns)

    @routes.post("/api/v1/host")
    def become_host() -> Response:
        check_pin(pin, read(Login).pin)
        phones.become_host()
        table.board.stir()
        return jsonify(host=True)

    @routes.post("/api/v1/host/leave")
    def leave_host() -> Response:
        read(Nothing)
        if phones.host():
            phones.leave_host()
            table.board.stir()
        return jsonify(host=False)


def _add_seats(routes: Blueprint, table: Table, config: Config, claims: Claims) -> None:
    changes = Rate(config.now_ns, say("That seat changes hands too often: wait a second."))

    @routes.post("/api/v1/seats/<int:seat>/take")
    def take(seat: int) -> Response:
        wanted = read(Taken)
        if seat not in table.seats:
            abort(404, description=say("This table has no seat {seat}.", seat=seat))
        name = None if wanted.name is None else naming.checked(table, seat, wanted.name)
        held = seat in phones.seats()
        if seat not in phones.holders():
            changes.count(seat)
        if not phones.take_seat(seat):
            abort(409, description=say("Another phone holds seat {seat}: ask for it if that phone is gone.", seat=seat))
        try:
            permissions.take_place(table, config, seat, name)
            if name is not None and table.board.snapshot.game.seated.get(seat) != name:
                naming.call(table, config, seat, name)
        except (Conflict, BadInput):
            if not held:
                phones.leave_seat(seat)
            raise
        lift_finger(table, seat)
        return seated(table, claims)

    @routes.post("/api/v1/seats/<int:seat>/leave")
    def leave(seat: int) -> Response:
        read(Nothing)
        phones.require_seat(seat)
        phones.leave_seat(seat)
        permissions.leave_place(table, config, seat)
        return seated(table, claims)

    @routes.post("/api/v1/seats/<int:seat>/free")
    def free(seat: int) -> Response:
        read(Nothing)
        phones.require_host()
        held = seat in phones.holders()
        phones.free_seat(seat)
        if held:
            permissions.leave_place(table, config, seat, freed=True)
        return seated(table, claims)


def lift_finger(table: Table, seat: int) -> None:
    """Release the emulated button of a seat that is passing to another phone."""
    if table.tabletop is not None and seat in table.tabletop.seats:
        table.tabletop.release(seat)


def seated(table: Table, claims: Claims) -> Response:
    """Return the phone's seats as a response, and show everybody who has come or left."""
    holders = phones.holders()
    claims.keep(MayAgree(holders, frozenset(table.seats) if table.tabletop is None else holders))
    table.board.stir()
    return jsonify(seats=sorted(phones.seats()))
