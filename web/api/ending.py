"""Ending the running game: by the host, by a player alone with robots, or by all players."""

import secrets

from flask import Blueprint, Response, jsonify

from table.running.messages import EndGame
from web.access import permissions, phones
from web.bodies import Nothing, read
from web.context import Config, Table

HOST = 0


def blueprint(table: Table, config: Config) -> Blueprint:
    routes = Blueprint("ending", __name__)

    @routes.post("/api/v1/end")
    def end() -> tuple[Response, int]:
        read(Nothing)
        permissions.require_player(table)
        permissions.require_on(table)
        people, seats = tuple(sorted(permissions.players(table))), sorted(permissions.own(table))
        for seat in [HOST] if phones.host() else seats:
            table.ask(EndGame(seat, people, secrets.randbits(32))).result(config.answer_s)
        question = table.board.snapshot.game.view().question
        if table.board.is_on and question is not None:
            return jsonify(waits_for=question.seats), 202
        return jsonify(done=True), 200

    return routes
