"""A reader that types UIDs like a keyboard, followed by Enter: it reports when a card arrives, never when it leaves.

The format differs from reader to reader: hex digits, or four bytes as ten decimal digits, in either byte order. Many
truncate a seven-byte UID to four bytes: see `observations.short_forms`. Key codes: linux/input-event-codes.h.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple, Protocol

from hardware.clock import Clock
from hardware.input_device import EVENT
from hardware.plan import ReaderPlan
from hardware.reader import FoundTag, Poll

LIBRARY = "hardware.input_device"
FORMATS = ("hex", "hex-reversed", "decimal", "decimal-reversed")
# How long a card counts as present after being typed. Until its departure is decided, a second in all, further reads of
# the same card belong to the same touch.
LIES_NS = 880_000_000
REPEATS_NS = 500_000_000  # no hand repeats a touch sooner: the same card is still there
SAME_NS = 1_050_000_000  # by then the departure is decided; a touch between REPEATS_NS and this is ignored
EV_SYN, EV_KEY, SYN_DROPPED = 0, 1, 3
DOWN = 1  # the value for a key press; 2 is a repeat, 0 a release
ENTER = frozenset({28, 96})  # KEY_ENTER, KEY_KPENTER
KEYS = {
    **dict(zip(range(2, 12), "1234567890", strict=True)),  # KEY_1 to KEY_0
    **dict(zip((82, 79, 80, 81, 75, 76, 77, 71, 72, 73), "0123456789", strict=True)),  # KEY_KP0 to KEY_KP9
    **dict(zip((30, 48, 46, 32, 18, 33), "abcdef", strict=True)),  # KEY_A to KEY_F
}
_SHIFTS = frozenset({42, 54, 58})  # KEY_LEFTSHIFT, KEY_RIGHTSHIFT, KEY_CAPSLOCK: hex digits are the same in either case
_WRONG = "?"  # a key that is not a digit, or events that the kernel dropped
_NS_PER_S, _NS_PER_US = 1_000_000_000, 1_000
_HEX = re.compile(r"([0-9a-f]{8}|[0-9a-f]{14}|[0-9a-f]{20})")
_DECIMAL = re.compile(r"[0-9]{1,10}")


class Line(NamedTuple):
    """What was typed before Enter, and how long it took, in ns."""

    typed: str
    took_ns: int


class Keys(Protocol):
    """The port: an input device, as `hardware.input_device` opens it."""

    @property
    def name(self) -> str: ...

    def grab(self) -> None: ...

    def read(self) -> bytes: ...

    def close(self) -> None: ...


class Parts(Protocol):
    """What a table provides to this driver."""

    clock: Clock

    def library(self, name: str) -> Any:
        """Import a library, or return its stand-in."""
        ...


def opened(plan: ReaderPlan, parts: Parts) -> "KeyboardReader":
    """Return the reader that `plan` describes, whether or not it is plugged in."""
    return KeyboardReader(parts.library(LIBRARY), parts.clock, plan.own["device"], plan.own["format"])


class Typing:
    """Assembles key events into lines. A line with a lost event, or with a key that is not a digit, is not a UID."""

    def __init__(self) -> None:
        self._rest = b""
        self._typed = ""
        self._began_ns = 0

    def lines(self, data: bytes) -> Iterator[Line]:
        """Yield the lines that these bytes complete."""
        data = self._rest + data
        whole = len(data) - len(data) % EVENT.size
        self._rest = data[whole:]
        for s, us, kind, code, value in EVENT.iter_unpack(data[:whole]):
            at_ns = s * _NS_PER_S + us * _NS_PER_US
            if kind == EV_KEY and value == DOWN and code in ENTER:
                if self._typed:
                    yield Line(self._typed, at_ns - self._began_ns)
                self._typed = ""
            elif (kind == EV_KEY and value == DOWN and code not in _SHIFTS) or (kind, code) == (EV_SYN, SYN_DROPPED):
                if not self._typed:
                    self._began_ns = at_ns
                self._typed += KEYS.get(code, _WRONG) if kind == EV_KEY else _WRONG


def uid_of(typed: str, written: str) -> bytes | None:
    """Return the UID that a reader typed, written in one of FORMATS; None if the text is not a UID.

    >>> uid_of("0078815139", "decimal").hex(), uid_of("0078815139", "decimal-reversed").hex()
    ('04b29fa3', 'a39fb204')
    """
    if written.startswith("hex"):
        uid = bytes.fromhex(typed) if _HEX.fullmatch(typed) else None
    else:
        number = int(typed) if _DECIMAL.fullmatch(typed) else 1 << 32
        uid = number.to_bytes(4, "big") if number < 1 << 32 else None
    return uid[::-1] if uid is not None and written.endswith("-reversed") else uid


class KeyboardReader:
    """A reader that types. `devices` is the `hardware.input_device` module, `path` the path of the device."""

    def __init__(self, devices: Any, clock: Clock, path: str, written: str) -> None:
        """`written` is one of FORMATS."""
        self._devices = devices
        self._clock = clock
        self._path = path
        self.written = written
        self._keys: Keys | None = None
        self._typing = Typing()
        self._typed_ns: dict[bytes, int] = {}  # when each tag was typed; quick repeats renew the time
        self._named = ""

    @property
    def chip(self) -> str:
        """The name that the device reports."""
        return self._named

    def start(self) -> None:
        """Open the device and grab it, unless it is already open. Raise OSError if it is missing or already grabbed."""
        if self._keys is not None:
            return
        keys: Keys = self._devices.InputDevice(self._path)
        try:
            self._named = keys.name
            self._take(keys)
        except BaseException:
            keys.close()
            raise
        self._keys, self._typing = keys, Typing()

    def poll(self, known: Sequence[bytes] = ()) -> Poll:
        """Return the recently typed tags; garbled if a new line is not a UID."""
        if self._keys is None:
            raise OSError(f"{self._path} is not open")
        try:
            data = self._keys.read()
        except OSError:
            self.close()
            raise
        now_ns, garbled = self._clock.now_ns(), False
        self._typed_ns = {uid: at_ns for uid, at_ns in self._typed_ns.items() if now_ns - at_ns < SAME_NS}
        for line in self._typing.lines(data):
            uid = self._read(line)
            garbled |= uid is None
            if uid is not None and now_ns - self._typed_ns.get(uid, now_ns) < REPEATS_NS:
                self._typed_ns[uid] = now_ns
        lying = [FoundTag(uid) for uid, at_ns in self._typed_ns.items() if now_ns - at_ns < LIES_NS]
        return Poll(tuple(lying), garbled)

    def close(self) -> None:
        """Close the device; safe to call twice."""
        if self._keys is not None:
            self._keys.close()
            self._keys = None

    def _take(self, keys: Keys) -> None:
        keys.grab()

    def _read(self, line: Line) -> bytes | None:
        return uid_of(line.typed, self.written)
