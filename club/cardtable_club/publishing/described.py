"""An AsyncAPI 3.0 description of what a club's table publishes on its broker."""

from collections.abc import Mapping
from functools import cache
from typing import Any

from flask import Blueprint, Response, current_app

from web.described.derived import Schema
from web.described.schemas import (
    NAMED,
    NUMBER,
    TEXT,
    TOLD,
    by_name,
    listing,
    record,
    ref,
    said,
)

_WHEN = said({"type": "string", "format": "date-time"}, "Wall-clock time, in ISO 8601.")
_COUNT: Schema = {"type": "integer", "minimum": 0}
STATUS = record(
    state={"enum": ["online", "offline"]},
    version=said(TEXT, "Version of the table's program."),
    since=_WHEN,
    games=said(
        by_name(_COUNT),
        "Number of public events of each game of which a hub may lack events, by UUID; includes the running game.",
    ),
)
HEALTH = record(lost=said(listing(TEXT), "Names of readers and buttons that do not answer, as on the host's page."))
TURN = record(seat=NUMBER, name=said(TEXT, "Name of the player at this seat."))
ASK = record(game=said(TEXT, "UUID of the game."), **{"from": {"type": "integer", "minimum": 1}})
EVENT = {**TOLD, "properties": {**TOLD["properties"], "at": _WHEN}, "required": [*TOLD["required"], "at"]}
_OF_THE_TABLE = ("id", "imported")
GAME = record(
    **{name: schema for name, schema in NAMED["PastGame"]["properties"].items() if name not in _OF_THE_TABLE},
    id=said(TEXT, "UUID of the game."),
    kind=said(
        {"enum": ["people", "robots", "simulated", "practice"]},
        "Who played: people, robots alone, simulated people, or somebody who practised.",
    ),
    events=said(NUMBER, "Number of public events."),
)
_PART = record(platform=TEXT, unique_id=TEXT, name=TEXT, state_topic=TEXT, value_template=TEXT)
DEVICE = record(
    device=record(identifiers=listing(TEXT), name=TEXT), origin=record(name=TEXT), components=by_name(_PART), qos=NUMBER
)
_TABLE = {
    "club": {"description": "Name of the club: 1 to 40 letters a-z, digits, _ or -."},
    "table": {"description": "Name of the table, which also has 1 to 40 letters a-z, digits, _ or -."},
}
_GAME = {"game": {"description": "UUID of the game."}}
_BASE = "cardtable/{club}/{table}"
# By channel: its address, the schema of its messages, their QoS, whether the broker retains them, and a summary.
_CHANNELS: Mapping[str, tuple[str, Schema, int, bool, str]] = {
    "status": (
        f"{_BASE}/status", STATUS, 1, True,
        "Whether the table is online; if the table dies, the broker publishes `offline` for it.",
    ),
    "ask": (
        f"{_BASE}/ask", ASK, 1, False,
        "A hub's request to publish the events of a game again, starting with event `from`.",
    ),
    "picture": (f"{_BASE}/picture", ref("Picture"), 0, True, "The public picture, at most four times a second."),
    "health": (f"{_BASE}/health", HEALTH, 1, True, "Readers and buttons that do not answer, after each change."),
    "turn": (f"{_BASE}/turn", TURN, 0, False, "The seat whose turn begins, once, when it begins."),
    "event": (
        f"{_BASE}/events/{{game}}", EVENT, 1, False,
        "The public events in order, each once unless a hub asks for it again.",
    ),
    "game": (
        f"{_BASE}/games/{{game}}", GAME, 1, True,
        "Summary of a finished game, once the broker has all its events; empty if the game's end was taken back.",
    ),
    "device": (
        "homeassistant/device/cardtable_{club}_{table}/config", DEVICE, 1, True,
        "Discovery message by which Home Assistant finds the table.",
    ),
}  # fmt: skip


_AT_A_TABLE = "A card table in a club"


def blueprint(title: str = _AT_A_TABLE) -> Blueprint:
    """Return the route that serves the description; tables and hubs give it different titles."""
    routes = Blueprint("asyncapi", __name__)

    @cache
    def text() -> str:
        return current_app.json.dumps(described(title))

    @routes.get("/asyncapi.json")
    def asyncapi() -> Response:
        return Response(text(), mimetype="application/json")

    return routes


def described(title: str = _AT_A_TABLE) -> dict[str, Any]:
    return {
        "asyncapi": "3.0.0",
        "info": {"title": title, "version": "1", "license": {"name": "MIT"}},
        "defaultContentType": "application/json",
        "channels": {name: _channel(name, *of) for name, of in _CHANNELS.items()},
        "operations": {name: _operation(name, of[2], retain=of[3]) for name, of in _CHANNELS.items()},
        "components": {"schemas": {**NAMED}},
    }


def schema_of(channel: str) -> dict[str, Any]:
    """Return the complete schema of a channel's messages, including all referenced schemas."""
    return {**_CHANNELS[channel][1], "components": {"schemas": {**NAMED}}}


def _channel(name: str, address: str, payload: Schema, _qos: int, _retain: bool, summary: str) -> dict[str, Any]:
    return {
        "address": address,
        "description": summary,
        "parameters": {**_TABLE, **(_GAME if "{game}" in address else {})},
        "messages": {name: {"payload": payload}},
    }


def _operation(name: str, qos: int, *, retain: bool) -> dict[str, Any]:
    return {
        "action": "receive" if name == "ask" else "send",
        "channel": {"$ref": f"#/channels/{name}"},
        "bindings": {"mqtt": {"qos": qos, "retain": retain}},
    }
