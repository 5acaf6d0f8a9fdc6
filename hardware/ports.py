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
    """A change of an input line as it came, bounce and all. `error_ns` bounds how far the stamp may be off."""

    at_ns: int
    high: bool
    error_ns: int = 0


class OutputLine(Protocol):
    """One output pin: a light, a reset, a chip select."""

    def set(self, *, high: bool) -> None:
        """Drive the pin high or low. Raise OSError if that fails."""
        ...


class InputLine(Protocol):
    """One input pin whose changes are stamped where they happen."""

    def changes(self, until_ns: int) -> Sequence[Level]:
        """Hand over, once, every change up to `until_ns`, in the order in which they happened."""
        ...


class Pins(Protocol):
    """The pins of a header, numbered as the SoC numbers them (BCM)."""

    def input(self, pin: int) -> InputLine:
        """Take a pin as an input that is pulled up."""
        ...

    def output(self, pin: int, *, high: bool) -> OutputLine:
        """Take a pin as an output, high or low from the start."""
        ...

    def close(self) -> None:
        """Let every pin go; safe to call twice."""
        ...


@dataclass(frozen=True)
class Sighting:
    """A tag came to a reader or left it. `at_ns` is when the reader first read it, or gave it up.

    `lay_there`: it was there when the reader began to look, so nobody has laid it down now.
    """

    at_ns: int
    reader: str
    uid: bytes
    present: bool
    lay_there: bool = False


@dataclass(frozen=True)
class UnreadTag:
    """Somebody was in a reader's field and has gone without having been read: he has to come again."""

    at_ns: int
    reader: str


@dataclass(frozen=True)
class ReaderHealth:
    """A reader was lost, and `why`, or is back; one that is alive with a `why` failed, and was started anew at once."""

    at_ns: int
    reader: str
    alive: bool
    why: str = ""


@dataclass(frozen=True)
class Edge:
    """A button went down or up, bounce removed. `error_ns` bounds how far the stamp may be off."""

    at_ns: int
    button: int
    down: bool
    error_ns: int = 0


Item = Sighting | UnreadTag | ReaderHealth | Edge


@dataclass(frozen=True)
class Batch:
    """What a source saw since its last batch, and how far it has got: no later batch tells anything before that."""

    items: tuple[Item, ...]
    watermark_ns: int


class Source(Protocol):
    """Something that sees: asked again and again by a thread of its own."""

    def poll(self) -> Batch:
        """Look, and say what was seen and up to when."""
        ...
