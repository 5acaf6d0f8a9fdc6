"""Server-sent events: the full view first, then every event after the last one that the phone knows.

A stream buffers nothing: it reads from the board's snapshots, so a slow phone delays nobody. It ends after a while, and
the browser reconnects; this is how vanished phones are detected. A stream never blocks: our server serves all phones
from one thread, and on any other WSGI server each stream has a thread that waits for snapshots (`waiting`).
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from functools import wraps
from ipaddress import IPv6Address, ip_address
from threading import Lock
from typing import Any, ParamSpec, Protocol, TypeVar

from table.board import Snapshot
from table.games.game import HOST, Audience
from table.languages.language import English, Language
from table.sentences import Narrator
from table.values import Value, to_json
from web.delivery.shown import shown

T = TypeVar("T")
P = ParamSpec("P")
Beside = Callable[[Snapshot], Value]  # returns what a phone sees in addition to the snapshot

RETRY_MS = 1000
HAND_OVER = "cardtable.hand_over"  # in the WSGI environment: a function that takes a stream's body and an end callback
ENGLISH = English()
BEAT = b"event: beat\ndata: null\n\n"  # a heartbeat; a page that misses several knows that its stream is lost


class Slots:
    """A limited number of streams.

    Further limits apply: for each address except this computer's own, which may be a proxy for many phones; for each
    seat; and for all hosts together. One slot in four is reserved for seats and hosts.
    """

    def __init__(self, number: int, each: int, of_one: int) -> None:
        self._lock = Lock()
        self._number = number
        self._each = each
        self._of_one = of_one
        self._taken: Counter[str] = Counter()

    @property
    def taken(self) -> int:
        with self._lock:
            return self._taken.total()

    def take(self, whose: str, *, known: bool = False) -> bool:
        """Take a slot for an address or a `known` audience; return False if no slot is free."""
        with self._lock:
            most = self._number if known else self._number - self._number // 4
            each = self._of_one if known else most if _is_here(whose) else self._each
            if self._taken[whose] >= each or self._taken.total() >= most:
                return False
            self._taken[whose] += 1
            return True

    def give_back(self, whose: str) -> None:
        with self._lock:
            self._taken[whose] -= 1
            self._taken += Counter()  # drops entries that are zero


def _is_here(address: str) -> bool:
    """Return whether an address is this computer's own."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


