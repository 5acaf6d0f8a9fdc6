"""The club director's role: logging in with a password, answering questions about names, and running tournaments."""

from typing import Annotated

from flask import Blueprint, Response, abort, jsonify, request
from pydantic import StringConstraints
from werkzeug.exceptions import TooManyRequests

from table.saying import say
from web.access import phones
from web.access.pin import Pin, TooEarly
from web.bodies import Body, Nothing, read
from web.context import Config


class Login(Body):
    """The director's password, or the PIN that the hub shows when it starts."""

    password: Annotated[str, StringConstraints(min_length=1, max_length=200)]


def is_here() -> bool:
    """Return whether the request comes from the director."""
    return phones.host()


def require() -> None:
    """Abort with 401 unless the request comes from the director."""
    if not is_here():
        abort(401, description=say("Only the director may do that: log in first."))


def blueprint(config: Config) -> Blueprint:
    routes = Blueprint("director", __name__)
    pin = None if config.pin_hash is None else Pin(config.pin_hash, config.now_ns)

    @routes.get("/api/v1/director")
    def me() -> Response:
        return jsonify(director=is_here())

    @routes.post("/api/v1/director")
    def log_in() -> Response:
        given = read(Login).password
        try:
            right = pin is not None and pin.guess(given.strip(), request.remote_addr or "")
        except TooEarly as wait:
            raise TooManyRequests(str(wait), retry_after=wait.wait_s) from None
        if not right:
            abort(401, description=say("That is not the director’s password."))
        phones.become_host()
        return jsonify(director=True)

    @routes.post("/api/v1/director/leave")
    def log_out() -> Response:
        read(Nothing)
        if is_here():
            phones.leave_host()
        return jsonify(director=False)

    return routes
