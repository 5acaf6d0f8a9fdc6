"""The API described in OpenAPI 3.1; request schemas come from the models that validate them."""

import re
from collections.abc import Iterable, Mapping

from pydantic import TypeAdapter

from web.access.phones import COOKIE
from web.described.derived import Schema
from web.described.operations import OPERATIONS, Operation
from web.described.schemas import NAMED, NUMBER, SEAT, TEXT, listing, ref

_ERRORS = {
    400: "The request is invalid.",
    401: "This phone does not have a role that allows this.",
    403: "The request comes from another page, or this phone may not do this.",
    404: "There is no such resource.",
    409: "Not possible now, because of another phone or the state of the game.",
    413: "The request body is too long.",
    415: "The request body is not JSON.",
    429: "Too many wrong PINs, presses, failed claims or reports; `Retry-After` says how many seconds to wait.",
    500: "The table has failed: nothing has changed, and its log has the reason.",
    503: "The table does not answer, or no stream is free.",
}
_PARAMETERS: Mapping[str, Mapping[str, object]] = {
    "seat": {"in": "path", "required": True, "schema": SEAT},
    "seq": {"in": "path", "required": True, "schema": {**NUMBER, "minimum": 1}, "description": "Number of an event."},
    "game": {
        "in": "path",
        "required": True,
        "schema": TEXT,
        "description": "Name of a game, as in `GET /api/v1/games`.",
    },
    "deck": {
        "in": "path",
        "required": True,
        "schema": TEXT,
        "description": "Name of a deck, or of a game that is usually played with it.",
    },
    "number": {
        "in": "path",
        "required": True,
        "schema": {**NUMBER, "minimum": 1},
        "description": "Number of a finished game.",
    },
    "name": {"in": "path", "required": True, "schema": TEXT, "description": "Name of a player."},
    "tournament": {
        "in": "path",
        "required": True,
        "schema": {**NUMBER, "minimum": 1},
        "description": "Number of a tournament.",
    },
}
_GIVEN: Mapping[str, Mapping[str, object]] = {
    "lang": {"in": "query", "schema": TEXT, "description": "Language of all sentences; default: the browser's."},
    "game_id": {
        "in": "query",
        "schema": NUMBER,
        "description": "Expected number of the game; if it is another one, the answer is 404.",
    },
    "game": {"in": "query", "schema": TEXT, "description": "Return only games of this name."},
    "player": {
        "in": "query",
        "schema": TEXT,
        "description": "Return only games in which a player with this name took part.",
    },
    "limit": {
        "in": "query",
        "schema": {**NUMBER, "minimum": 1, "maximum": 100},
        "description": "Maximum number of results.",
    },
    "before": {
        "in": "query",
        "schema": {**NUMBER, "minimum": 0},
        "description": "Return only what comes before this number: of a game, an event, or a place in the list.",
    },
    "from": {
        "in": "query",
        "required": True,
        "schema": {**NUMBER, "minimum": 1},
        "description": "Number of the first event.",
    },
    "to": {
        "in": "query",
        "required": True,
        "schema": {**NUMBER, "minimum": 1},
        "description": "Number of the last event, at most 19 more than `from`; the game may end earlier.",
    },
    "robots": {"in": "query", "schema": TEXT, "description": "If present, return robots instead of people."},
    "last_game": {
        "in": "query",
        "schema": NUMBER,
        "description": "Game that Last-Event-ID belongs to; if another game is on, all its events follow.",
    },
    "last_event_id": {
        "in": "query",
        "schema": NUMBER,
        "description": "Same as the header Last-Event-ID; takes precedence over it.",
    },
    "of": {
        "in": "query",
        "required": True,
        "schema": {**listing(TEXT), "minItems": 1, "maxItems": 16},
        "description": "Path of each stream, with its own parameters: `/api/v1/seats/2/events?last_event_id=7`.",
    },
    "Last-Event-ID": {
        "in": "header",
        "schema": NUMBER,
        "description": "Number of the last event that the client knows; the stream continues after it.",
    },
}
_WAITS = "Not done yet: the players at these seats are asked first."
_COOKIE = {
    "type": "apiKey",
    "in": "cookie",
    "name": COOKIE,
    "description": "Set when a phone becomes host or takes a seat.",
}
_IN_PATH = re.compile(r"<(?:\w+:)?(\w+)>")
_DEFINED = "#/components/schemas/{model}"


def described(rules: Iterable[str]) -> Mapping[str, object]:
    """Return the description of the routes that this table has (`rules`)."""
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
