"""Which readers hang on the SPI buses: on the kernel's chip selects, and on pins.

All free pins are pulled up first, so that no chip behind one of them listens. Then each bus is asked by each of its own
selects, and after that with each pin pulled down in turn; pins that were given free are driven low.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Protocol

from hardware import header
from hardware.clock import Clock
from hardware.finding.lines import Driven, Lines, Pulled
from hardware.mfrc522 import CLONES, GENUINE, ChipError, Mfrc522
from hardware.pi.spidev_port import SpidevPort

SPEED_HZ = 1_000_000  # of long wires
SURE = 5  # so many answers in a row have to agree
_SILENT = (0x00, 0xFF)


class Select(Protocol):
    """A chip select of our own."""

    def set(self, *, high: bool) -> None:
        """Let go of the chip, or select it."""
        ...


@dataclass(frozen=True)
class FoundReader:
    """A reader that answers: where it is, and what it says it is. `driven`: its select had to be driven."""

    bus: int
    device: int
    select_pin: int | None
    version: int
    driven: bool = False

    @property
    def chip(self) -> str:
        """What it is called."""
        return GENUINE.get(self.version) or CLONES.get(self.version, f"unknown chip 0x{self.version:02x}")


def buses() -> tuple[tuple[int, int], ...]:
    """Return bus and device of every SPI device that the kernel offers. Raise ImportError without the library."""
    there = []
    for bus, selects in header.CHIP_SELECTS.items():
        for device in range(len(selects)):
            with suppress(FileNotFoundError):
                SpidevPort(bus, device, speed_hz=SPEED_HZ).close()
                there.append((bus, device))
    return tuple(there)


class Readers:
    """The search on one Pi."""

    def __init__(self, clock: Clock, lines: Lines, devices: Sequence[tuple[int, int]]) -> None:
        self._clock = clock
        self._lines = lines
        self._devices = devices
        self.found: list[FoundReader] = []

    def by_the_kernel(self) -> Iterator[FoundReader]:
        """Find readers on the kernel's chip selects."""
        for bus, device in self._devices:
            version = self._version(bus, device, None)
            if version is not None:
                yield self._keep(FoundReader(bus, device, None, version))

    def by_pulls(self) -> Iterator[FoundReader]:
        """Find readers on pins that are pulled down in turn."""
        for bus, device in self._spare_devices():
            for pin in self._candidates():
                version = self._version(bus, device, Pulled(self._lines, pin))
                self._lines.pull(pin, up=True)
                if version is not None:
                    yield self._keep(FoundReader(bus, device, pin, version))

    def by_driving(self, pins: Sequence[int]) -> Iterator[FoundReader]:
        """Find readers on pins that somebody lets be driven."""
        self._lines.give_free(pins)
        for bus, device in self._spare_devices():
            for pin in [pin for pin in self._candidates() if pin in pins]:
                version = self._version(bus, device, Driven(self._lines, pin))
                self._lines.pull(pin, up=True)
                if version is not None:
                    yield self._keep(FoundReader(bus, device, pin, version, driven=True))

    def chip(self, reader: FoundReader) -> Mfrc522:
        """Open a reader that was found. Raise OSError if its bus fails."""
        select: Select | None = None
        if reader.select_pin is not None:
            kind = Driven if reader.driven else Pulled
            select = kind(self._lines, reader.select_pin)
        return Mfrc522(SpidevPort(reader.bus, reader.device, speed_hz=SPEED_HZ, select=select), self._clock)

    def _keep(self, reader: FoundReader) -> FoundReader:
        self.found.append(reader)
        return reader

    def _candidates(self) -> list[int]:
        taken = {one.select_pin for one in self.found}
        low = self._lines.low()  # a button that is held down, or a wire to ground
        return [pin for pin in self._lines.all if pin not in taken and pin not in low]

    def _spare_devices(self) -> list[tuple[int, int]]:
        """Return for each bus a device whose own select no reader hangs on: a kernel may move it with every frame."""
        used = {(one.bus, one.device) for one in self.found if one.select_pin is None}
        spare: dict[int, int] = {}
        for bus, device in self._devices:
            if (bus, device) not in used:
                spare.setdefault(bus, device)
        return sorted(spare.items())

    def _version(self, bus: int, device: int, select: Select | None) -> int | None:
        """Return the version of the chip that answers; None if none does, or not always the same."""
        with suppress(OSError, ChipError):
            port = SpidevPort(bus, device, speed_hz=SPEED_HZ, select=select)
            try:
                chip = Mfrc522(port, self._clock)
                answers = {chip.version() for _ in range(SURE)}
            finally:
                port.close()
            if len(answers) == 1 and not answers & set(_SILENT):
                return answers.pop()
        return None


def pins_of(devices: Sequence[tuple[int, int]]) -> set[int]:
    """Return the pins that the kernel's SPI buses take."""
    numbers = {bus for bus, _ in devices}
    lines = {pins[bus] for pins in (header.MISO, header.MOSI, header.SCLK) for bus in numbers if bus in pins}
    selects = {header.chip_select(bus, device) for bus, device in devices}
    return lines | {select for select in selects if select is not None}
