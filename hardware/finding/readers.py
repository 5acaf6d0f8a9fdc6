"""Finds the readers on the SPI buses, selected by the kernel's chip selects or by pins.

All free pins are pulled up first, so that no chip on them listens. Then each bus is probed with each of its own
selects, and after that with each pin pulled down in turn; permitted pins are driven low.
"""

from collections.abc import Iterator, Sequence
from contextlib import closing, suppress
from dataclasses import dataclass, replace

from hardware import header
from hardware.clock import Clock
from hardware.doctor.cures import explained
from hardware.doctor.findings import Finding
from hardware.doctor.mfrc522 import silent
from hardware.finding.lines import Lines, Select
from hardware.mfrc522.chip import CLONES, GENUINE, ChipError, Mfrc522
from hardware.pi.spidev_port import SpidevPort
from hardware.plan import ReaderPlan

SPEED_HZ = 1_000_000  # slow enough for long wires
SURE = 5  # consecutive answers that must agree
_FAST_ENOUGH = 64  # answers that must agree before a bus runs at the table's speed
_SILENT = (0x00, 0xFF)


@dataclass(frozen=True)
class FoundReader:
    """A reader that answered: its place and version. `driven` means its select had to be driven."""

    bus: int
    device: int
    select_pin: int | None
    version: int
    driven: bool = False
    speed_hz: int = SPEED_HZ

    @property
    def chip(self) -> str:
        """The name of the chip."""
        return GENUINE.get(self.version) or CLONES.get(self.version, f"unknown chip 0x{self.version:02x}")


def buses() -> tuple[tuple[int, int], ...]:
    """Return the bus and number of every kernel SPI device. Raise ImportError without the library."""
    there = []
    for bus, selects in header.CHIP_SELECTS.items():
        for device in range(len(selects)):
            with suppress(FileNotFoundError):
                SpidevPort(bus, device, speed_hz=SPEED_HZ).close()
                there.append((bus, device))
    return tuple(there)


class Readers:
    """The search for readers on one Pi."""

    def __init__(self, clock: Clock, lines: Lines, devices: Sequence[tuple[int, int]]) -> None:
        self._clock = clock
        self._lines = lines
        self._devices = devices
        self.found: list[FoundReader] = []
        self._silent: dict[tuple[int, int], int] = {}  # kernel selects, and what was read there

    def by_the_kernel(self) -> Iterator[FoundReader]:
        """Find readers on the kernel's chip selects."""
        for bus, device in self._devices:
            version = self._version(bus, device, None)
            if version is not None:
                yield self._keep(FoundReader(bus, device, None, version))
            else:
                self._silent[bus, device] = self._once(bus, device)

    def by_pulls(self) -> Iterator[FoundReader]:
        """Find readers on pins that are pulled down in turn."""
        return self._on_pins(self._lines.all, driven=False)

    def by_driving(self, pins: Sequence[int]) -> Iterator[FoundReader]:
        """Find readers on pins by driving them low."""
        self._lines.give_free(pins)
        return self._on_pins(pins, driven=True)

    def silent(self) -> Iterator[Finding]:
        """Yield the doctor's finding for each kernel select without an answer.

        Skip buses with a reader that is selected by a pin. If there is no bus, explain how to enable one.
        """
        if self._lines.all and not self._devices:
            yield Finding("SPI", "", *explained(FileNotFoundError(), ReaderPlan("SPI", "spidev")))
        on_pins = {one.bus for one in self.found if one.select_pin is not None}
        for (bus, device), version in self._silent.items():
            if bus in on_pins:
                continue
            all_there = [one.version for one in self.found if one.bus == bus]
            all_there += [other for (on, _), other in self._silent.items() if on == bus]
            yield silent(ReaderPlan(f"SPI {bus}.{device}", "spidev", bus, device), version, all_there)

    def chip(self, reader: FoundReader) -> Mfrc522:
        """Open a found reader. Raise OSError if its bus fails."""
        pin = reader.select_pin
        select = None if pin is None else Select(self._lines, pin, driven=reader.driven)
        return Mfrc522(SpidevPort(reader.bus, reader.device, speed_hz=reader.speed_hz, select=select), self._clock)

    def _on_pins(self, pins: Sequence[int], *, driven: bool) -> Iterator[FoundReader]:
        for bus, device in self._spare_devices():
            for pin in sorted(self._candidates() & set(pins)):
                version = self._version(bus, device, Select(self._lines, pin, driven=driven))
                self._lines.pull(pin, high=True)
                if version is not None:
                    yield self._keep(FoundReader(bus, device, pin, version, driven))

    @property
    def may_select_more(self) -> bool:
        """Whether readers on pins can be probed: at least one bus must have a device whose own select is unused."""
        return bool(self._spare_devices())

    @property
    def selects_are_used_up(self) -> bool:
        """Whether every kernel chip select has a reader."""
        return bool(self._devices) and not self._spare_devices()

    def _keep(self, reader: FoundReader) -> FoundReader:
        """Keep a found reader; its bus runs at the table's speed if the reader answers at that speed."""
        fast = replace(reader, speed_hz=ReaderPlan.speed_hz)
        with suppress(OSError), closing(self.chip(fast)) as chip:
            if {chip.version() for _ in range(_FAST_ENOUGH)} == {reader.version}:
                reader = fast
        self.found.append(reader)
        return reader

    def _candidates(self) -> set[int]:
        """Return the pins on which no reader was found and no button is held down."""
        return set(self._lines.all) - {one.select_pin for one in self.found} - self._lines.low()

    def _spare_devices(self) -> list[tuple[int, int]]:
        """Return, for each bus that has one, a device with an unused select; transfers may toggle that select."""
        used = {(one.bus, one.device) for one in self.found if one.select_pin is None}
        spare: dict[int, int] = {}
        for bus, device in self._devices:
            if (bus, device) not in used:
                spare.setdefault(bus, device)
        return sorted(spare.items())

    def _once(self, bus: int, device: int) -> int:
        with suppress(OSError):
            port = SpidevPort(bus, device, speed_hz=SPEED_HZ)
            try:
                return Mfrc522(port, self._clock).version()
            finally:
                port.close()
        return _SILENT[0]

    def _version(self, bus: int, device: int, select: Select | None) -> int | None:
        """Return the version of the chip that answers, or None if no chip answers or the answers differ."""
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
    """Return the pins that the kernel's SPI buses use."""
    numbers = {bus for bus, _ in devices}
    lines = {pins[bus] for pins in (header.MISO, header.MOSI, header.SCLK) for bus in numbers if bus in pins}
    selects = {header.chip_select(bus, device) for bus, device in devices}
    return lines | {select for select in selects if select is not None}
