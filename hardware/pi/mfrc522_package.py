"""The `mfrc522` package as a transport: it opens the bus and drives the reset pin; our driver does the rest.

Only its constructor, and the SPI device that it opens, are used: over an empty field, its protocol code reads a
register 2,000 times; it cannot tell two tags apart, and reads only half of a 7-byte UID (pimylifeup/MFRC522-python #15,
#42).
"""

import logging
import warnings
from collections import Counter
from collections.abc import Sequence
from typing import Any, Protocol

from hardware.mfrc522.reader import Mfrc522Reader, Parts, reader_of
from hardware.pi.rpi_gpio_pins import as_os_error
from hardware.pi.spi_device import SpiDevice
from hardware.plan import ReaderPlan
from hardware.ports import Message, Segment

RESET_PIN = 25  # BCM, as in most wiring plans. The package's default is 15, the serial port's RX
SPEED_HZ = 1_000_000  # the package's default
_BCM = 11  # RPi.GPIO's constant BCM
# How many open ports use a reset pin, by the library that drives it.
_users: Counter[tuple[Any, int]] = Counter()


class PackagePort:
    """One chip opened by the package; the object is also the chip's reset line.

    Raises OSError if the bus cannot be opened, ImportError or RuntimeError without the package or its GPIO library.
    """

    def __init__(self, bus: int, device: int, *, speed_hz: int = SPEED_HZ, reset_pin: int = RESET_PIN) -> None:
        import RPi.GPIO as GPIO
        from mfrc522 import MFRC522

        self._gpio: Any = GPIO
        self._reset_pin = reset_pin
        logger = logging.getLogger("mfrc522Logger")
        before = list(logger.handlers)
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore", RuntimeWarning)  # the warning that several readers share a reset pin
                self._package = MFRC522(bus=bus, device=device, spd=speed_hz, pin_mode=_BCM, pin_rst=reset_pin)
        finally:
            logger.handlers = before  # every instance adds a handler that prints every line
        self._spi: Any = self._package.spi
        self._at, self._speed_hz = (bus, device), speed_hz
        self._device = SpiDevice(self._spi, self._open)
        self._is_open = True
        _users[GPIO, reset_pin] += 1
        self._spi.no_cs = False  # another program may have left it on: see hardware/pi/spidev_port.py

    def _open(self) -> None:
        """Open the device again as the package does."""
        self._spi.open(*self._at)
        self._spi.max_speed_hz = self._speed_hz
        self._spi.no_cs = False

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes and return the bytes received meanwhile. Raise OSError if the bus fails."""
        return self._device.xfer2(data)

    def message(self, segments: Sequence[Segment]) -> Message:
        """Prepare several transfers as one system call, on the device that the package has opened."""
        return self._device.message(segments, self._speed_hz)

    def set(self, *, high: bool) -> None:
        """Drive the reset pin. Raise OSError if that fails."""
        with as_os_error():
            self._gpio.output(self._reset_pin, high)

    def close(self) -> None:
        """Close the bus, and release the reset pin unless another reader uses it; safe to call twice.

        The package's own `Close` would release every pin of the process.
        """
        self._device.close()
        if not self._is_open:
            return
        self._is_open = False
        _users[self._gpio, self._reset_pin] -= 1
        if not _users[self._gpio, self._reset_pin]:
            self._gpio.cleanup([self._reset_pin])


class Wiring(Parts, Protocol):
    """What a table provides to readers opened through the package."""

    def is_its_own(self, pin: int) -> bool:
        """Return whether only one reader uses a reset pin."""
        ...


def opened(plan: ReaderPlan, parts: Wiring) -> Mfrc522Reader:
    """Open a reader through the package; a shared reset pin is not pulsed."""
    assert plan.reset_pin is not None, "the package drives one in any case"  # noqa: S101 - settings ensure it
    port = PackagePort(plan.bus, plan.device, speed_hz=plan.speed_hz, reset_pin=plan.reset_pin)
    reset = port if parts.is_its_own(plan.reset_pin) else None
    return reader_of(port, parts, gain_db=plan.gain_db, pile=plan.patience.pile, reset=reset)
