"""The host's side of one Pico: reconnects after any failure, and returns observations in host time.

One thread calls `poll` repeatedly; another may call `light`. A port that cannot be opened is retried; the Pico keeps
its messages until the port is back. Observations from before this host started are dropped.
"""

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from queue import Empty, SimpleQueue

from firmware_bridge.clock_sync import ClockSync
from firmware_bridge.link import FellSilent, Greeted, Heard, Link, Refused
from firmware_bridge.pico import messages
from firmware_bridge.pico.messages import (
    Beat,
    EdgeSeen,
    Failed,
    Hello,
    Light,
    Listen,
    Ping,
    Polls,
    Pong,
    ReaderSaid,
    Watch,
)
from firmware_bridge.pico.wire import LONGEST
from firmware_bridge.ports import BytePort, Clock
from firmware_bridge.states import BRIDGE, BridgeEvent, BridgeState

WAIT_NS = 5_000_000  # how long a poll waits for the first byte
REOPEN_NS = 500_000_000
_PING_FIRST_NS = 15_000_000
_PING_NS = 500_000_000
_QUICK = 24  # pings before they become rarer
_PINGS = 1000  # their numbers wrap around here
_NEEDS = {Listen: "readers", Watch: "buttons"}  # the capability that each part of a plan requires
_PING_LOST_NS = 1_000_000_000
_NS_PER_TICK = 1000


@dataclass(frozen=True)
class PollRun:
    """A run of polls of one reader with the same result. The times of the first and last poll are in ns of host time.

    Each tag is given by its UID and, for a phone or bank card, its SAK; for other tags the SAK is None, because a Pico
    does not report it.
    """

    channel: int
    first_ns: int
    last_ns: int
    polls: int
    garbled: bool
    tags: tuple[tuple[bytes, int | None], ...] = ()

    @property
    def uids(self) -> tuple[bytes, ...]:
        return tuple([uid for uid, _ in self.tags])


@dataclass(frozen=True)
class Changed:
    """A pin went high or low, including bounce. `error_ns` is the error bound of the Pico's clock.

    If no interrupt reported the change, the stamp may be off by up to `late_ns` more.
    """

    channel: int
    at_ns: int
    error_ns: int
    high: bool
    late_ns: int = 0


@dataclass(frozen=True)
class ReaderReported:
    """A reader failed (`why`), was restarted at once (alive, with a `why`), works again, or `begins` its first run."""

    channel: int
    at_ns: int
    alive: bool
    why: str
    begins: bool
    version: int = 0  # of the chip


@dataclass(frozen=True)
class Lost:
    """The Pico is unreachable; `why` is the reason."""

    at_ns: int
    why: str


@dataclass(frozen=True)
class Found:
    """The Pico answers, for the first time or again. `same` means that it stayed powered, and so kept its memory."""

    at_ns: int
    same: bool


Seen = PollRun | Changed | ReaderReported | Lost | Found


