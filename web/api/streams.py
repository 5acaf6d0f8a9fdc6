"""One stream for all tabs of a browser: it carries several streams, each with its own permissions.

A browser keeps six connections to a table, whatever it shows: with a stream for each tab the sixth tab would stop all
of them.
"""

from collections.abc import Callable, Collection
from contextlib import ExitStack
from urllib.parse import unquote, urlsplit

from flask import Blueprint, Response, abort, current_app, request
from werkzeug.exceptions import HTTPException
from werkzeug.routing import RequestRedirect

from table.saying import say
from web.context import Config
from web.delivery.stream import HAND_OVER, Followed, StreamBody, together, waiting

MOST = 16  # streams carried at once; there are eight seats, the host, and everybody in three languages
HTTP_OK = 200


def blueprint(board: Followed, config: Config, carried: Collection[str]) -> Blueprint:
    """Return the route of the shared stream; `carried` are the routes of the streams that it may carry."""
    routes = Blueprint("streams", __name__)

    @routes.get("/api/v1/streams")
    def streams() -> Response:
        asked = request.args.getlist("of")
        if not 1 <= len(asked) <= MOST:
            abort(400, description=say("of: expected 1 to {most} streams, each by its path.", most=MOST))
        with ExitStack() as closing:
            told = together([_open(path, carried, closing) for path in asked])
            closing.callback(told.close)
            return _answered(told, closing.pop_all().close)

    def _answered(told: StreamBody, at_end: Callable[[], None]) -> Response:
        if HAND_OVER in request.environ and request.method == "GET":
            request.environ[HAND_OVER](told, at_end)
            return Response(iter(()), mimetype="text/event-stream")
        response = Response(waiting(board, told, config.poll_s), mimetype="text/event-stream")
        response.call_on_close(at_end)
        return response

    return routes


def _open(path: str, carried: Collection[str], closing: ExitStack) -> StreamBody | int:
    """Open a stream as if this browser had asked for it alone; return the status if it is refused."""
    url = urlsplit(path)
    if not _is_carried(unquote(url.path), carried):
        return 404
    opened: list[StreamBody] = []

    def take(told: StreamBody, at_end: Callable[[], None]) -> None:
        opened.append(told)
        closing.callback(at_end)

    environment = {name: given for name, given in request.environ.items() if name != "HTTP_LAST_EVENT_ID"}
    environment |= {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": unquote(url.path).encode().decode("latin-1"),
        "QUERY_STRING": url.query,
        HAND_OVER: take,
    }
    with current_app.app_context(), current_app.request_context(environment):  # its own language, and all else of `g`
        answer = current_app.full_dispatch_request()
    answer.close()
    return opened[0] if opened else answer.status_code


def _is_carried(path: str, carried: Collection[str]) -> bool:
    try:
        rule, _ = current_app.url_map.bind("").match(path, method="GET", return_rule=True)
    except (HTTPException, RequestRedirect):
        return False
    return rule.rule in carried
