"""A spidev device that may vanish and come back, as when a driver is unbound or a hub reset.

An old file descriptor gets ESHUTDOWN for ever. So after a failure the device is reopened before use.
"""

import errno
import os
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hardware.pi import spi_message
from hardware.ports import Message, NoMessages, Segment

T = TypeVar("T")


class SpiDevice:
    """An open `spidev.SpiDev`; `opens` opens and configures it."""

    def __init__(self, spi: Any, opens: Callable[[], None]) -> None:
        self._spi = spi
        self._opens = opens
        self._failed = self._closed = False

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes and return as many, with the select held low. Raise OSError if the bus fails."""
        return self._tried(lambda: list(self._spi.xfer2(list(data))))

    def message(self, segments: Sequence[Segment], speed_hz: int) -> Message:
        """Prepare several transfers in one system call. Raise NoMessages if they cannot be sent as one."""
        send = spi_message.prepared(self._spi, segments, speed_hz)
        return lambda: self._tried(send)

    def close(self) -> None:
        """Close it for good; safe to call twice."""
        self._closed = True
        self._spi.close()

    def _tried(self, use: Callable[[], T]) -> T:
        if self._closed:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        try:
            if self._failed:
                self._spi.close()
                self._opens()
                self._failed = False
            return use()
        except NoMessages:
            raise
        except OSError:
            self._failed = True
            raise
