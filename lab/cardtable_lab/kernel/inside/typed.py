"""A keyboard of uinput types, as a reader on USB does, and the keys are read from its event device, grabbed."""

import errno
import fcntl
import os
import select
import struct
from pathlib import Path

from cardtable_lab.kernel.inside.devices import waits
from cardtable_lab.kernel.inside.said import raised, sees
from hardware.clock import SystemClock

NAME = b"RFID Reader"
UID = "04A1B2C3D4E5F6"
_KEYS = dict(zip("1234567890", range(2, 12), strict=True))
_KEYS |= dict(zip("ABCDEF", (30, 48, 46, 32, 18, 33), strict=True))  # linux/input-event-codes.h
_ENTER = 28
_EV_SYN, _EV_KEY = 0, 1
_EVENT = struct.Struct("@llHHi")
_SETUP = struct.Struct("=HHHH80sI")  # struct uinput_setup: an input_id, a name, ff_effects_max
_UI_SET_EVBIT, _UI_SET_KEYBIT, _UI_DEV_CREATE, _UI_DEV_DESTROY = 0x40045564, 0x40045565, 0x5501, 0x5502
_UI_DEV_SETUP = 0x405C5503
_EVIOCGRAB, _EVIOCSCLOCKID, _EVIOCGNAME = 0x40044590, 0x400445A0, 0x80FF4506
_CLOCK_MONOTONIC, _BUS_USB = 1, 3


class Keyboard:
    """A keyboard that is not there."""

    def __init__(self) -> None:
        self._file = os.open("/dev/uinput", os.O_RDWR)
        for bit in (_EV_KEY,):
            fcntl.ioctl(self._file, _UI_SET_EVBIT, bit)
        for code in (*_KEYS.values(), _ENTER):
            fcntl.ioctl(self._file, _UI_SET_KEYBIT, code)
        fcntl.ioctl(self._file, _UI_DEV_SETUP, _SETUP.pack(_BUS_USB, 0xFFFF, 0x0035, 1, NAME, 0))
        fcntl.ioctl(self._file, _UI_DEV_CREATE)

    def types(self, text: str) -> None:
        """Type characters, and Enter."""
        for code in (*(_KEYS[character] for character in text), _ENTER):
            for down in (1, 0):
                os.write(self._file, _EVENT.pack(0, 0, _EV_KEY, code, down) + _EVENT.pack(0, 0, _EV_SYN, 0, 0))

    def goes(self) -> None:
        """Unplug it."""
        fcntl.ioctl(self._file, _UI_DEV_DESTROY)
        os.close(self._file)


def run() -> None:
    """Type, read, unplug."""
    keyboard = Keyboard()
    waits(lambda: _named() is not None)
    path = _named()
    sees("the keyboard has an event device", path is not None, path)
    assert path is not None, "it was waited for"  # noqa: S101
    file, other = (os.open(path, os.O_RDONLY | os.O_NONBLOCK) for _ in range(2))
    fcntl.ioctl(file, _EVIOCSCLOCKID, struct.pack("i", _CLOCK_MONOTONIC))
    fcntl.ioctl(file, _EVIOCGRAB, 1)
    heard = raised(lambda: fcntl.ioctl(other, _EVIOCGRAB, 1))
    sees("a keyboard that is grabbed is nobody else's", heard == f"OSError {errno.EBUSY}", heard)
    clock = SystemClock()
    before_ns = clock.now_ns()
    keyboard.types(UID)
    after_ns = clock.now_ns()
    keys = _keys(file)
    characters = {code: character for character, code in _KEYS.items()}
    text = "".join(characters.get(code, "") for _, code, down in keys if down)
    sees("a typed UID arrives by evdev", text == UID and keys[-1][1] == _ENTER, text)
    inside = all(before_ns // 1000 <= at_us <= after_ns // 1000 + 1 for at_us, _, _ in keys)
    sees("each key is stamped by the kernel, with the table's clock", inside)
    sees("others read nothing meanwhile", raised(lambda: os.read(other, 4096)) == f"BlockingIOError {errno.EAGAIN}")
    keyboard.goes()
    heard = raised(lambda: os.read(file, 4096))
    sees("a keyboard that is unplugged is an error", heard == f"OSError {errno.ENODEV}", heard)
    os.close(file)
    os.close(other)


def _named() -> str | None:
    """Return the event device of our keyboard."""
    for name in Path("/sys/class/input").glob("event*/device/name"):
        node = Path("/dev/input") / name.parts[-3]
        if name.read_text().strip().encode() == NAME and node.exists():
            return str(node)
    return None


def _keys(file: int) -> list[tuple[int, int, bool]]:
    """Return what was typed: when, in us, which key, and whether it went down."""
    found = []
    while select.select([file], [], [], 0.2)[0]:
        data = os.read(file, _EVENT.size * 64)
        for seconds, us, kind, code, value in _EVENT.iter_unpack(data):
            if kind == _EV_KEY:
                found.append((seconds * 1_000_000 + us, code, bool(value)))
    return found
