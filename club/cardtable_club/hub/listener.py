"""Listens to all tables of a club.

A message is acknowledged to the broker only once it is stored in the database, so the hub and its database may be
killed at any time. The hub asks tables for events that neither it nor the broker has.
"""

import json
import secrets
import threading
import time
from collections import Counter, OrderedDict, defaultdict
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Self

from sqlalchemy import select

from cardtable_club.hub import heard as reading
from cardtable_club.hub import keeping
from cardtable_club.hub.database import Database, DatabaseAway, put
from cardtable_club.hub.heard import Said, StatusHeard
from cardtable_club.hub.keeping import Kept, OnGameOver
from cardtable_club.hub.schema import NOTES
from cardtable_club.hub.wall import Wall
from cardtable_club.publishing import topics
from cardtable_club.publishing.address import Broker, Place
from cardtable_club.publishing.connection import Acknowledge, Asked, Connection, Will
from cardtable_club.publishing.topics import Topics
from table.complaints import BadInput
from table.log import logger
from table.saying import Text, capital
from table.values import Value

# -- Missing events, and when to request them: not immediately, because they may be on their way
#
# The hub keeps requesting a game whose events do not arrive, at increasing intervals. The number of games per table is
# limited, so a table that invents games cannot harm the others. This code uses neither a clock nor a connection:
# `now_s` may come from any monotonic clock.

PATIENCE_S, _LONGEST_S = 2.0, 300.0
MOST = 200  # games awaited per table at a time; more follow once half of these are complete
_AT_ONCE = 2  # games requested from one table at a time
_EACH = 50  # requests sent at a time, across all tables


class Ask(Value):
    """A request to a table for a game's events from number `first` on."""

    place: Place
    game: str
    first: int


@dataclass
class _Gap:
    place: Place
    complete_to: int
    due_s: float
    wait_s: float
    asked_s: float | None = None


