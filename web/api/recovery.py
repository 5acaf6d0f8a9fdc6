"""The API through which the host recovers a table that fails to start; it is served even when no table is running."""

from typing import Annotated, Literal

from flask import Blueprint, Response, abort, jsonify
from msgspec import Meta
from pydantic import StringConstraints

from table.saying import say
from table.values import Value
from web.access import phones
from web.access.pin import Pin
from web.access.roles import Login, check_pin
from web.bodies import Body, read
from web.context import Config, Recovery


class RecoveryView(Value):
    """Whether a table is in recovery, why, and what the host can do."""

    state: Annotated[
        Literal["up", "recovery"],
        Meta(description="`up`: the table has started. `recovery`: it has not, and only its recovery page is served."),
    ]
    why: Annotated[str, Meta(description="Why the table has not started; empty if it has.")]
    can: Annotated[tuple[str, ...], Meta(description="Actions that the host can choose, the least drastic first.")]


UP = RecoveryView("up", "", ())


class Wish(Body):
    """Retry; restore the last backup; save what can be read; start from scratch; or leave out other packages' games.

    `pin` is the host's PIN, for a phone that is not host yet.
    """

    do: Literal["retry", "previous", "salvage", "new", "without_packages"]
    pin: Annotated[str, StringConstraints(pattern="^[0-9]{3} ?[0-9]{3}$", max_length=7)] | None = None


def blueprint(recovery: Recovery | None, config: Config) -> Blueprint:
    """Return the routes of a table in recovery; without `recovery`, those of a table that has started."""
    routes = Blueprint("recovery", __name__)
    pin = None if config.pin_hash is None else Pin(config.pin_hash, config.now_ns)

    @routes.get("/api/v1/recovery")
    def shown() -> Response:
        return jsonify(state_of(recovery))

    @routes.post("/api/v1/recovery")
    def choose() -> Response:
        wish = read(Wish)
        if wish.pin is not None and recovery is not None:
            check_pin(pin, wish.pin)
        else:
            phones.require_host()
        if recovery is None:
            abort(409, description=say("The table has come up: there is nothing to recover."))
        recovery.choose(wish.do)
        return jsonify(done=True)

    if recovery is not None:
        _add_login(routes, recovery, pin)
    return routes


def _add_login(routes: Blueprint, recovery: Recovery, pin: Pin | None) -> None:
    @routes.get("/health")
    def health() -> Response:
        return jsonify(ok=False, state="recovery", why=recovery.why)

    @routes.post("/api/v1/host")
    def become_host() -> Response:
        check_pin(pin, read(Login).pin)
        phones.become_host()
        return jsonify(host=True)


def state_of(recovery: Recovery | None) -> RecoveryView:
    """Return whether a table is in recovery, for its page."""
    return UP if recovery is None else RecoveryView("recovery", recovery.why, tuple(recovery.possible()))
