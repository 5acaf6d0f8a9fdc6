"""An SPI port through `spidev`, the kernel's driver; the chip select is the kernel's or a GPIO pin.

With a GPIO pin as select, the bus is asked to leave its own select alone (SPI_NO_CS). The RP1 driver of Pi 5 kernels
before raspberrypi/linux #6545 refuses; then that select toggles with every transfer, which is harmless if nothing is
wired to it. The flag belongs to the kernel's device and outlives its user: closing restores only the speed
(spidev_release, drivers/spi/spidev.c). So a port that needs the kernel's select enables it explicitly, because a set-up
may have left it off. The library is imported when a port is opened, because a PC may not have it.
"""

import errno
from collections.abc import Sequence
from typing import Any, Protocol

from hardware.mfrc522.reader import Mfrc522Reader, Parts, reader_of
from hardware.pi.spi_device import SpiDevice
from hardware.plan import ReaderPlan
from hardware.ports import Message, NoMessages, OutputLine, Segment

SPEED_HZ = 4_000_000  # the chip supports 10 MHz (datasheet 8.1.2); wires across a table do not


class SpidevPort:
    """One chip on a bus. Raises OSError if the bus cannot be opened, ImportError without the library.

    `moves_select` means that the bus also toggles its own select, although a pin selects the chip.
    """

    def __init__(self, bus: int, device: int, *, speed_hz: int = SPEED_HZ, select: OutputLine | None = None) -> None:
        import spidev

        self.moves_select = False
        self._at = bus, device
        self._select = select
        self._speed_hz = speed_hz
        self._spi: Any = spidev.SpiDev()
        self._device = SpiDevice(self._spi, self._open)
        try:
            self._open()
        except BaseException:
            self.close()
            raise

    def _open(self) -> None:
        self._spi.open(*self._at)
        self._spi.max_speed_hz = self._speed_hz
        self._spi.mode = 0
        if self._select is None:
            self._spi.no_cs = False
        else:
            self.moves_select = not self._leaves_select_alone()

    def _leaves_select_alone(self) -> bool:
        try:
            self._spi.no_cs = True
        except OSError as error:
            if error.errno != errno.EINVAL:
                raise
            return False
        return True

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes, with the select held low throughout; return those received. Raise OSError if the bus fails."""
        if self._select is None:
            return self._device.xfer2(data)
        self._select.set(high=False)
        try:
            return self._device.xfer2(data)
        finally:
            self._select.set(high=True)

    def message(self, segments: Sequence[Segment]) -> Message:
        """Prepare several transfers as one system call. Raise NoMessages if a GPIO pin selects the chip."""
        if self._select is not None:
            raise NoMessages(errno.ENOTTY, "a pin of our own selects this chip")
        return self._device.message(segments, self._speed_hz)

    def close(self) -> None:
        """Close the bus; safe to call twice."""
        self._device.close()


class Wiring(Parts, Protocol):
    """What a table provides to readers on its buses. `moved_selects` are selects that toggle but should not."""

    moved_selects: set[tuple[int, int]]

    def select(self, pin: int) -> OutputLine:
        """Open a chip-select pin as an output that is high."""
        ...

    def reset(self, pin: int) -> OutputLine | None:
        """Drive a reset pin high; return it only if it may be pulsed."""
        ...


def opened(plan: ReaderPlan, parts: Wiring) -> Mfrc522Reader:
    """Open a reader on a bus, selected by the bus or by a pin."""
    select = None if plan.select_pin is None else parts.select(plan.select_pin)
    reset = None if plan.reset_pin is None else parts.reset(plan.reset_pin)
    port = SpidevPort(plan.bus, plan.device, speed_hz=plan.speed_hz, select=select)
    if port.moves_select:
        parts.moved_selects.add((plan.bus, plan.device))
    return reader_of(port, parts, gain_db=plan.gain_db, pile=plan.patience.pile, reset=reset)
