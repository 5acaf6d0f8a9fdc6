"""`python -m tests.jumping SECONDS play ...`: the command with a wall clock that is wrong, and that jumps on a signal.

A Pi has no battery-backed clock: it starts with the last time it knew, until a network corrects it. SIGUSR1 makes the
wall clock jump two days ahead, SIGUSR2 two days back. The monotonic clock stays as it is.
"""

import datetime
import signal
import sys
import time

DAYS_S = 2 * 24 * 3600
_offset_s = 0.0
_time, _time_ns, _Datetime = time.time, time.time_ns, datetime.datetime


class _Jumping(_Datetime):
    @classmethod
    def now(cls, tz: datetime.tzinfo | None = None) -> datetime.datetime:  # type: ignore[override]
        return _Datetime.now(tz) + datetime.timedelta(seconds=_offset_s)


def shift(seconds: float) -> None:
    """Make the wall clock jump, for all later reads."""
    global _offset_s
    _offset_s += seconds


def main() -> None:
    """Run the command line with a wrong wall clock."""
    shift(float(sys.argv.pop(1)))
    time.time = lambda: _time() + _offset_s
    time.time_ns = lambda: _time_ns() + int(_offset_s * 1e9)
    datetime.datetime = _Jumping  # type: ignore[misc]
    signal.signal(signal.SIGUSR1, lambda *_: shift(DAYS_S))
    signal.signal(signal.SIGUSR2, lambda *_: shift(-DAYS_S))
    from web.server.main import main as command

    sys.argv[0] = "cardtable"
    command()


if __name__ == "__main__":
    main()
