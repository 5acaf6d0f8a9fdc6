"""`python -m tests.jumping SECONDS play ...`: the command with a wall clock that is off, and that jumps when told to.

A Pi has no clock of its own: it believes whatever it was told last, until a network tells it otherwise. SIGUSR1 lets
its clock jump two days ahead, SIGUSR2 two days back. The clock that counts on, the monotonic one, is left alone.
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
    """Let the wall clock jump, for whatever asks it from now on."""
    global _offset_s
    _offset_s += seconds


def main() -> None:
    """Run the command line by a clock that is off."""
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
