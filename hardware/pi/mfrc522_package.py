"""The `mfrc522` package as a transport: it opens the bus and drives the reset pin, our own driver does the rest.

Of the package only the constructor and the SPI device that it opens are used: its protocol polls two thousand times for
an empty field, cannot tell two tags apart and reads half of a 7-byte UID (pimylifeup/MFRC522-python #15, #42).
"""

import logging
import warnings
from collections.abc import Sequence
from typing import Any

from hardware.pi.rpi_gpio_pins import as_os_error

RESET_PIN = 25  # BCM; as most wiring plans have it. The package's own choice is 15, the serial port's receiver
SPEED_HZ = 1_000_000  # the package's own
_BCM = 11  # RPi.GPIO's number for numbering pins as the SoC does


class PackagePort:
    """One chip that the package has opened; it is the chip's reset line too.

    Raise OSError if the bus cannot be opened, ImportError or RuntimeError without the package or its GPIO library.
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
                warnings.simplefilter("ignore", RuntimeWarning)  # of a reset pin that several readers share
                self._package = MFRC522(bus=bus, device=device, spd=speed_hz, pin_mode=_BCM, pin_rst=reset_pin)
        finally:
            logger.handlers = before  # every instance adds one, and each line would be told as often

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes and return as many. Raise OSError if the bus fails."""
        return list(self._package.spi.xfer2(list(data)))

    def set(self, *, high: bool) -> None:
        """Drive the reset pin. Raise OSError if that fails."""
        with as_os_error():
            self._gpio.output(self._reset_pin, high)

    def close(self) -> None:
        """Let the bus go; safe to call twice. The package's own way would let every pin of the process go."""
        self._package.spi.close()
