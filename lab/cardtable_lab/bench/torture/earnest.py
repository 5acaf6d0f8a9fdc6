"""Torture in real time: the system kills a table in a separate process while hundreds of phones follow it.

Its disk is a small file system that fills up, and its wall clock jumps. The next table must repeat every event that a
phone received, with the same number and text. The table's memory is monitored.
"""

import re
import select
import signal
import socket
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http.client import HTTPException
from pathlib import Path
from random import Random
from threading import Event, Thread

from cardtable_lab.bench.torture.disk import Disk
from cardtable_lab.bench.torture.report import Report
from tests.jumping import DAYS_S
from tests.playing import PATIENCE_S, Phone, Playing, playing

PHONES = 150
RESIDENT = 250_000_000  # bytes that a table's process may hold with all these phones
SEATS, CARDS = (1, 2, 3), [f"number{number}.{copy}" for number in range(1, 6) for copy in (1, 2, 3)]
_LIVES_S, _FULL_S, _EACH_S = (1.5, 4.0), 1.5, 0.2
_EVENT = re.compile(rb"id: (\d+)\ndata: ([^\n]*)\n\n")  # a snapshot has an `event:` line; an event has none
_FIRST = b"GET /api/v1/events HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/event-stream\r\nLast-Event-ID: "
_MOST = 65_536
_GONE = (OSError, HTTPException, ValueError)  # errors of a phone whose request is refused, or whose table is killed


class Following(Thread):
    """Phones that follow one table as plain sockets. `known` are the events that phones have received so far."""

    def __init__(self, port: int, known: dict[int, bytes], chance: Random) -> None:
        super().__init__(daemon=True)
        self.known = known
        self.wrong: list[tuple[str, str]] = []
        self.heard = 0
        self._sockets = [socket.create_connection(("127.0.0.1", port), PATIENCE_S) for _ in range(PHONES)]
        self._last = [chance.choice((0, len(known))) if number else 0 for number in range(PHONES)]
        self._rest = [b""] * PHONES
        self._caught_up = Event()
        self._expects = len(known)
        for phone, last in zip(self._sockets, self._last, strict=True):
            phone.sendall(_FIRST + f"{last}\r\n\r\n".encode())
        self.start()

    def run(self) -> None:
        """Receive data until the table is gone."""
        poll = select.poll()
        numbers = {one.fileno(): number for number, one in enumerate(self._sockets)}
        for handle in numbers:
            poll.register(handle, select.POLLIN)
        while numbers:
            for handle, _ in poll.poll():
                if not self._hears(numbers[handle]):
                    poll.unregister(handle)
                    del numbers[handle]
        for phone in self._sockets:
            phone.close()

    def _hears(self, number: int) -> bool:
        with suppress(OSError):
            if piece := self._sockets[number].recv(_MOST):
                *whole, self._rest[number] = (self._rest[number] + piece).split(b"\n\n")
                for message in whole:
                    self._is_told(number, message + b"\n\n")
                return True
        return False

    def _is_told(self, number: int, message: bytes) -> None:
        found = _EVENT.search(message)
        if found is None:
            return
        self.heard += 1
        seq, data = int(found[1]), found[2]
        if seq != self._last[number] + 1:
            self.wrong.append(("lost", f"a phone received event {seq} after {self._last[number]}"))
        self._last[number] = seq
        if self.known.setdefault(seq, data) != data:
            self.wrong.append(("changed", f"{self.known[seq]!r} is now {data!r}"))
        if number == 0 and seq >= self._expects:
            self._caught_up.set()

    def has_all(self) -> bool:
        """Wait until the first phone, which starts at event 0, has received all known events; return whether it has."""
        return self._expects == 0 or self._caught_up.wait(PATIENCE_S)


class Siege:
    """One game at a table that is killed repeatedly."""

    def __init__(self, disk: Disk, seed: int) -> None:
        self.report = Report()
        self._disk = disk
        self._seed = seed
        self._chance = Random(f"siege {seed}")  # noqa: S311 - chance, no secret
        self._known: dict[int, bytes] = {}

    def run(self, lives: int) -> Report:
        """Play, and kill the table `lives` times; a final start checks what the last kill left behind."""
        for _ in range(lives):
            self._lives(self._chance.uniform(*_LIVES_S))
        self._lives(0)
        self.report.counts["events announced by processes"] += len(self._known)
        return self.report

    def _lives(self, seconds: float) -> None:
        counts, off_s = self.report.counts, self._chance.choice((0.0, DAYS_S, -DAYS_S))
        with playing(self._disk.path, clock_off_s=off_s) as table, _watched(table.process.pid) as most:
            phones = Following(table.port, self._known, self._chance)
            if not phones.has_all():
                self._violates("lost", f"{len(self._known)} events were announced, and some are gone")
            host = table.host()
            self._plays(table, host, time.monotonic() + seconds)
            if table.process.poll() is not None:
                self._violates("died", f"a table ended by itself: {table.process.returncode}")
            table.process.kill()
            table.process.wait(PATIENCE_S)
        phones.join(PATIENCE_S)
        self._disk.frees(None)
        counts["processes killed"] += 1
        counts["events sent to phones by processes"] += phones.heard
        for kind, text in phones.wrong:
            self._violates(kind, text)
        self.report.resident = max(self.report.resident, max(most))
        if max(most) > RESIDENT:
            self._violates("memory", f"a table with {PHONES} phones holds {max(most) / 1e6:.0f} MB")

    def _plays(self, table: Playing, host: Phone, ends_s: float) -> None:
        """Touch, tap and choose at random until the time is up; the disk may be full for part of the time."""
        full_s = self._chance.choice((0.0, ends_s - _FULL_S, ends_s - 2 * _FULL_S))
        while (now_s := time.monotonic()) < ends_s:
            self._fills(is_full=full_s < now_s < full_s + _FULL_S)
            with suppress(*_GONE):
                self._acts(table, host)

    def _fills(self, *, is_full: bool) -> None:
        if is_full and not self._disk.is_full:
            self.report.counts["full disks of processes"] += 1
            self._disk.fills(None)
        elif self._disk.is_full and not is_full:
            self._disk.frees(None)

    def _acts(self, table: Playing, host: Phone) -> None:
        match self._chance.randrange(12):
            case 0 | 1:
                table.taps(self._chance.choice(SEATS))
            case 2:
                host.asks("choices", choice=self._chance.choice(("pause", "resume", "undo")))
            case 3:
                table.process.send_signal(self._chance.choice((signal.SIGUSR1, signal.SIGUSR2)))
            case _:
                table.touches(self._chance.choice(CARDS), "discard")

    def _violates(self, kind: str, text: str) -> None:
        self.report.violates(kind, self._seed, f"in a process of its own: {text}")


@contextmanager
def _watched(pid: int) -> Iterator[list[int]]:
    """Sample the memory of a process until the block ends; yield the list of samples, in bytes."""
    found, stop = [0], Event()

    def poll() -> None:
        while not stop.wait(_EACH_S):
            with suppress(OSError, StopIteration):
                found.append(resident(pid))

    watching = Thread(target=poll, daemon=True)
    watching.start()
    try:
        yield found
    finally:
        stop.set()
        watching.join()


def resident(pid: int | str) -> int:
    """Return the resident memory of a process, in bytes (Linux)."""
    lines = Path(f"/proc/{pid}/status").read_text().splitlines()
    return int(next(line for line in lines if line.startswith("VmRSS")).split()[1]) * 1024
