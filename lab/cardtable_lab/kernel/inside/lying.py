"""A disk that loses unflushed writes: all writes are logged (dm-log-writes) and replayed up to a chosen moment.

All events that a phone had received by that moment must then be on the disk. Replays stop at the ends of flushes and at
random moments in between.
"""

import json
import os
import random
import struct
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, BinaryIO

from cardtable_lab.kernel.inside.console import measured, sees
from cardtable_lab.kernel.inside.devices import loopback
from cardtable_lab.kernel.inside.evening import Follower, commanded, mapped, mounted, plays, sectors
from table.games.game import PUBLIC
from table.keeping.journal import Journal
from table.values import Value
from tests.playing import COMMAND, running

DISK, LOG, AGAIN, HOME = "/dev/ubda", "/dev/ubdb", "/dev/ubdc", Path("/run/disk")
MOMENTS, SECONDS = 80, 12.0
MAGIC = 0x6A736677736872
FLUSH, FUA, DISCARD, MARK = 1, 2, 4, 8
_HEAD, _ENTRY = struct.Struct("<QQQI"), struct.Struct("<QQQQ")  # drivers/md/dm-log-writes.c
_SECTOR = 512
_HEARD = b"heard-"
_WORDS = ("text", "said")  # their wording depends on the audience, and on whether pads are real
_SEED = 1
_HOLES = 0.2  # the share of writes that the control's disk loses


class Written(Value):
    """An entry in the log: the sector, the data, and flags for a flush or a mark."""

    sector: int
    data: bytes
    flags: int

    @property
    def is_heard(self) -> bool:
        """Whether the entry marks a phone's receipt of an event; the kernel's own mark is at the end of the log."""
        return bool(self.flags & MARK) and self.data.startswith(_HEARD)


def entries(log: BinaryIO) -> Iterator[Written]:
    """Yield the entries in a log, in order. Raise ValueError for a file that is not a log of dm-log-writes."""
    magic, _version, count, size = _HEAD.unpack_from(log.read(_SECTOR))
    if magic != MAGIC:
        raise ValueError("this is no log of dm-log-writes")
    log.seek(size)
    for _ in range(count):
        block = log.read(size)
        sector, number, flags, length = _ENTRY.unpack_from(block)
        if flags & MARK:
            data = block[_ENTRY.size : _ENTRY.size + length]
        else:
            data = b"" if flags & DISCARD else log.read(number * size)
        yield Written(sector * (size // _SECTOR), data, flags)


def run() -> None:
    """Play on a logged disk, then check its contents at many moments."""
    loopback()
    fresh, heard = Path(AGAIN).read_bytes(), _played()
    with Path(LOG).open("rb") as file:
        log = list(entries(file))
    flushes = [number for number, one in enumerate(log, 1) if one.flags & (FLUSH | FUA)]
    marks = sum(one.is_heard for one in log)
    measured(
        "a disk with a log of its writes",
        f"{len(log)} entries, {len(flushes)} flushes, {marks} events received meanwhile",
    )
    sees("every received event is marked in the log", marks == len(heard) and marks > 0, f"{marks} of {len(heard)}")
    chance = random.Random(_SEED)  # noqa: S311 - chance, no secret
    after_first = [number for number in flushes if any(one.is_heard for one in log[:number])]
    first = after_first[0] if after_first else 1
    between = chance.sample(range(first, len(log) + 1), min(MOMENTS // 2, len(log) - first))
    moments = sorted({*chance.sample(after_first, min(MOMENTS // 2, len(after_first))), *between, len(log)})
    wrong = list(_looked_at(fresh, log, moments, heard))
    sees(f"at {len(moments)} moments, all received events are on the disk, unchanged", not wrong, wrong[:2])
    holes = [one for one in log if not one.data or one.flags & MARK or chance.random() > _HOLES]
    control = list(_looked_at(fresh, holes, [len(holes)], heard))
    sees("control: a disk that loses writes at random is noticed", control, control[:1])


def _played() -> list[dict[str, Any]]:
    """Play for a while and return the events that a phone received, each marked in the log when it arrived."""
    disk = mapped("logged", f"0 {sectors(DISK)} log-writes {DISK} {LOG}")
    mounted(disk, HOME)
    heard: list[dict[str, Any]] = []

    def hears(text: str) -> None:
        heard.append(json.loads(text.partition(" ")[2]))
        commanded("dmsetup", "message", "logged", "0", f"mark {_HEARD.decode()}{len(heard)}")

    with running(
        "play", "--database", str(HOME / "table.db"), environment=dict(os.environ), command=(COMMAND,)
    ) as table:
        phone = Follower(table.phone(), hears)
        phone.has(1)
        ends_s = time.monotonic() + SECONDS
        plays(table, random.Random(_SEED), lambda: time.monotonic() > ends_s)  # noqa: S311 - chance, no secret
        table.process.kill()
        table.process.wait()
    phone.join()
    commanded("umount", str(HOME))
    commanded("dmsetup", "remove", "--noudevsync", "logged")
    return heard


def _looked_at(
    fresh: bytes, log: Sequence[Written], moments: Sequence[int], heard: Sequence[dict[str, Any]]
) -> Iterator[str]:
    """Replay the log on a fresh disk up to each moment, and yield a message for each lost or changed event."""
    image, done, known = bytearray(fresh), 0, 0
    for moment in moments:
        for one in log[done:moment]:
            known += one.is_heard
            if not one.flags & MARK:
                image[one.sector * _SECTOR : one.sector * _SECTOR + len(one.data)] = one.data
        done = moment
        try:
            kept = _kept(bytes(image))
        except Exception as error:  # noqa: BLE001 - an unreadable disk is a finding
            yield f"after entry {moment}: {error!r}"
            continue
        if len(kept) < known:
            yield f"after entry {moment} {known} events were heard, and {len(kept)} are there"
            continue
        for before, now in zip(heard[:known], kept, strict=False):
            if not _same(before, now):
                yield f"after entry {moment} {before} is now {now}"


def _same(heard: dict[str, Any], kept: dict[str, Any]) -> bool:
    return all(heard.get(name) == value for name, value in kept.items() if name not in _WORDS)


def _kept(image: bytes) -> list[dict[str, Any]]:
    """Return the public events that a table would read at startup from a disk with these contents."""
    with Path(AGAIN).open("r+b") as disk:
        disk.write(image)
        disk.flush()
        os.fsync(disk.fileno())
    mounted(AGAIN, HOME)
    try:
        with Journal(HOME / "table.db") as journal:
            return [dict(event) for event in journal.events(1, PUBLIC)]
    finally:
        commanded("umount", str(HOME))
