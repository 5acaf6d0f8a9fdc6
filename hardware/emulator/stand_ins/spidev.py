"""A stand-in for spidev 3.8: transfers go to the chips of the emulated Pi. Errors match spidev_module.c.

The mode, including SPI_NO_CS, belongs to the kernel's device, not to the program that opens it (drivers/spi/spidev.c):
it outlives `close`, and the next program to open the device inherits it.

`ioctl` does what the kernel would do for a file descriptor; the one that `fileno` returns is not real. `open_path`,
`xfer3`, `writebytes2`, `cshigh`, `threewire`, `loop` and `read0` are not supported.
"""

import ctypes
import errno
import struct
from collections.abc import Sequence
from functools import lru_cache
from types import TracebackType
from typing import Any, Self

from hardware.emulator import installed
from hardware.emulator.pi import os_error
from hardware.emulator.spi import EmulatedBus

__version__ = "3.8"

_MAX_BYTES = 4096
_DEVICE_TREE_HZ = 125_000_000  # a Pi's spi-max-frequency: the speed if a program sets none
_TRANSFER = struct.Struct("=QQLLHBBBBBB")  # struct spi_ioc_transfer of linux/spi/spidev.h
_MESSAGE, _SIZE = 0x40006B00, 0x3FFF0000  # SPI_IOC_MESSAGE(n) without its size, and the bits of the size
_FILE = 100
_PHASE_AND_POLARITY, _NO_CS = 0x03, 0x40  # linux/spi/spi.h
_NO_CS_ON_RP1 = (6, 12)  # raspberrypi/linux #6545


class SpiDev:
    """A chip select on a bus, or none when closed."""

    __slots__ = ("_bits", "_bound", "_bus", "_clock", "_device", "_hz", "_mode", "_modes", "_number")

    def __init__(self, bus: int = -1, client: int = -1) -> None:
        self._bus: EmulatedBus | None = None
        self._modes: dict[tuple[int, int], int] = {}
        self._forget()
        if bus >= 0:
            self.open(bus, client)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def open(self, bus: int, device: int) -> None:
        """Open /dev/spidev<bus>.<device>. Raise FileNotFoundError or PermissionError."""
        pi = installed.current()
        self._bus, self._clock = pi.open_spi(bus, device), pi.clock
        self._device, self._hz, self._bits = device, _DEVICE_TREE_HZ, 8
        self._number, self._modes, self._bound = bus, pi.spi_modes, pi.bound(bus, device)
        self._mode = self._modes.get((bus, device), 0)

    def close(self) -> None:
        """Close the device; safe to call twice."""
        self._forget()

    def xfer2(
        self, values: Sequence[int], speed_hz: int = 0, delay_usecs: int = 0, bits_per_word: int = 0, /
    ) -> Sequence[int]:
        """Send and receive with the select held.

        As in the real spidev, the response is written back to `values` if it is a list.
        """
        sent = _bytes(values)
        received = self._transfer(sent, speed_hz)
        if isinstance(values, list):
            values[:] = received
            return values
        return tuple(received) if isinstance(values, tuple) else received

    def xfer(
        self, values: Sequence[int], speed_hz: int = 0, delay_usecs: int = 0, bits_per_word: int = 0, /
    ) -> Sequence[int]:
        """Send and receive; on a Pi this is the same as `xfer2`."""
        return self.xfer2(values, speed_hz, delay_usecs, bits_per_word)

    def writebytes(self, values: Sequence[int], /) -> None:
        """Send, and discard what comes back."""
        self._transfer(_bytes(values), 0)

    def readbytes(self, length: int, /) -> list[int]:
        """Send bytes, and discard those received meanwhile."""
        return self._transfer([0] * min(max(length, 1), _MAX_BYTES), 0)

    def fileno(self) -> int:
        """Return the number of the device's file, or -1 while it is closed."""
        return -1 if self._bus is None else _FILE

    def ioctl(self, file: int, request: int, argument: bytes, /) -> bytes:
        """Do what the kernel does with an SPI_IOC_MESSAGE; the caller has to keep the buffers alive."""
        if self._bus is None or file != _FILE:
            raise os_error(errno.EBADF)
        if request & ~_SIZE != _MESSAGE or (request & _SIZE) >> 16 != len(argument) or len(argument) % _TRANSFER.size:
            raise os_error(errno.ENOTTY)
        self._send(_transfers(argument))
        return argument

    @property
    def max_speed_hz(self) -> int:
        """The clock's speed."""
        return self._hz

    @max_speed_hz.setter
    def max_speed_hz(self, hz: int) -> None:
        if not isinstance(hz, int):
            raise TypeError("The max_speed_hz attribute must be an integer")
        if hz != self._hz:
            self._opened()
            if hz == 0:
                raise os_error(errno.EINVAL)
            self._hz = hz

    @property
    def mode(self) -> int:
        """Clock polarity and phase, 0 to 3."""
        return self._mode & _PHASE_AND_POLARITY

    @mode.setter
    def mode(self, mode: int) -> None:
        if not isinstance(mode, int):
            raise TypeError("The mode attribute must be an integer")
        if not 0 <= mode <= 3:
            raise TypeError("The mode attribute must be an integerbetween 0 and 3.")
        self._set_mode(self._mode & ~_PHASE_AND_POLARITY | mode)

    @property
    def bits_per_word(self) -> int:
        """Bits in a word; the Pi's controllers support only 8."""
        return self._bits

    @bits_per_word.setter
    def bits_per_word(self, bits: int) -> None:
        if not isinstance(bits, int):
            raise TypeError("The bits_per_word attribute must be an integer")
        if not 8 <= bits <= 32:
            raise TypeError("invalid bits_per_word (8 to 32)")
        if bits != self._bits:
            self._opened()
            raise os_error(errno.EINVAL)

    @property
    def lsbfirst(self) -> bool:
        """Always false: the Pi's controllers send the highest bit first."""
        return False

    @lsbfirst.setter
    def lsbfirst(self, on: bool) -> None:
        if not isinstance(on, bool):
            raise TypeError("The lsbfirst attribute must be boolean")
        self._opened()
        if on:
            raise os_error(errno.EINVAL)

    @property
    def no_cs(self) -> bool:
        """Whether the kernel leaves the select alone, for chips that are selected by another pin."""
        return bool(self._mode & _NO_CS)

    @no_cs.setter
    def no_cs(self, on: bool) -> None:
        if not isinstance(on, bool):
            raise TypeError("The no_cs attribute must be boolean")
        self._opened()
        current = installed.current()
        if on and current.model.has_rp1 and current.kernel < _NO_CS_ON_RP1:
            raise os_error(errno.EINVAL)
        self._set_mode(self._mode | _NO_CS if on else self._mode & ~_NO_CS)

    def _forget(self) -> None:
        self._bus = None
        self._number = self._device = self._hz = self._mode = self._bits = 0
        self._modes, self._bound = {}, None

    def _set_mode(self, mode: int) -> None:
        """Set the mode of the device, for every program that has it open or opens it later."""
        self._opened()
        self._mode = self._modes[self._number, self._device] = mode

    def _how(self) -> tuple[int | None, int]:
        """Return the select that the kernel drives, if any, and the device's current mode."""
        mode = self._modes.get((self._number, self._device), 0)
        return None if mode & _NO_CS else self._device, mode & _PHASE_AND_POLARITY

    def _opened(self) -> EmulatedBus:
        if self._bus is None:
            raise os_error(errno.EBADF)
        if installed.current().bound(self._number, self._device) is not self._bound:
            raise os_error(errno.ESHUTDOWN)
        return self._bus

    def _send(self, transfers: "Sequence[_Transfer]") -> None:
        """Make the transfers of a message."""
        bus = self._opened()
        hz, (select, mode) = transfers[0].hz or self._hz, self._how()
        sent = [(bytes(one.sent), one.wait_ns) for one in transfers]
        answers = bus.message(sent, self._clock.sleep_ns, select=select, hz=hz, mode=mode)
        for transfer, answer in zip(transfers, answers, strict=True):
            if transfer.heard is not None:
                transfer.heard[:] = answer

    def _transfer(self, sent: list[int], speed_hz: int) -> list[int]:
        bus, (select, mode) = self._opened(), self._how()
        return bus.transfer(sent, select=select, hz=speed_hz or self._hz, mode=mode)


