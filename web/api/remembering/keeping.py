"""Whether games are kept, downloading and restoring a backup, and forgetting a name; for the host."""

import base64
import os
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Annotated

from flask import Blueprint, Response, jsonify
from msgspec import Meta
from pydantic import Field, StringConstraints

from table.complaints import BadInput
from table.history import wishes
from table.history.saving import backup, receiving
from table.running.messages import ForgetPerson
from table.saying import say
from table.values import Value
from web.access import phones
from web.api.history import opened
from web.bodies import Body, Nothing, Word, read
from web.context import Config, Table

_LATER = say("The game is not over, and a backup holds what nobody may see. End it first.")
_MOST_BYTES = 400_000_000  # of a backup that a phone sends
_PIECE = 1 << 16  # bytes of one that is taken away
_LONGEST_PART = 60_000  # letters of base64; a request has room for some more


class Keep(Body):
    """Keep games or not: that which is on, or all from now on."""

    keep: bool
    all: bool = False


class Keeping(Value):
    """Whether games are kept."""

    keeps: Annotated[bool, Meta(description="Whether games are kept.")]
    this_game: Annotated[bool | None, Meta(description="Whether that which is on is.")]


class Part(Body):
    """A part of a backup, from byte `at`, as base64; 0 begins anew."""

    at: Annotated[int, Field(ge=0, le=_MOST_BYTES)]
    part: Annotated[str, StringConstraints(max_length=_LONGEST_PART)]


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
        if table.board.snapshot.game.is_there and not table.board.snapshot.game.household:
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
        try:
            body = base64.b64decode(wanted.part, validate=True)
        except ValueError:
            raise BadInput(say("part: expected base64")) from None
        return jsonify(size=receiving.receive(_database(table), wanted.at, body))

    @routes.post("/api/v1/restore")
    def restore() -> Response:
        phones.require_host()
        read(Nothing)
        receiving.check_received(_database(table))
        if table.setup is not None:
            table.setup.make_way(for_set_up=False)
        return jsonify(done=True, restarts=table.setup is not None)


def _pieces(file: IO[bytes]) -> Iterator[bytes]:
    """Read a file piece by piece, for a Pi has little memory, and close it."""
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
