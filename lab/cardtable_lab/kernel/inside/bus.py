"""The SPI bus: py-spidev's C extension and our drivers over the kernel's spidev, with emulated chips behind it."""

import errno
import importlib
import importlib.util
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import spidev

from cardtable_lab.kernel.inside.board import Bench, place
from cardtable_lab.kernel.inside.console import measured, raised, sees, stepped
from cardtable_lab.kernel.inside.devices import (
    Header,
    binds,
    gives_up_after,
    refuses_no_cs,
    unbinds,
    waits,
)
from hardware.assembly import Assembly
from hardware.clock import SystemClock
from hardware.observations import ReaderHealth, TagEvent
from hardware.pi.spidev_port import SpidevPort
from hardware.plan import Plan, ReaderPlan
from hardware.ports import NoMessages, Segment
from hardware.reader_bank import ReaderBank

UID, OTHER = "04a1b2c3d4e5f6", "a1b2c3d4"
_VERSION_READ = [0x37 << 1 | 0x80, 0]  # VersionReg, datasheet 9.3.4.8
_VERSION = 0x92
RESETS, SELECT, FREE = (25, 24), 22, 2  # nothing is connected to the bus's third chip select
LOST_S, TIMES_OUT_MS = 3.0, 200  # the spi core adds 200 ms to a transfer's time (spi.c, spi_transfer_wait)
_BUFSIZ = 4096


def run() -> None:
    """Check the library, then the readers."""
    header = Header()
    header.release(SELECT)  # otherwise an undriven chip select that is pulled low would select its chip
    boards = (place(header, device=0, reset_pin=RESETS[0]), place(header, device=1, reset_pin=RESETS[1]))
    with Bench(*boards, place(header, select_pin=SELECT)) as bench:
        for look in (_library, _speeds, _modes, _sizes, _messages, _no_cs, _readers, _package, _faults, _rebinding):
            with stepped(look.__name__.strip("_").replace("_", " ")):
                look(bench, header)


def _reads_version(spi: Any) -> bool:
    return bool(spi.xfer2(list(_VERSION_READ))[1] == _VERSION)


@contextmanager
def _opened(device: int = 0, hz: int = 4_000_000, mode: int = 0) -> Iterator[Any]:
    spi = spidev.SpiDev()
    spi.open(0, device)
    try:
        spi.max_speed_hz, spi.mode, spi.no_cs = hz, mode, False
        yield spi
    finally:
        with suppress(OSError):
            spi.mode = 0
        spi.close()


@contextmanager
def _released() -> Iterator[None]:
    """Keep the boards out of reset until the block ends, while no driver is open."""
    with Assembly(Plan(), SystemClock()) as pins:
        for pin in RESETS:
            pins.reset(pin)
        yield


def _library(_bench: Bench, _header: Header) -> None:
    found = importlib.util.find_spec("spidev")
    sees("spidev is the C extension", found is not None and str(found.origin).endswith(".so"))
    sees("the kernel has two devices", all(Path(f"/dev/spidev0.{device}").exists() for device in (0, 1)))
    sees(
        "a missing device is not found",
        raised(lambda: spidev.SpiDev(0, 7)) == f"FileNotFoundError {errno.ENOENT}",
    )
    with _released(), _opened() as first, _opened(1) as second:
        sees("two chips return their version over real ioctls", _reads_version(first) and _reads_version(second))


def _speeds(bench: Bench, _header: Header) -> None:
    with _released():
        for hz, legible in (
            (500_000, True),
            (1_000_000, True),
            (4_000_000, True),
            (10_000_000, True),
            (12_000_000, False),
        ):
            bench.seen()
            with _opened(hz=hz) as spi:
                read = _reads_version(spi)
            sees(
                f"at {hz} Hz the chip is {'read' if legible else 'misread'}",
                read is legible and bench.seen().speeds == [hz],
            )
        with _opened() as spi:
            bench.seen()
            spi.xfer2([0, 0], 250_000)
            sees(
                "a speed set for one transfer reaches the bus", (seen := bench.seen()).speeds == [250_000], seen.speeds
            )


def _modes(bench: Bench, _header: Header) -> None:
    with _released():
        for mode in range(4):
            bench.seen()
            with _opened(mode=mode) as spi:
                read = _reads_version(spi)
            right = read is (mode in (0, 3)) and mode in bench.seen().modes
            sees(f"in mode {mode} the chip is {'read' if mode in (0, 3) else 'misread'}", right)


