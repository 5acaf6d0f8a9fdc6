"""The unused pins of a header, as inputs with a chosen pull, through `gpiod`.

A pull of about 50 kOhm may select a reader whose SDA is on that pin, but is harmless. A pin is driven only with
permission.
"""

import errno
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from hardware import header
from hardware.clock import Clock
from hardware.pi.gpiod_pins import CHIPS, HEADER, GpiodPins

CONSUMER = "cardtable setup"
EEPROM = {0, 1}


class NotGivenFreeError(RuntimeError):
    """A pin was driven without permission."""


class Lines:
    """A context manager for all free header pins, initially pulled up. Raises OSError if there is no GPIO chip."""

    def __init__(self, clock: Clock, chip: str | None = None, *, but: Iterable[int] = ()) -> None:
        """`but` are pins known to be in use, such as those of SPI buses."""
        import gpiod

        self._gpiod: Any = gpiod
        pins = GpiodPins(clock, chip)
        self._chip = pins.chip
        self._held: dict[int, Any] = {}
        self._free: set[int] = set()
        self._driven: set[int] = set()
        self.busy: list[int] = []  # held by another program
        for gpio in sorted(set(header.HEADER.values()) - EEPROM - set(but)):
            try:
                self.pull(gpio, high=True)
            except OSError as error:
                if error.errno != errno.EBUSY:
                    raise
                self.busy.append(gpio)

    def __enter__(self) -> "Lines":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Release all pins; safe to call twice."""
        while self._held:
            self._held.popitem()[1].release()

    @property
    def all(self) -> tuple[int, ...]:
        """The GPIOs held here."""
        return tuple(sorted(self._held))

    @property
    def driven(self) -> frozenset[int]:
        """The pins that are currently outputs."""
        return frozenset(self._driven)

    def pull(self, gpio: int, *, high: bool) -> None:
        """Configure a pin as an input, either pulled up with edge reporting or pulled down."""
        self._driven.discard(gpio)
        line = self._gpiod.line
        bias = line.Bias.PULL_UP if high else line.Bias.PULL_DOWN
        edge = line.Edge.BOTH if high else line.Edge.NONE
        self._request(gpio, self._gpiod.LineSettings(direction=line.Direction.INPUT, bias=bias, edge_detection=edge))

    def low(self) -> set[int]:
        """Return the pins that are currently low."""
        held = self._held.items()
        return {gpio for gpio, request in held if request.get_value(gpio) == self._gpiod.line.Value.INACTIVE}

    def edges(self) -> dict[int, list[tuple[int, bool]]]:
        """Return the edges of each pin since the last call: time in ns, and whether it rose."""
        edges = dict[int, list[tuple[int, bool]]]()
        for gpio, request in self._held.items():
            while request.wait_edge_events(0):
                for event in request.read_edge_events():
                    rises = event.event_type is self._gpiod.EdgeEvent.Type.RISING_EDGE
                    edges.setdefault(gpio, []).append((event.timestamp_ns, rises))
        return edges

    def give_free(self, gpios: Iterable[int]) -> None:
        """Permit these pins to be driven."""
        self._free |= set(gpios)

    def drive(self, gpio: int, *, high: bool) -> None:
        """Drive a pin. Raise NotGivenFreeError without permission."""
        if gpio not in self._free:
            raise NotGivenFreeError(f"{header.named(gpio)} may not be driven")
        line = self._gpiod.line
        level = line.Value.ACTIVE if high else line.Value.INACTIVE
        self._driven.add(gpio)
        self._request(gpio, self._gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=level))

    def _request(self, gpio: int, settings: Any) -> None:
        if gpio in self._held:
            self._held[gpio].reconfigure_lines({gpio: settings})
        else:
            self._held[gpio] = self._gpiod.request_lines(self._chip, config={gpio: settings}, consumer=CONSUMER)


class NoLines(Lines):
    """A stand-in for `Lines` on a computer without a header: it has no pins."""

    def __init__(self) -> None:
        self._held, self._free, self._driven, self.busy = {}, set(), set(), []


def has_header() -> bool:
    """Return whether this computer has both a header and the library that drives its pins."""
    with suppress(ImportError, OSError):
        import gpiod

        for path in CHIPS:
            if gpiod.is_gpiochip_device(path):
                with gpiod.Chip(path) as chip:
                    if chip.get_info().label.startswith(HEADER):
                        return True
    return False


class Select:
    """A chip select on a pin that is only pulled or, if permitted, driven low; it is never driven high."""

    def __init__(self, lines: Lines, gpio: int, *, driven: bool) -> None:
        self._lines = lines
        self._driven = driven
        self._gpio = gpio

    def set(self, *, high: bool) -> None:
        """Select the chip, or release it."""
        if self._driven and not high:
            self._lines.drive(self._gpio, high=False)
        else:
            self._lines.pull(self._gpio, high=high)
