"""The host's end of the link to one Pico, without I/O: bytes in, messages out, and vice versa.

Theory of operation. After the port is opened, `open` makes the link send calls until the Pico says hello, because
opening the port may have reset the Pico. Then both exchange messages. Messages that must arrive are numbered
(pico/reliable.py); the rest are not, because a lost ping is no worse than a late one. A Pico that stays silent for
SILENT_NS counts as gone, and is called again. `process` identifies this run of the host: a Pico never sends messages
kept for one run to another. The transitions are in states.py.
"""

from dataclasses import dataclass

from firmware_bridge.pico import messages
from firmware_bridge.pico.messages import Ack, Call, Hello
from firmware_bridge.pico.reliable import Inbox, Outbox, numbered
from firmware_bridge.pico.wire import Lines, seal
from firmware_bridge.states import LINK, LinkEvent, LinkState

CALL_NS = 200_000_000  # interval between calls
SILENT_NS = 1_500_000_000  # 75 beats
AGES_NS = 480_000_000_000  # ticks of 2**30 us reach back nine minutes
_MOST_WAITING = 200  # a host sends a few dozen: its plan, and changes to lights

Message = tuple[object, ...]


@dataclass(frozen=True)
class Greeted:
    """The Pico said hello. `same` means that it stayed powered and kept all its messages."""

    hello: Hello
    same: bool


@dataclass(frozen=True)
class Heard:
    """A message came from the Pico."""

    message: Message
    at_ns: int


@dataclass(frozen=True)
class FellSilent:
    """The Pico was silent for too long, or never answered a call."""


@dataclass(frozen=True)
class Refused:
    """The Pico's program uses a different version of the messages, so it was refused."""

    version: int


Event = Greeted | Heard | FellSilent | Refused


class Link:
    """The link to one Pico. `corrupt` counts dropped lines."""

    def __init__(self, process: str) -> None:
        self.process = self._name = process
        self._names = 0
        self._talked_ns = 0
        self.state = LinkState.CALLING
        self._lines = Lines()
        self._inbox = Inbox()
        self._outbox = Outbox(_MOST_WAITING)
        self._boot: str | None = None
        self._called_ns: int | None = None
        self._heard_ns = 0

    @property
    def corrupt(self) -> int:
        """The number of lines dropped because they held no valid message."""
        return self._lines.corrupt

    @property
    def received(self) -> int:
        """The number up to which all numbered messages have arrived."""
        return self._inbox.expects - 1

    def open(self, now_ns: int) -> None:
        """Start calling, on a port that has just been opened."""
        corrupt = self._lines.corrupt
        self._lines = Lines()
        self._lines.corrupt = corrupt
        self._goes(LinkEvent.OPENED)
        self._call_again(now_ns)

    def _goes(self, sign: LinkEvent) -> bool:
        """Go to the next state; return False if the transition table has none for this event."""
        after = LINK[self.state].get(sign)
        if after is not None:
            self.state = after
        return after is not None

    def _call_again(self, now_ns: int) -> None:
        """Start calling. After AGES_NS a Pico's old messages can no longer be dated, so pose as a new host."""
        if self._boot is not None and now_ns - self._talked_ns >= AGES_NS:
            self._boot, self._names = None, self._names + 1
            self.process = f"{self._name}-{self._names}"
        self._called_ns, self._heard_ns = None, now_ns
        self._outbox.clear()

    # -- receiving

    def take(self, data: bytes, now_ns: int) -> list[Event]:
        """Process bytes received at `now_ns`; return the events. Garbage is dropped and counted."""
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
        """Process an intact line that cannot be decoded: a hello from a different version may have different fields."""
        self._lines.corrupt += 1
        hello, _, rest = text.partition(" ")
        version = rest.partition(" ")[0]
        if hello != "hello" or not (version.isascii() and version.isdigit()) or int(version) == messages.VERSION:
            return []
        self._goes(LinkEvent.MISFIT)
        return [Refused(int(version))]

    def refuse(self) -> None:
        """Stop talking to this Pico until its port is opened again."""
        self._goes(LinkEvent.LACKS)

    def _heard(self, number: int, message: Message, now_ns: int) -> list[Event]:
        if isinstance(message, Hello):
            return self._greeted(message, now_ns)
        if not self._goes(LinkEvent.SAID):
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
            case LinkState.REFUSED:
                return [Refused(hello.version)]
            case LinkState.CALLING:  # the Pico that was there is gone
                self._call_again(now_ns)
                return [FellSilent()]
            case LinkState.TALKING:
                if sign is LinkEvent.ANOTHER:
                    self._inbox.expects = hello.first
                self._boot = hello.boot
                self._heard_ns = self._talked_ns = now_ns
                return [Greeted(hello, sign is LinkEvent.SAME)]

    def _sign(self, hello: Hello) -> LinkEvent:
        """Return the event for a hello; the hello of a Pico that has not been called yet names no host."""
        if hello.version != messages.VERSION:
            return LinkEvent.MISFIT
        if hello.process != self.process:
            return LinkEvent.ELSEWHERE
        return LinkEvent.SAME if hello.boot == self._boot else LinkEvent.ANOTHER

    def passed(self, now_ns: int) -> list[Event]:
        """Return a list with FellSilent if the Pico has been silent for too long, else an empty list."""
        if now_ns - self._heard_ns < SILENT_NS or not self._goes(LinkEvent.SILENT):
            return []
        self._call_again(now_ns)
        return [FellSilent()]

    # -- sending

    def report(self, message: Message) -> None:
        """Queue a message that must arrive; drop it while the Pico is away, as a returning Pico is sent everything."""
        if self.state is LinkState.TALKING:
            self._outbox.put(messages.encode(message))

    def say(self, message: Message) -> bytes:
        """Encode a message that may get lost; the caller sends the bytes at once."""
        return seal(messages.encode(message))

    def due(self, now_ns: int) -> bytes:
        """Return the bytes to be sent now."""
        match self.state:
            case LinkState.CALLING:
                return self._call(now_ns)
            case LinkState.TALKING:
                return self._waiting(now_ns)
            case LinkState.REFUSED:
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
