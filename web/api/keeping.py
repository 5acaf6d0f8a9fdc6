"""What the table keeps: finished games, backups and reports; and forgetting a name."""

import base64
import os
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Lock
from typing import IO, Annotated
from urllib.parse import urlsplit

from flask import Blueprint, Response, current_app, jsonify, request
from msgspec import Meta
from pydantic import Field, StringConstraints
from werkzeug.exceptions import HTTPException, TooManyRequests

from table.complaints import BadInput, JournalBroken
from table.history import wishes
from table.history.saving import backup, receiving
from table.log import logger
from table.running.messages import ForgetPerson
from table.saying import say
from table.values import Value
from web.access import phones
from web.api.history import opened
from web.bodies import Body, Nothing, Word, read
from web.context import Config, Table

# -- Whether games are kept, downloading and restoring a backup, and forgetting a name; for the host

_LATER = say("The game is not over, and a backup contains everybody’s hidden cards. End it first.")
_MOST_BYTES = 400_000_000  # of a backup that a phone sends
_PIECE = 1 << 16  # bytes of a download that are read at once
_LONGEST_PART = 60_000  # letters of base64; a request may be a little longer


class Keep(Body):
    """Keep games or not: the current game, or all games from now on."""

    keep: bool
    all: bool = False


class Keeping(Value):
    """Whether games are kept."""

    keeps: Annotated[bool, Meta(description="Whether games are kept in the history.")]
    this_game: Annotated[bool | None, Meta(description="Whether the current game is kept; null if there is none.")]


class Part(Body):
    """A part of a backup, from byte `at`, as base64; 0 starts over."""

    at: Annotated[int, Field(ge=0, le=_MOST_BYTES)]
    part: Annotated[str, StringConstraints(max_length=_LONGEST_PART)]

    @property
    def body(self) -> bytes:
        """The decoded bytes. Raise BadInput if the part is not base64."""
        try:
            return base64.b64decode(self.part, validate=True)
        except ValueError:
            raise BadInput(say("part: expected base64")) from None


class Forgotten(Body):
    """Forget a name."""

    name: Word


def blueprint(table: Table, config: Config) -> Blueprint:
    routes = Blueprint("keeping", __name__)

    @routes.get("/api/v1/keeping")
    def keeping() -> Response:
        return jsonify(_state(table))

    @routes.post("/api/v1/keeping")
    def keep() -> Response:
        phones.require_host()
        wanted, game_id = read(Keep), table.board.snapshot.game.game_id
        with opened(table) as archive:
            if wanted.all:
                wishes.keep(archive, on=wanted.keep)
            elif game_id is None:
                raise BadInput(say("all: no game is on; say whether games are kept at all"))
            else:
                wishes.leave_out(archive, game_id, out=not wanted.keep)
        return jsonify(_state(table))

    @routes.post("/api/v1/forget")
    def forget() -> Response:
        phones.require_host()
        table.ask(ForgetPerson(read(Forgotten).name)).result(10 * config.answer_s)
        return jsonify(done=True)

    _add_backup(routes, table)
    return routes


def _add_backup(routes: Blueprint, table: Table) -> None:
    @routes.get("/api/v1/backup")
    def take() -> Response:
        phones.require_host()
        if table.board.snapshot.game.is_there and not table.board.snapshot.game.auto:
            raise BadInput(_LATER)
        made = backup.made(_database(table))
        size = os.fstat(made.fileno()).st_size
        response = Response(_pieces(made), mimetype="application/zip", headers={"Content-Length": f"{size}"})
        response.headers["Content-Disposition"] = 'attachment; filename="table.cardtable"'
        return response

    @routes.put("/api/v1/backup")
    def send() -> Response:
        phones.require_host()
        wanted = read(Part)
        return jsonify(size=receiving.receive(_database(table), wanted.at, wanted.body))

    @routes.post("/api/v1/restore")
    def restore() -> Response:
        phones.require_host()
        read(Nothing)
        receiving.check_received(_database(table))
        if table.setup is not None:
            table.setup.make_way(for_set_up=False)
        return jsonify(done=True, restarts=table.setup is not None)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Yield a file piece by piece, because a Pi has little memory, and close it."""
    with file:
        while piece := file.read(_PIECE):
            yield piece


def _database(table: Table) -> Path:
    with opened(table):
        assert table.database is not None, "it has been opened"  # noqa: S101 - what `opened` promises
        return table.database


def _state(table: Table) -> Keeping:
    game_id = table.board.snapshot.game.game_id
    with opened(table) as archive:
        this = None if game_id is None else wishes.is_wanted(archive, game_id)
        return Keeping(wishes.keeps(archive), this)


# -- Errors of pages, for the log, and the report of the last game, for the host

_MINUTE_NS = 60_000_000_000
_MOST_EACH, _MOST_OF_ALL = 6, 30  # complaints per minute, from one address and from all
_AGENT_LETTERS = 200
_log = logger()


class Complaint(Body):
    """An error on a page: what failed, and after which event. `where` is file, line and column."""

    page: Annotated[str, StringConstraints(max_length=200)]
    error: Annotated[str, StringConstraints(min_length=1, max_length=500)]
    where: Annotated[str, StringConstraints(max_length=200)] = ""
    stack: Annotated[str, StringConstraints(max_length=2000)] = ""
    seq: Annotated[int, Field(ge=0, le=10**9)] | None = None


def reports(table: Table, config: Config) -> Blueprint:
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
        from table.reporting.report import made  # rarely used

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
    """Limits complaints per minute, so that nobody can fill a disk or a log. Thread-safe."""

    def __init__(self, now_ns: Callable[[], int]) -> None:
        self._now_ns = now_ns
        self._lock = Lock()
        self._since_ns = now_ns()
        self._all = 0
        self._each: Counter[str] = Counter()

    def has_room(self, address: str) -> bool:
        """Count a complaint unless there are too many; return whether it was counted."""
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
    """Return the route of a page instead of its path, which may contain a person's name."""
    try:
        rule, _ = current_app.url_map.bind("").match(urlsplit(page).path, return_rule=True)
    except (HTTPException, ValueError):
        return "another page"
    return str(rule.rule)


def _without_host(said: str) -> str:
    return said.replace(request.host_url.rstrip("/"), "")
