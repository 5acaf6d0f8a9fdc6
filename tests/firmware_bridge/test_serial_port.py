"""Where a Pico is found, and what is said where it is not."""

import errno
import os
import pty
import select
import termios
from collections.abc import Iterable
from dataclasses import dataclass, replace

import pytest
import serial

from firmware_bridge.serial_port import SerialPort, plugged_in, port_of


@dataclass
class Info:
    device: str
    vid: int | None = 0x2E8A
    pid: int | None = 0x0005
    serial_number: str | None = None


LEFT = Info("/dev/ttyACM0", serial_number="E6614103E7000001")
RIGHT = Info("/dev/ttyACM1", serial_number="E6614103E7000002")
BOTH = "E6614103E7000001 at /dev/ttyACM0, E6614103E7000002 at /dev/ttyACM1"
MODEM = Info("/dev/ttyACM2", 0x1199, 0x68C0, "123")


def found(*there: Info, port: str | None = None, serial_number: str | None = None) -> str:
    def listed() -> Iterable[Info]:
        return there

    return port_of(port=port, serial_number=serial_number, listed=listed)


def test_the_only_pico_is_found_among_others() -> None:
    assert found(MODEM, LEFT) == LEFT.device


def test_a_pico_is_found_by_its_serial_number_wherever_it_is_plugged_in() -> None:
    assert found(LEFT, RIGHT, serial_number="e6614103e7000002") == RIGHT.device


def test_a_port_is_taken_as_it_is_named() -> None:
    assert found(LEFT, port="/dev/serial/by-id/usb-left") == "/dev/serial/by-id/usb-left"


@pytest.mark.parametrize(
    ("there", "serial_number", "said"),
    [
        ([MODEM], None, "no Pico is plugged in"),
        (
            [LEFT, RIGHT],
            None,
            "there are several Picos, so serial_number has to say which; there are: " + BOTH,
        ),
        (
            [LEFT],
            "E66",
            "no Pico with serial number E66 is plugged in; there are: E6614103E7000001 at /dev/ttyACM0",
        ),
        ([], "E66", "no Pico with serial number E66 is plugged in"),
    ],
)
def test_what_cannot_be_found_is_said(there: list[Info], serial_number: str | None, said: str) -> None:
    with pytest.raises(OSError, match=r".") as error:
        found(*there, serial_number=serial_number)
    assert str(error.value) == said


def test_ports_are_listed_again_if_a_device_is_unplugged_meanwhile() -> None:
    """pyserial takes what it reads of a device for a number, also where that is nothing because the device is gone."""
    looks = iter(["", "2e8a"])

    assert plugged_in(lambda: [replace(LEFT, vid=int(next(looks), 16))]) == [LEFT]


def test_a_list_that_is_never_whole_is_an_oserror() -> None:
    def fails() -> Iterable[Info]:
        raise TypeError

    with pytest.raises(OSError, match=r"^what is plugged in cannot be listed: devices come and go$"):
        port_of(port=None, serial_number=None, listed=fails)


def test_a_port_that_is_not_there_is_named() -> None:
    with pytest.raises(OSError, match=r"^no Pico at /dev/nowhere$"):
        SerialPort("/dev/nowhere")


def test_a_plug_that_is_pulled_while_its_port_is_opened_is_an_oserror(monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise termios.error(5, "Input/output error")

    monkeypatch.setattr(serial, "Serial", fails)
    with pytest.raises(OSError, match=r"^no Pico at /dev/ttyACM0$"):
        SerialPort("/dev/ttyACM0")


def test_a_port_is_held_by_one_program_until_that_closes_it() -> None:
    ends = pty.openpty()
    path = os.ttyname(ends[1])
    port = SerialPort(path)
    with pytest.raises(OSError, match=f"^another program holds {path}$"):
        SerialPort(path)

    port.close()
    port.close()

    SerialPort(path).close()
    for end in ends:
        os.close(end)


def test_bytes_that_another_program_takes_are_no_plug_that_is_pulled(monkeypatch: pytest.MonkeyPatch) -> None:
    inner, outer = pty.openpty()
    port = SerialPort(os.ttyname(outer))
    monkeypatch.setattr(select, "select", lambda reads, *_: (reads[:1], [], []))  # but somebody else was quicker

    assert port.read(0) == b""

    os.close(inner)
    with pytest.raises(OSError, match=r"^its cable was pulled, or it lost power$"):
        port.read(0)
    port.close()
    os.close(outer)


def test_what_a_pico_does_not_take_is_dropped_or_closing_would_wait_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    done = []

    class Stuck:
        def __init__(self, *_: object, **__: object) -> None:
            pass

        def write(self, _: bytes) -> None:
            raise serial.SerialTimeoutException("Write timeout")

        def reset_output_buffer(self) -> None:
            done.append("dropped")

        def close(self) -> None:
            done.append("closed")

    monkeypatch.setattr(serial, "Serial", Stuck)
    port = SerialPort("/dev/ttyACM0")
    with pytest.raises(OSError, match=r"^it no longer takes bytes$"):
        port.write(b"call\n")
    port.close()

    assert done == ["dropped", "closed"]


@pytest.mark.parametrize(
    ("number", "said"),
    [
        (errno.EACCES, "permission missing for /dev/ttyACM0: sudo usermod -aG dialout $USER, then log in again"),
        (errno.EBUSY, "another program holds /dev/ttyACM0"),
        (errno.ENOENT, "no Pico at /dev/ttyACM0"),
    ],
)
def test_a_port_that_cannot_be_opened_says_why(number: int, said: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuses(*_: object, **__: object) -> None:
        raise serial.SerialException(number, "whatever pyserial says")

    monkeypatch.setattr(serial, "Serial", refuses)

    with pytest.raises(OSError, match=r".") as error:
        SerialPort("/dev/ttyACM0")
    assert str(error.value) == said
