"""The public API: the table's picture, its events as they happen, and how it is."""

from flask import Blueprint, Response, abort, jsonify, request

from table.games.game import PUBLIC
from web.app import Config, Table
from web.stream import Slots, stream, view

MOST_DIGITS = 18


def blueprint(table: Table, config: Config) -> Blueprint:
    """Make the routes for one table."""
    routes = Blueprint("api", __name__)
    slots = Slots(config.most_streams)

    @routes.get("/api/v1/table")
    def picture() -> Response:
        return jsonify(view(table.board.picture, PUBLIC))

    @routes.get("/api/v1/events")
    def events() -> Response:
        last_id = _last_id()
        if not slots.take():
            abort(503, description="Too many phones are watching; this one asks again by itself.")
        told = stream(
            table.board,
            PUBLIC,
            last_id,
            gone=request.environ.get("waitress.client_disconnected", lambda: False),
            heartbeat_s=config.heartbeat_s,
            lifetime_s=config.stream_lifetime_s,
            look_s=config.look_s,
        )
        response = Response(told, mimetype="text/event-stream", headers={"Cache-Control": "no-store"})
        response.call_on_close(slots.give_back)
        return response

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
