"""A card reader that acts as a keyboard: our driver grabs a uinput keyboard and reads its input through evdev."""

import errno
import fcntl
import os
import struct
from pathlib import Path

from cardtable_lab.kernel.inside.console import raised, sees
from cardtable_lab.kernel.inside.devices import waits
from hardware import input_device
from hardware.clock import SystemClock
from hardware.input_device import EVENT
from hardware.keyboard import ENTER, EV_KEY, EV_SYN, KEYS, KeyboardReader

NAME = b"RFID Reader"
UID = "04a1b2c3d4e5f6"
_CODES = {character: code for code, character in reversed(KEYS.items())}  # the codes of the upper row
_ENTER = min(ENTER)
_SETUP = struct.Struct("=HHHH80sI")  # struct uinput_setup: an input_id, a name, ff_effects_max
_UI_SET_EVBIT, _UI_SET_KEYBIT, _UI_DEV_CREATE, _UI_DEV_DESTROY = 0x40045564, 0x40045565, 0x5501, 0x5502
_UI_DEV_SETUP = 0x405C5503
_BUS_USB = 3


class Keyboard:
    """A virtual keyboard."""

    def __init__(self) -> None:
        self._file = os.open("/dev/uinput", os.O_RDWR)
        fcntl.ioctl(self._file, _UI_SET_EVBIT, EV_KEY)
        for code in (*_CODES.values(), _ENTER):
            fcntl.ioctl(self._file, _UI_SET_KEYBIT, code)
        fcntl.ioctl(self._file, _UI_DEV_SETUP, _SETUP.pack(_BUS_USB, 0xFFFF, 0x0035, 1, NAME, 0))
        fcntl.ioctl(self._file, _UI_DEV_CREATE)

    def types(self, text: str) -> None:
        """Type characters, then Enter."""
        for code in (*(_CODES[character] for character in text), _ENTER):
            for down in (1, 0):
                os.write(self._file, EVENT.pack(0, 0, EV_KEY, code, down) + EVENT.pack(0, 0, EV_SYN, 0, 0))

    def goes(self) -> None:
        """Unplug the keyboard."""
        fcntl.ioctl(self._file, _UI_DEV_DESTROY)
        os.close(self._file)


def run() -> None:
    """Check typing, reading, unplugging, and plugging in again."""
    keyboard, path = _plugged_in()
    reader, other = _reader(path), _reader(path)
    plain = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    reader.start()
    sees("the driver reports the device's name", reader.chip == NAME.decode(), reader.chip)
    heard = raised(other.start)
    sees("a grabbed keyboard cannot be grabbed again", heard == f"OSError {errno.EBUSY}", heard)
    keyboard.types(UID)
    lying = [tag.uid.hex() for tag in reader.poll().tags]
    sees("a typed UID arrives by evdev", lying == [UID], lying)
    sees(
        "other programs read nothing meanwhile",
        raised(lambda: os.read(plain, 4096)) == f"BlockingIOError {errno.EAGAIN}",
    )
    keyboard.goes()
    heard = raised(reader.poll)
    sees("an unplugged keyboard raises an error", heard == f"OSError {errno.ENODEV}", heard)
    keyboard, path = _plugged_in()
    reader = _reader(path)
    reader.start()
    keyboard.types(UID)
    lying = [tag.uid.hex() for tag in reader.poll().tags]
    sees("plugged in again, it is read again", lying == [UID], lying)
    reader.close()
    keyboard.goes()
    os.close(plain)


def _reader(path: str) -> KeyboardReader:
    return KeyboardReader(input_device, SystemClock(), path, "hex")


def _plugged_in() -> tuple[Keyboard, str]:
    keyboard = Keyboard()
    waits(lambda: _named() is not None)
    path = _named()
    sees("the keyboard has an event device", path is not None, path)
    assert path is not None, "it was waited for"  # noqa: S101
    return keyboard, path


def _named() -> str | None:
    """Return the path of our keyboard's event device, or None if there is none."""
    for name in Path("/sys/class/input").glob("event*/device/name"):
        node = Path("/dev/input") / name.parts[-3]
        if name.read_text().strip().encode() == NAME and node.exists():
            return str(node)
    return None
