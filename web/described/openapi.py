"""The API described in OpenAPI 3.1; request schemas come from the models that validate them."""

import re
from collections.abc import Iterable, Mapping

from pydantic import TypeAdapter

from web.access.phones import COOKIE
from web.described.derived import Schema
from web.described.operations import OPERATIONS, Operation
from web.described.schemas import NAMED, NUMBER, SEAT, TEXT, listing, ref

_ERRORS = {
    400: "Something in the request is wrong.",
    401: "The table does not know this phone as somebody who may do that.",
    403: "Not from this page, or not for this phone.",
    404: "There is no such thing.",
    409: "Not now: another phone has it, or the game does not allow it.",
    413: "The body is too long.",
    415: "The body is not JSON.",
    429: "Too many wrong PINs, presses, or failed claims: wait for the seconds in `Retry-After`.",
    500: "The table failed: nothing has changed, and its log says why.",
    503: "The table, or a place at it, is not available now.",
}
_PARAMETERS: Mapping[str, Mapping[str, object]] = {
    "seat": {"in": "path", "required": True, "schema": SEAT},
    "seq": {"in": "path", "required": True, "schema": {**NUMBER, "minimum": 1}, "description": "Number of an event."},
    "game": {"in": "path", "required": True, "schema": TEXT, "description": "A game, as `GET /api/v1/games` names it."},
    "deck": {
        "in": "path",
        "required": True,
        "schema": TEXT,
        "description": "A deck, or a game usually played with it.",
    },
    "number": {
        "in": "path",
        "required": True,
        "schema": {**NUMBER, "minimum": 1},
        "description": "A game that is over.",
    },
    "name": {"in": "path", "required": True, "schema": TEXT, "description": "A player’s name."},
    "tournament": {
        "in": "path",
        "required": True,
        "schema": {**NUMBER, "minimum": 1},
        "description": "A tournament, by its number.",
    },
}
_GIVEN: Mapping[str, Mapping[str, object]] = {
    "lang": {"in": "query", "schema": TEXT, "description": "Language of all sentences; by default the browser's."},
    "game_id": {"in": "query", "schema": NUMBER, "description": "Answer only for this game."},
    "game": {"in": "query", "schema": TEXT, "description": "Only games of this kind."},
    "player": {"in": "query", "schema": TEXT, "description": "Only games in which somebody of this name played."},
    "limit": {
        "in": "query",
        "schema": {**NUMBER, "minimum": 1, "maximum": 100},
        "description": "How many at most.",
    },
    "before": {"in": "query", "schema": {**NUMBER, "minimum": 0}, "description": "Only those before this one."},
    "from": {
        "in": "query",
        "required": True,
        "schema": {**NUMBER, "minimum": 1},
        "description": "The number of the first event.",
    },
    "to": {
        "in": "query",
        "required": True,
        "schema": {**NUMBER, "minimum": 1},
        "description": "That of the last one; the game may end before.",
    },
    "robots": {"in": "query", "schema": TEXT, "description": "If given, robots instead of people."},
    "last_game": {
        "in": "query",
        "schema": NUMBER,
        "description": "The game that Last-Event-ID is of: of another one that is on now all events follow.",
    },
    "last_event_id": {
        "in": "query",
        "schema": NUMBER,
        "description": "Says the same as Last-Event-ID, and comes before it.",
    },
    "of": {
        "in": "query",
        "required": True,
        "schema": {**listing(TEXT), "minItems": 1, "maxItems": 16},
        "description": "The path of each stream, with its own parameters: `/api/v1/seats/2/events?last_event_id=7`.",
    },
    "Last-Event-ID": {"in": "header", "schema": NUMBER, "description": "Continue after this event."},
}
_WAITS = "Not done yet: people are asked."
_COOKIE = {"type": "apiKey", "in": "cookie", "name": COOKIE, "description": "Sent to whoever is host or takes a seat."}
_IN_PATH = re.compile(r"<(?:\w+:)?(\w+)>")
_DEFINED = "#/components/schemas/{model}"


def described(rules: Iterable[str]) -> Mapping[str, object]:
    """Return the description of those routes (`rules`) that this table has."""
    there = set(rules)
    operations = {place: operation for place, operation in OPERATIONS.items() if place[1] in there}
    bodies, defined = _bodies(operations)
    paths: dict[str, dict[str, object]] = {}
    for (method, rule), operation in operations.items():
        path = paths.setdefault(_IN_PATH.sub(r"{\1}", rule), {})
        path[method] = _described(method, rule, operation, bodies.get((method, rule)))
    return {
        "openapi": "3.1.0",
        "info": {"title": "Card table", "version": "1", "license": {"name": "MIT", "identifier": "MIT"}},
        "servers": [{"url": "/"}],
        "paths": paths,
        "components": {"schemas": {**defined, **NAMED}, "securitySchemes": {"phone": _COOKIE}},
    }


def _bodies(operations: Mapping[tuple[str, str], Operation]) -> tuple[dict[tuple[str, str], Schema], Schema]:
    """Return the schemas of all request bodies, by method and route, and those of the models that they use."""
    sent = {place: operation.body for place, operation in operations.items() if operation.body is not None}
    asked = [(place, "validation", body) for place, body in sent.items()]
    found, shared = TypeAdapter.json_schemas(asked, ref_template=_DEFINED)  # type: ignore[arg-type]
    bodies = {place: schema for (place, _), schema in found.items()}
    return bodies, shared.get("$defs", {})  # type: ignore[return-value]


def _described(method: str, rule: str, operation: Operation, body: Schema | None) -> Mapping[str, object]:
    fields: dict[str, object] = {"summary": operation.summary, "operationId": _name(method, rule)}
    parameters = [(name, _PARAMETERS) for name in _IN_PATH.findall(rule)]
    parameters += [(name, _GIVEN) for name in dict.fromkeys((*operation.given, "lang"))]
    fields["parameters"] = [{"name": name, **known[name]} for name, known in parameters]
    if body is not None:
        fields["requestBody"] = {"required": True, "content": {"application/json": {"schema": body}}}
    answers: dict[str, object] = {
        "200": {"description": "Done.", "content": {operation.kind: {"schema": operation.answer}}}
    }
    if operation.waits is not None:
        answers["202"] = {"description": _WAITS, "content": {operation.kind: {"schema": operation.waits}}}
    for status in sorted({400, *operation.refused}):  # any request may name a wrong host
        answers[str(status)] = {
            "description": _ERRORS[status],
            "content": {"application/json": {"schema": ref("Error")}},
        }
    fields["responses"] = answers
    return fields | ({"security": [{"phone": []}]} if operation.known else {})


def _name(method: str, rule: str) -> str:
    words = _IN_PATH.sub("", rule.removeprefix("/api/v1/")).replace(".", "/").split("/")
    one = ["one"] if method == "get" and rule.endswith(">") else []  # or else the list would have the same name
    return "_".join([method, *filter(None, words), *one])
