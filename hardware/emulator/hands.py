"""Hands at an emulated Raspberry Pi: JSON lines on a named pipe move cards, press buttons and break chips."""

import logging
import os
import stat
from pathlib import Path
from threading import Thread
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from hardware.emulator.pi import EmulatedPi, Reader
from hardware.emulator.pins import EmulatedButton
from hardware.emulator.tag import Tag

_log = logging.getLogger(__name__)

_Uid = Annotated[str, Field(pattern=r"^([0-9a-fA-F]{8}|[0-9a-fA-F]{14}|[0-9a-fA-F]{20})$")]


class _Gesture(BaseModel):
    model_config = ConfigDict(extra="forbid")


class Put(_Gesture):
    """Lay a card on a reader, for `for_ms` or until it is lifted; this removes the card from any other reader."""

    do: Literal["put"]
    uid: _Uid
    reader: str
    for_ms: Annotated[int, Field(gt=0)] | None = None


class Lift(_Gesture):
    """Take a card away, wherever it is."""

    do: Literal["lift"]
    uid: _Uid


class Press(_Gesture):
    """Put a finger on a button."""

    do: Literal["press"]
    pin: int


class Release(_Gesture):
    """Take the finger off a button."""

    do: Literal["release"]
    pin: int


class Break(_Gesture):
    """Give a chip exactly the listed faults; an empty list repairs it."""

    do: Literal["fault"]
    reader: str
    faults: set[Literal["deaf", "antenna", "self_test"]]


_GESTURES: TypeAdapter[Put | Lift | Press | Release | Break] = TypeAdapter(
    Annotated[Put | Lift | Press | Release | Break, Field(discriminator="do")]
)


class Hands:
    """The hands at one Pi. The same UID always means the same card."""

    def __init__(self, pi: EmulatedPi) -> None:
        self._pi = pi
        self._tags: dict[bytes, Tag] = {}

    def obey(self, line: str) -> None:
        """Carry out one line. If it is invalid, move nothing and raise ValueError."""
        try:
            gesture = _GESTURES.validate_json(line)
        except ValidationError as error:
            raise ValueError(f"{line.strip()!r}: {first_complaint(error)}") from error
        match gesture:
            case Put():
                self._put(gesture)
            case Lift(uid=uid):
                self._lift(self._tag(uid))
            case Press(pin=pin):
                self._button(pin).press()
            case Release(pin=pin):
                self._button(pin).release()
            case Break(reader=reader, faults=faults):
                self._reader(reader).chip.faults = set(faults)

    def _put(self, put: Put) -> None:
        field, tag = self._reader(put.reader).field, self._tag(put.uid)
        self._lift(tag)
        now_ns = self._pi.clock.now_ns()
        field.put(tag, from_ns=now_ns, until_ns=None if put.for_ms is None else now_ns + put.for_ms * 1_000_000)

    def _lift(self, tag: Tag) -> None:
        for reader in self._pi.readers.values():
            reader.field.lift(tag)

    def _tag(self, uid: str) -> Tag:
        raw = bytes.fromhex(uid)
        return self._tags.setdefault(raw, Tag(raw))

    def _reader(self, name: str) -> Reader:
        if name not in self._pi.readers:
            raise ValueError(f"there is no reader {name!r}; there are: {', '.join(self._pi.readers) or 'none'}")
        return self._pi.readers[name]

    def _button(self, pin: int) -> EmulatedButton:
        if pin not in self._pi.buttons:
            there = ", ".join(map(str, self._pi.buttons)) or "none"
            raise ValueError(f"there is no button on GPIO {pin}; there are: {there}")
        return self._pi.buttons[pin]


def start(pi: EmulatedPi, path: Path) -> None:
    """Obey lines from a named pipe, created if missing, in a daemon thread. Raise ValueError if it is no pipe."""
    if not path.exists():
        os.mkfifo(path)
    if not stat.S_ISFIFO(path.stat().st_mode):
        raise ValueError(f"hands: {path} is not a named pipe")
    # Opened for reading and writing, so that it neither waits for a writer nor reaches the end when a writer closes it.
    pipe = os.open(path, os.O_RDWR)
    Thread(target=_listen, args=(Hands(pi), pipe), name="emulated-hands", daemon=True).start()


def first_complaint(error: ValidationError) -> str:
    """Return the first validation error and its location."""
    first = error.errors()[0]
    place = ".".join(str(part) for part in first["loc"])
    return f"{place}: {first['msg']}" if place else first["msg"]


def _listen(hands: Hands, pipe: int) -> None:
    with os.fdopen(pipe) as lines:
        for line in lines:
            try:
                hands.obey(line)
            except ValueError as error:
                _log.warning("hands: %s", error)
