"""What drivers are handed and what they hand on: ports to the outside, stamped observations to the table."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol


class SpiPort(Protocol):
    """One chip select of an SPI bus, in the shape of `spidev.SpiDev` after `open`."""

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes and return as many, with the select held low throughout. Raise OSError if the bus fails."""
        ...

    def close(self) -> None:
        """Let the bus go; safe to call twice."""
        ...


@dataclass(frozen=True)
class Level:
    """A change of an input line as it came, bounce and all."""

    at_ns: int
    high: bool


class InputLine(Protocol):
    """One input pin whose changes are stamped where they happen."""

    def changes(self, until_ns: int) -> Sequence[Level]:
        """Hand over, once, every change up to `until_ns`, in the order in which they happened."""
        ...


@dataclass(frozen=True)
class Sighting:
    """A tag came to a reader or left it. `at_ns` is when the reader noticed."""

    at_ns: int
    reader: str
    uid: bytes
    present: bool


@dataclass(frozen=True)
class Edge:
    """A button went down or up, bounce removed. `error_ns` bounds how far the stamp may be off."""

    at_ns: int
    button: int
    down: bool
    error_ns: int = 0


@dataclass(frozen=True)
class Batch:
    """What a source saw since its last batch, and how far it has got: no later batch tells anything before that."""

    items: tuple[Sighting | Edge, ...]
    watermark_ns: int


class Source(Protocol):
    """Something that sees: asked again and again by a thread of its own."""

    def poll(self) -> Batch:
        """Look, and say what was seen and up to when."""
        ...
