"""What a Pico's program is handed, and what it hands on, whoever runs it."""

from collections.abc import Callable
from typing import Protocol

from hardware.emulator.pico.usb import Way


class Program(Protocol):
    """What runs on a Pico."""

    def turn(self) -> int:
        """Go on until it sleeps; return until when, in ns. Raise PowerCut if it has come to its end."""
        ...

    def close(self) -> None:
        """End it."""
        ...


class Stream:
    """The Pico's side of the cable."""

    def __init__(self, to_host: Way, from_host: Way, is_open: Callable[[], bool]) -> None:
        self._to_host = to_host
        self._from_host = from_host
        self._is_open = is_open

    def read(self, most: int) -> bytes:
        """Give what has come, at most so many bytes."""
        return self._from_host.read(most)

    def write(self, data: bytes) -> int:
        """Write what the cable takes; what nobody listens to is gone."""
        return self._to_host.write(data) if self._is_open() else len(data)
