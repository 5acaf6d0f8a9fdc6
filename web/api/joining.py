"""Letting the table join the home Wi-Fi; for the host."""

from typing import Annotated, Literal

from flask import Blueprint, Response, abort, jsonify
from pydantic import Field, SecretStr, StringConstraints, TypeAdapter

from table.network.networks import NetworkView
from table.saying import say
from web.access import phones
from web.bodies import WHEN_USED, Body, read_one_of
from web.context import HomeWifi, Table

_MOST_LETTERS = 64  # in a password
_Country = Annotated[str, StringConstraints(pattern="^[A-Z]{2}$")]
NOBODY = NetworkView(state="elsewhere")


class Join(Body):
    """Join a Wi-Fi network. `password` is empty for an open one, and null for one whose password the table knows."""

    do: Literal["join"]
    name: Annotated[str, StringConstraints(min_length=1, max_length=32)]
    password: Annotated[SecretStr, Field(max_length=_MOST_LETTERS)] | None
    hidden: bool = False
    country: _Country | None = None


class LookOrStay(Body):
    """Scan for Wi-Fi networks, or stay on the table's own Wi-Fi."""

    do: Literal["look", "stay"]


WISH: TypeAdapter[Join | LookOrStay] = TypeAdapter(
    Annotated[Join | LookOrStay, Field(discriminator="do")], config=WHEN_USED
)


def blueprint(table: Table) -> Blueprint:
    routes = Blueprint("joining_home", __name__)

    @routes.get("/api/v1/network")
    def shown() -> Response:
        phones.require_host()
        return jsonify(state_of(table))

    @routes.post("/api/v1/network")
    def wish() -> Response:
        phones.require_host()
        given, home = read_one_of(WISH), table.home_wifi
        if home is None or not home.is_there:
            abort(409, description=say("This table cannot join a Wi-Fi by itself."))
        _done(home, given)
        return jsonify(state_of(table))

    return routes


def state_of(table: Table) -> NetworkView:
    """Return the state of the network, for its page."""
    return NOBODY if table.home_wifi is None else table.home_wifi.shown


def _done(home: HomeWifi, given: Join | LookOrStay) -> None:
    match given:
        case Join(name=name, password=password, hidden=hidden, country=country):
            said = None if password is None else password.get_secret_value()
            home.join(name, said, hidden=hidden, country=country)
        case LookOrStay(do="look"):
            home.look_around()
        case LookOrStay():
            home.stay()
