"""Phones as buttons: a seat's page reports the time of its clock, and the edges of its round button."""

from collections.abc import Mapping
from typing import Annotated

from flask import Blueprint, Response, abort, jsonify
from pydantic import Field

from table.saying import Text, say
from web.access import phones
from web.bodies import Body, read
from web.context import Table

_MOST_EDGES = 32
_MOST_GRAIN_US = 200_000
_Count = Annotated[int, Field(ge=0, lt=1 << 53)]  # the integers that JavaScript represents exactly

REFUSALS: Mapping[str, Text] = {
    "future": say("This phone’s clock was ahead, so that press does not count. It is being matched again."),
    "late": say("That press came more than a second late, so it does not count."),
    "unmatched": say("The clock of this phone is not matched yet: press again."),
}


class Edge(Body):
    """A finger going down or up: the number of the edge, counted by the page, and its stamp."""

    number: _Count
    at_us: _Count
    down: bool


class Reported(Body):
    """The time of the phone's clock, in us, and the edges that the table has not acknowledged yet.

    `clock` changes whenever that clock may have been suspended. `reply` is the number of an answer that no report has
    named yet, and `heard_us` is when the phone got it. `down` means a finger is on the button. `grain_us` is the
    resolution of the clock.
    """

    clock: _Count
    said_us: _Count
    reply: _Count | None = None
    heard_us: _Count = 0
    down: bool = False
    edges: Annotated[tuple[Edge, ...], Field(max_length=_MOST_EDGES)] = ()
    grain_us: Annotated[int, Field(ge=0, le=_MOST_GRAIN_US)] = 0


def blueprint(table: Table) -> Blueprint:
    routes = Blueprint("pressing", __name__)

    @routes.post("/api/v1/seats/<int:seat>/button")
    def report(seat: int) -> Response:
        came_ns = None if table.phones is None else table.phones.now_ns()  # before anything that takes time
        reported = read(Reported)
        phones.require_seat(seat)
        if table.phones is None or came_ns is None or seat not in table.phones.seats:
            abort(409, description=say("The button of seat {seat} is no phone.", seat=seat))
        answer = table.phones.report(seat, reported, came_ns)
        if answer.refused:
            abort(409, description=REFUSALS[answer.refused])
        error_ms = None if answer.error_us is None else answer.error_us / 1000
        return jsonify(number=answer.number, again_ms=answer.again_ms, error_ms=error_ms)

    return routes
