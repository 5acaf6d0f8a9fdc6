"""Requested lines: their levels, and their edges as the kernel buffers them (drivers/gpio/gpiolib-cdev.c)."""

import errno
import os
import warnings
from collections import deque
from collections.abc import Iterable, Mapping
from datetime import timedelta
from types import TracebackType
from typing import Self

from hardware.emulator.pi import Claim, EmulatedPi, os_error
from hardware.emulator.pins import EmulatedPin, Pull
from hardware.ports import Level

from .edge_event import EdgeEvent
from .exception import RequestReleasedError
from .line import Bias, Clock, Direction, Drive, Edge, Value
from .line_settings import LineSettings

_PULLS = {Bias.DISABLED: Pull.NONE, Bias.PULL_UP: Pull.UP, Bias.PULL_DOWN: Pull.DOWN}
_BUFFERED_PER_LINE = 16
_MOST_BUFFERED = 1024
_MOST_AT_ONCE = 64  # the default of read_edge_events


class _Line:
    def __init__(self, pin: EmulatedPin, settings: LineSettings) -> None:
        self.pin = pin
        self.settings = settings
        self.seqno = 0
        both = settings.edge_detection is Edge.BOTH  # then the kernel reads the level to tell which edge it was
        self.watch = pin.watch(reads_late=both) if settings.edge_detection is not Edge.NONE else None

    def wants(self, level: Level) -> bool:
        edge = Edge.RISING if self.rises(level) else Edge.FALLING
        return self.settings.edge_detection in (Edge.BOTH, edge)

    def rises(self, level: Level) -> bool:
        """Return whether this edge makes the line active."""
        return level.high != self.settings.active_low

    @property
    def value(self) -> Value:
        """The logical level."""
        return Value(int(self.pin.high != self.settings.active_low))