class Gaps:
    """The games with missing events, and when to request them: first after `patience_s` seconds. Not thread-safe."""

    def __init__(self, patience_s: float = PATIENCE_S) -> None:
        self._first_s = patience_s
        self._gaps: defaultdict[Place, dict[str, _Gap]] = defaultdict(dict)
        self._dropped: set[Place] = set()

    def __len__(self) -> int:
        return sum(map(len, self._gaps.values()))

    def with_room(self) -> list[Place]:
        """Return the tables that had games dropped and now have room for more."""
        return [place for place in self._dropped if len(self._gaps[place]) <= MOST // 2]

    def forget(self, place: Place) -> None:
        """Stop waiting for a table's events."""
        self._gaps.pop(place, None)
        self._dropped.discard(place)

    def fill(self, place: Place, lacking: Mapping[str, tuple[int, int]], now_s: float) -> None:
        """Record a table's games with their stored and total event counts, dropping surplus games for now."""
        self._dropped.discard(place)
        for game, (complete_to, latest) in lacking.items():
            self.note(place, game, complete_to, latest, now_s)

    def note(self, place: Place, game: str, complete_to: int, latest: int, now_s: float) -> None:
        """Record that the first `complete_to` of `latest` events of a game are stored.

        If the table has too many games, the one with the longest wait is dropped, i.e. the one requested most often
        without an answer.
        """
        of_table = self._gaps[place]
        if complete_to >= latest:
            of_table.pop(game, None)
        elif (gap := of_table.get(game)) is None:
            if len(of_table) >= MOST:
                del of_table[max(of_table, key=lambda one: of_table[one].wait_s)]
                self._dropped.add(place)
            of_table[game] = _Gap(place, complete_to, now_s + self._first_s, self._first_s)
        elif complete_to != gap.complete_to:  # some events came, so more may follow
            gap.complete_to, gap.due_s, gap.wait_s = complete_to, now_s + self._first_s, self._first_s

    def due(self, there: Collection[Place], now_s: float) -> list[Ask]:
        """Return the requests to send to online tables now; a table that was just asked gets time to answer."""
        asking = Counter(gap.place for _, gap in self._all() if self._may_answer(gap, now_s))
        found: list[Ask] = []
        for game, gap in sorted(self._all(), key=lambda one: one[1].due_s):  # the longest wait first
            if gap.due_s > now_s or gap.place not in there or asking[gap.place] >= _AT_ONCE:
                continue
            asking[gap.place] += 1
            gap.due_s, gap.asked_s = now_s + gap.wait_s, now_s
            gap.wait_s = min(2 * gap.wait_s, _LONGEST_S)
            found.append(Ask(gap.place, game, gap.complete_to + 1))
            if len(found) >= _EACH:
                break
        return found

    def _all(self) -> Iterator[tuple[str, _Gap]]:
        return (one for of_table in self._gaps.values() for one in of_table.items())

    def _may_answer(self, gap: _Gap, now_s: float) -> bool:
        """Return whether the table may still be answering a recent request, so that another game should go first."""
        return gap.asked_s is not None and now_s < gap.asked_s + self._first_s

    def begin_anew(self, now_s: float, place: Place | None = None) -> None:
        """Soon repeat the requests to all tables, or only to `place`: requests or replies may have been lost."""
        for _, gap in self._all():
            if place in (None, gap.place):
                gap.due_s, gap.wait_s, gap.asked_s = now_s + self._first_s, self._first_s, None


_SESSION_S = 24 * 3600  # how long the broker keeps messages for an offline hub
_BATCH = 500
_MOST_PACKET = 4 * reading.MOST_BYTES  # the broker withholds larger messages, which could exhaust the memory
_TICK_S = 0.5
_RETRY_S = (0.2, 5.0)  # the shortest and longest wait
_JOIN_S = 5.0
_MOST_COMPLAINTS = 1_000
_ALL = f"{topics.ROOT}/+/+"
_TOPICS = ((f"{_ALL}/status", 1), (f"{_ALL}/picture", 0), (f"{_ALL}/events/+", 1), (f"{_ALL}/games/+", 1))
_log = logger()


class _Letter(Value):
    """A message (None if invalid) with the function that acknowledges it to the broker."""

    said: Said | None
    acknowledge: Acknowledge
    heard_s: float  # on a monotonic clock


class Hub:
    """A context manager that stores what a broker's tables publish in a database.

    `on_game_over` is called, within the transaction that stores the change, for each game that has ended, resumed or
    got a new result.
    """

    def __init__(
        self,
        broker: Broker,
        password: str | None,
        database: Database,
        *,
        authority: Path | None = None,
        on_game_over: OnGameOver = lambda *_: None,
        patience_s: float = PATIENCE_S,
    ) -> None:
        self.database = database
        self.wall = Wall()
        self.counts: Counter[str] = Counter()  # since the start, by kind
        self.broker = broker
        self._on_game_over = on_game_over
        self._secret = password, authority
        self._letters: SimpleQueue[_Letter | Callable[[], None]] = SimpleQueue()
        self._gaps = Gaps(patience_s)
        self._tick_s = min(_TICK_S, patience_s)
        self._ended = threading.Event()
        self._complained: OrderedDict[str, None] = OrderedDict()
        self._connection: Connection | None = None
        self._thread = threading.Thread(target=self._run, name="hub", daemon=True)
        self.database_away: str | None = None
        self.lag_s = 0.0  # how long the oldest message of the latest batch waited to be stored

    def __enter__(self) -> Self:
        """Start listening. Raise DatabaseAway if the database cannot be used."""
        self.database.migrate()
        name = _own_name(self.database)
        with self.database.reading() as db:
            for place, status in keeping.there(db).items():
                self.wall.take_status(place, status.model_copy(update={"state": "offline"}), time.monotonic())
        self._look_for_gaps()
        password, authority = self._secret
        asked = Asked(_TOPICS, _SESSION_S, by_hand=True, most_bytes=_MOST_PACKET)
        self._connection = Connection(
            self.broker, password, _Ear(self), client_id=name, asked=asked, authority=authority
        )
        self._connection.start()
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Stop listening. The broker keeps any messages that have not been stored yet."""
        self._ended.set()
        self._letters.put(lambda: None)
        self.wall.close()
        if self._thread.is_alive():
            self._thread.join(_JOIN_S)
        if self._connection is not None:
            self._connection.close()

    @property
    def is_connected(self) -> bool:
        """Whether the broker is connected and has confirmed the subscriptions."""
        return self._connection is not None and self._connection.is_listening

    @property
    def is_behind(self) -> bool:
        """Whether messages are waiting because the database is unavailable."""
        return self.database_away is not None

    @property
    def waiting(self) -> int:
        """The number of messages received but not yet stored."""
        return self._letters.qsize()

    @property
    def lacking(self) -> int:
        """The number of games with missing events."""
        return len(self._gaps)

    # -- on the connection's thread

    def hear(self, topic: str, payload: bytes, acknowledge: Acknowledge) -> None:
        """Handle a message: show a table's view at once, and queue anything else for storage."""
        self.counts["messages"] += 1
        found = topics.heard(topic)
        try:
            if found is None:
                raise BadInput("nothing is known of this topic")
            if found.kind == "picture":
                self.wall.take_picture(found.place, reading.picture(payload), time.monotonic())
                return
            said = reading.read(found, payload)
        except BadInput as why:
            self._complain(topic, str(why))
            said = None
        self._letters.put(_Letter(said, acknowledge, time.monotonic()))

    def connected(self) -> None:
        """Record that the broker is connected, and request missing events again."""
        _log.info("the broker is connected", broker=str(self.broker))
        self.wall.broker_is(None)
        self._letters.put(lambda: self._gaps.begin_anew(time.monotonic()))

    def away(self, why: Text) -> None:
        """Record that the broker is disconnected, and why."""
        _log.warning("the broker is not connected: the hub keeps trying", why=str(why))
        self.wall.broker_is(capital(why))

    def _complain(self, topic: str, why: str) -> None:
        """Count an invalid message; log the first one on each topic."""
        self.counts["bad"] += 1
        kind = "/".join(topic.split("/")[:4])[:200]
        if kind not in self._complained:
            self._complained[kind] = None
            if len(self._complained) > _MOST_COMPLAINTS:
                self._complained.popitem(last=False)
            _log.warning("a message makes no sense: it is ignored", topic=topic[:200], why=why)

    # -- on the hub's thread

    def _run(self) -> None:
        while not self._ended.is_set():
            if letters := self._next():
                self._take(letters)
            try:
                self._ask()
            except DatabaseAway as why:
                _log.warning("missing events cannot be looked up: the database does not answer", why=str(why))
            except Exception:  # noqa: BLE001 - messages are stored nevertheless
                _log.exception("what is lacking could not be asked for")

    def _next(self) -> list[_Letter]:
        """Return the messages that have arrived, up to one batch, or an empty list if none arrives for a while."""
        found: list[_Letter] = []
        wait_s: float | None = self._tick_s
        while len(found) < _BATCH:
            try:
                one = self._letters.get(timeout=wait_s) if wait_s else self._letters.get_nowait()
            except Empty:
                break
            wait_s = None
            if isinstance(one, _Letter):
                found.append(one)
            else:
                one()
        return found

    def _take(self, letters: list[_Letter]) -> None:
        """Store messages, acknowledging each exactly once, because the broker may then reuse its number."""
        try:
            kept = letters if self._keep_on_trying(letters) else []
        except Exception:  # noqa: BLE001 - one bad message must not stop the others
            kept = [letter for letter in letters if self._is_done_with(letter)]
        for letter in kept:
            try:
                letter.acknowledge()
            except Exception:  # noqa: BLE001 - the broker sends it again
                _log.exception("a message could not be acknowledged")

    def _keep_on_trying(self, letters: list[_Letter]) -> bool:
        """Store messages, retrying while the database is unavailable. Return False if the hub stops first."""
        wait_s, longest_s = _RETRY_S
        while not self._ended.is_set():
            try:
                self._keep(letters)
            except DatabaseAway as why:
                if self.database_away is None:
                    _log.warning("messages cannot be stored: the hub keeps trying", why=str(why))
                self.database_away = why.text
                self._ended.wait(wait_s)
                wait_s = min(2 * wait_s, longest_s)
            else:
                if self.database_away is not None:
                    _log.info("the database answers again")
                    self.database_away = None
                return True
        return False

    def _is_done_with(self, letter: _Letter) -> bool:
        """Store a message, or skip it if that is impossible. Return False if the hub stops first.

        The hub will request a skipped event from the table again.
        """
        try:
            return self._keep_on_trying([letter])
        except Exception:  # noqa: BLE001 - as above
            _log.exception("what a table says could not be kept")
            self.counts["bad"] += 1
            return True

    def _keep(self, letters: list[_Letter]) -> None:
        said = [letter.said for letter in letters if letter.said is not None]
        if said:
            with self.database.writing() as db:
                kept = keeping.keep(db, said, self._on_game_over)
            self._note(said, kept)
        self.lag_s = time.monotonic() - letters[0].heard_s

    def _note(self, said: Sequence[Said], kept: Kept) -> None:
        now_s = time.monotonic()
        self.counts.update(
            batches=1, events=kept.events, repeated=kept.repeated, foreign=kept.foreign, finished=kept.finished
        )
        for message in said:
            if isinstance(message, StatusHeard) and message.status is None:
                self._gaps.forget(message.place)
            if isinstance(message, StatusHeard) and self.wall.take_status(message.place, message.status, now_s):
                self._gaps.begin_anew(now_s, message.place)  # requests sent while the table was offline are lost
        for game, (place, complete_to, latest) in kept.games.items():
            self._gaps.note(place, game, complete_to, latest, now_s)

    def _ask(self) -> None:
        """Send the requests for missing events that are due."""
        if places := self._gaps.with_room():
            self._look_for_gaps(places)
        if self._connection is None or not self._connection.is_there:
            return
        for ask in self._gaps.due(self.wall.there(), time.monotonic()):
            payload = json.dumps({"game": ask.game, "from": ask.first}).encode()
            self._connection.publish(Topics(ask.place).ask, payload, qos=1)
            self.counts["asked"] += 1

    def _look_for_gaps(self, places: Iterable[Place] | None = None) -> None:
        """Find the games with missing events, at the tables at `places` or at all tables."""
        now_s = time.monotonic()
        with self.database.reading() as db:
            for place in keeping.lack_something(db) if places is None else places:
                self._gaps.fill(place, keeping.lacking(db, place, MOST + 1), now_s)


def _own_name(database: Database) -> str:
    """Return the hub's client ID, stored in its database so that the broker recognises the hub when it reconnects."""
    with database.writing() as db:
        found = db.execute(select(NOTES.c.body).where(NOTES.c.name == "hub")).scalar()
        if found is None:
            found = f"cardtable_hub_{secrets.token_hex(6)}"
            put(db, NOTES, {"name": "hub", "body": found})
    return str(found)


class _Ear:
    """Passes what happens on the connection on to the hub."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self.connected = hub.connected
        self.away = hub.away

    def will(self) -> Will | None:
        return None

    def heard(self, topic: str, payload: bytes, retained: bool, acknowledge: Acknowledge) -> None:
        self._hub.hear(topic, payload, acknowledge)

    def acknowledged(self, number: int, refused: str | None) -> None:
        if refused is not None:
            self._hub.counts["refused"] += 1
            _log.warning("the broker refuses a request to a table", why=refused)
