"""Requests to become host by button, or to get back a lost phone's seat."""

from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, session
from pydantic import StringConstraints
from werkzeug.exceptions import TooManyRequests

from table.saying import say
from web.access import permissions, phones
from web.access.approvals import HOST, Asked, Claims, MayAgree, NotYours, Refused, TooSoon
from web.access.roles import lift_finger, seated
from web.bodies import Body, Nothing, read
from web.context import Config, Table

_TOKEN = "claim"  # noqa: S105 - its key in the cookie


class Answer(Body):
    """Agree or object to the claim that phones show; an objection from the phone that made the claim withdraws it."""

    id: Annotated[str, StringConstraints(max_length=32)]
    agree: bool


def blueprint(table: Table, config: Config, claims: Claims) -> Blueprint:
    routes = Blueprint("claiming", __name__)
    _add_host(routes, table, claims)
    _add_seats(routes, table, config, claims)
    _add_answer(routes, table, claims)
    return routes


def _add_host(routes: Blueprint, table: Table, claims: Claims) -> None:
    @routes.post("/api/v1/host/claim")
    def ask_to_be_host() -> Response:
        read(Nothing)
        if phones.host():
            return jsonify(host=True, left_s=0, sign=None)
        permissions.require_people(table)
        if table.setup is not None and table.tabletop is not None:
            abort(409, description=say("This table has no buttons yet: log in with the host’s PIN."))
        if table.board.snapshot.game.in_round:
            abort(409, description=say("A round is on: wait until it is over, or log in with the host’s PIN."))
        asked = _ask(table, claims, HOST, MayAgree(buttons=_own_buttons(table)))
        if asked.granted:
            phones.become_host()
            table.board.stir()
        return jsonify(host=asked.granted, left_s=asked.left_s, sign=asked.sign)


def _add_seats(routes: Blueprint, table: Table, config: Config, claims: Claims) -> None:
    @routes.post("/api/v1/seats/<int:seat>/claim")
    def ask_for_seat(seat: int) -> Response:
        read(Nothing)
        _check_wanted(table, seat)
        if seat in phones.seats():
            return _seat_answer(Asked("", granted=True, left_s=0))
        hands = _others(table, seat)
        if not hands:
            abort(409, description=say("Nobody else here can agree. The host can free that seat."))
        asked = _ask(table, claims, seat, hands)
        if asked.granted:
            phones.be_handed_seat(seat)
            permissions.leave(table, config)
            lift_finger(table, seat)
            seated(table, claims)
        return _seat_answer(asked)


def _add_answer(routes: Blueprint, table: Table, claims: Claims) -> None:
    @routes.post("/api/v1/claim")
    def answer() -> Response:
        given = read(Answer)
        say = claims.agree if given.agree else claims.refuse
        try:
            say(given.id, phones.seats(), session.get(_TOKEN), host=phones.host())
        except NotYours as why:
            abort(403, description=why.text)
        except Refused as why:
            abort(409, description=why.text)
        table.board.stir()
        return jsonify(done=True)


def _check_wanted(table: Table, seat: int) -> None:
    """Abort with 404 or 409 unless a phone holds the requested seat and no robots play by themselves."""
    if seat not in table.seats:
        abort(404, description=say("This table has no seat {seat}.", seat=seat))
    permissions.require_people(table)
    if seat not in phones.holders():
        abort(409, description=say("Seat {seat} is free: take it.", seat=seat))


def _own_buttons(table: Table) -> frozenset[int]:
    """Return the seats whose buttons can make the requesting phone the host.

    At a real table, all buttons can. At an emulated table, the phone must hold the seat, and while a game is on
    (between its rounds) the seat must also be in that game.
    """
    if table.tabletop is None:
        return frozenset(table.seats)
    return permissions.own(table) if table.board.is_on else phones.seats()


def _others(table: Table, seat: int) -> MayAgree:
    """Return who may agree to let a seat change phones: the others, by phone or, between rounds, by button as well.

    A phone at a seat that is not in the game has no say, because anybody might be using it. An emulated button counts
    only if a phone holds its seat: otherwise anybody can press it.
    """
    there = {one.seat for one in table.board.snapshot.game.view().seats if one.name is not None} or set(table.seats)
    others = frozenset(there) - phones.seats() - {seat}
    hands = others & phones.holders()
    buttons = others if table.tabletop is None else hands
    return MayAgree(hands, frozenset() if table.board.snapshot.game.in_round else buttons)


def _ask(table: Table, claims: Claims, wish: int, hands: MayAgree) -> Asked:
    """Open a claim, or ask again; remember the token in the cookie, and show everybody what has changed."""
    before = claims.shown
    try:
        asked = claims.ask(wish, session.get(_TOKEN), table.board.snapshot.table.held, hands)
    except Refused as why:
        session.pop(_TOKEN, None)
        table.board.stir()
        abort(409, description=why.text)
    except TooSoon as wait:
        raise TooManyRequests(str(wait), retry_after=wait.wait_s) from None
    if not asked.left_s:
        session.pop(_TOKEN, None)
    elif session.get(_TOKEN) != asked.token:
        session[_TOKEN] = asked.token
    if claims.shown != before:
        table.board.stir()
    return asked


def _seat_answer(asked: Asked) -> Response:
    seats = sorted(phones.seats())
    return jsonify(seats=seats, agreed=asked.agreed, left_s=asked.left_s, sign=asked.sign)
