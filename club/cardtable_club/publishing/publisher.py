"""Publishes a table's public events on a thread of its own, so that play never waits for a broker.

The journal holds the events to send, and the outbox records how many of them the broker has. After a failure between a
table and a hub, three things are resent: messages that the broker has not acknowledged, once it is back; events that a
hub requests; and summaries that the broker has lost.
"""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any, Self

from cardtable_club.publishing import payloads
from cardtable_club.publishing.connection import Acknowledge, Asked, Connection, Will
from cardtable_club.publishing.device import device
from cardtable_club.publishing.membership import Membership
from cardtable_club.publishing.outbox import Outbox, Published
from cardtable_club.publishing.outgoing import Outgoing
from cardtable_club.publishing.played import Games, joined
from cardtable_club.publishing.topics import Topics, heard
from table.board import Board, Snapshot
from table.complaints import BadInput
from table.events import TurnStarted
from table.games.game import PUBLIC
from table.languages.language import Language
from table.listeners import Remarks
from table.log import logger
from table.saying import Text, capital, say

if TYPE_CHECKING:
    from flask import Blueprint

_POLL_S = 0.25  # at most four views a second
_AWAY_S = 1.0
_STATUS_S = 2.0
_REFUSED_S = 30.0  # delay before resending after the broker has refused a message
_FAILED_S = 30.0  # delay before retrying a game that could not be published
_END_S = 2.0  # longest wait for acknowledgements on exit
_IN_FLIGHT = 400  # unacknowledged events
_REMEMBERED = 50  # latest games that the status lists
_log = logger()

_Heard = Callable[["Publisher"], None]


