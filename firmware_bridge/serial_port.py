"""Serial ports of this machine, through pyserial. Only this module opens one.

A Pico with MicroPython is a serial port over USB. Its /dev/ttyACM number depends on what was plugged in first, so it is
found by its serial number, by a stable path such as those in /dev/serial/by-id, or as the only one.
"""

import termios
from collections.abc import Callable, Iterable
from errno import EACCES, EBUSY
from typing import Protocol

import serial
from serial.tools.list_ports import comports

PICO = (0x2E8A, 0x0005)  # vendor Raspberry Pi, product MicroPython on a Pico or a Pico 2
_WRITE_S = 0.5  # a Pico that takes no bytes for this long is gone


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
        except (serial.SerialException, termios.error) as error:  # from tcflush when the plug is pulled at this moment
            raise _reasoned(error, path) from error

    def read(self, wait_ns: int) -> bytes:
        """Return the bytes received; wait at most `wait_ns` for the first one."""
        try:
            self._serial.timeout = wait_ns / 1e9
            first = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else b""
        except (
            serial.SerialException,
            termios.error,
            TypeError,
        ) as error:  # pyserial, when another thread closes the port during a read
            raise OSError("its cable was pulled, or it lost power") from error

    def write(self, data: bytes) -> None:
        """Send bytes; raise OSError if the other end takes none."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise OSError("it no longer takes bytes") from error
        except (serial.SerialException, termios.error) as error:
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
    """Return a function that finds and opens a Pico's port; it raises OSError if there is none."""
    return lambda: SerialPort(port_of(port=port, serial_number=serial_number, listed=listed))


def port_of(*, port: str | None, serial_number: str | None, listed: Callable[[], Iterable[PortInfo]] = comports) -> str:
    """Return the path of a Pico's port. Raise OSError if there is none, or more than one."""
    if port is not None:
        return port
    there = list(listed())
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


def _others(there: Iterable[PortInfo]) -> str:
    known = [f"{info.serial_number} at {info.device}" for info in there if (info.vid, info.pid) == PICO]
    return f"; there are: {', '.join(known)}" if known else ""
