"""A reader's range: how many of its last polls read a card that a person slowly lifts."""

from collections import deque
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from hardware.assembly import Assembly
from hardware.clock import Clock
from hardware.doctor.readers import started
from hardware.plan import Plan, ReaderPlan

if TYPE_CHECKING:
    from hardware.emulator.room import Room

LAST = 25  # polls that are counted: half a second
_EVERY_NS = 20_000_000
_TOGETHER = 5  # polls between two counts


@dataclass(frozen=True)
class Reach:
    """How many of the last `polls` read a card, and which cards the newest one read."""

    read: int
    polls: int
    uids: tuple[bytes, ...]


def reach(plan: Plan, clock: Clock, reader: ReaderPlan, room: "Room | None" = None) -> Iterator[Reach]:
    """Poll one reader until the caller stops, and count. Raise OSError if it cannot be opened, or fails."""
    with Assembly(replace(plan, switched=False), clock, room) as assembly:
        for other in plan.readers:
            if other is not reader and other.pico is None:
                with suppress(OSError):  # until its select is driven, it may answer too
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