class Publisher:
    """A context manager that follows a board and publishes its public events.

    `draw` returns the public view of a snapshot as phones get it; `url` returns the current URL of the table's pages.
    """

    name = "club"

    def __init__(
        self,
        membership: Membership,
        board: Board,
        database: Path,
        *,
        draw: Callable[[Snapshot], Mapping[str, Any]],
        language: Language,
        remark: Remarks,
        url: Callable[[], str | None] = lambda: None,
    ) -> None:
        self._url = url
        self._membership = membership
        self._topics = Topics(membership.place)
        self._board = board
        self._draw = draw
        self._language = language
        self._remark = remark
        self._database = database
        self._games = Games(database, membership.place)
        self._outbox = Outbox(database)
        self._since = payloads.stamp(time.time())
        self._inbox: SimpleQueue[_Heard] = SimpleQueue()
        self._ended = threading.Event()
        self._connection = self._connected_to(membership)
        self._thread = threading.Thread(target=self._run, name="club", daemon=True)
        self._outgoing: dict[int, Outgoing] = {}
        self._published = Published(1)
        self._seen: tuple[int | None, bool] | None = None  # the latest game, and whether it is running
        self._knows_games = False
        self._forgotten = 0  # how many names have been forgotten so far
        self._numbers: dict[int, Callable[[], None]] = {}  # by message number: called when the broker has it
        self._turn: tuple[int | None, int | None] | None = None  # the latest game, and the number of its latest turn
        self._lost: list[str] | None = None  # the latest published health
        self._drawn = b""
        self._drawn_s = self._said_s = 0.0
        self._known: Mapping[str, int] = {}  # event counts of the games that a hub may need
        self._said: Mapping[str, int] = {}  # the numbers that the latest status lists
        self._retained: dict[str, bytes] | None = None  # summaries received from the broker; None if already compared
        self._compared = False
        self._times = 0  # the number of the connection for which we last started over
        self._failed: dict[int, float] = {}  # when to retry games that could not be published, on time.monotonic
        self._refused_s: float | None = None  # when the broker refused something, on time.monotonic
        self.away: Text | None = None

    def __enter__(self) -> Self:
        self._published = joined(self._outbox, self._database, self._membership.account, self._membership.place)
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        """Publish the remaining events, if the broker accepts them soon, and go offline."""
        self._ended.set()
        self._thread.join(2 * _END_S)
        self._connection.close()

    @property
    def health(self) -> Mapping[str, Any]:
        """The place, whether the broker is connected, and the number of events that it has not acknowledged."""
        waiting = sum(one.waiting for one in [*self._outgoing.values()])
        return {"place": str(self._membership.place), "connected": self._connection.is_there, "waiting": waiting}

    @property
    def gauges(self) -> Mapping[str, tuple[str, float]]:
        """The values that `health` reports, as metrics."""
        now = self.health
        return {
            "club_connected": ("Whether the table is connected to the club's broker.", now["connected"]),
            "club_events_waiting": ("Events that the broker has not acknowledged.", now["waiting"]),
        }

    def pages(self) -> Sequence["Blueprint"]:
        """Return the route that serves the AsyncAPI description of what the publisher publishes."""
        from cardtable_club.publishing.described import blueprint

        return (blueprint(),)

    # -- on the connection's thread

    def will(self) -> Will:
        """Return the status that the broker publishes if the table dies, with the current event counts."""
        return Will(self._topics.status, payloads.status("offline", self._since, self._known))

    def connected(self) -> None:
        """Handle a new connection: start over, because the broker may have lost everything."""
        times = self._connection.times
        self._inbox.put(lambda publisher: publisher._is_let_in(times))

    def away_because(self, why: Text) -> None:
        """Handle a lost connection: log it, and inform the host."""
        _log.warning("the connection to the club's broker is lost: the table goes on", why=str(why))
        self.away = why
        self._remark(say("{why}. Play goes on, and what happens is sent later.", why=capital(why)))

    def heard(self, topic: str, payload: bytes, retained: bool, acknowledge: Acknowledge) -> None:
        """Handle a message: a hub's request, or a retained summary of this table."""
        match heard(topic):
            case None:
                return
            case found if found.kind == "ask":
                self._inbox.put(lambda publisher: publisher._ask(payload))
            case found if found.kind == "games" and found.game is not None:
                game = found.game
                self._inbox.put(lambda publisher: publisher._found(game, payload))

    def acknowledged(self, number: int, refused: str | None) -> None:
        """Handle the broker's reply to a message."""
        self._inbox.put(lambda publisher: publisher._has(number, refused))

    # -- on the publisher's thread

    def _connected_to(self, membership: Membership) -> Connection:
        topics = ((self._topics.ask, 1), (self._topics.all_games, 0))
        return Connection(
            membership.broker,
            membership.password.secret,
            _Ear(self),
            client_id=self._topics.device,
            asked=Asked(topics),
            authority=membership.authority,
        )

    def _run(self) -> None:
        number = -1
        self._try_to_poll(self._board.snapshot)  # so that the will lists the current games
        self._connection.start()
        while not self._ended.is_set() and not self._board.closed:
            snapshot = self._board.wait(number, _POLL_S if self._connection.is_there else _AWAY_S)
            number = snapshot.number
            self._try_to_poll(snapshot)
        self._finish()

    def _try_to_poll(self, snapshot: Snapshot) -> None:
        try:
            self._poll(snapshot)
        except Exception:  # noqa: BLE001 - the game goes on, and the next poll may succeed
            _log.exception("publishing has failed: it is tried again")
            self._ended.wait(_AWAY_S)

    def _poll(self, snapshot: Snapshot) -> None:
        self._hear()
        if self._refused_s is not None and time.monotonic() - self._refused_s > _REFUSED_S:
            self._begin_anew()
        self._follow(snapshot)
        self._known = self._how_far()
        if self._is_online:
            self._show(snapshot)
            self._ring(snapshot)
            self._tell_health(snapshot)
            self._tell_status()
            self._compare()
            self._each(self._send)
        self._note()

    def _each(self, do: Callable[[Outgoing], None]) -> None:
        """Call `do` for each game; one that fails is retried later, without affecting the others."""
        now_s = time.monotonic()
        for game_id, outgoing in [*self._outgoing.items()]:
            if now_s < self._failed.get(game_id, now_s):
                continue
            try:
                do(outgoing)
            except Exception:  # noqa: BLE001 - one bad game must not stop the others
                _log.exception("a game could not be published: the others are", game=outgoing.uuid)
                self._failed[game_id] = now_s + _FAILED_S

    def _hear(self) -> None:
        while True:
            try:
                self._inbox.get_nowait()(self)
            except Empty:
                return

    @property
    def _is_online(self) -> bool:
        """Whether messages can be sent: the broker is connected and set up, and has not just refused a message."""
        return self._connection.is_there and self._connection.times == self._times and self._refused_s is None

    def _is_let_in(self, times: int) -> None:
        self._times = times
        self._begin_anew()

    def _begin_anew(self) -> None:
        if self.away is not None:
            _log.info("the club's broker is connected", broker=str(self._membership.broker))
            self.away = None
        self._remark(None)
        self._numbers.clear()
        self._failed.clear()
        self._refused_s, self._compared = None, False
        self._retained, self._drawn, self._said_s = {}, b"", 0.0
        self._turn = self._lost = None  # a turn that began while the broker was away is not published
        self._seen = None  # so that the next poll looks for games again
        for outgoing in self._outgoing.values():
            outgoing.begin_anew()
        found = payloads.packed(device(self._topics, self._membership.name, self._url()))
        self._publish(self._topics.discovery, found, _nothing, retain=True)

    def _follow(self, snapshot: Snapshot) -> None:
        """Look up the games again if one has begun or ended, and pick up the running game's new events."""
        if snapshot.host.forgotten != self._forgotten:
            self._forgotten = snapshot.host.forgotten
            self._look_for_names()
        seen = snapshot.game.game_id, snapshot.game.is_there
        if seen != self._seen:
            self._find_games()
            self._seen = seen
        if snapshot.game.game_id is not None and (of := self._outgoing.get(snapshot.game.game_id)) is not None:
            before = of.position
            of.follow(snapshot.game.delivered(PUBLIC), time.time())
            if of.position is not before:  # times are saved before they are published
                self._note()

    def _look_for_names(self) -> None:
        """Reread events because a name was forgotten, and recheck the summaries that the broker retains."""
        for outgoing in self._outgoing.values():
            outgoing.read_anew()
        self._retained, self._compared, self._said_s = {}, False, 0.0
        self._connection.ask_again()

    def _find_games(self) -> None:
        found = self._games.since(self._published.first)
        for game_id in [game_id for game_id in self._outgoing if game_id not in found]:
            del self._outgoing[game_id]
        for game_id, game in found.items():
            if game_id in self._outgoing:
                self._outgoing[game_id].is_now(game)
            else:
                position = self._published.games.get(game_id)
                self._outgoing[game_id] = Outgoing(game, self._games, position)
        self._knows_games = True

    def _show(self, snapshot: Snapshot) -> None:
        now_s = time.monotonic()
        if now_s - self._drawn_s < _POLL_S:
            return
        drawn = payloads.packed(self._language.of(self._draw(snapshot)))
        if drawn != self._drawn:
            self._connection.publish(self._topics.picture, drawn, qos=0, retain=True)
            self._drawn, self._drawn_s = drawn, now_s

    def _ring(self, snapshot: Snapshot) -> None:
        """Publish a turn that has begun since the last poll, except on the first poll of a connection."""
        delivered = snapshot.game.delivered(PUBLIC)
        turns = ((one.seq, one.event.seat) for one in reversed(delivered) if isinstance(one.event, TurnStarted))
        began, seat = next(turns, (None, None))
        turn = (snapshot.game.game_id, began)
        if turn != self._turn and self._turn is not None and seat is not None:
            name = next((one["name"] for one in self._draw(snapshot)["seats"] if one["seat"] == seat), None)
            self._connection.publish(self._topics.turn, payloads.packed({"seat": seat, "name": name}), qos=0)
        self._turn = turn

    def _tell_health(self, snapshot: Snapshot) -> None:
        health = snapshot.host.health
        lost = sorted({*health.get("lost", ()), *health.get("stalled", ())})
        if lost != self._lost:
            self._lost = lost
            self._publish(self._topics.health, payloads.packed({"lost": lost}), _nothing, retain=True)

    def _send(self, outgoing: Outgoing) -> None:
        topic = self._topics.events(outgoing.uuid)
        before = outgoing.position
        lacking = outgoing.next(_IN_FLIGHT - len(self._numbers), time.time())
        if outgoing.position is not before:
            self._note()
        for delivered in lacking:
            payload = payloads.event(delivered, outgoing.game, outgoing.position.anchors, self._language)
            if not self._is_online or not self._publish(topic, payload, outgoing.sends(delivered.seq)):
                return
        if outgoing.goes_on_after_all:  # its end was taken back: withdraw the summary
            self._publish(self._topics.game(outgoing.uuid), b"", outgoing.withdraws(), retain=True)
        elif self._compared and outgoing.is_to_be_finished:
            summary = self._games.summary(outgoing.game)
            self._publish(self._topics.game(outgoing.uuid), payloads.packed(summary), outgoing.finishes(), retain=True)

    def _how_far(self) -> Mapping[str, int]:
        latest = sorted(self._outgoing)[-_REMEMBERED:]
        return {
            outgoing.uuid: outgoing.delivered_count
            for game_id, outgoing in self._outgoing.items()
            if outgoing.delivered_count and (game_id in latest or outgoing.lacks)
        }

    def _tell_status(self) -> None:
        games, now_s, first = self._known, time.monotonic(), self._said_s == 0.0
        if not first and (
            games == self._said or (games.keys() == self._said.keys() and now_s - self._said_s < _STATUS_S)
        ):
            return
        self._said, self._said_s = games, now_s
        payload = payloads.status("online", self._since, games)
        self._publish(self._topics.status, payload, self._all_came if first else None, retain=True)

    def _all_came(self) -> None:
        """Record that all retained messages have arrived: the broker has acknowledged one sent after subscribing."""
        self._compared = True

    def _compare(self) -> None:
        """Mark summaries for republishing if they have changed or the broker has lost them."""
        if not self._compared or self._retained is None:
            return
        retained, self._retained = self._retained, None
        self._each(lambda outgoing: outgoing.compare(retained.get(outgoing.uuid)))

    def _found(self, game: str, payload: bytes) -> None:
        if self._retained is not None:
            self._retained[game] = payload

    def _ask(self, payload: bytes) -> None:
        try:
            game, first = payloads.asked(payload)
        except BadInput as error:
            _log.warning("a hub's request is not understood: it is ignored", why=str(error))
            return
        found = next((one for one in self._outgoing.values() if one.uuid == game), None)
        if found is None:
            _log.info("a hub asks for an unknown game", game=game)
        else:
            found.send_again(first)

    def _has(self, number: int, refused: str | None) -> None:
        done = self._numbers.pop(number, None)
        if done is None:
            return
        if refused is None:
            done()
        elif done is _nothing:
            _log.warning("the broker refuses the discovery message for Home Assistant", why=refused)
        elif self._refused_s is None:
            self._refused_s = time.monotonic()
            place = str(self._membership.place)
            self.away_because(say("the broker does not let us publish as {place}: {why}", place=place, why=refused))

    def _publish(
        self, topic: str, payload: bytes, done: Callable[[], None] | None = None, *, retain: bool = False
    ) -> bool:
        """Send a message, or return False if there is no connection. `done` is called when the broker accepts it."""
        number = self._connection.publish(topic, payload, qos=1, retain=retain)
        if number is None:
            return False
        self._numbers[number] = done or _settled
        return True

    def _note(self) -> None:
        """Save how much of each game has been published."""
        if not self._knows_games:
            return
        games = {game_id: one.position for game_id, one in self._outgoing.items()}
        self._published = Published(self._published.first, games)
        self._outbox.write(self._membership.account, self._published)

    def _finish(self) -> None:
        """Wait briefly for acknowledgements, then publish the `offline` status."""
        until_s = time.monotonic() + _END_S
        while self._is_online and time.monotonic() < until_s:
            self._try_to_poll(self._board.snapshot)
            if not any(one.lacks for one in self._outgoing.values()) and not self._numbers:
                break
            time.sleep(_POLL_S / 10)
        offline = payloads.status("offline", payloads.stamp(time.time()), self._known)
        self._publish(self._topics.status, offline, retain=True)
        while self._numbers and self._is_online and time.monotonic() < until_s:
            self._hear()
            time.sleep(_POLL_S / 10)
        self._note()


def _settled() -> None:
    """Do nothing: used for messages that need no action once they are accepted."""


def _nothing() -> None:
    """Do nothing: used for expendable messages, even if they are refused."""


class _Ear:
    """Passes what happens on the connection on to the publisher."""

    def __init__(self, publisher: Publisher) -> None:
        self.will = publisher.will
        self.connected = publisher.connected
        self.away = publisher.away_because
        self.heard = publisher.heard
        self.acknowledged = publisher.acknowledged
