"""Examines readers whose driver has no checks of its own: opens, starts and polls each."""

from collections.abc import Iterator, Sequence

from hardware.assembly import Assembly
from hardware.clock import Clock
from hardware.doctor.cures import explained
from hardware.doctor.findings import Asks, Finding
from hardware.plan import ReaderPlan
from hardware.reader import Reader, Starting

_PATIENCE_NS = 1_000_000_000  # how long a reader may take to start
_AGAIN_NS = 5_000_000


def examine(
    assembly: Assembly, clock: Clock, readers: Sequence[ReaderPlan], _watch_ns: int, _asks: Asks | None
) -> Iterator[Finding]:
    """Examine each reader without asking anybody."""
    for reader in readers:
        try:
            opened = assembly.reader(reader)
            started(opened, clock)
            opened.poll()
        except OSError as error:
            yield Finding(reader.name, "", *explained(error, reader))
        else:
            yield Finding(reader.name, opened.chip)


def started(reader: Reader, clock: Clock) -> None:
    """Start a reader, retrying while it needs time. Raise OSError if it does not start."""
    until_ns = clock.now_ns() + _PATIENCE_NS
    while True:
        try:
            return reader.start()
        except Starting:
            if clock.now_ns() >= until_ns:
                raise
        clock.sleep_ns(_AGAIN_NS)
