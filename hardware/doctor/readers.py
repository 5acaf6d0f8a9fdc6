"""Examines readers whose driver has no checks of its own, and measures a reader's range."""

from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardware.assembly import Assembly
from hardware.clock import Clock
from hardware.doctor.cures import explained
from hardware.doctor.findings import Asks, Finding
from hardware.plan import Plan, ReaderPlan
from hardware.reader import Reader, Starting

if TYPE_CHECKING:
    from hardware.emulator.room import Room


_PATIENCE_NS = 1_000_000_000  # how long a reader may take to start
_AGAIN_NS = 5_000_000


def examine(
    assembly: Assembly, clock: Clock, readers: Sequence[ReaderPlan], _watch_ns: int, _asks: Asks | None
) -> Iterator[Finding]:
    """Examine each reader without prompting the user."""
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


# -- A reader's range: how many of its last polls read a card while the card is slowly lifted

LAST = 25  # polls that are counted: half a second
_EVERY_NS = 20_000_000
_TOGETHER = 5  # polls between two counts


@dataclass(frozen=True)
class Reach:
    """How many of the last `polls` read a card, and which cards the latest poll read."""

    read: int
    polls: int
    uids: tuple[bytes, ...]


def reach(plan: Plan, clock: Clock, reader: ReaderPlan, room: "Room | None" = None) -> Iterator[Reach]:
    """Poll one reader until the caller stops, yielding counts. Raise OSError if it cannot be opened or fails."""
    with Assembly(replace(plan, switched=False), clock, room) as assembly:
        for other in plan.readers:
            if other is not reader and other.pico is None:
                with suppress(OSError):  # until a reader's select is driven, it may also answer
                    assembly.reader(other)
        opened = assembly.reader(reader)
        started(opened, clock)
        last: deque[bool] = deque(maxlen=LAST)
        while True:
            for _ in range(_TOGETHER):
                found = opened.poll()
                last.append(bool(found.tags))
                clock.sleep_ns(_EVERY_NS)
            yield Reach(sum(last), len(last), found.uids)
