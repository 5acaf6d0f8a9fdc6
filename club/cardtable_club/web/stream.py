"""Server-sent events: the wall (every table first, then each change), or a single table's tile and public view.

Events have no `id`, because a page that reconnects gets everything again.
"""

import json
import time
from collections.abc import Callable
from typing import Any

from flask import Response, abort, request

from cardtable_club.hub.wall import Now, Wall
from cardtable_club.publishing.address import Place
from table.languages.language import Language
from table.saying import say
from web.context import Config
from web.delivery.stream import BEAT, HAND_OVER, RETRY_MS, Rendering, Slots, StreamBody, begun, waiting
from web.locale import chosen

STREAMS = ("/api/v1/events", "/api/v1/tables/<of>/<table>/events")
_News = Callable[[Rendering, int], bytes]


class Streams:
    """A hub's open streams, up to a limit."""

    def __init__(self, wall: Wall, config: Config) -> None:
        self._wall = wall
        self._config = config
        self._slots = Slots(config.most_streams, config.most_streams_each, config.most_streams_of_one)

    def of_all(self) -> Response:
        """Stream all tables."""
        return self._open(_of_all)

    def of_one(self, place: Place) -> Response:
        """Stream one table's tile and public view."""
        return self._open(lambda poll, since, _: poll.once((place, since), lambda: _one(poll.snapshot, since, place)))

    def _open(self, news: Callable[[Rendering, int, Language], bytes]) -> Response:
        whose, language = request.remote_addr or "", chosen()
        if not self._slots.take(whose):
            abort(503, description=say("Too many phones are watching. This one will try again by itself."))
        gone = request.environ.get("waitress.client_disconnected", lambda: False)
        body = _body(lambda poll, since: news(poll, since, language), gone, self._config)
        if HAND_OVER in request.environ and request.method == "GET":
            request.environ[HAND_OVER](body, lambda: self._slots.give_back(whose))
            return Response(iter(()), mimetype="text/event-stream")
        response = Response(waiting(self._wall, body, self._config.poll_s), mimetype="text/event-stream")
        response.call_on_close(lambda: self._slots.give_back(whose))
        return response


@begun
def _body(news: _News, gone: Callable[[], bool], config: Config) -> StreamBody:
    poll = yield b""
    began_s = spoke_s = time.monotonic()
    known = 0
    said = f"retry: {RETRY_MS}\n\n".encode() + news(poll, 0)
    while True:
        known = poll.snapshot.number
        poll = yield said
        now_s, said = time.monotonic(), b""
        if gone() or now_s - began_s > config.stream_lifetime_s:
            return
        if poll.snapshot.number != known:
            said = news(poll, known)
        if said or now_s - spoke_s > config.heartbeat_s:
            said, spoke_s = said or BEAT, now_s


def _of_all(poll: Rendering, since: int, language: Language) -> bytes:
    return poll.once(("wall", since, language.code), lambda: _wall(poll.snapshot, since, language))


def _wall(now: Now, since: int, language: Language) -> bytes:
    wall = now.wall
    said = {
        "all": since == 0,
        "away": wall.away,
        "tables": [one.tile for one in wall.tables(since)],
        "gone": [{"club": one.club, "table": one.table} for one in wall.gone(since)] if since else [],
    }
    return _message("tables", language.of(said))


def _one(now: Now, since: int, place: Place) -> bytes:
    seen = now.wall.find(place)
    if seen is None or seen.number <= since:
        return b""
    return _message("tile", seen.tile) + (b"" if seen.picture is None else _message("picture", seen.picture))


def _message(name: str, said: Any) -> bytes:
    return f"event: {name}\ndata: {json.dumps(said, ensure_ascii=False)}\n\n".encode()
