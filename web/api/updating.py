"""Signed updates from the host's page: their status, and the file in parts. Root verifies and installs the file."""

from typing import Annotated

from flask import Blueprint, Response, abort, jsonify
from msgspec import Meta
from pydantic import Field

from table.saying import say
from table.updating.archive import MOST_BYTES
from table.updating.desk import Desk
from table.updating.outcome import State
from table.values import Value
from table.version import release
from web.access import phones
from web.api.keeping import Part
from web.bodies import Body, read
from web.context import Config, Table

_BY_HAND = say("This table was started by hand: only an installed one takes updates.")
_GAME_IS_ON = say("A game is on, and an update would interrupt it for a few minutes.")


class Update(Value):
    """The table's version, whether it accepts updates, and the result of the last one."""

    version: Annotated[str, Meta(description="Version of the running program.")]
    why: Annotated[str, Meta(description="Why this table takes no updates; empty if it takes them.")]
    state: Annotated[State, Meta(description="Outcome of the last update since the machine was started.")]
    said: Annotated[str, Meta(description="Explanation of `state`, in a sentence; empty if there is none.")]
    detail: Annotated[str, Meta(description="Error message of the installer, in English; empty if there is none.")]


class UpdatePart(Part):
    """A part of an update, from byte `at`, as base64; 0 starts over."""

    at: Annotated[int, Field(ge=0, le=MOST_BYTES)]


class Install(Body):
    """Install the uploaded update, which has `size` bytes; with `anyway`, even if a game is on."""

    size: Annotated[int, Field(ge=0, le=MOST_BYTES)]
    anyway: bool = False


def blueprint(table: Table, config: Config) -> Blueprint:
    routes = Blueprint("updating", __name__)

    def desk() -> Desk:
        if config.updates is None:
            abort(409, description=_BY_HAND)
        return config.updates

    @routes.get("/api/v1/update")
    def shown() -> Response:
        phones.require_host()
        return jsonify(_state(config.updates))

    @routes.put("/api/v1/update")
    def send() -> Response:
        phones.require_host()
        wanted = read(UpdatePart)
        return jsonify(size=desk().receive(wanted.at, wanted.body))

    @routes.post("/api/v1/update")
    def install() -> Response:
        phones.require_host()
        wanted, takes = read(Install), desk()
        game = table.board.snapshot.game
        if game.is_there and not game.auto and not wanted.anyway:
            abort(409, description=_GAME_IS_ON)
        takes.ask(wanted.size)
        return jsonify(_state(takes))

    return routes


def _state(desk: Desk | None) -> Update:
    if desk is None:
        return Update(release(), _BY_HAND, "none", "", "")
    became = desk.outcome()
    return Update(release(), desk.why_not(), became.state, became.said, became.detail)
