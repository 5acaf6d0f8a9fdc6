"""The payloads that a table publishes, as bytes. `described.py` has a machine-readable description of them."""

import json
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from importlib.metadata import version
from typing import Any, Literal

from cardtable_club.publishing.played import Played
from cardtable_club.publishing.times import Anchor, at_s
from table.complaints import BadInput
from table.event import Delivered
from table.files import parsed_json
from table.languages.language import English, Language

ENGLISH = English()
_MOST_BYTES = 1_000
VERSION = version("cardtable")


def status(state: Literal["online", "offline"], since: str, games: Mapping[str, int]) -> bytes:
    """Return a table's status: its state, since when, and the event count of each game that a hub may need."""
    return packed({"state": state, "version": VERSION, "since": since, "games": games})


def event(delivered: Delivered, game: Played, anchors: Sequence[Anchor], language: Language = ENGLISH) -> bytes:
    """Return a public event in `language`, with its wall-clock time."""
    said = language.of(delivered.json)
    return packed({"seq": delivered.seq, "t": said["t"], "at": at(delivered, game, anchors), **said})


def at(delivered: Delivered, game: Played, anchors: Sequence[Anchor]) -> str:
    """Return the wall-clock time of an event, in ISO 8601."""
    return stamp(at_s(delivered, game.began_s, anchors))


def stamp(s: float) -> str:
    """Return a wall-clock time, given in s since 1970, in ISO 8601."""
    return datetime.fromtimestamp(s, UTC).isoformat(timespec="milliseconds")


def asked(payload: bytes) -> tuple[str, int]:
    """Return the game and the first event number that a hub requests. Raise BadInput if the payload is invalid."""
    try:
        said = parsed_json(payload[:_MOST_BYTES])
        game, first = said["game"], said["from"]
    except (ValueError, TypeError, KeyError):
        raise BadInput('ask: expected {"game": UUID, "from": seq}') from None
    if not isinstance(game, str) or type(first) is not int or first < 1:
        raise BadInput('ask: expected {"game": UUID, "from": seq}')
    return game, first


def packed(of: Any) -> bytes:
    """Return an object as compact JSON."""
    return json.dumps(of, ensure_ascii=False, separators=(",", ":")).encode()
