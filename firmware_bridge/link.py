"""The host's end of the link to one Pico: bytes in, messages out, and the other way; it neither waits nor opens a port.

Theory of operation. Whoever opens the port says `open`, and the link calls until the Pico says hello, for opening may
have reset it. Then it talks: what has to arrive is numbered (pico/reliable.py), the rest is not: a ping that is lost
was late. A Pico that keeps silent for SILENT_NS is taken for gone, and called again. `process` names this run of the
host: to another one a Pico tells nothing of what it has kept. What leads to what stands in states.py.
"""

from dataclasses import dataclass

from firmware_bridge.pico import messages
from firmware_bridge.pico.messages import Ack, Call, Hello
from firmware_bridge.pico.reliable import Inbox, Outbox, numbered
from firmware_bridge.pico.wire import Lines, seal
from firmware_bridge.states import LINK, Sign, State

CALL_NS = 200_000_000  # between two calls
SILENT_NS = 1_500_000_000  # 75 beats
AGES_NS = 480_000_000_000  # nine minutes is as far as ticks of 2**30 us reach back
_MOST_WAITING = 200  # what a host has to say is some dozens: its plan, and lights

Message = tuple[object, ...]


@dataclass(frozen=True)
class Greeted:
    """The Pico is there. `same`: it is the one that was, with all that it has kept."""

    hello: Hello
    same: bool


@dataclass(frozen=True)
class Heard:
    """A message from the Pico, and when it came."""

    message: Message
    at_ns: int


@dataclass(frozen=True)
class FellSilent:
    """The Pico has kept silent for too long, or never answered a call."""


@dataclass(frozen=True)
class Refused:
    """A Pico whose program speaks another version is not talked to."""

    version: int


Event = Greeted | Heard | FellSilent | Refused


class Link:
    """Talks with one Pico. `spoilt` counts lines that were dropped."""

    def __init__(self, process: str) -> None:
        self.process = self._name = process
        self._names = 0
        self._talked_ns = 0
        self.state = State.CALLING
        self._lines = Lines()
        self._inbox = Inbox()
        self._outbox = Outbox(_MOST_WAITING)
        self._boot: str | None = None
        self._called_ns: int | None = None
        self._heard_ns = 0

    @property
    def spoilt(self) -> int:
        """How many lines were no message."""
        return self._lines.spoilt

    @property
    def received(self) -> int:
        """The number up to which every numbered message has come."""
        return self._inbox.expects - 1

    def open(self, now_ns: int) -> None:
        """Begin on a port that has just been opened: call."""
        spoilt = self._lines.spoilt
        self._lines = Lines()
        self._lines.spoilt = spoilt
        self._goes(Sign.OPENED)
        self._call_again(now_ns)

    def _goes(self, sign: Sign) -> bool:
        """Go where the table says; tell whether it says anything of that."""
        after = LINK[self.state].get(sign)
        if after is not None:
            self.state = after
        return after is not None

    def _call_again(self, now_ns: int) -> None:
        """Call from now on. What a Pico has kept for ages has no place in time any more: to it this is another host."""
        if self._boot is not None and now_ns - self._talked_ns >= AGES_NS:
            self._boot, self._names = None, self._names + 1
            self.process = f"{self._name}-{self._names}"
        self._called_ns, self._heard_ns = None, now_ns
        self._outbox.clear()

    # -- what comes

    def take(self, data: bytes, now_ns: int) -> list[Event]:
        """Take bytes that came at a time; give what that means. Garbage is dropped and counted."""
        events: list[Event] = []
        for text in self._lines.take(data):
            try:
                number, rest = numbered(text)
                message = messages.decode(rest)
            except ValueError:
                events += self._unread(text)
                continue
            events += self._heard(number, message, now_ns)
        return events

    def _unread(self, text: str) -> list[Event]:
        """Take a line that is whole and makes no sense: the hello of another version may have other fields."""
        self._lines.spoilt += 1
        hello, _, rest = text.partition(" ")
        version = rest.partition(" ")[0]
        if hello != "hello" or not (version.isascii() and version.isdigit()) or int(version) == messages.VERSION:
            return []
        self._goes(Sign.MISFIT)
        return [Refused(int(version))]

    def refuse(self) -> None:
        """Talk no more to this Pico, until its port is opened anew."""
        self._goes(Sign.LACKS)

    def _heard(self, number: int, message: Message, now_ns: int) -> list[Event]:
        if isinstance(message, Hello):
            return self._greeted(message, now_ns)
        if not self._goes(Sign.SAID):
            return []
        self._heard_ns = self._talked_ns = now_ns
        if isinstance(message, Ack):
            self._outbox.acknowledged(message.number, now_ns // 1000)
            return []
        if number and not self._inbox.takes(number):
            return []
        return [Heard(message, now_ns)]

    def _greeted(self, hello: Hello, now_ns: int) -> list[Event]:
        sign = self._sign(hello)
        if not self._goes(sign):
            return []
        match self.state:
            case State.REFUSED:
                return [Refused(hello.version)]
            case State.CALLING:  # the one that was there is not any more
                self._call_again(now_ns)
                return [FellSilent()]
            case State.TALKING:
                if sign is Sign.ANOTHER:
                    self._inbox.expects = hello.first
                self._boot = hello.boot
                self._heard_ns = self._talked_ns = now_ns
                return [Greeted(hello, sign is Sign.SAME)]

    def _sign(self, hello: Hello) -> Sign:
        """Tell what a hello is a sign of; one that has not been called yet says it to nobody."""
        if hello.version != messages.VERSION:
            return Sign.MISFIT
        if hello.process == self.process:
            return Sign.SAME if hello.boot == self._boot else Sign.ANOTHER
        return Sign.ELSEWHERE if hello.boot == self._boot else Sign.RESET

    def passed(self, now_ns: int) -> list[Event]:
        """Say what has become of it by now, if nothing came."""
        if now_ns - self._heard_ns < SILENT_NS or not self._goes(Sign.SILENT):
            return []
        self._call_again(now_ns)
        return [FellSilent()]

    # -- what goes

    def tell(self, message: Message) -> None:
        """Say something that has to arrive. Nothing is kept for a Pico that is not there: it is told all when it is."""
        if self.state is State.TALKING:
            self._outbox.put(messages.encode(message))

    def say(self, message: Message) -> bytes:
        """Give the bytes of a message that may be lost, to be sent at once."""
        return seal(messages.encode(message))

    def due(self, now_ns: int) -> bytes:
        """Give the bytes that have to be sent now."""
        match self.state:
            case State.CALLING:
                return self._call(now_ns)
            case State.TALKING:
                return self._waiting(now_ns)
            case State.REFUSED:
                return b""

    def _call(self, now_ns: int) -> bytes:
        if self._called_ns is not None and now_ns - self._called_ns < CALL_NS:
            return b""
        self._called_ns = now_ns
        return b"\n" + seal(messages.encode(Call(messages.VERSION, self.process)))

    def _waiting(self, now_ns: int) -> bytes:
        lines = b""
        if self._inbox.owes:
            self._inbox.owes = False
            lines = seal(messages.encode(Ack(self._inbox.expects - 1)))
        now_us = now_ns // 1000
        return lines + b"".join(seal(text) for text in self._outbox.due(now_us, now_us - self._outbox.since))
