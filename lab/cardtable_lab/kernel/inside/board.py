"""The chips on the bus of /dev/spi-user: emulated MFRC522 boards, in a separate process.

`python -m cardtable_lab.kernel.inside.board PLACES`, where PLACES is a JSON list. Hands control it over a socket, using
line-delimited JSON. It needs a process of its own: in a single process, chips and driver would wait for each other
forever.
"""

import json
import os
import signal
import socket
import struct
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from threading import Lock, Thread
from types import TracebackType
from typing import Any, Self

from cardtable_lab.kernel.inside.devices import Header, waits
from hardware.clock import SystemClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.pins import EmulatedPin
from hardware.emulator.room import PATIENCE_NS
from hardware.emulator.spi import EmulatedBus
from hardware.emulator.tag import Tag
from table.values import Value, asdict

BUS = "/dev/spi-user"
DOOR = "/run/board.socket"
_HEAD, _TRANSFER = struct.Struct("=III"), struct.Struct("=IIII")
_MOST_BYTES = 1 << 17
_NO_CS, _EDGES = 0x40, 0x03
_MOST_KINDS = 50  # how many speeds, modes and delays are remembered


class Place(Value):
    """The wiring of one board.

    A chip select of the bus (`device`) or a pin (`select`) selects it, and a `reset` pin may reset it. Pins are given
    as the files that hold their levels.
    """

    device: int = 0
    select: str | None = None
    reset: str | None = None


class Seen(Value):
    """The traffic on the bus since the last report."""

    messages: int
    transfers: int
    longest: int
    cs_changes: int
    speeds: list[int]
    modes: list[int]
    delays_us: list[int]


class _Pin:
    """A pin of the header, as the boards see it: a file with the level, read at each message."""

    def __init__(self, path: str) -> None:
        self._file = os.open(path, os.O_RDONLY)

    @property
    def high(self) -> bool:
        return os.pread(self._file, 2, 0).strip() == b"1"


