"""A spidev device that may vanish and come back, as when a driver is unbound or a hub is reset.

An old file descriptor keeps returning ESHUTDOWN, so a device that has failed is reopened before its next use.
"""

import errno
import os
import struct
from array import array
from collections.abc import Callable, Sequence
from typing import Any, TypeVar

from hardware.ports import Message, NoMessages, Segment

# -- Several transfers in one system call to the kernel's spidev (include/uapi/linux/spi/spidev.h)
#
# The `spidev` module opens and configures the device, but offers no message that releases the select between
# transfers: `xfer` sends one byte in each, `xfer3` keeps the select. So the ioctl is made on its file descriptor.

# struct spi_ioc_transfer: tx_buf, rx_buf, len, speed_hz, delay_usecs, bits_per_word, cs_change, tx_nbits, rx_nbits,
# word_delay_usecs, pad.
TRANSFER = struct.Struct("=QQIIHBBBBBB")
_WRITE, _MAGIC = 1, ord("k")  # _IOW(SPI_IOC_MAGIC, 0, ...) of asm-generic/ioctl.h, as on every Pi
_MOST = 31  # they must fit the 1,024 bytes that Python passes to an ioctl without holding its lock
_REFUSED = (errno.ENOTTY, errno.EINVAL, errno.EMSGSIZE)  # before anything was sent


def request(count: int) -> int:
    """Return the ioctl number for `count` transfers, SPI_IOC_MESSAGE(count).

    >>> hex(request(1))
    '0x40206b00'
    """
    return _WRITE << 30 | count * TRANSFER.size << 16 | _MAGIC << 8


def prepared(spi: Any, segments: Sequence[Segment], speed_hz: int) -> Message:
    """Prepare a message for an open `spidev.SpiDev`. Raise NoMessages if it cannot be sent as one.

    A stand-in, which is not a kernel file, has an `ioctl` method.
    """
    if len(segments) > _MOST or not hasattr(spi, "fileno"):
        raise NoMessages(errno.ENOTTY, "this port takes one transfer at a time")
    import fcntl  # Windows, which has no such device, has no such module either

    sent = [array("B", segment.data) for segment in segments]  # kept alive by the call below: the kernel reads them
    answer = array("B", bytes(len(sent[-1])))
    transfers, call = _packed(sent, segments, answer, speed_hz), getattr(spi, "ioctl", fcntl.ioctl)
    number, fileno = request(len(sent)), spi.fileno

    def send(_kept: object = sent) -> Sequence[int]:
        file = fileno()
        if file < 0:
            raise OSError(errno.EBADF, os.strerror(errno.EBADF))
        try:
            call(file, number, transfers)
        except OSError as error:
            if error.errno in _REFUSED:
                raise NoMessages(*error.args) from error
            raise
        return answer

    return send


def _packed(sent: "Sequence[array[int]]", segments: Sequence[Segment], answer: "array[int]", speed_hz: int) -> bytes:
    """Pack the array of `spi_ioc_transfer`; only the last one receives."""
    packed = b""
    for buffer, segment in zip(sent, segments, strict=True):
        last = buffer is sent[-1]
        heard = answer.buffer_info()[0] if last else 0
        wait_us = -(-segment.wait_ns // 1000)
        # After the last transfer the select is released anyway, and cs_change would mean the opposite.
        change = int(not last)
        packed += TRANSFER.pack(buffer.buffer_info()[0], heard, len(buffer), speed_hz, wait_us, 0, change, 0, 0, 0, 0)
    return packed


T = TypeVar("T")


class SpiDevice:
    """An open `spidev.SpiDev`; `opens` opens and configures it."""

    def __init__(self, spi: Any, opens: Callable[[], None]) -> None:
        self._spi = spi
        self._opens = opens
        self._failed = self._closed = False

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes, with the select held low; return those received. Raise OSError if the bus fails."""
        return self._tried(lambda: list(self._spi.xfer2(list(data))))

    def message(self, segments: Sequence[Segment], speed_hz: int) -> Message:
        """Prepare several transfers as one system call. Raise NoMessages if they cannot be sent as one."""
        send = prepared(self._spi, segments, speed_hz)
        return lambda: self._tried(send)

    def close(self) -> None:
        """Close the device for good; safe to call twice."""
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