class Rendering:
    """The messages of one poll of the board, each rendered once for all streams that need it.

    At a hub, the wall of all tables takes the place of the board. If the poll `before` saw the same snapshot, its
    messages are reused. Not thread-safe.
    """

    def __init__(self, snapshot: Any, before: "Rendering | None" = None) -> None:
        self.snapshot = snapshot
        self._drawn: dict[Any, Any] = before._drawn if before is not None and before.snapshot is snapshot else {}
        self._beside: dict[tuple[Audience, str], str] = {}

    def news(self, audience: Audience, seq: int, language: Language = ENGLISH) -> bytes:
        """Return the `picture` message for an audience that knows its events up to `seq`."""
        key = ("picture", audience, seq, language.code)
        return self.once(key, lambda: _picture(self.snapshot, audience, seq, language))

    def events(self, audience: Audience, seq: int, language: Language = ENGLISH) -> bytes:
        """Return the messages of an audience's events after `seq`."""
        key = ("events", audience, seq, language.code)
        return self.once(key, lambda: _events(self.snapshot, audience, seq, language))

    def concerns(self, audience: Audience, before: Snapshot) -> bool:
        """Return whether anything changed for an audience since the snapshot `before`."""
        key = ("concerns", audience, before.number)
        return self.once(key, lambda: _concerns(audience, before, self.snapshot))

    def beside(self, audience: Audience, draw: Beside, language: Language = ENGLISH) -> str:
        """Return what a phone sees in addition to the snapshot, as JSON."""
        key = audience, language.code
        if key not in self._beside:
            self._beside[key] = _json(language.of(to_json(draw(self.snapshot))))
        return self._beside[key]

    def once(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Return the value for a key, computing it at most once for all streams of this poll."""
        if key not in self._drawn:
            self._drawn[key] = make()
        made: T = self._drawn[key]
        return made


def _picture(snapshot: Snapshot, audience: Audience, seq: int, language: Language) -> bytes:
    return _message(_json(language.of(shown(snapshot, audience))), seq, name="picture")


def _events(snapshot: Snapshot, audience: Audience, seq: int, language: Language) -> bytes:
    narrator = Narrator.of(snapshot.game)
    since = snapshot.game.since(audience, seq)
    return b"".join(_message(_json(language.of(narrator.with_sentence(one))), one.seq) for one in since)


StreamBody = Generator[bytes, Rendering, None]  # yields the bytes for a phone at each poll; often none


def begun(opens: Callable[P, StreamBody]) -> Callable[P, StreamBody]:
    """Decorate a stream's generator function, so that its generators are advanced to their first poll."""

    @wraps(opens)
    def begin(*given: P.args, **more: P.kwargs) -> StreamBody:
        first = opens(*given, **more)
        next(first)
        return first

    return begin


@begun
def stream(
    audience: Audience,
    last_id: int | None,
    *,
    last_game: int | None = None,
    language: Language = ENGLISH,
    beside: Beside | None = None,
    passing: Callable[[], bytes] = bytes,
    may: Callable[[], bool],
    gone: Callable[[], bool],
    heartbeat_s: float,
    lifetime_s: float,
) -> StreamBody:
    """Yield what an audience gets after event `last_id`, poll by poll, until `lifetime_s` has elapsed.

    If `last_id` belongs to a game (`last_game`) other than the current one, all events of the current game follow. The
    stream also ends when the phone has disconnected (`gone`), or when `may` returns False because the phone has lost
    its role. `beside` returns what the phone sees in addition to the snapshot, such as a seat's hand, which is sent as
    `room` whenever it changes. `passing` returns messages about transient events, which are not stored.
    """
    rendering = yield b""
    snapshot = rendering.snapshot
    seq = _known(snapshot, audience, last_id, last_game)
    news = f"retry: {RETRY_MS}\n".encode() + rendering.news(audience, seq, language)
    spoke_at = began_at = time.monotonic()
    room = ""
    while True:
        news += rendering.events(audience, seq, language)
        seq = len(snapshot.game.delivered(audience))
        if beside is not None and (there := rendering.beside(audience, beside, language)) != room:
            room = there
            news += _message(room, seq, name="room")
        news += passing()
        rendering = yield news  # in one piece
        before, snapshot, now, news = snapshot, rendering.snapshot, time.monotonic(), b""
        if gone() or not may() or now - began_at > lifetime_s:
            return
        if rendering.concerns(audience, before):
            seq, spoke_at = (seq if snapshot.game.game_id == before.game.game_id else 0), now
            news = rendering.news(audience, seq, language)
        elif now - spoke_at > heartbeat_s:
            spoke_at = now
            news = BEAT


@begun
def together(parts: Sequence[StreamBody | int]) -> StreamBody:
    """Yield the messages of several streams as one stream; a part that is a number was refused with that status.

    An `of` message says which part, counted from 0, the messages after it belong to. When one part ends, the whole
    stream ends; the browser then reconnects, and gets the status of each part that is refused.
    """
    rendering = yield b""
    bodies = {n: part for n, part in enumerate(parts) if not isinstance(part, int)}
    refused = {n: part for n, part in enumerate(parts) if isinstance(part, int)}
    news = b"".join(_part(n, f"event: refused\ndata: {status}\n\n".encode()) for n, status in refused.items())
    try:
        while bodies:
            said = {n: part.send(rendering) for n, part in bodies.items()}
            news += b"".join(_part(n, heard) for n, heard in said.items() if heard not in (b"", BEAT))
            rendering = yield news or (BEAT if BEAT in said.values() else b"")
            news = b""
    except StopIteration:
        return
    finally:
        for part in bodies.values():
            part.close()
    yield news


def _part(number: int, messages: bytes) -> bytes:
    return f"event: of\ndata: {number}\n\n".encode() + messages


class Followed(Protocol):
    """The source of a stream's snapshots: a board, or the wall of a hub."""

    @property
    def snapshot(self) -> Any: ...

    @property
    def closed(self) -> bool: ...

    def wait(self, number: int, timeout: float) -> Any:
        """Wait for a snapshot with a different number, for at most `timeout` seconds; return the current snapshot."""
        ...


def waiting(board: Followed, body: StreamBody, poll_s: float) -> Iterator[bytes]:
    """Yield one phone's stream, and block between polls: for WSGI servers that use a thread for each response."""
    rendering = Rendering(board.snapshot)
    with suppress(StopIteration):
        while True:
            if news := body.send(rendering):
                yield news
            rendering = Rendering(board.wait(rendering.snapshot.number, poll_s), rendering)
            if board.closed:
                return


def _concerns(audience: Audience, before: Snapshot, after: Snapshot) -> bool:
    """Return whether anything changed for an audience; a stream must not reveal that something changes for others."""
    same_game = before.game.game_id == after.game.game_id
    told_nothing = len(before.game.delivered(audience)) == len(after.game.delivered(audience))
    return not (same_game and told_nothing and _seen(before, audience) == _seen(after, audience))


def _known(snapshot: Snapshot, audience: Audience, last_id: int | None, last_game: int | None) -> int:
    """Return the number of this game's last event that the phone knows, or 0 if it was watching another game.

    Event numbers start again with each game. So a phone that knows more events than there are watched another game. A
    phone that knows fewer may have watched another game as well: `last_game` says which one it watched.
    """
    count = len(snapshot.game.delivered(audience))
    if last_id is None:
        return count
    return last_id if last_id <= count and last_game in (None, snapshot.game.game_id) else 0


def _message(text: str, seq: int, name: str | None = None) -> bytes:
    event = "" if name is None else f"event: {name}\n"
    return f"id: {seq}\n{event}data: {text}\n\n".encode()


def _json(data: Mapping[str, object]) -> str:
    return json.dumps(data, ensure_ascii=False)


def _seen(snapshot: Snapshot, audience: Audience) -> object:
    """Return everything except events that `shown` uses for an audience; for the host, the health as well."""
    game = snapshot.game
    extras = game.asked, game.left, game.robots, game.seated, game.auto, snapshot.table.gathering
    return game.view(audience), extras, snapshot.host.health if audience == HOST else None
