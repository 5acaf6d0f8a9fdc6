"""The Pico's USB port as MicroPython's rp2 port has it: a buffer that is ready for one byte, and waits for hosts."""

import select
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import pytest

from firmware_bridge.pico.board import WATCHDOG_MS
from firmware_bridge.pico.usb import PACKET, Usb

MS = 1000
BUFFER = 256  # CFG_TUD_CDC_TX_BUFSIZE
TIMEOUT_US = 500 * MS  # MICROPY_HW_USB_CDC_TX_TIMEOUT
LINE = b"look 0 812331234 812331239 12 0 04a1b2c3d4e5f6*0123\n"


@dataclass
class Port:
    """Standard input and output over USB. The host takes `reads` bytes each millisecond.

    With `says_all`, as in older versions, a write says that it took all bytes even if it dropped some.
    """

    reads: float = 1000
    says_all: bool = False
    now_us: int = 0
    waiting: bytes = b""
    room: float = BUFFER
    got: bytes = b""
    writes: list[int] = field(default_factory=list)

    # as the modules `time` and `select`, and as both streams

    POLLIN, POLLOUT = select.POLLIN, select.POLLOUT

    def ticks_us(self) -> int:
        return self.now_us

    def ticks_diff(self, end: int, start: int) -> int:
        return end - start

    def poll(self) -> "Poll":
        return Poll(self)

    @property
    def buffer(self) -> "Port":
        return self

    def passes(self, us: int) -> None:
        self.now_us += us
        self.room = min(BUFFER, self.room + self.reads * us / MS)

    def readinto(self, into: bytearray) -> int:
        assert len(self.waiting) >= len(into), "it would wait for ever"
        into[:], self.waiting = self.waiting[: len(into)], self.waiting[len(into) :]
        return len(into)

    def write(self, data: bytes) -> int:
        self.writes.append(len(data))
        self.passes(10)
        begins_us = self.now_us
        while self.room < len(data) and self.now_us - begins_us < TIMEOUT_US:
            self.passes(MS)
        taken = min(len(data), int(self.room))
        self.room -= taken
        self.got += bytes(data[:taken])
        return len(data) if self.says_all else taken


class Poll:
    def __init__(self, port: Port) -> None:
        self._port = port

    def register(self, _stream: Any, event: int) -> None:
        self._event = event

    def ipoll(self, _timeout: int) -> Iterator[int]:
        ready = self._port.waiting if self._event == select.POLLIN else self._port.room >= 1
        return iter([0] if ready else [])


def usb(port: Port) -> Usb:
    return Usb(port, port, port, port)


def test_a_line_goes_out_in_packets_and_not_byte_by_byte() -> None:
    port = Port()

    assert usb(port).write(LINE) == len(LINE)
    assert usb(port).write(LINE * 3) == 3 * len(LINE)
    assert port.got == LINE * 4
    assert port.writes == [len(LINE), PACKET, PACKET, 3 * len(LINE) - 2 * PACKET]


@pytest.mark.parametrize("says_all", [False, True], ids=["newer", "older"])
@pytest.mark.parametrize("reads", [0, 0.05, 0.5], ids=["not", "50 bytes a second", "500 bytes a second"])
def test_a_step_is_over_long_before_the_watchdog_bites_however_badly_the_host_reads(
    reads: float, says_all: bool
) -> None:
    port = Port(reads=reads, says_all=says_all)
    stream = usb(port)
    for _ in range(200):
        begins_us = port.now_us
        for _ in range(30):  # more than are ever sent in one step
            stream.write(LINE)
        assert port.now_us - begins_us <= TIMEOUT_US + 100 * MS < WATCHDOG_MS * MS / 2
        port.passes(2 * MS)


def test_what_a_write_says_it_did_not_take_is_left_for_later() -> None:
    port = Port(reads=0)
    stream = usb(port)
    written = stream.write(LINE * 10)

    assert (written, port.got) == (BUFFER, (LINE * 10)[:BUFFER])
    port.reads = 1000
    port.passes(200 * MS)
    assert stream.write((LINE * 10)[written:]) == 10 * len(LINE) - BUFFER
    assert port.got == LINE * 10


def test_what_has_come_is_read_without_waiting_for_more() -> None:
    port = Port(waiting=b"x" * 300)
    stream = usb(port)

    assert [len(stream.read(256)) for _ in range(3)] == [256, 44, 0]