class Boards:
    """All boards on a bus, with a method for everything that hands can do to them."""

    def __init__(self, places: Sequence[Place]) -> None:
        self.clock = SystemClock()
        self.bus = EmulatedBus()
        self.fields = [Field(patience_ns=PATIENCE_NS) for _ in places]
        self.chips = [EmulatedMfrc522(field, self.clock.now_ns) for field in self.fields]
        self._selects: list[tuple[_Pin, EmulatedPin]] = []
        self._resets: list[tuple[_Pin, int]] = []
        self._held: set[int] = set()  # numbers of boards whose reset is low
        self._cut: set[int] = set()  # numbers of boards without power
        self._tags: dict[str, Tag] = {}
        self._lock = Lock()
        self._fails = 0  # how many more messages will fail
        self._counts: Counter[str] = Counter()
        self._kinds: dict[str, set[int]] = {"speeds": set(), "modes": set(), "delays_us": set()}
        for number, place in enumerate(places):
            self._wires(place, number)

    def _wires(self, place: Place, number: int) -> None:
        chip = self.chips[number]
        if place.select is None:
            self.bus.attach(chip, place.device)
        else:
            wired = EmulatedPin(len(self._selects), self.clock.now_ns)
            self._selects.append((_Pin(place.select), wired))
            self.bus.attach(chip, wired)
        if place.reset is not None:
            self._resets.append((_Pin(place.reset), number))

    def answers(self, message: bytes) -> bytes:
        """Return the chips' response to a message, or nothing if the message should fail."""
        device, mode, count = _HEAD.unpack_from(message)
        transfers, speeds, at = [], [], _HEAD.size
        for _ in range(count):
            length, hz, delay_ns, change = _TRANSFER.unpack_from(message, at)
            at += _TRANSFER.size
            transfers.append((message[at : at + length], delay_ns))
            speeds.append(hz)
            at += length
            self._notes(hz, mode, delay_ns, change)
        self._counts["messages"] += 1
        self._counts["longest"] = max(self._counts["longest"], count)
        with self._lock:
            if self._fails:
                self._fails -= 1
                return b""
            self._follows_pins()
        select = None if mode & _NO_CS else device
        heard = self.bus.message(transfers, self.clock.sleep_ns, select=select, hz=max(speeds), mode=mode & _EDGES)
        return b"".join(map(bytes, heard))

    def _notes(self, hz: int, mode: int, delay_ns: int, change: int) -> None:
        self._counts["transfers"] += 1
        self._counts["cs_changes"] += change
        for kind, value in (("speeds", hz), ("modes", mode), ("delays_us", delay_ns // 1000)):
            if len(self._kinds[kind]) < _MOST_KINDS:
                self._kinds[kind].add(value)

    def _follows_pins(self) -> None:
        """Update the boards from the levels of resets and selects."""
        for pin, number in self._resets:
            self._becomes(number, self._held, on=not pin.high)
        for pin, wired in self._selects:
            level = pin.high
            if wired.driven is not level:
                wired.driven = level

    def does(self, what: str, **words: Any) -> Any:
        """Call one of the methods below, given its name without the leading underscore."""
        return getattr(self, f"_{what}")(**words)

    def _put(self, uid: str, reader: int, from_ns: int, until_ns: int | None, spot: int) -> None:
        self.fields[reader].put(self._tag(uid), from_ns=from_ns, until_ns=until_ns, spot=spot)

    def _lift(self, uid: str, reader: int) -> None:
        self.fields[reader].lift(self._tag(uid))

    def _busy_until_ns(self, reader: int) -> int:
        return self.fields[reader].busy_until_ns

    def _put_off_ns(self, uid: str, reader: int) -> int:
        return self.fields[reader].put_off_ns(self._tag(uid))

    def _power(self, reader: int, on: bool) -> None:
        with self._lock:
            self._becomes(reader, self._cut, on=not on)

    def _becomes(self, number: int, among: set[int], *, on: bool) -> None:
        """Add a board to the set `among`, or remove it. While a board is in `_held` or `_cut`, its chip is in reset."""
        rested = number in self._held | self._cut
        (among.add if on else among.discard)(number)
        rests = number in self._held | self._cut
        if rests is not rested:
            self.chips[number].hold_in_reset(rests)

    def _fail(self, messages: int) -> None:
        with self._lock:
            self._fails = messages

    def _seen(self) -> dict[str, Any]:
        kinds = {kind: sorted(values) for kind, values in self._kinds.items()}
        counts = {name: self._counts[name] for name in ("messages", "transfers", "longest", "cs_changes")}
        self._counts.clear()
        for values in self._kinds.values():
            values.clear()
        return {**counts, **kinds}

    def _tag(self, uid: str) -> Tag:
        return self._tags.setdefault(uid, Tag(bytes.fromhex(uid)))


def _listens(boards: Boards) -> None:
    """Accept connections on the socket and serve each in a thread."""
    with socket.create_server(DOOR, family=socket.AF_UNIX) as door:
        while True:
            caller, _ = door.accept()
            Thread(target=_serves, args=(boards, caller), daemon=True).start()


def _serves(boards: Boards, caller: socket.socket) -> None:
    with caller, caller.makefile("rwb") as lines:
        for line in lines:
            try:
                answer = {"is": boards.does(**json.loads(line))}
            except Exception as error:  # noqa: BLE001 - the caller gets the error
                answer = {"failed": repr(error)}
            lines.write(json.dumps(answer).encode() + b"\n")
            lines.flush()


def main(places: Sequence[Place]) -> None:
    """Simulate the bus until the machine is switched off."""
    boards = Boards(places)
    bus = os.open(BUS, os.O_RDWR)
    Thread(target=_listens, args=(boards,), daemon=True).start()
    while True:
        with suppress(BrokenPipeError, BlockingIOError):  # the controller is no longer waiting for the response
            os.write(bus, boards.answers(os.read(bus, _MOST_BYTES)))


class Bench:
    """A context manager that runs the boards in a process of their own, and lets hands act on them."""

    def __init__(self, *places: Place) -> None:
        places_json = json.dumps([asdict(place) for place in places])
        self._process = subprocess.Popen([sys.executable, "-m", __name__, places_json])  # noqa: S603 - this module
        self._lock = Lock()
        if not waits(Path(DOOR).exists):
            raise TimeoutError("the boards do not start")
        self._door = socket.socket(socket.AF_UNIX)
        self._door.connect(DOOR)
        self._lines = self._door.makefile("rwb")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Take the boards off the bus. Calling this twice is safe."""
        self._process.kill()
        self._process.wait()
        self._lines.close()
        self._door.close()
        Path(DOOR).unlink(missing_ok=True)

    def does(self, what: str, **words: Any) -> Any:
        """Call a method of the boards with keywords and return the result. Raise RuntimeError if the call fails."""
        with self._lock:
            self._lines.write(json.dumps({"what": what, **words}).encode() + b"\n")
            self._lines.flush()
            answer = json.loads(self._lines.readline())
        if "failed" in answer:
            raise RuntimeError(answer["failed"])
        return answer["is"]

    def put(self, uid: str, reader: int, *, from_ns: int = 0, until_ns: int | None = None, spot: int = 0) -> None:
        """Lay a tag on a reader, numbered from 0, permanently or between two CLOCK_MONOTONIC times, in ns."""
        self.does("put", uid=uid, reader=reader, from_ns=from_ns, until_ns=until_ns, spot=spot)

    def lift(self, uid: str, reader: int) -> None:
        """Take a tag off a reader."""
        self.does("lift", uid=uid, reader=reader)

    def power(self, reader: int, *, on: bool) -> None:
        """Cut a board's power, or restore it."""
        self.does("power", reader=reader, on=on)

    def fail(self, messages: int) -> None:
        """Make the next messages fail."""
        self.does("fail", messages=messages)

    def hang(self, *, hangs: bool) -> None:
        """Pause the boards' process, so that no chip responds on the bus, or resume it."""
        self._process.send_signal(signal.SIGSTOP if hangs else signal.SIGCONT)

    def seen(self) -> Seen:
        """Return the traffic on the bus since the last call."""
        return Seen(**self.does("seen"))

    def pad(self, reader: int) -> "FarPad":
        """Return a reader as the pad that `table.emulated.tabletop` needs."""
        return FarPad(self, reader)


class FarPad:
    """A field in the boards' process, with the interface of `table.emulated.tabletop.Pad`."""

    def __init__(self, bench: Bench, reader: int) -> None:
        self._bench = bench
        self._reader = reader
        self._lies: set[str] = set()  # tags that may lie on this pad; others need no request to the boards

    def put(self, tag: Tag, *, from_ns: int = 0, until_ns: int | None = None, spot: int = 0) -> None:
        """Lay a tag on the pad."""
        self._lies.add(tag.uid.hex())
        self._bench.put(tag.uid.hex(), self._reader, from_ns=from_ns, until_ns=until_ns, spot=spot)

    def lift(self, tag: Tag) -> None:
        """Take a tag off the pad."""
        if tag.uid.hex() in self._lies:
            self._lies.discard(tag.uid.hex())
            self._bench.lift(tag.uid.hex(), self._reader)

    @property
    def busy_until_ns(self) -> int:
        """The time at which the last temporary tag will be gone, in ns, or 0 if there was none."""
        busy: int = self._bench.does("busy_until_ns", reader=self._reader)
        return busy

    def put_off_ns(self, tag: Tag) -> int:
        """Return how long a tag's last stay was delayed, in ns."""
        off: int = self._bench.does("put_off_ns", uid=tag.uid.hex(), reader=self._reader)
        return off


def place(header: Header, *, device: int = 0, select_pin: int | None = None, reset_pin: int | None = None) -> Place:
    """Return the place of a board wired to pins of a header."""
    select, reset = (None if pin is None else str(header.value(pin)) for pin in (select_pin, reset_pin))
    return Place(device, select, reset)


if __name__ == "__main__":
    main([Place(**fields) for fields in json.loads(sys.argv[1])])
