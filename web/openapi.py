"""The API described for programs, as OpenAPI 3.1: what is sent comes from the models that check it."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from flask import Blueprint, Response, current_app, jsonify
from pydantic import BaseModel
from pydantic.json_schema import models_json_schema

from web import virtual
from web.access import COOKIE
from web.bodies import Nothing
from web.choices import Choice
from web.people import Login

_MOVES = (virtual.Touch, virtual.Put, virtual.Lift, virtual.Press, virtual.Release)
_MODELS: tuple[type[BaseModel], ...] = (Login, Choice, Nothing, *_MOVES)
_WRITTEN = (400, 403, 413, 415)  # how a request may be wrong that changes something, whatever it is
_ERRORS = {
    400: "Something given is not as it must be.",
    401: "Only for somebody whom the table does not know this phone to be.",
    403: "Not from this page, or not for this phone.",
    404: "There is no such thing.",
    409: "Not now: somebody else has it, or a round is on.",
    413: "The body is too long.",
    415: "The body is no JSON.",
    429: "Too many wrong PINs: wait for as many seconds as `Retry-After` says.",
    503: "The table, or a place at it, is not to be had now.",
}


@dataclass(frozen=True)
class Operation:
    """One thing that can be asked: its body, a model's name; what is answered, a schema; how it may be refused."""

    summary: str
    answer: Mapping[str, Any]
    refused: tuple[int, ...] = ()
    body: Mapping[str, Any] | None = None
    kind: str = "application/json"
    known: bool = False


def _object(**fields: Mapping[str, Any]) -> dict[str, Any]:
    return {"type": "object", "properties": fields, "required": list(fields)}


def _ref(name: str) -> dict[str, Any]:
    return {"$ref": f"#/components/schemas/{name}"}


_YES = {"type": "boolean"}
_NUMBER = {"type": "integer"}
_SEATS = {"type": "array", "items": {"type": "integer", "minimum": 1}}
_TEXT = {"type": "string"}
_OR_NULL = {"type": ["integer", "null"]}
_DONE = _object(done={"const": True})
_STREAM = {
    "type": "string",
    "description": "Server-sent events: `picture`, the whole picture, first and after every change; each other message"
    " is one event of the game. `id` is its `seq`; `Last-Event-ID` is honoured.",
}
_SEATED = _object(seats=_SEATS)
_PICTURE = _object(
    game={"type": ["string", "null"]},
    game_id=_OR_NULL,
    round=_OR_NULL,
    running={**_YES, "description": "Whether a round is on: from its first card to its end."},
    turn=_OR_NULL,
    piles={"type": "object", "additionalProperties": _object(top={"type": ["string", "null"]}, count=_NUMBER)},
    seats={"type": "array", "items": _object(seat=_NUMBER, name={"type": ["string", "null"]}, score=_NUMBER)},
    prompt=_TEXT,
    notice={"type": ["string", "null"]},
    winners={"anyOf": [_SEATS, {"type": "null"}]},
    paused=_YES,
    over=_YES,
    last={"type": ["object", "null"]},
    news={"type": "array", "items": _object(seq=_NUMBER, event=_TEXT, said=_TEXT)},
)

