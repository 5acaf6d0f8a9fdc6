"""Server-sent events: the full picture first, then every event after the last one that the phone knows.

A stream buffers nothing: it reads on in the board's pictures, so a slow phone costs nobody anything. It ends by itself
after a while, for the browser to resume: that is how vanished phones are found.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Any

from table.board import Board, Picture
from table.games.game import Audience
from web.telling.sentences import Narrator
from web.telling.shown import seen, shown

RETRY_MS = 1000
BEAT = b"event: beat\ndata: null\n\n"  # a phone that hears none for long knows that its stream is gone


class Slots:
    """A limited number of streams, each served by a thread.

    Limits also apply to each address except this machine's, which may stand for many phones, and to each seat, or all
    hosts, at any address. One slot in four is reserved for seats and hosts: watchers leave it free.
    """

    def __init__(self, number: int, each: int, of_one: int) -> None:
        self._lock = Lock()
        self._number = number
        self._each = each
        self._of_one = of_one
        self._taken: Counter[str] = Counter()

    def take(self, whose: str, *, known: bool = False) -> bool:
        """Take a slot for an address, or for a `known` audience; False if there is none."""
        with self._lock:
            most = self._number if known else self._number - self._number // 4
            each = self._of_one if known else most if _is_here(whose) else self._each
            if self._taken[whose] >= each or self._taken.total() >= most:
                return False
            self._taken[whose] += 1
            return True

    def give_back(self, whose: str) -> None:
        """Give a slot back."""
        with self._lock:
            self._taken[whose] -= 1
            self._taken += Counter()  # drops those without streams


def _is_here(address: str) -> bool:
    """Return whether an address is this machine's own."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


class Drawings:
    """The messages for a new picture, made once for each audience however many phones it has."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._drawn: dict[tuple[str, Audience], tuple[Picture, int, bytes]] = {}

    def picture(self, picture: Picture, audience: Audience, seq: int) -> bytes:
        """Return the picture message for an audience that knows its events up to `seq`, made now or before."""
        return self._once("picture", picture, audience, seq, _picture)

    def events(self, picture: Picture, audience: Audience, seq: int) -> bytes:
        """Return the messages of an audience's events after `seq`, made now or before."""
        return self._once("events", picture, audience, seq, _events)

    def _once(
        self,
        what: str,
        picture: Picture,
        audience: Audience,
        seq: int,
        draw: Callable[[Picture, Audience, int], bytes],
    ) -> bytes:
        with self._lock:  # others that wait here find it made
            latest, since, drawn = self._drawn.get((what, audience), (None, 0, b""))
            if latest is not picture or since != seq:
                drawn = draw(picture, audience, seq)
            if latest is None or latest.number < picture.number:
                self._drawn[what, audience] = (picture, seq, drawn)
        return drawn


def _picture(picture: Picture, audience: Audience, seq: int) -> bytes:
    return _message(_json(shown(picture, audience)), seq, name="picture")


def _events(picture: Picture, audience: Audience, seq: int) -> bytes:
    told = map(Narrator.of(picture).told, picture.since(audience, seq))
    return b"".join(_message(_json(event), event["seq"]) for event in told)


def stream(
    board: Board,
    audience: Audience,
    last_id: int | None,
    *,
    drawings: Drawings,
    beside: Callable[[Picture], Mapping[str, Any]] | None = None,
    may: Callable[[], bool],
    gone: Callable[[], bool],
    heartbeat_s: float,
    lifetime_s: float,
    look_s: float,
) -> Iterator[bytes]:
    """Yield an audience's messages after event `last_id`, until it is gone, the time is up or the table stops.

    `may` returns whether it may still know; once it may not, the stream ends. `beside` returns what there is to see
    besides the table's picture, such as a seat's hand; it is sent as `room` whenever it changes.
    """
    picture = board.picture
    seq = _known(picture, audience, last_id)
    news = f"retry: {RETRY_MS}\n".encode() + drawings.picture(picture, audience, seq)
    spoke_at = began_at = time.monotonic()
    room = ""
    while True:
        news += drawings.events(picture, audience, seq)
        seq = len(picture.told(audience))
        if beside is not None and (there := _json(beside(picture))) != room:
            room = there
            news += _message(room, seq, name="room")
        if news:  # in one piece: after each send other threads get their turn
            yield news
        before, picture = picture, board.wait(picture.number, look_s)
        now, news = time.monotonic(), b""
        if board.closed or gone() or not may() or now - began_at > lifetime_s:
            return
        if _concerns(audience, before, picture):
            seq, spoke_at = (seq if picture.game_id == before.game_id else 0), now
            news = drawings.picture(picture, audience, seq)
        elif now - spoke_at > heartbeat_s:
            spoke_at = now
            news = BEAT


def _concerns(audience: Audience, before: Picture, after: Picture) -> bool:
    """Return whether anything changed for an audience: changes for others must not show."""
    same_game = before.game_id == after.game_id
    told_nothing = len(before.told(audience)) == len(after.told(audience))
    return not (same_game and told_nothing and seen(before, audience) == seen(after, audience))


def _known(picture: Picture, audience: Audience, last_id: int | None) -> int:
    """Return where to continue: a phone that knows more events than there are was watching an earlier game."""
    told = len(picture.told(audience))
    if last_id is None:
        return told
    return last_id if last_id <= told else 0


def _message(text: str, seq: int, name: str | None = None) -> bytes:
    event = "" if name is None else f"event: {name}\n"
    return f"id: {seq}\n{event}data: {text}\n\n".encode()


def _json(data: Mapping[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False)