def _sizes(_bench: Bench, _header: Header) -> None:
    with _released(), _opened() as spi:
        sees(f"{_BUFSIZ} bytes fit into one transfer", len(spi.xfer2([0] * _BUFSIZ)) == _BUFSIZ)
        try:
            spi.xfer2([0] * (_BUFSIZ + 1))
            sees("one byte more is refused", so=False)
        except OverflowError as error:
            sees("one byte more is refused", so=True, found=error)
    port = SpidevPort(0, 0)
    big = [Segment(bytes(_BUFSIZ // 2)), Segment(bytes(_BUFSIZ // 2 + 1))]
    try:
        port.message(big)()
        sees("a message beyond the kernel's bufsiz is refused", so=False)
    except NoMessages as error:
        sees("a message beyond the kernel's bufsiz is refused", error.errno == errno.EMSGSIZE, error)
    sees("the port still works", len(port.xfer2([0, 0])) == 2)
    port.close()


def _messages(bench: Bench, _header: Header) -> None:
    with _released():
        port = SpidevPort(0, 0)
        segments = [
            Segment(bytes(_VERSION_READ), 500_000),
            Segment(bytes(_VERSION_READ), 250_000),
            Segment(bytes(_VERSION_READ)),
        ]
        send = port.message(segments)
        bench.seen()
        answer = list(send())
        seen = bench.seen()
        sees("three transfers are sent as one message", (seen.messages, seen.transfers) == (1, 3), seen)
        sees("the select is released between the transfers, not after the last", seen.cs_changes == 2, seen.cs_changes)
        sees("the delays of the transfers reach the bus", {500, 250} <= set(seen.delays_us), seen.delays_us)
        sees("the answer to the last transfer is returned", answer[1:] == [_VERSION], answer)
        port.close()
        sees("a closed port raises EBADF", raised(send) == f"OSError {errno.EBADF}")


def _no_cs(bench: Bench, _header: Header) -> None:
    with Assembly(Plan(), SystemClock()) as assembly:
        select = assembly.select(SELECT)
        port = SpidevPort(0, FREE, select=select)
        bench.seen()
        read = port.xfer2(_VERSION_READ)[1] == _VERSION
        sees("a pin selects the chip, and the bus does not drive its own select", read and bench.seen().modes == [0x40])
        sees("no other select of the bus changes", not port.moves_select)
        port.close()
        with _opened_as_it_is(FREE) as spi:
            sees("SPI_NO_CS stays set after the port is closed", spi.no_cs)
        ours = SpidevPort(0, FREE)
        with _opened_as_it_is(FREE) as spi:
            sees("a port that needs the bus's select enables it again", not spi.no_cs)
        ours.close()
        refuses_no_cs(True)
        refused = SpidevPort(0, FREE, select=select)
        sees("a controller that refuses SPI_NO_CS is detected", refused.moves_select)
        sees("the chip is still read with its pin", refused.xfer2(_VERSION_READ)[1] == _VERSION)
        refused.close()
        refuses_no_cs(False)


@contextmanager
def _opened_as_it_is(device: int = 0) -> Iterator[Any]:
    spi = spidev.SpiDev(0, device)
    try:
        yield spi
    finally:
        spi.close()


def _plan(device: int, **more: Any) -> ReaderPlan:
    return ReaderPlan(f"reader {device}", "spidev", 0, device, reset_pin=RESETS[device], **more)


class _Bank:
    """Readers of this project, polled as a table polls them."""

    def __init__(self, *plans: ReaderPlan) -> None:
        self._assembly = Assembly(Plan(readers=plans), SystemClock())
        source = self._assembly.sources()["readers"]
        assert isinstance(source, ReaderBank), "these readers hang on the header"  # noqa: S101
        self.bank = source
        self.observed: list[Any] = []

    def until(self, right: Any, patience_s: float = 10.0) -> bool:
        """Poll until the observations satisfy a condition, and return whether they did in time."""

        def polled() -> bool:
            self.observed += self.bank.poll().items
            return bool(right(self.observed))

        return waits(polled, patience_s)

    def close(self) -> None:
        self._assembly.close()


def _arrived(observed: Sequence[Any], uid: str, present: bool = True) -> bool:
    return any(isinstance(one, TagEvent) and one.uid.hex() == uid and one.present is present for one in observed)


def _health(observed: Sequence[Any], alive: bool) -> bool:
    return any(isinstance(one, ReaderHealth) and one.alive is alive for one in observed)


def _both_back(observed: Sequence[Any]) -> bool:
    return len({one.reader for one in observed if isinstance(one, ReaderHealth) and one.alive}) == len(RESETS)


def _readers(bench: Bench, _header: Header) -> None:
    bank = _Bank(_plan(0), _plan(1))
    clock = SystemClock()
    try:
        bank.until(lambda _: True)
        began_ns, bench_before, polls = clock.now_ns(), bench.seen(), 50
        del bench_before
        for _ in range(polls):
            bank.bank.sweep()
        seen = bench.seen()
        measured(
            "one poll of two empty readers",
            f"{(clock.now_ns() - began_ns) / polls / 1e6:.1f} ms, {seen.messages / polls:.1f} messages",
        )
        bench.put(UID, 0)
        bench.put(OTHER, 1)
        sees(
            "a tag on each reader arrives",
            bank.until(lambda observed: _arrived(observed, UID) and _arrived(observed, OTHER)),
        )
        bank.observed.clear()
        for _ in range(polls):
            bank.observed += bank.bank.poll().items
        sees("tags at rest cause no events", not bank.observed, bank.observed)
        bench.lift(UID, 0)
        bench.lift(OTHER, 1)
        sees(
            "both tags leave",
            bank.until(lambda observed: _arrived(observed, UID, False) and _arrived(observed, OTHER, False)),
        )
    finally:
        bank.close()


def _package(bench: Bench, _header: Header) -> None:
    plan = ReaderPlan("by the package", "mfrc522", 0, 0, reset_pin=RESETS[0], speed_hz=1_000_000)
    bank = _Bank(plan)
    try:
        bench.put(UID, 0)
        sees(
            "the mfrc522 package reads a tag, with rpi-lgpio as RPi.GPIO",
            bank.until(lambda observed: _arrived(observed, UID)),
        )
        bench.lift(UID, 0)
    finally:
        bank.close()
        importlib.import_module("RPi.GPIO").cleanup(RESETS[0])  # without this, the package would keep the pin


def _faults(bench: Bench, _header: Header) -> None:
    bank = _Bank(_plan(0), _plan(1))
    try:
        bank.until(lambda _: True)
        bench.fail(1)
        for _ in range(10):
            bank.observed += bank.bank.poll().items
        restarted = [one for one in bank.observed if isinstance(one, ReaderHealth)]
        sees("one failed message only restarts a reader", all(one.alive for one in restarted), restarted)
        bank.observed.clear()
        gives_up_after(TIMES_OUT_MS)
        bench.hang(hangs=True)
        clock = SystemClock()
        began_ns = clock.now_ns()
        lost = bank.until(lambda observed: _health(observed, False))
        seconds = (clock.now_ns() - began_ns) / 1e9
        sees("the readers of a hanging bus are reported lost", lost and seconds < LOST_S, f"{seconds:.1f} s")
        bench.hang(hangs=False)
        sees("they are reported back when the bus answers again", bank.until(_both_back))
        bank.observed.clear()
        bench.power(1, on=False)
        sees("a board without power is reported lost", bank.until(lambda observed: _health(observed, False)))
        bench.power(1, on=True)
        sees("it is reported back when its power returns", bank.until(lambda observed: _health(observed, True)))
        bench.put(UID, 1)
        sees("it reads again", bank.until(lambda observed: _arrived(observed, UID)))
        bench.lift(UID, 1)
    finally:
        gives_up_after(5000)
        bank.close()


def _rebinding(bench: Bench, _header: Header) -> None:
    with _opened_as_it_is() as spi:
        unbinds(0)
        heard = raised(lambda: spi.xfer2([0, 0]))
        sees("an open file of an unbound device raises ESHUTDOWN", heard == f"BrokenPipeError {errno.ESHUTDOWN}", heard)
        binds(0)
        heard = raised(lambda: spi.xfer2([0, 0]))
        sees("it still does when the device is back", heard == f"BrokenPipeError {errno.ESHUTDOWN}", heard)
    bank = _Bank(_plan(0), _plan(1))
    try:
        bank.until(lambda _: True)
        unbinds(1)
        sees("a reader whose device is unbound is reported lost", bank.until(lambda observed: _health(observed, False)))
        binds(1)
        sees("it is reported back with its device", bank.until(lambda observed: _health(observed, True)))
        bench.put(OTHER, 1)
        sees("it reads again", bank.until(lambda observed: _arrived(observed, OTHER)))
        bench.lift(OTHER, 1)
    finally:
        bank.close()
