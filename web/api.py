"""What can be read: the table's picture, its events as they happen for each audience, and how it is."""

from collections.abc import Callable

from flask import Blueprint, Response, abort, jsonify, request

from table.games.game import HOST, PUBLIC, Audience
from web import access
from web.app import Config, Table
from web.hands import room
from web.shown import shown
from web.stream import Drawings, Slots, stream

MOST_DIGITS = 18


def blueprint(table: Table, config: Config) -> Blueprint:
    """Make the routes for one table."""
    routes = Blueprint("api", __name__)
    slots, drawings = Slots(config.most_streams), Drawings()

    @routes.get("/api/v1/table")
    def picture() -> Response:
        return jsonify(shown(table.board.picture, PUBLIC))

    def streamed(audience: Audience, may: Callable[[], bool] = lambda: True, *, seat: int | None = None) -> Response:
        last_id, people, held = _last_id(), table.people, access.held_by_anybody()
        if not slots.take():
            abort(503, description="Too many phones are watching; this one asks again by itself.")
        told = stream(
            table.board,
            audience,
            last_id,
            beside=None if people is None else lambda picture: room(people, picture, seat, held()),
            may=may,
            gone=request.environ.get("waitress.client_disconnected", lambda: False),
            heartbeat_s=config.heartbeat_s,
            lifetime_s=config.stream_lifetime_s,
            look_s=config.look_s,
            drawings=drawings,
        )
        response = Response(told, mimetype="text/event-stream")
        response.call_on_close(slots.give_back)
        return response

    @routes.get("/api/v1/events")
    def events() -> Response:
        return streamed(PUBLIC)

    @routes.get("/api/v1/seats/<int:seat>/events")
    def seat_events(seat: int) -> Response:
        access.require_seat(seat)
        return streamed(f"seat:{seat}", access.seat_stays(seat), seat=seat)

    @routes.get("/api/v1/host/events")
    def host_events() -> Response:
        access.require_host()
        return streamed(HOST, access.host_stays())

    @routes.get("/health")
    def health() -> tuple[Response, int]:
        seen = dict(table.board.picture.health)
        runs = not table.board.closed
        sees = not seen.get("lost") and not seen.get("stalled")
        return jsonify({"ok": runs and sees, **seen}), 200 if runs else 503

    return routes


def _last_id() -> int | None:
    given = request.headers.get("Last-Event-ID")
    if given is None or given == "":
        return None
    if not given.isascii() or not given.isdigit() or len(given) > MOST_DIGITS:
        abort(400, description="Last-Event-ID: expected the number of an event.")
    return int(given)