class LineRequest:
    """Lines requested together from a chip. Their edges share one buffer, which drops the oldest when it is full."""

    def __init__(
        self,
        pi: EmulatedPi,
        chip_name: str,
        *,
        lines: Mapping[int, LineSettings],
        names: Mapping[str, int],
        values: Mapping[int, Value],
        consumer: str,
        buffered: int,
    ) -> None:
        for settings in lines.values():
            _check(settings)
        pi.claim({offset: Claim(consumer, settings) for offset, settings in lines.items()})
        self._pi, self._chip_name, self._names, self._held = pi, chip_name, names, True
        for offset, settings in lines.items():
            _apply(pi.line(offset), settings, values.get(offset, settings.output_value))
        self._lines = {offset: _Line(pi.line(offset), settings) for offset, settings in lines.items()}
        self._events: deque[EdgeEvent] = deque(maxlen=_buffer_size(buffered, len(lines)))
        self._seqno = 0

    def __bool__(self) -> bool:
        return self._held

    def __enter__(self) -> Self:
        self._check_released()
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, exc_value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.release()

    @property
    def chip_name(self) -> str:
        """The chip that the lines belong to."""
        self._check_released()
        return self._chip_name

    @property
    def num_lines(self) -> int:
        """How many lines are held."""
        return len(self.offsets)

    @property
    def offsets(self) -> list[int]:
        self._check_released()
        return list(self._lines)

    def release(self) -> None:
        """Release the lines; safe to call twice. Outputs keep their levels."""
        if self._held:
            self._held = False
            self._pi.let_go(list(self._lines))

    def reconfigure_lines(self, config: dict[int | str, LineSettings | None]) -> None:
        """Change the settings of lines without releasing them; ignore other lines' settings, with a warning."""
        self._check_released()
        for line, wanted in config.items():
            if (self._names.get(line) if isinstance(line, str) else line) not in self._lines:
                warnings.warn(f"Line offset '{line}' was not included in original request.", stacklevel=2)
                continue
            offset, settings = self._line(line).pin.number, wanted or LineSettings()
            _check(settings)
            _apply(self._pi.line(offset), settings, settings.output_value)
            self._lines[offset] = _Line(self._pi.line(offset), settings)

    def get_value(self, line: int | str) -> Value:
        """Return the logical level of a line."""
        return self.get_values([line])[0]

    def get_values(self, lines: Iterable[int | str] | None = None) -> list[Value]:
        """Return the logical levels of these lines, or of all lines."""
        self._check_released()
        return [self._line(line).value for line in lines or self._lines]

    def set_value(self, line: int | str, value: Value) -> None:
        """Drive a line. Raise PermissionError if it is an input."""
        self.set_values({line: value})

    def set_values(self, values: dict[int | str, Value]) -> None:
        """Drive lines. If any of them is an input, drive none and raise PermissionError."""
        self._check_released()
        driven = [(self._line(line), value) for line, value in values.items()]
        if any(line.pin.driven is None for line, _ in driven):
            raise os_error(errno.EPERM)
        for line, value in driven:
            line.pin.drive(bool(value) != line.settings.active_low)

    def wait_edge_events(self, timeout: timedelta | float | None = None) -> bool:
        """Wait for edges, at most `timeout` seconds, or for ever with None. A Pi in virtual time does not wait."""
        self._check_released()
        seconds = timeout.total_seconds() if isinstance(timeout, timedelta) else timeout
        return self._pi.wait_until(self._due_ns, seconds)

    def read_edge_events(self, max_events: int | None = None) -> list[EdgeEvent]:
        """Return buffered edges, oldest first; wait for an edge if the buffer is empty."""
        self.wait_edge_events()
        self._buffer()
        return [self._events.popleft() for _ in range(min(len(self._events), max_events or _MOST_AT_ONCE))]

    def _due_ns(self) -> int | None:
        if self._events:
            return 0
        nexts = [line.watch.next_ns(line.wants) for line in self._lines.values() if line.watch]
        return min((at_ns for at_ns in nexts if at_ns is not None), default=None)

    def _buffer(self) -> None:
        """Buffer the edges since the last read: a full deque, like the kernel's kfifo, drops the oldest."""
        now_ns = self._pi.clock.now_ns()
        seen = [
            (level.at_ns, offset, level)
            for offset, line in self._lines.items()
            if line.watch
            for level in line.watch.take(now_ns)
            if line.wants(level)
        ]
        for _, offset, level in sorted(seen, key=lambda entry: entry[:2]):
            self._events.append(self._event(offset, self._lines[offset], level))

    def _event(self, offset: int, line: _Line, level: Level) -> EdgeEvent:
        self._seqno += 1
        line.seqno += 1
        by_wall_clock = line.settings.event_clock is Clock.REALTIME
        return EdgeEvent(
            event_type=EdgeEvent.Type.RISING_EDGE if line.rises(level) else EdgeEvent.Type.FALLING_EDGE,
            timestamp_ns=level.at_ns + (self._pi.realtime_offset_ns if by_wall_clock else 0),
            line_offset=offset,
            global_seqno=self._seqno,
            line_seqno=line.seqno,
        )

    def _line(self, line: int | str) -> _Line:
        if isinstance(line, str) and line not in self._names:
            raise ValueError(f"unknown line name: {line}")
        offset = self._names[line] if isinstance(line, str) else line
        if offset not in self._lines:
            raise _invalid()
        return self._lines[offset]

    def _check_released(self) -> None:
        if not self._held:
            raise RequestReleasedError


def _check(settings: LineSettings) -> None:
    if settings.drive is not Drive.PUSH_PULL or settings.debounce_period:
        raise NotImplementedError("the emulated lines neither debounce nor have an open drain or source")
    if settings.bias in _PULLS and settings.direction is Direction.AS_IS and settings.edge_detection is Edge.NONE:
        raise _invalid()  # "Bias requires explicit direction"
    if settings.direction is Direction.OUTPUT and settings.edge_detection is not Edge.NONE:
        raise _invalid()  # "Edge detection requires explicit input"
    if settings.event_clock is Clock.HTE:
        raise NotImplementedError(os.strerror(errno.EOPNOTSUPP))  # no Pi has a timestamp engine


def _invalid() -> ValueError:
    """Return the exception that the bindings raise for EINVAL (gpiod/ext/common.c)."""
    return ValueError(os.strerror(errno.EINVAL))


def _apply(pin: EmulatedPin, settings: LineSettings, value: Value) -> None:
    """Set up a pin. As in libgpiod, a pin with edge detection becomes an input."""
    if settings.direction is Direction.INPUT or settings.edge_detection is not Edge.NONE:
        pin.listen(_PULLS.get(settings.bias))
    elif settings.direction is Direction.OUTPUT:
        pin.drive(bool(value) != settings.active_low)


def _buffer_size(asked: int, lines: int) -> int:
    """Return the buffer's capacity: `asked` edges, within limits, rounded up to a power of two like every kfifo."""
    wanted = min(asked or _BUFFERED_PER_LINE * lines, _MOST_BUFFERED)
    return int(1 << (wanted - 1).bit_length())
