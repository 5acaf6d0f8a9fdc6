"""Emulated readers that type, behind the interface of `hardware.input_device`: bytes of `struct input_event`."""

import errno
from collections.abc import Iterator

from hardware.clock import Clock
from hardware.emulator.field import Field
from hardware.emulator.finder import Finder
from hardware.emulator.pi import os_error
from hardware.input_device import EVENT
from hardware.keyboard import DOWN, EV_KEY, EV_SYN, KEYS

_CODES = {digit: code for code, digit in reversed(KEYS.items())}  # codes of the digit row, not of the number pad
_ENTER = 28
_EVERY_NS = 4_000_000  # between two keys


def typed(uid: bytes, written: str) -> str:
    """Return what a reader types for a UID; decimal formats contain only its first four bytes."""
    reverse = written.endswith("-reversed")
    if written.startswith("hex"):
        return (uid[::-1] if reverse else uid).hex()
    return f"{int.from_bytes(uid[:4], 'little' if reverse else 'big'):010}"


def events(text: str, at_ns: int, *, every_ns: int = _EVERY_NS) -> bytes:
    """Return the key events of typing a line, including Enter, from `at_ns` on."""
    codes = [*(_CODES[digit] for digit in text), _ENTER]
    return b"".join(
        _event(at_ns + number * every_ns, kind, key, value)
        for number, code in enumerate(codes)
        for kind, key, value in ((EV_KEY, code, DOWN), (EV_SYN, 0, 0), (EV_KEY, code, 0), (EV_SYN, 0, 0))
    )


def _event(at_ns: int, kind: int, code: int, value: int) -> bytes:
    return EVENT.pack(at_ns // 1_000_000_000, at_ns % 1_000_000_000 // 1000, kind, code, value)


class EmulatedKeyboard:
    """A reader over a field. It types the UID of each arriving tag or, with `cut`, only the UID's first four bytes."""

    def __init__(self, clock: Clock, field: Field, written: str = "hex", *, cut: bool = False) -> None:
        self._clock = clock
        self._finder = Finder(field)
        self._written = written
        self._cut = cut
        self._typed: list[bytes] = []
        self.name = "Emulated RFID Reader"
        self.grabbed = False
        self.plugged = True
        self.permits = True

    def type(self, text: str, *, every_ns: int = _EVERY_NS) -> None:
        """Type a line, regardless of the tags in the field."""
        self._typed.append(events(text, self._clock.now_ns(), every_ns=every_ns))

    def pending(self) -> Iterator[bytes]:
        """Yield the key events since the last call, including those of a newly arrived tag."""
        typed_before, self._typed = self._typed, []
        yield from typed_before
        now_ns, before = self._clock.now_ns(), self._finder.tag
        self._finder.look(now_ns)
        tag = self._finder.tag
        if tag is not None and tag is not before:
            yield events(typed(tag.uid[:4] if self._cut else tag.uid, self._written), now_ns)


class EmulatedInputs:
    """A stand-in for the `hardware.input_device` module: emulated devices by path."""

    def __init__(self) -> None:
        self.keyboards: dict[str, EmulatedKeyboard] = {}

    def InputDevice(self, path: str) -> "OpenKeyboard":  # noqa: N802 - it stands for a class
        """Open a device. Raise OSError as the kernel would."""
        keyboard = self.keyboards.get(path)
        if keyboard is None or not keyboard.plugged:
            raise os_error(errno.ENOENT)
        if not keyboard.permits:
            raise os_error(errno.EACCES)
        return OpenKeyboard(keyboard)


class OpenKeyboard:
    """An open emulated keyboard."""

    def __init__(self, keyboard: EmulatedKeyboard) -> None:
        self._keyboard = keyboard
        self._grabs = False

    @property
    def name(self) -> str:
        return self._keyboard.name

    def grab(self) -> None:
        if self._keyboard.grabbed:
            raise os_error(errno.EBUSY)
        self._keyboard.grabbed = self._grabs = True

    def read(self) -> bytes:
        if not self._keyboard.plugged:
            raise os_error(errno.ENODEV)
        return b"".join(self._keyboard.pending())

    def close(self) -> None:
        if self._grabs:
            self._keyboard.grabbed = self._grabs = False
