"""What no card and no button can say: choices of the host, and of whoever holds a seat."""

from typing import Annotated

from flask import Blueprint, Response, jsonify
from pydantic import AfterValidator, StringConstraints

from table.controller import Choose
from web import access, household
from web.bodies import Body, read
from web.given import Config, Table

MOST_LETTERS = 64  # no name of a choice or of an answer is as long


def _short(value: int | str | None) -> int | str | None:
    if isinstance(value, str) and len(value) > MOST_LETTERS:
        raise ValueError(f"at most {MOST_LETTERS} characters")
    return value


class Choice(Body):
    """Say what no card and no button can; seat 0 is the host."""

    seat: int = 0
    choice: Annotated[str, StringConstraints(max_length=MOST_LETTERS)]
    value: Annotated[int | str | None, AfterValidator(_short)] = None


def blueprint(table: Table, config: Config) -> Blueprint:
    """Make the route for one table."""
    routes = Blueprint("choices", __name__)

    @routes.post("/api/v1/choices")
    def choose() -> Response:
        wanted = read(Choice)
        if wanted.seat:
            access.require_seat(wanted.seat)
            household.require_people(table)
        else:
            access.require_host()
        table.ask(Choose(wanted.seat, wanted.choice, wanted.value)).result(config.answer_s)
        return jsonify(done=True)

    return routes
