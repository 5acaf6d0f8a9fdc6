"""Server-sent events: the full snapshot first, then every event after the last one that the phone knows.

A stream buffers nothing: it reads on in the board's snapshots, so a slow phone costs nobody anything. It ends by itself
after a while, and the browser resumes it: that is how vanished phones are found. It never waits: our server serves all
phones from one thread, and a server that knows nothing of streams gives each a thread that does the waiting.
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
Beside = Callable[[Snapshot], Value]  # what a phone sees besides the snapshot

RETRY_MS = 1000
HAND_OVER = "cardtable.hand_over"  # in the WSGI environment: takes what a phone is told, and what to do at its end
ENGLISH = English()
BEAT = b"event: beat\ndata: null\n\n"  # a phone that hears none for long knows that its stream is gone


class Slots:
    """A limited number of streams.

    Limits also apply to each address except this machine's, which may stand for many phones, and to each seat, or all
    hosts, at any address. One slot in four is reserved for seats and hosts: watchers leave it free.
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
        """Take a slot for an address or a `known` audience; return False if there is none."""
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
            self._taken += Counter()  # drops those without streams


def _is_here(address: str) -> bool:
    """Return whether an address is this machine's own."""
    try:
        found = ip_address(address)
    except ValueError:
        return False
    mapped = found.ipv4_mapped if isinstance(found, IPv6Address) else None
    return (mapped or found).is_loopback


class Rendering:
    """One poll of the board for all streams: what several audiences or phones get is made once.

    At a hub it is one of the wall of all tables.

    What was drawn of the same snapshot at the look `before` is drawn already. It is for one thread.
    """

    def __init__(self, snapshot: Any, before: "Rendering | None" = None) -> None:
        self.snapshot = snapshot
        self._drawn: dict[Any, Any] = before._drawn if before is not None and before.snapshot is snapshot else {}
        self._beside: dict[tuple[Audience, str], str] = {}

    def news(self, audience: Audience, seq: int, language: Language = ENGLISH) -> bytes:
        """Return the snapshot message for an audience that knows its events up to `seq`."""
        key = ("picture", audience, seq, language.code)
        return self.once(key, lambda: _picture(self.snapshot, audience, seq, language))

    def events(self, audience: Audience, seq: int, language: Language = ENGLISH) -> bytes:
        """Return the messages of an audience's events after `seq`."""
        key = ("events", audience, seq, language.code)
        return self.once(key, lambda: _events(self.snapshot, audience, seq, language))

    def concerns(self, audience: Audience, before: Snapshot) -> bool:
        """Return whether anything changed for an audience since a snapshot before."""
        key = ("concerns", audience, before.number)
        return self.once(key, lambda: _concerns(audience, before, self.snapshot))

    def beside(self, audience: Audience, draw: Beside, language: Language = ENGLISH) -> str:
        """Return what a phone sees besides the snapshot, as JSON."""
        key = audience, language.code
        if key not in self._beside:
            self._beside[key] = _json(language.of(to_json(draw(self.snapshot))))
        return self._beside[key]

    def once(self, key: tuple[Any, ...], make: Callable[[], T]) -> T:
        """Return a value that is made once for all streams of this poll, under a key."""
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


StreamBody = Generator[bytes, Rendering, None]  # what a phone is told at each look; often nothing


def begun(opens: Callable[P, StreamBody]) -> Callable[P, StreamBody]:
    """Start a stream's generator up to its first poll."""

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
    """Yield what an audience gets after event `last_id`, poll by poll, until the time is up.

    If that was of `last_game` and another one is on, all events of this one follow. It ends, too, when the phone is
    gone, or once `may` returns that it may not know any more. `beside` returns what there is to see besides the table's
    snapshot, such as a seat's hand; it is sent as `room` whenever it changes. `passing` returns messages of what passes
    now and is kept nowhere.
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
    """Yield what several streams tell, as one; a part that is a number was refused with that status.

    `of` says which part the messages after it are of, counted from 0. When one part ends all do: whoever asks again is
    told which one is refused by then.
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
    """What streams follow: a board, or the wall of a hub."""

    @property
    def snapshot(self) -> Any: ...

    @property
    def closed(self) -> bool: ...

    def wait(self, number: int, timeout: float) -> Any:
        """Wait for a snapshot with another number, or until the time is up; return the current one."""
        ...


def waiting(board: Followed, body: StreamBody, poll_s: float) -> Iterator[bytes]:
    """Yield one phone's stream in a thread of its own, for any WSGI server."""
    rendering = Rendering(board.snapshot)
    with suppress(StopIteration):
        while True:
            if news := body.send(rendering):
                yield news
            rendering = Rendering(board.wait(rendering.snapshot.number, poll_s), rendering)
            if board.closed:
                return


def _concerns(audience: Audience, before: Snapshot, after: Snapshot) -> bool:
    """Return whether anything changed for an audience; changes for others must not show."""
    same_game = before.game.game_id == after.game.game_id
    told_nothing = len(before.game.delivered(audience)) == len(after.game.delivered(audience))
    return not (same_game and told_nothing and _seen(before, audience) == _seen(after, audience))


def _known(snapshot: Snapshot, audience: Audience, last_id: int | None, last_game: int | None) -> int:
    """Return where to continue: a phone that knows more events than there are was watching an earlier game.

    Numbers begin again with each game, so a phone that knows few may have watched an earlier one, too, if it says so.
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
    """Return what `shown` makes an audience's picture of, its events apart: the host's has the hardware."""
    game = snapshot.game
    extras = game.asked, game.left, game.robots, game.seated, game.auto, snapshot.table.gathering
    return game.view(audience), extras, snapshot.host.health if audience == HOST else None
