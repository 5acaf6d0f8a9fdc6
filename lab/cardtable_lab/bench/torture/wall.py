"""A wall clock that jumps, for the dates that a table writes; the monotonic clock stays unchanged."""

import datetime
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

_ROOMS = ("table", "web")
_Datetime, _time = datetime.datetime, time.time


class Wall:
    """The offset of the wall clock, in s."""

    def __init__(self) -> None:
        self.off_s = 0.0

    def shift(self, seconds: float) -> None:
        """Make the clock jump by `seconds` seconds."""
        self.off_s += seconds


@contextmanager
def jumping() -> Iterator[Wall]:
    """Until the block ends, give all packages of the table a wall clock that can jump."""
    wall = Wall()

    class Jumping(_Datetime):  # type: ignore[misc, valid-type]
        @classmethod
        def now(cls, tz: datetime.tzinfo | None = None) -> Any:
            return _Datetime.now(tz) + datetime.timedelta(seconds=wall.off_s)

    changed = [
        module
        for name, module in sys.modules.items()
        if name.partition(".")[0] in _ROOMS and getattr(module, "datetime", None) is _Datetime
    ]
    for module in changed:
        module.datetime = Jumping  # type: ignore[attr-defined]
    time.time = lambda: _time() + wall.off_s
    try:
        yield wall
    finally:
        time.time = _time
        for module in changed:
            module.datetime = _Datetime  # type: ignore[attr-defined]