class _Transfer:
    """One transfer of a message: views of the caller's buffers, and its settings."""

    __slots__ = ("heard", "hz", "keeps_select", "sent", "wait_ns")

    def __init__(self, *fields: int, last: bool) -> None:
        sent, heard, length, self.hz, wait_us, _bits, change = fields[:7]
        self.sent = (ctypes.c_ubyte * length).from_address(sent)
        self.heard: Any = (ctypes.c_ubyte * length).from_address(heard) if heard else None
        self.wait_ns = wait_us * 1000
        self.keeps_select = bool(change) is last  # after the last transfer, a change means to keep it


@lru_cache(maxsize=256)
def _transfers(argument: bytes) -> tuple[_Transfer, ...]:
    """Decode a message; the contents of its buffers are read anew at each transfer."""
    fields = list(_TRANSFER.iter_unpack(argument))
    transfers = tuple(_Transfer(*one, last=one is fields[-1]) for one in fields)
    if sum(len(one.sent) for one in transfers) > _MAX_BYTES:
        raise os_error(errno.EMSGSIZE)
    if any(one.keeps_select for one in transfers):
        raise NotImplementedError("our driver releases the select after each transfer")
    return transfers


def _bytes(values: Sequence[int]) -> list[int]:
    if not hasattr(values, "__iter__"):
        raise TypeError("expected a sequence")
    sent = list(values)
    if not sent:
        raise TypeError("Empty argument list.")
    if len(sent) > _MAX_BYTES:
        raise OverflowError(f"Argument list size exceeds {_MAX_BYTES} bytes.")
    for value in sent:
        if not isinstance(value, int):
            raise TypeError(f"Non-Int/Long value in arguments: {id(value) & 0xFFFFFFFF:x}.")
    return [value & 0xFF for value in sent]
