"""Errors of pages, for the log; and the report of the last game, for the host."""

from collections import Counter
from collections.abc import Callable
from threading import Lock
from typing import Annotated
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, jsonify, request
from pydantic import Field, StringConstraints
from werkzeug.exceptions import HTTPException, TooManyRequests

from table.complaints import BadInput, JournalBroken
from table.log import logger
from table.saying import say
from web.access import phones
from web.api.history import opened
from web.bodies import Body, read
from web.context import Config, Table

_MINUTE_NS = 60_000_000_000
_MOST_EACH, _MOST_OF_ALL = 6, 30  # complaints a minute, of one address and of all
_AGENT_LETTERS = 200
_log = logger()


class Complaint(Body):
    """What went wrong on a page: where, what, and after which event. `where` is file, line and column."""

    page: Annotated[str, StringConstraints(max_length=200)]
    error: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    where: Annotated[str, StringConstraints(max_length=200)] = ""
    stack: Annotated[str, StringConstraints(max_length=2000)] = ""
    seq: Annotated[int, Field(ge=0, le=10**9)] | None = None


def blueprint(table: Table, config: Config) -> Blueprint:
    routes = Blueprint("reports", __name__)
    allowance = Allowance(config.now_ns)

    @routes.post("/api/v1/errors")
    def complain() -> Response:
        said = read(Complaint)
        if not allowance.has_room(request.remote_addr or ""):
            raise TooManyRequests(say("That is known by now."), retry_after=60)
        _log.warning(
            "a page has failed",
            page=_route(said.page),
            error=said.error,
            where=_without_host(said.where),
            stack=_without_host(said.stack),
            seq=said.seq,
            game_id=table.board.snapshot.game.game_id,
            agent=(request.user_agent.string or "")[:_AGENT_LETTERS],
        )
        return jsonify(done=True)

    @routes.get("/api/v1/report")
    def take() -> Response:
        phones.require_host()
        from table.reporting.report import made  # it is asked for once in a year

        with opened(table):
            assert table.database is not None, "it has been opened"  # noqa: S101 - what `opened` promises
        health = table.board.snapshot.host.health
        try:
            body, _ = made(table.database, health, secrets=False)
        except JournalBroken as error:
            raise BadInput(str(error)) from None
        response = Response(body, mimetype="application/zip")
        response.headers["Content-Disposition"] = 'attachment; filename="table-report.zip"'
        return response

    return routes


class Allowance:
    """How much may be complained of in a minute: nobody fills a disk or a log. Thread-safe."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._lock = Lock()
        self._since_ns = now_ns()
        self._all = 0
        self._each: Counter[str] = Counter()

    def has_room(self, address: str) -> bool:
        """Count one more, unless that is too many; return whether it was counted."""
        with self._lock:
            if self._now_ns() - self._since_ns >= _MINUTE_NS:
                self._since_ns, self._all = self._now_ns(), 0
                self._each.clear()
            if self._all >= _MOST_OF_ALL or self._each[address] >= _MOST_EACH:
                return False
            self._all += 1
            self._each[address] += 1
            return True


def _route(page: str) -> str:
    """Return the route of a page rather than its path, in which a name may stand."""
    try:
        rule, _ = current_app.url_map.bind("").match(urlsplit(page).path, return_rule=True)
    except (HTTPException, ValueError):
        return "another page"
    return str(rule.rule)


def _without_host(said: str) -> str:
    return said.replace(request.host_url.rstrip("/"), "")
