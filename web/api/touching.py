"""Choosing a zone for the next card: if one reader serves several zones, a seat's phone selects one beforehand."""

from flask import Blueprint, Response, abort, jsonify
from msgspec import UNSET

from table.running.messages import ChooseZone
from table.saying import say
from web.access import permissions, phones
from web.bodies import Body, Seat, Word, read
from web.context import Config, Table
from web.delivery.room import touch


class Aim(Body):
    """Choose the zone for the next card; null withdraws the choice."""

    seat: Seat
    zone: Word | None


def blueprint(table: Table, config: Config) -> Blueprint:
    routes = Blueprint("touching", __name__)

    @routes.post("/api/v1/touch")
    def aim() -> Response:
        wanted = read(Aim)
        phones.require_seat(wanted.seat)
        permissions.require_people(table)
        if touch(table.board.snapshot, wanted.seat, phones.holders()) is UNSET:
            abort(409, description=say("Nothing has to be chosen at this seat now."))
        table.ask(ChooseZone(wanted.seat, wanted.zone)).result(config.answer_s)
        return jsonify(done=True)

    return routes
