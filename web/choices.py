"""What no card and no button can say: choices of the host, and of whoever holds a seat."""

from flask import Blueprint, Response, jsonify

from table.controller import Choose
from web import access
from web.bodies import Body, read
from web.given import Config, Table


class Choice(Body):
    """Say what no card and no button can; seat 0 is the host."""

    seat: int = 0
    choice: str
    value: int | str | None = None


def blueprint(table: Table, config: Config) -> Blueprint:
    """Make the route for one table."""
    routes = Blueprint("choices", __name__)

    @routes.post("/api/v1/choices")
    def choose() -> Response:
        wanted = read(Choice)
        if wanted.seat:
            access.require_seat(wanted.seat)
        else:
            access.require_host()
        table.ask(Choose(wanted.seat, wanted.choice, wanted.value)).result(config.answer_s)
        return jsonify(done=True)

    return routes
