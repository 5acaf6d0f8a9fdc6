"""Becoming host by hand, and having a seat back whose phone is gone: a phone asks, people at the table agree."""

from collections.abc import Mapping
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, session
from pydantic import StringConstraints
from werkzeug.exceptions import TooManyRequests

from table.games.game import PUBLIC
from web.access import household, phones
from web.access.claims import HOST, Asked, Claims, Hands, NotYours, Refused, Sign, TooSoon
from web.access.offices import lift_finger, seated
from web.bodies import Body, Nothing, read
from web.given import Config, Table

_TOKEN = "claim"  # noqa: S105 - where the cookie keeps it


class Answer(Body):
    """Say yes or no to the claim that is shown; whoever asked takes it back by no."""

    id: Annotated[str, StringConstraints(max_length=32)]
    agree: bool


def blueprint(table: Table, config: Config, claims: Claims) -> Blueprint:
    """Make the routes for one table."""
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
        household.require_people(table)
        if _is_running(table):
            abort(409, description="A round is on: wait until it is over, or log in with the host’s PIN.")
        asked = _ask(table, claims, HOST, Hands(buttons=_own_buttons(table)))
        if asked.granted:
            phones.become_host()
            table.board.stir()
        return jsonify(host=asked.granted, left_s=asked.left_s, sign=_told(asked.sign))


def _add_seats(routes: Blueprint, table: Table, config: Config, claims: Claims) -> None:
    @routes.post("/api/v1/seats/<int:seat>/claim")
    def ask_for_seat(seat: int) -> Response:
        read(Nothing)
        _check_wanted(table, seat)
        if seat in phones.seats():
            return _seat_told(Asked("", granted=True, left_s=0))
        hands = _others(table, seat)
        if not hands:
            abort(409, description="Nobody else sits here who could agree: the host can free that seat.")
        asked = _ask(table, claims, seat, hands)
        if asked.granted:
            phones.be_handed_seat(seat)
            household.leave(table, config)
            lift_finger(table, seat)
            seated(table, claims)
        return _seat_told(asked)


def _add_answer(routes: Blueprint, table: Table, claims: Claims) -> None:
    @routes.post("/api/v1/claim")
    def answer() -> Response:
        given = read(Answer)
        say = claims.agree if given.agree else claims.refuse
        try:
            say(given.id, phones.seats(), session.get(_TOKEN), host=phones.host())
        except NotYours as why:
            abort(403, description=str(why))
        except Refused as why:
            abort(409, description=str(why))
        table.board.stir()
        return jsonify(done=True)


def _check_wanted(table: Table, seat: int) -> None:
    """Let only that be asked for which somebody else has."""
    if seat not in table.seats:
        abort(404, description=f"This table has no seat {seat}.")
    household.require_people(table)
    if seat not in phones.holders():
        abort(409, description=f"Seat {seat} is free: take it.")


def _own_buttons(table: Table) -> frozenset[int]:
    """Tell which buttons make the phone that asks host: an emulated one only if it holds that seat."""
    return frozenset(table.seats) if table.tabletop is None else phones.seats()


def _others(table: Table, seat: int) -> Hands:
    """Tell who may agree that a seat changes phones: whoever else plays, by phone, or between rounds by button.

    Who only sits at a free seat and is in no game might be anybody. An emulated button obeys the phone of its seat
    alone; one that no phone holds anybody can press, so it says nothing.
    """
    places = table.board.picture.views[PUBLIC]["seats"]
    there = {one["seat"] for one in places if one["name"] is not None} or set(table.seats)
    others = frozenset(there) - phones.seats() - {seat}
    hands = others & phones.holders()
    buttons = others if table.tabletop is None else hands
    return Hands(hands, frozenset() if _is_running(table) else buttons)


def _ask(table: Table, claims: Claims, wish: int, hands: Hands) -> Asked:
    """Ask, or ask on; remember by which token, and let everybody see what has changed."""
    before = claims.shown
    try:
        asked = claims.ask(wish, session.get(_TOKEN), table.board.picture.held, hands)
    except Refused as why:
        session.pop(_TOKEN, None)
        table.board.stir()
        abort(409, description=str(why))
    except TooSoon as wait:
        raise TooManyRequests(str(wait), retry_after=wait.wait_s) from None
    if not asked.left_s:
        session.pop(_TOKEN, None)
    elif session.get(_TOKEN) != asked.token:
        session[_TOKEN] = asked.token
    if claims.shown != before:
        table.board.stir()
    return asked


def _seat_told(asked: Asked) -> Response:
    seats = sorted(phones.seats())
    return jsonify(seats=seats, agreed=asked.agreed, left_s=asked.left_s, sign=_told(asked.sign))


def _told(sign: Sign | None) -> Mapping[str, str | int] | None:
    return None if sign is None else sign.told


def _is_running(table: Table) -> bool:
    return bool(table.board.picture.views[PUBLIC]["running"])
