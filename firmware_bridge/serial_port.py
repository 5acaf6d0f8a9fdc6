"""Serial ports of this computer, through pyserial. Only this module opens one.

A Pico running MicroPython appears as a USB serial port. Its /dev/ttyACM number depends on what was plugged in first, so
it is identified by its serial number, by a stable path such as those in /dev/serial/by-id, or by being the only one.
"""

import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from errno import EACCES, EBUSY
from typing import Protocol

import serial
from serial.tools.list_ports import comports

_LOST: tuple[type[Exception], ...]  # the exceptions raised when a device is unplugged
try:
    import termios

    _LOST = (OSError, termios.error)  # pyserial raises OSError, tcflush termios.error
except ModuleNotFoundError:  # Windows, where only pyserial raises
    _LOST = (OSError,)
_CLOSED: tuple[type[Exception], ...] = (*_LOST, TypeError)  # TypeError: another thread has just closed the port

PICO = (0x2E8A, 0x0005)  # vendor Raspberry Pi, product MicroPython on a Pico or a Pico 2
_WRITE_S = 0.5  # a Pico that accepts no bytes for this long is gone
_LOOKS = 3  # attempts to list the ports: a device that vanishes during one is missing from the next
_SHARED_S = 0.001


class PortInfo(Protocol):
    """What is known about a port without opening it."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None


class SerialPort:
    """An open port. Every failure is an OSError with the reason in plain words."""

    def __init__(self, path: str) -> None:
        """Open a port exclusively. Raise OSError with the reason in plain words."""
        try:
            self._serial = serial.Serial(path, timeout=0, write_timeout=_WRITE_S, exclusive=True)
        except _LOST as error:
            raise _reasoned(error, path) from error

    def read(self, wait_ns: int) -> bytes:
        """Return the bytes received; wait at most `wait_ns` for the first one.

        Another program that also reads the port may take some of them; that is not an error.
        """
        try:
            self._serial.timeout = wait_ns / 1e9
            first = self._taken(1)
            return first + self._taken(self._serial.in_waiting) if first else b""
        except _CLOSED as error:
            raise OSError("its cable was pulled, or it lost power") from error

    def _taken(self, most: int) -> bytes:
        """Read bytes; return none if another program took them, which to pyserial looks like an unplugged device."""
        try:
            return self._serial.read(most)
        except serial.SerialException:
            if not self._is_plugged_in():
                raise
            time.sleep(_SHARED_S)
            return b""

    def _is_plugged_in(self) -> bool:
        try:
            return self._serial.in_waiting >= 0
        except OSError:
            return False

    def write(self, data: bytes) -> None:
        """Send bytes. Raise OSError if the other end accepts none."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            with suppress(*_LOST):
                self._serial.reset_output_buffer()  # otherwise closing would wait half a minute
            raise OSError("it no longer takes bytes") from error
        except _LOST as error:
            raise OSError("its cable was pulled, or it lost power") from error

    def close(self) -> None:
        """Close the port; safe to call twice."""
        self._serial.close()


def _reasoned(error: Exception, path: str) -> OSError:
    """Translate an error into an OSError that says in plain words why a port cannot be opened."""
    number = getattr(error, "errno", None)
    if number == EACCES:
        return PermissionError(f"permission missing for {path}: sudo usermod -aG dialout $USER, then log in again")
    if number == EBUSY or "exclusively lock" in str(error):
        return OSError(f"another program holds {path}")
    return OSError(f"no Pico at {path}")


def opener(
    *, port: str | None, serial_number: str | None, listed: Callable[[], Iterable[PortInfo]] = comports
) -> Callable[[], SerialPort]:
    """Return a function that finds and opens a Pico's port; it raises OSError if that fails."""
    return lambda: SerialPort(port_of(port=port, serial_number=serial_number, listed=listed))


def port_of(*, port: str | None, serial_number: str | None, listed: Callable[[], Iterable[PortInfo]] = comports) -> str:
    """Return the path of a Pico's port. Raise OSError if no Pico matches, or more than one does."""
    if port is not None:
        return port
    there = plugged_in(listed)
    if serial_number is not None:
        for info in there:
            if (info.serial_number or "").lower() == serial_number.lower():
                return info.device
        raise OSError(f"no Pico with serial number {serial_number} is plugged in{_others(there)}")
    picos = [info.device for info in there if (info.vid, info.pid) == PICO]
    if len(picos) == 1:
        return picos[0]
    if not picos:
        raise OSError("no Pico is plugged in")
    raise OSError(f"there are several Picos, so serial_number has to say which{_others(there)}")


def plugged_in(listed: Callable[[], Iterable[PortInfo]] = comports) -> list[PortInfo]:
    """Return the ports of this computer. Raise OSError if devices keep coming and going."""
    for _ in range(_LOOKS):
        with suppress(TypeError, ValueError):  # from pyserial, if a device is unplugged while its description is read
            return list(listed())
    raise OSError("what is plugged in cannot be listed: devices come and go")


def _others(there: Iterable[PortInfo]) -> str:
    known = [f"{info.serial_number} at {info.device}" for info in there if (info.vid, info.pid) == PICO]
    return f"; there are: {', '.join(known)}" if known else ""