# Method and route, as the application names them. A table without an emulated tabletop lacks two.
OPERATIONS: Mapping[tuple[str, str], Operation] = {
    ("get", "/api/v1/table"): Operation("The picture that everybody sees.", _ref("Picture")),
    ("get", "/api/v1/events"): Operation(
        "What everybody is told, as it happens.", _STREAM, (503,), kind="text/event-stream"
    ),
    ("get", "/api/v1/seats/<int:seat>/events"): Operation(
        "What one seat is told, for the phone that holds it. It ends when the seat is freed.",
        _STREAM, (401, 403, 503), kind="text/event-stream", known=True,
    ),
    ("get", "/api/v1/host/events"): Operation(
        "What the host is told: the public, and the health of the hardware.",
        _STREAM, (401, 403, 503), kind="text/event-stream", known=True,
    ),
    ("get", "/api/v1/me"): Operation(
        "Who this phone is, and which seats are held by some phone.", _object(host=_YES, seats=_SEATS, held=_SEATS)
    ),
    ("get", "/api/v1/openapi.json"): Operation("This description.", {"type": "object"}),
    ("post", "/api/v1/host"): Operation(
        "Become host, with the PIN that stands in the terminal.",
        _object(host={"const": True}), (*_WRITTEN, 401, 429), _ref("Login"),
    ),
    ("post", "/api/v1/host/leave"): Operation(
        "Be host no more.", _object(host={"const": False}), _WRITTEN, _ref("Nothing")
    ),
    ("post", "/api/v1/host/claim"): Operation(
        "Ask to be host between rounds, then hold any button of the table for 3 s within 30 s; ask again each second.",
        _object(host=_YES, left_s=_NUMBER), (*_WRITTEN, 409), _ref("Nothing"),
    ),
    ("post", "/api/v1/seats/<int:seat>/take"): Operation(
        "Hold a seat from now on.", _SEATED, (*_WRITTEN, 404, 409), _ref("Nothing")
    ),
    ("post", "/api/v1/seats/<int:seat>/leave"): Operation(
        "Hold a seat no more.", _SEATED, (*_WRITTEN, 401), _ref("Nothing"), known=True
    ),
    ("post", "/api/v1/seats/<int:seat>/free"): Operation(
        "Free a seat that any phone holds; for the host.", _SEATED, (*_WRITTEN, 401), _ref("Nothing"), known=True
    ),
    ("post", "/api/v1/choices"): Operation(
        "Say what no card and no button can: for a seat, or as the host (seat 0).",
        _DONE, (*_WRITTEN, 401, 503), _ref("Choice"), known=True,
    ),
    ("post", "/api/v1/games"): Operation(
        "Begin another game of the same people: for the host, or between rounds for whoever holds a seat.",
        _DONE, (*_WRITTEN, 401, 503), _ref("Nothing"), known=True,
    ),
    ("post", "/api/v1/tabletop"): Operation(
        "Move an emulated card or button.", _DONE, _WRITTEN, {"oneOf": [_ref(move.__name__) for move in _MOVES]}
    ),
}  # fmt: skip


def blueprint() -> Blueprint:
    """Make the route."""
    routes = Blueprint("openapi", __name__)

    @routes.get("/api/v1/openapi.json")
    def openapi() -> Response:
        return jsonify(described(rule.rule for rule in current_app.url_map.iter_rules()))

    return routes


def described(rules: Iterable[str]) -> dict[str, Any]:
    """Describe those routes that this table has."""
    paths: dict[str, dict[str, Any]] = {}
    there = set(rules)
    for (method, rule), operation in OPERATIONS.items():
        if rule in there:
            path = paths.setdefault(rule.replace("<int:seat>", "{seat}"), {})
            path[method] = _described(method, rule, operation)
    return {
        "openapi": "3.1.0",
        "info": {"title": "Card table", "version": "1", "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": _schemas(), "securitySchemes": {"phone": _COOKIE}},
    }


_COOKIE = {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "Given to whoever is host or takes a seat."}
_SEAT = {"name": "seat", "in": "path", "required": True, "schema": {"type": "integer", "minimum": 0}}


def _described(method: str, rule: str, operation: Operation) -> dict[str, Any]:
    told: dict[str, Any] = {"summary": operation.summary, "operationId": _name(method, rule)}
    if "<int:seat>" in rule:
        told["parameters"] = [_SEAT]
    if operation.body is not None:
        told["requestBody"] = {"required": True, "content": {"application/json": {"schema": operation.body}}}
    told["responses"] = {"200": {"description": "Done.", "content": {operation.kind: {"schema": operation.answer}}}}
    for status in sorted({400, *operation.refused}):  # any request may come to a name that is not this table's
        told["responses"][str(status)] = {
            "description": _ERRORS[status],
            "content": {"application/json": {"schema": _ref("Error")}},
        }
    return told | ({"security": [{"phone": []}]} if operation.known else {})


def _name(method: str, rule: str) -> str:
    words = rule.removeprefix("/api/v1/").replace("<int:seat>/", "").replace(".", "/").split("/")
    return "_".join([method, *words])


def _schemas() -> dict[str, Any]:
    _, schemas = models_json_schema(
        [(model, "validation") for model in _MODELS], ref_template="#/components/schemas/{model}"
    )
    return {**schemas["$defs"], "Picture": _PICTURE, "Error": _object(error=_TEXT)}
