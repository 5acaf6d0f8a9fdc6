"""Reading the view and the events of each audience, and the table's health."""

from collections.abc import Callable, Collection
from contextlib import ExitStack
from importlib.metadata import version
from urllib.parse import unquote, urlsplit

from flask import Blueprint, Response, abort, current_app, jsonify, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from table.board import Snapshot
from table.games.game import HOST, PUBLIC, Audience
from table.saying import say
from web.access import phones
from web.access.approvals import Claims
from web.context import Config, Table
from web.delivery import moving
from web.delivery.room import Around, Room, persons_room, room
from web.delivery.shown import shown
from web.delivery.stream import HAND_OVER, Followed, Slots, StreamBody, stream, together, waiting
from web.locale import chosen

STREAMS = ("/api/v1/events", "/api/v1/seats/<int:seat>/events", "/api/v1/host/events")
MOST_DIGITS = 18
_OF_THE_HOST = ("readers", "presses", "worlds_cut", "broken", "errors", "computer")


class _Streams:
    """Opens streams, in limited numbers."""

    def __init__(self, table: Table, config: Config, claims: Claims) -> None:
        self._table = table
        self._claims = claims
        self._config = config
        self._slots = Slots(config.most_streams, config.most_streams_each, config.most_streams_of_one)

    @property
    def number(self) -> int:
        """The number of open streams."""
        return self._slots.taken

    def open(self, audience: Audience, may: Callable[[], bool] = lambda: True, seat: int | None = None) -> Response:
        """Stream an audience's events and a seat's hand while `may` returns True.

        Abort with 503 if no stream is free.
        """
        last_id, known, people = _last_id(), audience != PUBLIC, self._table.people
        whose = audience if known else request.remote_addr or ""
        if not self._slots.take(whose, known=known):
            abort(503, description=say("Too many phones are watching. This one will try again by itself."))
        body = stream(
            audience,
            last_id,
            last_game=request.args.get("last_game", type=int),
            language=chosen(),
            beside=self._beside(audience, seat),
            passing=bytes if seat is None or people is None else moving.follows(people.movements),
            may=may,
            gone=request.environ.get("waitress.client_disconnected", lambda: False),
            heartbeat_s=self._config.heartbeat_s,
            lifetime_s=self._config.stream_lifetime_s,
        )
        if HAND_OVER in request.environ and request.method == "GET":
            request.environ[HAND_OVER](body, lambda: self._slots.give_back(whose))
            return Response(iter(()), mimetype="text/event-stream")
        response = Response(waiting(self._table.board, body, self._config.poll_s), mimetype="text/event-stream")
        response.call_on_close(lambda: self._slots.give_back(whose))
        return response

    def _beside(self, audience: Audience, seat: int | None) -> Callable[[Snapshot], Room]:
        table, held, claims = self._table, phones.held_by_anybody(), self._claims
        drawn = room if audience == PUBLIC else persons_room
        return lambda snapshot: drawn(
            table.people, snapshot, seat, Around(held(), table.coming, claims.shown, table.phones)
        )


def blueprint(table: Table, config: Config, claims: Claims) -> Blueprint:
    routes = Blueprint("api", __name__)
    streams = _Streams(table, config, claims)

    @routes.get("/api/v1/table")
    def picture() -> Response:
        return jsonify(shown(table.board.snapshot, PUBLIC))

    @routes.get("/api/v1/events")
    def events() -> Response:
        return streams.open(PUBLIC)

    @routes.get("/api/v1/seats/<int:seat>/events")
    def seat_events(seat: int) -> Response:
        phones.require_seat(seat)
        return streams.open(f"seat:{seat}", phones.seat_stays(seat), seat)

    @routes.get("/api/v1/host/events")
    def host_events() -> Response:
        phones.require_host()
        return streams.open(HOST, phones.host_stays())

    _add_health(routes, table, streams)
    return routes


def _add_health(routes: Blueprint, table: Table, streams: _Streams) -> None:
    @routes.get("/health")
    def health() -> tuple[Response, int]:
        of_all = table.board.snapshot.host.health
        seen = {name: value for name, value in of_all.items() if name not in _OF_THE_HOST}
        runs = not table.board.closed
        sees = not seen.get("lost") and not seen.get("stalled") and not of_all.get("broken")
        followed = {one.name: one.health for one in table.following}
        return jsonify({"ok": runs and sees, **seen, **followed}), 200 if runs else 503

    @routes.get("/metrics")
    def metrics() -> Response:
        from web.delivery import measured  # few tables are monitored by Prometheus

        snapshot = table.board.snapshot
        return measured.answer(
            request.headers.get("Accept", ""),
            snapshot,
            version=version("cardtable"),
            runs=not table.board.closed,
            streams=streams.number,
            more=[one.gauges for one in table.following],
        )


def _last_id() -> int | None:
    given = request.args.get("last_event_id") or request.headers.get("Last-Event-ID")
    if given is None or given == "":
        return None
    if not given.isascii() or not given.isdigit() or len(given) > MOST_DIGITS:
        abort(400, description=say("Last-Event-ID: expected the number of an event."))
    return int(given)


# -- One stream for all tabs of a browser: it carries several streams, each with its own permissions
#
# A browser opens at most six connections to a table, for all its tabs together: with a stream for each tab, the sixth
# tab would block all of them.

MOST = 16  # streams carried at once: enough for eight seats, the host, and the public stream in several languages
HTTP_OK = 200


def streams(board: Followed, config: Config, carried: Collection[str]) -> Blueprint:
    """Return the route of the shared stream; `carried` are the routes of the streams that it may carry."""
    routes = Blueprint("streams", __name__)

    @routes.get("/api/v1/streams")
    def streams() -> Response:
        asked = request.args.getlist("of")
        if not 1 <= len(asked) <= MOST:
            abort(400, description=say("of: expected 1 to {most} streams, each by its path.", most=MOST))
        with ExitStack() as closing:
            body = together([_open(path, carried, closing) for path in asked])
            closing.callback(body.close)
            return _answered(body, closing.pop_all().close)

    def _answered(body: StreamBody, at_end: Callable[[], None]) -> Response:
        if HAND_OVER in request.environ and request.method == "GET":
            request.environ[HAND_OVER](body, at_end)
            return Response(iter(()), mimetype="text/event-stream")
        response = Response(waiting(board, body, config.poll_s), mimetype="text/event-stream")
        response.call_on_close(at_end)
        return response

    return routes


def _open(path: str, carried: Collection[str], closing: ExitStack) -> StreamBody | int:
    """Open a stream as if this browser had requested it separately; return the HTTP status if it is refused."""
    try:
        url = urlsplit(path)
    except ValueError:  # such as //[
        return 404
    if not _is_carried(unquote(url.path), carried):
        return 404
    opened: list[StreamBody] = []

    def take(body: StreamBody, at_end: Callable[[], None]) -> None:
        opened.append(body)
        closing.callback(at_end)

    environment = {name: given for name, given in request.environ.items() if name != "HTTP_LAST_EVENT_ID"}
    environment |= {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": unquote(url.path).encode().decode("latin-1"),
        "QUERY_STRING": url.query.encode().decode("latin-1"),
        HAND_OVER: take,
    }
    with current_app.app_context(), current_app.request_context(environment):  # with a language and a `g` of its own
        answer = current_app.full_dispatch_request()
    answer.close()
    return opened[0] if opened else answer.status_code


def _is_carried(path: str, carried: Collection[str]) -> bool:
    try:
        rule, _ = current_app.url_map.bind("").match(path, method="GET", return_rule=True)
    except (HTTPException, RequestRedirect):
        return False
    return rule.rule in carried
