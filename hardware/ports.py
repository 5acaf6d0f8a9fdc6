"""The ports of drivers: what drivers need from outside, and what they return."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from threading import Event
from typing import NamedTuple, Protocol, runtime_checkable

from hardware.observations import NS_PER_US, Observation


class SpiPort(Protocol):
    """One chip select of an SPI bus, with the methods of an open `spidev.SpiDev`."""

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Send bytes, with the select held low throughout; return those received. Raise OSError if the bus fails."""
        ...

    def close(self) -> None:
        """Close the bus; safe to call twice."""
        ...


@dataclass(frozen=True)
class Segment:
    """One transfer of a message: its bytes, and how long to wait afterwards before the select is released."""

    data: bytes
    wait_ns: int = 0


# Makes all transfers of a message and returns what the last one received; the next call may overwrite it.
Message = Callable[[], Sequence[int]]


class NoMessages(OSError):
    """A port cannot make several transfers at once; none was made."""


@runtime_checkable
class MessagePort(SpiPort, Protocol):
    """A port that can make several transfers in one call, which costs hardly more than one transfer."""

    def message(self, segments: Sequence[Segment]) -> Message:
        """Prepare a message; raise NoMessages if it cannot be sent. Its call may raise NoMessages or OSError."""
        ...


@dataclass(frozen=True)
class Level:
    """A raw change of an input line, including bounce. `error_ns` bounds the error of the stamp."""

    at_ns: int
    high: bool
    error_ns: int = 0


class Colour(NamedTuple):
    """A colour of light: how much red, green and blue, from 0 to 255 each."""

    red: int
    green: int
    blue: int


BLACK, WHITE = Colour(0, 0, 0), Colour(255, 255, 255)


class Light(Protocol):
    """A light, or the buzzer. Any colour but black switches a single-colour lamp or the buzzer on."""

    def show(self, colour: Colour) -> None:
        """Show a colour. Raise OSError if that fails."""
        ...


class OutputLine(Protocol):
    """One output pin: a lamp, a reset, a chip select."""

    def set(self, *, high: bool) -> None:
        """Drive the pin high or low. Raise OSError if that fails."""
        ...


class InputLine(Protocol):
    """One input pin whose changes are stamped at the source."""

    def changes(self, until_ns: int) -> Sequence[Level]:
        """Return every change up to `until_ns`, once and in order; some may be missing."""
        ...

    @property
    def high(self) -> bool:
        """The current level. Raise OSError if it cannot be read."""
        ...


class Pins(Protocol):
    """The pins of a header, numbered as the SoC numbers them (BCM)."""

    def input(self, pin: int) -> InputLine:
        """Open a pin as an input with a pull-up."""
        ...

    def output(self, pin: int, *, high: bool) -> OutputLine:
        """Open a pin as an output, high or low from the start."""
        ...

    def close(self) -> None:
        """Release every pin; safe to call twice."""
        ...


class Batch(NamedTuple):
    """A source's observations since its last batch, and its watermark: no later batch holds anything before it."""

    items: tuple[Observation, ...]
    watermark_ns: int

    @property
    def watermark_us(self) -> int:
        """The watermark in us of the table's clock."""
        return self.watermark_ns // NS_PER_US


class Source(Protocol):
    """A source of observations, polled repeatedly by its own thread."""

    def poll(self) -> Batch:
        """Return new observations and the watermark."""
        ...


# -- Polling rate of a source: high during a game, low while nobody is playing


class Paced:
    """A source that can be slowed down, and that wakes at once when it has to poll often again."""

    def __init__(self) -> None:
        self._often = Event()
        self._often.set()

    def poll_often(self, *, often: bool) -> None:
        """Switch between polling often and, while nobody is playing, seldom. Any thread may call it."""
        if often:
            self._often.set()
        else:
            self._often.clear()