class Bridge:
    """Keeps one Pico connected, and sends it `plan`. `opens` opens its port, or raises OSError with the reason.

    `wire` is called with every line and its direction, "<" from the Pico and ">" to it, for tracing.
    """

    def __init__(
        self,
        name: str,
        opens: Callable[[], BytePort],
        clock: Clock,
        plan: Sequence[tuple[object, ...]],
        *,
        process: str,
        wire: Callable[[str, str], None] | None = None,
    ) -> None:
        self.name = name
        self.link = Link(process)
        self.sync = ClockSync()
        self.dropped = 0
        self.board = ""
        self.state = BridgeState.UNMET
        self._opens = opens
        self._clock = clock
        self._plan = plan
        self._wire = wire
        self._begun = {"<": b"", ">": b""}
        self._port: BytePort | None = None
        self._reopen_ns: int | None = None
        self._began_ns = clock.now_ns()
        self._lost_why: str | None = None
        self._waiting: list[Heard] = []  # until the clock is known
        self._lights: SimpleQueue[tuple[int, bool]] = SimpleQueue()
        self._lit: dict[int, bool] = {}
        self._pings: dict[int, int] = {}
        self._pinged = 0
        self._ping_ns: int | None = None
        self._got_to_ns: int | None = None
        self._beat: Beat | None = None  # kept until all messages before it have arrived

    def close(self) -> None:
        """Close the port after sending the last changes to lights; safe to call twice."""
        if self._port is not None:
            self._switch()
            with suppress(OSError):  # then no Pico is there to receive them
                self._send(self._port)
            self._let_go()

    def _let_go(self) -> None:
        if self._port is not None:
            self._port.close()
            self._port = None

    def light(self, pin: int, *, high: bool) -> None:
        """Switch an output, from any thread. An unreachable Pico switches it when it is back."""
        self._lights.put((pin, high))

    @property
    def is_there(self) -> bool:
        """Whether the Pico answers and its clock is known."""
        return self.state is BridgeState.THERE

    @property
    def error_ns(self) -> int:
        """The current error bound of the Pico's clock, in ns."""
        return self.sync.error_ns

    @property
    def got_to_ns(self) -> int | None:
        """The time up to which the Pico has reported everything; None before its first report."""
        return self._got_to_ns if self.is_there else None

    # -- a turn

    def poll(self) -> list[Seen]:
        """Exchange messages with the Pico for a moment; return its observations in the order of its reports."""
        try:
            return self._talk()
        except OSError as error:
            self._let_go()
            self._reopen_ns = self._clock.now_ns() + REOPEN_NS
            return self._lose(str(error))

    def _talk(self) -> list[Seen]:
        self._switch()
        now_ns = self._clock.now_ns()
        if self._port is None:
            if self._reopen_ns is not None and now_ns < self._reopen_ns:
                self._clock.sleep_ns(WAIT_NS)
                return []
            self._port = self._opens()
            self.link.open(now_ns)
        self._send(self._port)
        data = self._port.read(WAIT_NS)
        now_ns = self._clock.now_ns()
        self._show("<", data)
        seen: list[Seen] = []
        for event in (*self.link.take(data, now_ns), *self.link.passed(now_ns)):
            seen += self._meant(event)
        self._follow()
        self._send(self._port)
        return seen

    def _send(self, port: BytePort) -> None:
        """Send what is due: the plan and lights, acknowledgements, a ping."""
        data = self.link.due(self._clock.now_ns()) + self._ping()
        if data:
            self._show(">", data)
            port.write(data)

    def _switch(self) -> None:
        """Queue the changes to lights that other threads requested."""
        while True:
            try:
                pin, high = self._lights.get_nowait()
            except Empty:
                return
            self._lit[pin] = high
            self.link.report(Light(pin, high))

    def _ping(self) -> bytes:
        """Return a ping if one is due: pings are frequent at first, and rare later."""
        now_ns = self._clock.now_ns()
        if self._ping_ns is None or now_ns < self._ping_ns:
            return b""
        self._ping_ns = now_ns + (_PING_FIRST_NS if self._pinged < _QUICK else _PING_NS)
        self._pinged += 1
        number = self._pinged % _PINGS
        self._pings = {one: at for one, at in self._pings.items() if now_ns - at < _PING_LOST_NS} | {number: now_ns}
        return self.link.say(Ping(number))

    def _show(self, way: str, data: bytes) -> None:
        """Trace what went over the cable, line by line, including garbage."""
        if self._wire is None or not data:
            return
        *whole, rest = (self._begun[way] + data).split(b"\n")
        if len(rest) >= LONGEST:
            whole, rest = [*whole, rest], b""
        self._begun[way] = rest
        for line in whole:
            if line:
                self._wire(way, line.decode("ascii", "backslashreplace"))

    # -- the meaning of link events

    def _meant(self, event: Greeted | Heard | FellSilent | Refused) -> list[Seen]:
        match event:
            case Greeted(hello=hello, same=same):
                return self._greeted(hello, same=same)
            case FellSilent():
                return self._lose("it does not answer")
            case Refused(version=version):
                return self._lose(
                    f"its program speaks version {version} of the link, this table version {messages.VERSION}: "
                    "put the new one there with `cardtable flash`"
                )
            case Heard(message=Pong() as pong, at_ns=at_ns):
                return self._answered(pong, at_ns)
            case Heard(message=Failed(why=why)):
                return self._lose(f"its program has failed: {why}")
            case Heard() if not self.sync.is_ready:
                self._waiting.append(event)
                return []
            case Heard(message=message):
                return self._seen(message)

    def _greeted(self, hello: Hello, *, same: bool) -> list[Seen]:
        lacks = sorted({_NEEDS[type(one)] for one in self._plan if type(one) in _NEEDS} - set(hello.can.split(",")))
        if lacks:
            self.link.refuse()
            return self._lose(
                f"its program does not support {', '.join(lacks)}: put the new one there with `cardtable flash`"
            )
        if not same:
            self.sync = ClockSync()
            self._waiting.clear()
        self.board, self._beat = hello.board, None
        self._pings.clear()
        self._pinged, self._ping_ns = 0, self._clock.now_ns()
        for message in self._plan:
            self.link.report(message)
        for pin, high in self._lit.items():
            self.link.report(Light(pin, high))
        self._lost_why = None
        self._goes(BridgeEvent.FOUND_AGAIN if self.sync.is_ready else BridgeEvent.FOUND)
        return [Found(self._clock.now_ns(), same)]

    def _goes(self, news: BridgeEvent) -> None:
        """Go to the next state; stay if the transition table has none for this event."""
        self.state = BRIDGE[self.state].get(news, self.state)

    def _lose(self, why: str) -> list[Seen]:
        self._goes(BridgeEvent.LOST)
        self._ping_ns = None
        if self._lost_why == why:
            return []
        self._lost_why = why
        return [Lost(self._clock.now_ns(), why)]

    def _answered(self, pong: Pong, at_ns: int) -> list[Seen]:
        asked_ns = self._pings.pop(pong.number, None)
        if asked_ns is None:
            return []
        self.sync.add(asked_ns, pong.heard, pong.said, at_ns)
        if not self.sync.is_ready:
            return []
        self._goes(BridgeEvent.CLOCK)
        waiting, self._waiting = self._waiting, []
        return [seen for heard in waiting for seen in self._seen(heard.message)]

    def _seen(self, message: tuple[object, ...]) -> list[Seen]:
        match message:
            case Polls():
                first_ns, _ = self.sync.time_of(message.first)
                last_ns, _ = self.sync.time_of(message.last)
                tags = tuple([(uid[:-1], uid[-1]) if _has_sak(uid) else (uid, None) for uid in message.uids])
                last = max(first_ns, last_ns)
                looked = PollRun(message.channel, first_ns, last, message.polls, message.garbled, tags)
                return self._of_now(last_ns, looked)
            case EdgeSeen():
                at_ns, error_ns = self.sync.time_of(message.tick)
                late_ns = message.late * _NS_PER_TICK // 2
                changed = Changed(message.channel, at_ns - late_ns, error_ns, message.high, late_ns)
                return self._of_now(at_ns, changed)
            case ReaderSaid():
                at_ns, _ = self.sync.time_of(message.tick)
                begins = message.alive and message.why == "begins"
                why = "" if begins else message.why
                return [ReaderReported(message.channel, at_ns, message.alive, why, begins, message.version)]
            case Beat():
                self._beats(message)
        return []

    def _of_now(self, at_ns: int, seen: Seen) -> list[Seen]:
        return [seen] if at_ns >= self._began_ns else []

    def _beats(self, beat: Beat) -> None:
        """Record the time up to which the Pico has reported; it takes effect once all earlier messages have arrived."""
        self.dropped = beat.dropped
        self._beat = beat
        self._follow()

    def _follow(self) -> None:
        """Advance to the time of the newest beat if every message sent before it has arrived."""
        if self._beat is not None and self._beat.last <= self.link.received:
            at_ns, _ = self.sync.time_of(self._beat.tick)
            self._got_to_ns = max(self._got_to_ns or 0, at_ns)
            self._beat = None


def _has_sak(uid: bytes) -> bool:
    """Return whether a SAK follows a UID of four, seven or ten bytes."""
    return len(uid) % 3 == 2  # a UID plus one byte
