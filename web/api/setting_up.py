"""The set-up of a wired table, and what its parts report while the table runs; for the host."""

from typing import Annotated, Literal

from flask import Blueprint, Response, abort, jsonify
from pydantic import Field, TypeAdapter

from table.running.wired import SetUpView
from table.saying import say
from web.access import phones
from web.bodies import WHEN_USED, Body, Seat, Word, read_one_of
from web.context import SetUp, Table

MOST_SEATS = 8  # as in table.toml
MOST_PADS = MOST_SEATS + 2  # two shared by everybody, and one for each seat
_MOST_PINS = 100
NOBODY = SetUpView(state="elsewhere")  # for a table that was started by hand and has no set-up


class Begin(Body):
    """Begin the set-up: how many pads and seats the table has, and whether lights are connected."""

    do: Literal["begin"]
    pads: Annotated[int, Field(ge=1, le=MOST_PADS)]
    seats: Annotated[int, Field(ge=1, le=MOST_SEATS)]
    lights: bool = False


class Say(Body):
    """Answer the question that has this number: with a word, a seat, or pins and where lights are connected."""

    do: Literal["say"]
    question: Annotated[int, Field(ge=0)]
    answer: Word | Seat | Annotated[list[Word | Annotated[int, Field(ge=0, le=27)]], Field(max_length=_MOST_PINS)]


class Other(Body):
    """Stop the set-up; restart the table to set it up; or restart the table to play."""

    do: Literal["stop", "open", "leave"]


WISH: TypeAdapter[Begin | Say | Other] = TypeAdapter(
    Annotated[Begin | Say | Other, Field(discriminator="do")], config=WHEN_USED
)


def blueprint(table: Table) -> Blueprint:
    routes = Blueprint("setting_up", __name__)

    @routes.get("/api/v1/setup")
    def shown() -> Response:
        phones.require_host()
        return jsonify(state_of(table))

    @routes.post("/api/v1/setup")
    def wish() -> Response:
        phones.require_host()
        given, setup = read_one_of(WISH), table.setup
        if setup is None:
            abort(409, description=say("This table was started by hand: there, `cardtable setup` sets it up."))
        _done(setup, given)
        return jsonify(state_of(table))

    @routes.get("/api/v1/wired")
    def wired() -> Response:
        phones.require_host()
        return jsonify(table.showing())

    return routes


def state_of(table: Table) -> SetUpView:
    """Return the state of the set-up, for its page."""
    return NOBODY if table.setup is None else table.setup.shown


def _done(setup: SetUp, given: Begin | Say | Other) -> None:
    match given:
        case Begin(pads=pads, seats=seats, lights=lights):
            setup.begin(pads, seats, lights=lights)
        case Say(question=question, answer=answer):
            setup.say(question, answer)
        case Other(do="stop"):
            setup.stop()
        case Other(do=do):
            setup.make_way(for_set_up=do == "open")
