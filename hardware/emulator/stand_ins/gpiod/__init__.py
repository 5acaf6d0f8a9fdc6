"""A stand-in for the Python bindings of libgpiod 2.5.0: lines of the emulated Pi's GPIO chips.

It lacks info events, kernel debounce, open-drain outputs, file descriptors, and lines of chips other than the one
behind the 40-pin header.
"""

from collections.abc import Iterable

from hardware.emulator import installed

from . import line
from .chip import Chip, ChipInfo, LineInfo
from .edge_event import EdgeEvent
from .exception import ChipClosedError, RequestReleasedError
from .line_request import LineRequest
from .line_settings import LineSettings

__version__ = "2.5.0"
api_version = "2.3"

__all__ = [
    "Chip", "ChipClosedError", "ChipInfo", "EdgeEvent", "LineInfo", "LineRequest", "LineSettings",
    "RequestReleasedError", "api_version", "is_gpiochip_device", "line", "request_lines",
]  # fmt: skip


def is_gpiochip_device(path: str) -> bool:
    """Return whether there is a GPIO chip at this path."""
    current = installed.current()
    return path in current.model.gpio_chips(current.kernel)


def request_lines(
    path: str,
    config: dict[Iterable[int | str] | int | str, LineSettings | None],
    consumer: str | None = None,
    event_buffer_size: int | None = None,
    output_values: dict[int | str, line.Value] | None = None,
) -> LineRequest:
    """Open a chip, request lines from it and close the chip; the lines stay held."""
    with Chip(path) as chip:
        return chip.request_lines(config, consumer, event_buffer_size, output_values)
