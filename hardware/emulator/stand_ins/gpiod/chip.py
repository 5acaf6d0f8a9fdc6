"""A GPIO chip: its description, its lines, and requests for them."""

import errno
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import timedelta
from types import TracebackType
from typing import Self

from hardware.emulator import installed, pi
from hardware.emulator.pi import os_error

from .exception import ChipClosedError
from .line import Bias, Clock, Direction, Drive, Edge, Value
from .line_request import LineRequest
from .line_settings import LineSettings

_Config = dict[Iterable[int | str] | int | str, LineSettings | None]


@dataclass(frozen=True)
class ChipInfo:
    """The description of a chip."""

    name: str
    label: str
    num_lines: int


@dataclass(frozen=True)
class LineInfo:
    """The state of a line."""

    offset: int
    name: str | None
    used: bool
    consumer: str | None
    direction: Direction
    active_low: bool
    bias: Bias
    drive: Drive
    edge_detection: Edge
    event_clock: Clock
    debounced: bool
    debounce_period: timedelta


class Chip:
    """One chip, opened on construction. Raises FileNotFoundError or PermissionError if it cannot be opened."""

    def __init__(self, path: str) -> None:
        self._pi = installed.current()
        chips = self._pi.model.gpio_chips(self._pi.kernel)
        if path not in chips:
            raise os_error(errno.ENOENT)
        self._pi.demand_permission()
        self._path, self._chip, self._open = path, chips[path], True

    def __bool__(self) -> bool:
        return self._open

    def __enter__(self) -> Self:
        self._check_closed()
        return self

    def __exit__(
        self, exc_type: type[BaseException] | None, exc_value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        self.close()

    @property
    def path(self) -> str:
        """The path through which the chip was opened."""
        self._check_closed()
        return self._path

    def close(self) -> None:
        """Close the chip; safe to call twice. Requested lines stay held."""
        self._open = False

    def get_info(self) -> ChipInfo:
        self._check_closed()
        return ChipInfo(self._chip.name, self._chip.label, self._chip.lines)

    def line_offset_from_id(self, id: str | int) -> int:  # noqa: A002  # the bindings' own name
        """Return the number of the line with this name or (textual) number. Raise OSError or ValueError if none."""
        self._check_closed()
        offset = id if isinstance(id, int) else self._by_name(id)
        if offset >= self._chip.lines:
            raise ValueError("line offset of out range")
        return offset

    def get_line_info(self, line: int | str) -> LineInfo:
        """Return the state of a line, and who holds it."""
        offset = self.line_offset_from_id(line)
        claim = self._pi.claims.get(offset) if self._is_header else None
        settings = claim.settings if claim and isinstance(claim.settings, LineSettings) else LineSettings()
        driven = self._is_header and self._pi.line(offset).driven is not None
        return LineInfo(
            offset=offset,
            name=pi.line_name(offset) if self._is_header else None,
            used=claim is not None,
            consumer=claim.consumer if claim else None,
            direction=Direction.OUTPUT if driven else Direction.INPUT,
            active_low=settings.active_low,
            bias=Bias.UNKNOWN if settings.bias is Bias.AS_IS else settings.bias,
            drive=settings.drive,
            edge_detection=settings.edge_detection,
            event_clock=settings.event_clock,
            debounced=False,
            debounce_period=timedelta(),
        )

    def request_lines(
        self,
        config: _Config,
        consumer: str | None = None,
        event_buffer_size: int | None = None,
        output_values: dict[int | str, Value] | None = None,
    ) -> LineRequest:
        """Hold lines until they are released. If any of them is already held, hold none and raise OSError."""
        self._check_closed()
        if not self._is_header:
            raise NotImplementedError(f"lines of {self._chip.label} are not emulated")
        lines: dict[int, LineSettings] = {}
        names: dict[str, int] = {}
        for line, settings in _each(config):
            offset = self.line_offset_from_id(line)
            if offset in lines:
                raise ValueError(f"line must be configured exactly once - offset {offset} repeats")
            lines[offset] = settings or LineSettings()
            names[line if isinstance(line, str) else pi.line_name(offset) or ""] = offset
        values = {self.line_offset_from_id(line): value for line, value in (output_values or {}).items()}
        return LineRequest(
            self._pi,
            self._chip.name,
            lines=lines,
            names=names,
            values=values,
            consumer=consumer or "?",
            buffered=event_buffer_size or 0,
        )

    @property
    def _is_header(self) -> bool:
        return self._chip.label == self._pi.model.gpio

    def _by_name(self, name: str) -> int:
        names = {pi.line_name(offset): offset for offset in pi.HEADER_GPIOS} if self._is_header else {}
        if name in names:
            return names[name]
        try:
            return int(name)
        except ValueError:
            raise os_error(errno.ENOENT) from None

    def _check_closed(self) -> None:
        if not self._open:
            raise ChipClosedError


def _each(config: _Config) -> Iterator[tuple[int | str, LineSettings | None]]:
    for key, settings in config.items():
        for line in [key] if isinstance(key, int | str) else key:
            yield line, settings
