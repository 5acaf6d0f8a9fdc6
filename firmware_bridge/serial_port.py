"""Serial ports of this machine, through pyserial: the only place that opens one.

A Pico with MicroPython is a serial port over USB; which /dev/ttyACM it gets depends on who was plugged in first. So it
is found by its serial number, or by a path that stays, as those in /dev/serial/by-id do, or because there is only one.
"""

import termios
from collections.abc import Callable, Iterable
from errno import EACCES, EBUSY
from typing import Protocol

import serial
from serial.tools.list_ports import comports

PICO = (0x2E8A, 0x0005)  # vendor Raspberry Pi, product MicroPython on a Pico or a Pico 2
_WRITE_S = 0.5  # a Pico that takes nothing for so long is not there


class PortInfo(Protocol):
    """What is known of a port that is not open."""

    device: str
    vid: int | None
    pid: int | None
    serial_number: str | None


class SerialPort:
    """An open port. Whatever goes wrong is an OSError, with the reason in people's words."""

    def __init__(self, path: str) -> None:
        """Open a port, for nobody else. Raise OSError with the reason, in people's words."""
        try:
            self._serial = serial.Serial(path, timeout=0, write_timeout=_WRITE_S, exclusive=True)
        except (serial.SerialException, termios.error) as error:  # the one's tcflush when a plug is pulled just now
            raise _reasoned(error, path) from error

    def read(self, wait_ns: int) -> bytes:
        """Give what has come; wait at most so long for the first byte."""
        try:
            self._serial.timeout = wait_ns / 1e9
            first = self._serial.read(1)
            return first + self._serial.read(self._serial.in_waiting) if first else b""
        except (
            serial.SerialException,
            termios.error,
            TypeError,
        ) as error:  # pyserial's own, closed by another thread while it reads
            raise OSError("its cable was pulled, or it lost its power") from error

    def write(self, data: bytes) -> None:
        """Send bytes; raise OSError if the other end takes none."""
        try:
            self._serial.write(data)
        except serial.SerialTimeoutException as error:
            raise OSError("it takes no bytes any more") from error
        except (serial.SerialException, termios.error) as error:
            raise OSError("its cable was pulled, or it lost its power") from error

    def close(self) -> None:
        """Let the port go; safe to call twice."""
        self._serial.close()


def _reasoned(error: Exception, path: str) -> OSError:
    """Say in people's words why a port cannot be opened."""
    number = getattr(error, "errno", None)
    if number == EACCES:
        return PermissionError(f"permission missing for {path}: sudo usermod -aG dialout $USER, then log in again")
    if number == EBUSY or "exclusively lock" in str(error):
        return OSError(f"another program holds {path}")
    return OSError(f"no Pico at {path}")


def opener(
    *, port: str | None, serial_number: str | None, listed: Callable[[], Iterable[PortInfo]] = comports
) -> Callable[[], SerialPort]:
    """Make what opens a Pico's port, wherever it is found each time. Opening raises OSError if there is none."""
    return lambda: SerialPort(port_of(port=port, serial_number=serial_number, listed=listed))


def port_of(*, port: str | None, serial_number: str | None, listed: Callable[[], Iterable[PortInfo]] = comports) -> str:
    """Tell the path of a Pico's port. Raise OSError if there is none, or if nobody can say which it is."""
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
