"""Who does what: becoming host by PIN or by hand, taking seats, leaving them."""

from collections.abc import Mapping
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, request, session
from pydantic import StringConstraints
from werkzeug.exceptions import Conflict, TooManyRequests

from table.games.game import PUBLIC
from web import access, household
from web.bodies import Body, Nothing, read
from web.claims import Claims
from web.given import Config, Table
from web.pin import Pin, TooEarly


class Login(Body):
    """The host's PIN: six digits, with or without a space in the middle."""

    pin: Annotated[str, StringConstraints(pattern="^[0-9]{3} ?[0-9]{3}$", max_length=7)]


def blueprint(table: Table, config: Config) -> Blueprint:
    """Make the routes for one table."""
    routes = Blueprint("offices", __name__)
    _add_host(routes, table, config)
    _add_claim(routes, table, config)
    _add_seats(routes, table, config)

    @routes.get("/api/v1/me")
    def me() -> Response:
        return jsonify(host=access.host(), seats=sorted(access.seats()), held=sorted(access.holders()))

    return routes


def _add_host(routes: Blueprint, table: Table, config: Config) -> None:
    pin = None if config.pin_hash is None else Pin(config.pin_hash, config.now_ns)

    @routes.post("/api/v1/host")
    def become_host() -> Response:
        given = read(Login).pin.replace(" ", "")
        try:
            right = pin is not None and pin.guess(given, request.remote_addr or "")
        except TooEarly as wait:
            raise TooManyRequests(str(wait), retry_after=wait.wait_s) from None
        if not right:
            abort(401, description="That is not the host’s PIN: it stands in the table’s terminal.")
        access.become_host()
        table.board.stir()
        return jsonify(host=True)

    @routes.post("/api/v1/host/leave")
    def leave_host() -> Response:
        read(Nothing)
        if access.host():
            access.leave_host()
            table.board.stir()
        return jsonify(host=False)


def _add_claim(routes: Blueprint, table: Table, config: Config) -> None:
    claims = Claims(config.now_ns)

    @routes.post("/api/v1/host/claim")
    def claim() -> Response:
        read(Nothing)
        if access.host():
            return jsonify(host=True, left_s=0)
        household.require_people(table)
        if table.board.picture.views[PUBLIC]["running"]:
            abort(409, description="A round is on: wait until it is over, or log in with the host’s PIN.")
        asked = claims.ask(session.get("claim"), _pressed(table))
        if not asked.token:
            abort(409, description=f"Another phone is asking: wait {asked.left_s} s.")
        if asked.granted:
            session.pop("claim", None)
            access.become_host()
            table.board.stir()
        elif session.get("claim") != asked.token:
            session["claim"] = asked.token
        return jsonify(host=asked.granted, left_s=asked.left_s)


def _pressed(table: Table) -> Mapping[int, int]:
    """Find the long presses that count for the phone that asks: an emulated button only for who holds its seat."""
    held, mine = table.board.picture.held, access.seats()
    return held if table.tabletop is None else {seat: began_ns for seat, began_ns in held.items() if seat in mine}


def _add_seats(routes: Blueprint, table: Table, config: Config) -> None:
    @routes.post("/api/v1/seats/<int:seat>/take")
    def take(seat: int) -> Response:
        read(Nothing)
        if seat not in table.seats:
            abort(404, description=f"This table has no seat {seat}.")
        held = seat in access.seats()
        if not access.take_seat(seat):
            abort(409, description=f"Another phone holds seat {seat}; the host can free it.")
        try:
            household.take_place(table, config, seat)
        except Conflict:
            if not held:
                access.leave_seat(seat)
            raise
        if table.tabletop is not None and seat in table.tabletop.seats:
            table.tabletop.release(seat)  # nobody else may lift the finger that was on its button
        return _seated(table)

    @routes.post("/api/v1/seats/<int:seat>/leave")
    def leave(seat: int) -> Response:
        read(Nothing)
        access.require_seat(seat)
        access.leave_seat(seat)
        household.leave_place(table, config, seat)
        return _seated(table)

    @routes.post("/api/v1/seats/<int:seat>/free")
    def free(seat: int) -> Response:
        read(Nothing)
        access.require_host()
        access.free_seat(seat)
        return _seated(table)


def _seated(table: Table) -> Response:
    table.board.stir()
    return jsonify(seats=sorted(access.seats()))
