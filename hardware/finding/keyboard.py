"""Finds readers that type, which look like any keyboard.

A device whose name identifies it as a card reader is grabbed; others are monitored until they type a UID faster than
fingers can. The typed text shows how the reader writes UIDs, especially if another reader has read the same card.
"""

import re
from collections.abc import Collection, Sequence
from pathlib import Path
from typing import Any

from hardware import keyboard
from hardware.clock import Clock
from hardware.doctor.keyboard import TYPES
from hardware.finding.usb import Library, Where, place
from hardware.finding.workbench import OnUsbReader
from hardware.keyboard import FORMATS, KeyboardReader, Keys, Line, uid_of
from hardware.observations import short_forms

_IS_A_READER = re.compile(r"rfid|nfc|reader|13\.?56|ic.?card|id.?card", re.IGNORECASE)
_FASTEST_KEY_NS = 50_000_000  # averaged over ten digits, fingers take longer for a key
_FIRST_BYTES = (b"\x04", b"\x88\x04")  # of an NXP sticker's UID, in full or truncated


def found(clock: Clock, library: Library, where: Where) -> list[OnUsbReader]:
    """Return every device with keys, as each may be a reader."""
    inputs = library(keyboard.LIBRARY)
    typing = [ListeningReader(inputs, clock, str(path)) for path in sorted(where.inputs.glob(TYPES))]
    return [OnUsbReader(place(Path(one.path).name, one.keys), one, one.is_known, one.learn) for one in typing]


def is_there(where: Where) -> bool:
    """Return whether a device with keys is plugged in whose name identifies it as a card reader."""
    return any(_IS_A_READER.search(path.name) for path in where.inputs.glob(TYPES))


def format_of(typed: Sequence[str], known: Collection[bytes]) -> str:
    r"""Infer how a reader writes UIDs from what it typed, and from UIDs that other readers have read in full.

    >>> format_of(["0078815139"], []), format_of(["a39fb204"], []), format_of(["0078815139"], [b"\xa3\x9f\xb2\x04"])
    ('decimal', 'hex-reversed', 'decimal-reversed')
    """
    forms = {form for uid in known for form in (uid, *short_forms(uid))}

    def fits(written: str) -> tuple[int, int, int]:
        uids = [uid_of(line, written) for line in typed]
        there = [uid for uid in uids if uid is not None]
        return len(there), sum(uid in forms for uid in there), sum(uid.startswith(_FIRST_BYTES) for uid in there)

    ten_digits = any(len(line) == 10 and line.isdecimal() for line in typed)
    return max(sorted(FORMATS, key=lambda written: written.startswith("hex") == ten_digits), key=fits)


class ListeningReader(KeyboardReader):
    """A keyboard that may be a reader. Until it proves to be one and is grabbed, other programs get its keys too."""

    def __init__(self, devices: Any, clock: Clock, path: str) -> None:
        super().__init__(devices, clock, path, FORMATS[0])
        self.path = path
        self.keys: dict[str, str | int] = {"backend": "keyboard", "device": path, "format": self.written}
        self.is_known = bool(_IS_A_READER.search(Path(path).name))
        self._typed: list[str] = []
        self._elsewhere: set[bytes] = set()

    def learn(self, uid: bytes) -> None:
        """Note a UID that another reader has read, which may show how this reader writes UIDs."""
        self._elsewhere.add(uid)
        self._judge()

    def _judge(self) -> None:
        if self._typed:
            self.keys["format"] = self.written = format_of(self._typed, self._elsewhere)

    def _take(self, keys: Keys) -> None:
        if self.is_known:
            keys.grab()

    def _read(self, line: Line) -> bytes | None:
        uid = uid_of(line.typed, format_of([line.typed], self._elsewhere))
        if uid is None or (not self.is_known and line.took_ns > _FASTEST_KEY_NS * len(line.typed)):
            return None
        if not self.is_known and self._keys is not None:
            self.is_known = True
            self._keys.grab()
        self._typed.append(line.typed)
        self._judge()
        return uid_of(line.typed, self.written)
