"""Pins through `gpiod`: the kernel stamps every edge in its interrupt handler, with the table's clock.

The library is imported on first use, because a PC may not have it.
"""

import errno
from collections import deque
from collections.abc import Sequence
from typing import Any

from hardware.clock import Clock
from hardware.ports import Level

STAMP_ERROR_NS = 100_000  # from the edge to the interrupt handler; not measured on a Pi
CHIPS = ("/dev/gpiochip0", "/dev/gpiochip4")  # the header's chip, except on a Pi 5 with a kernel before 6.6.45
HEADER = "pinctrl"  # the label of the header's chip begins with this on every model
_CONSUMER = "cardtable"
_BUFFERED = 256  # edges that the kernel buffers: a worn button bounces a dozen times


class GpiodPins:
    """The header's pins. Raises OSError if there is no header or its chip cannot be opened, ImportError without gpiod.

    A named `chip` is always used. Otherwise only the chip of a Pi's header is used: on a PC, lines may lead to the
    touchpad or to power.
    """

    def __init__(self, clock: Clock, chip: str | None = None) -> None:
        import gpiod

        self._gpiod: Any = gpiod
        self._clock = clock
        self.chip = chip or self._header()
        self._requests: list[Any] = []

    def input(self, pin: int) -> "GpiodInput":
        """Open a pin as an input with its pull-up. Raise OSError if another program holds it."""
        line = self._gpiod.line
        settings = self._gpiod.LineSettings(
            direction=line.Direction.INPUT,
            bias=line.Bias.PULL_UP,
            edge_detection=line.Edge.BOTH,
            event_clock=line.Clock.MONOTONIC,
        )
        return GpiodInput(self._request(pin, settings, event_buffer_size=_BUFFERED), pin, self._gpiod, self._clock)

    def output(self, pin: int, *, high: bool) -> "GpiodOutput":
        """Open a pin as an output, high or low from the start. Raise OSError if another program holds it."""
        line = self._gpiod.line
        value = line.Value.ACTIVE if high else line.Value.INACTIVE
        settings = self._gpiod.LineSettings(direction=line.Direction.OUTPUT, output_value=value)
        return GpiodOutput(self._request(pin, settings), pin, self._gpiod)

    def close(self) -> None:
        """Release every pin; safe to call twice."""
        while self._requests:
            self._requests.pop().release()

    def _request(self, pin: int, settings: Any, **more: Any) -> Any:
        try:
            request = self._gpiod.request_lines(self.chip, config={pin: settings}, consumer=_CONSUMER, **more)
        except FileNotFoundError as error:
            raise FileNotFoundError(errno.ENOENT, "no such GPIO chip", self.chip) from error
        self._requests.append(request)
        return request

    def _header(self) -> str:
        """Return the path of the header's chip, which may not be the first. Raise FileNotFoundError if absent."""
        for path in CHIPS:
            try:
                with self._gpiod.Chip(path) as chip:
                    if chip.get_info().label.startswith(HEADER):
                        return path
            except FileNotFoundError:
                continue
        raise FileNotFoundError(errno.ENOENT, "no GPIO chip of a Raspberry Pi's header", CHIPS[0])


class GpiodInput:
    """One input. A low level at startup counts as a change, so that a stuck button is noticed.

    The kernel may report two edges in the same direction in a row, or none, and `line_seqno` counts only reported
    edges. Callers of `changes` must therefore also read the level.
    """

    def __init__(self, request: Any, pin: int, gpiod: Any, clock: Clock) -> None:
        self._request = request
        self._pin = pin
        self._gpiod = gpiod
        self._levels: deque[Level] = deque()
        if not self.high:
            self._levels.append(Level(clock.now_ns(), high=False))

    def changes(self, until_ns: int) -> Sequence[Level]:
        """Return the changes since the last call, up to `until_ns`, as stamped by the kernel."""
        while self._request.wait_edge_events(0):
            for event in self._request.read_edge_events():
                high = event.event_type is self._gpiod.EdgeEvent.Type.RISING_EDGE
                self._levels.append(Level(event.timestamp_ns, high, STAMP_ERROR_NS))
        taken = []
        while self._levels and self._levels[0].at_ns <= until_ns:
            taken.append(self._levels.popleft())
        return taken

    @property
    def high(self) -> bool:
        """The current level. Raise OSError if it cannot be read."""
        return bool(self._request.get_value(self._pin) == self._gpiod.line.Value.ACTIVE)


class GpiodOutput:
    def __init__(self, request: Any, pin: int, gpiod: Any) -> None:
        self._request = request
        self._pin = pin
        self._value: Any = gpiod.line.Value

    def set(self, *, high: bool) -> None:
        """Drive the pin high or low. Raise OSError if that fails."""
        self._request.set_value(self._pin, self._value.ACTIVE if high else self._value.INACTIVE)
