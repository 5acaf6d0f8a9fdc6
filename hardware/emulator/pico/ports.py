"""The ports between a Pico's program and whatever runs it."""

from collections.abc import Callable
from typing import Protocol

from hardware.emulator.pico.usb import Way


class Program(Protocol):
    """A program that runs on a Pico."""

    def turn(self) -> int:
        """Run until it sleeps; return until when, in ns. Raise PowerCut if it has ended."""
        ...

    def close(self) -> None: ...


class Stream:
    """The Pico's side of the cable."""

    def __init__(self, to_host: Way, from_host: Way, is_open: Callable[[], bool]) -> None:
        self._to_host = to_host
        self._from_host = from_host
        self._is_open = is_open

    def read(self, most: int) -> bytes:
        """Return what has come, at most `most` bytes."""
        return self._from_host.read(most)

    def write(self, data: bytes) -> int:
        """Write what the cable takes; return how many bytes that were. With nobody listening they are lost."""
        return self._to_host.write(data) if self._is_open() else len(data)
