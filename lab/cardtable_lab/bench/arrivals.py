"""How reliably readers report cards that touch either of two neighbouring pads, under each kind of noise.

`python -m cardtable_lab.bench.arrivals 10000` makes that many touches and prints how many were missed, doubled and
misread, by our readers and by common read loops: one ignores a card for 30 s after reading it, another counts a card
once it has been there for 3 s.
"""

import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from random import Random

from hardware import iso14443a
from hardware.clock import ManualClock
from hardware.emulator.physics import CLEAN, HARSH, TYPICAL, Physics
from hardware.emulator.room import Room
from hardware.emulator.tag import Tag
from hardware.mfrc522.chip import ChipError, Mfrc522
from hardware.mfrc522.reader import Mfrc522Reader
from hardware.observations import Observation, ReaderHealth, TagEvent, UnreadTag
from hardware.reader_bank import ReaderBank
from table.values import Value

MS = 1_000_000
PADS = ("left", "right")
CARDS = 72
TOUCH_MS = (180, 400)  # how long a hand holds a card to a pad
PAUSE_MS = (250, 900)  # how long until the next card


class Touch(Value):
    """A card that is held to a pad for a while."""

    pad: str
    uid: bytes
    from_ns: int
    until_ns: int


@dataclass
class Count:
    """How touches were reported.

    `unnoticed` counts the missed touches for which not even an unread tag or a failing reader was reported.
    """

    touches: int = 0
    missed: int = 0
    unnoticed: int = 0
    doubled: int = 0
    misread: int = 0
    not_left: int = 0
    failures: int = 0


def touches(count: int, seed: int, begin_ns: int) -> Iterator[Touch]:
    """Yield touches of random cards on either pad, in a human rhythm."""
    chance = Random(seed)  # noqa: S311 - chance, no secret
    at_ns = begin_ns
    for _ in range(count):
        at_ns += chance.randint(*PAUSE_MS) * MS
        until_ns = at_ns + chance.randint(*TOUCH_MS) * MS
        yield Touch(
            chance.choice(PADS), bytes([4, 0xA1, 0xB2, 0xC3, 0xD4, 0, chance.randrange(CARDS)]), at_ns, until_ns
        )
        at_ns = until_ns


@dataclass
class Table:
    """Two pads next to each other, in virtual time."""

    physics: Physics
    seed: int
    clock: ManualClock = field(default_factory=ManualClock)

    def __post_init__(self) -> None:
        self.room = Room(self.clock, self.physics, seed=self.seed)
        self.chips = {pad: Mfrc522(self.room.reader(pad), self.clock) for pad in PADS}
        self.tags = {uid: Tag(uid) for uid in (bytes([4, 0xA1, 0xB2, 0xC3, 0xD4, 0, i]) for i in range(CARDS))}

    def put(self, touch: Touch) -> None:
        """Bring a card to a pad."""
        for held in self.room.fields.values():
            held.lift(self.tags[touch.uid])
        field_ = self.room.fields[touch.pad]
        field_.put(self.tags[touch.uid], from_ns=touch.from_ns, until_ns=touch.until_ns)


def ours(physics: Physics, count: int, seed: int) -> Count:
    """Make `count` touches on pads with our readers; return how they were reported."""
    table, result = Table(physics, seed), Count()
    bank = ReaderBank({pad: Mfrc522Reader(chip, table.clock) for pad, chip in table.chips.items()}, table.clock)
    for touch in touches(count, seed, table.clock.now_ns()):
        table.put(touch)
        items: list[Observation] = []
        while table.clock.now_ns() < touch.until_ns + PAUSE_MS[0] * MS - 30 * MS:
            items += bank.poll().items
        _judge(result, touch, items)
    return result


def _judge(result: Count, touch: Touch, items: list[Observation]) -> None:
    come = [item for item in items if isinstance(item, TagEvent) and item.present]
    right = [item for item in come if (item.reader, item.uid) == (touch.pad, touch.uid)]
    gone = [item for item in items if isinstance(item, TagEvent) and not item.present]
    noticed = any(isinstance(item, UnreadTag | ReaderHealth) for item in items)
    result.touches += 1
    result.missed += not right
    result.unnoticed += not right and not noticed
    result.doubled += len(right) > 1
    result.misread += len(come) > len(right)
    result.not_left += len(gone) != len(come)
    result.failures += any(isinstance(item, ReaderHealth) for item in items)


# -- common read loops


def theirs(loop: Callable[[], Callable[[bytes, int], bool]], physics: Physics, count: int, seed: int) -> Count:
    """Make `count` touches on pads that a common read loop polls; return how they were reported.

    `loop` returns a function that takes a UID and the time of its read, and decides whether a card has arrived.
    """
    table, result = Table(physics, seed), Count()
    arrives = {pad: loop() for pad in PADS}
    _reset(table)
    for touch in touches(count, seed, table.clock.now_ns()):
        table.put(touch)
        reported: list[tuple[str, bytes]] = []
        while table.clock.now_ns() < touch.until_ns + PAUSE_MS[0] * MS - 30 * MS:
            reported += _reads(table, arrives)
            table.clock.sleep_ns(20 * MS)
        right = reported.count((touch.pad, touch.uid))
        result.touches += 1
        result.missed += not right
        result.unnoticed += not right
        result.doubled += right > 1
        result.misread += len(reported) > right
    return result


def _reset(table: Table) -> None:
    for chip in table.chips.values():
        chip.reset()


def _reads(table: Table, arrives: dict[str, Callable[[bytes, int], bool]]) -> list[tuple[str, bytes]]:
    reported = []
    for pad, chip in table.chips.items():
        try:
            uids = iso14443a.poll(chip).uids
        except ChipError:
            chip.reset()
            continue
        reported += [(pad, uid) for uid in uids if arrives[pad](uid, table.clock.now_ns())]
    return reported


def cool_down() -> Callable[[bytes, int], bool]:
    """Return a function that counts a card at most once every 30 s (whywaita/rfid-poker)."""
    reported: dict[bytes, int] = {}

    def arrives(uid: bytes, now_ns: int) -> bool:
        if uid in reported and now_ns - reported[uid] < 30_000 * MS:
            return False
        reported[uid] = now_ns
        return True

    return arrives


def stable() -> Callable[[bytes, int], bool]:
    """Return a function that counts a card after 3 s of reads and forgets it after 5 s without one (portapok)."""
    first: dict[bytes, int] = {}
    last: dict[bytes, int] = {}
    reported: set[bytes] = set()

    def arrives(uid: bytes, now_ns: int) -> bool:
        if now_ns - last.get(uid, -(10**12)) > 5_000 * MS:
            first[uid] = now_ns
            reported.discard(uid)
        last[uid] = now_ns
        if uid in reported or now_ns - first[uid] < 3_000 * MS:
            return False
        reported.add(uid)
        return True

    return arrives


def main() -> None:
    """Print the results for each kind of noise and each read loop."""
    count, seed = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000, 7
    for physics in (CLEAN, TYPICAL, HARSH):
        began = time.perf_counter()
        print(
            f"{physics.name:8} ours             ",
            asdict(ours(physics, count, seed)),
            f"{time.perf_counter() - began:.0f} s",
        )
        print(f"{physics.name:8} 30 s cool-down   ", asdict(theirs(cool_down, physics, count, seed)))
        print(f"{physics.name:8} stable for 3 s   ", asdict(theirs(stable, physics, count, seed)), flush=True)


if __name__ == "__main__":
    main()
