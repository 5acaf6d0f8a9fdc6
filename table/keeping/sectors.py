"""The records of a tail: facts, each with what was told of it, in whole sectors of 512 bytes. Pure.

Records follow one another from the start. Each has what the one before it had once more, so a damaged one takes nothing
with it unless it is the last. Each run of them has a number of its own, by chance; a record of another run ends it, as
two damaged ones do.

A record, padded with zeros: 4 bytes "Tail", then five big-endian words of 32 bits: run, number in it, length of the
body, its checksum, that of the header so far. The body is text: for each fact a line with game, number, checksum of the
fact before it or "-", and count of events; a line with the fact; for each event a line with its number, the audiences,
a tab, and its JSON.
"""

import struct
from collections.abc import Iterator, Sequence
from itertools import islice
from zlib import crc32

from table.keeping.entry import Entry
from table.values import Value

SECTOR = 512
_MAGIC = b"Tail"
_HEADER = struct.Struct(">4s5I")


class OnTail(Value):
    """What was read of a tail: the `entries` of its run, `count` records until byte `end`, and those of the `last` one.

    `beyond` are those of whole records elsewhere: the journal has them, if they are of earlier runs, or else the run
    has a hole.
    """

    run: int
    count: int
    end: int
    entries: Sequence[Entry]
    last: Sequence[Entry]
    beyond: Sequence[Entry]


class _Record(Value):
    """A record that was read, and the bytes where it begins and ends."""

    run: int
    number: int
    begin: int
    end: int
    entries: Sequence[Entry]


def record(run: int, number: int, entries: Sequence[Entry]) -> bytes:
    """Return a record of a run, as it is written."""
    body = "\n".join(line for entry in entries for line in _lines(entry)).encode()
    head = _HEADER.pack(_MAGIC, run, number, len(body), crc32(body), 0)[:-4]
    data = head + crc32(head).to_bytes(4, "big") + body
    return data.ljust(_padded(len(data)), b"\0")


def found(data: bytes) -> OnTail:
    """Return what is in a tail's file."""
    entries, last = dict[tuple[int, int], Entry](), list[Entry]()
    run = count = end = 0
    for record in _run(data):
        last = [entry for entry in record.entries if (entry.game_id, entry.number) not in entries]
        entries |= {(entry.game_id, entry.number): entry for entry in last}
        run, count, end = record.run, record.number + 1, record.end
    beyond = [entry for record in _from(data, end) for entry in record.entries]
    return OnTail(run, count, end, [*entries.values()], last, beyond)


def _run(data: bytes) -> Iterator[_Record]:
    """Yield the records of the run that begins the file; one that is damaged is passed over."""
    at, run, number = 0, None, 0
    while (record := next(_from(data, at), None)) is not None:
        passed_over = record.begin > at
        if run not in (None, record.run) or record.number != number + passed_over:
            return
        yield record
        at, run, number = record.end, record.run, record.number + 1


def _from(data: bytes, at: int) -> Iterator[_Record]:
    """Yield all whole records that begin at a byte or later."""
    for here in range(at, len(data), SECTOR):
        if (record := _record_at(data, here)) is not None:
            yield record


def _record_at(data: bytes, at: int) -> _Record | None:
    head = data[at : at + _HEADER.size]
    if len(head) < _HEADER.size or not head.startswith(_MAGIC):
        return None
    _, run, number, length, body_sum, head_sum = _HEADER.unpack(head)
    body = data[at + _HEADER.size : at + _HEADER.size + length]
    if head_sum != crc32(head[:-4]) or len(body) < length or body_sum != crc32(body):
        return None
    try:
        return _Record(run, number, at, at + _padded(_HEADER.size + length), list(_entries(body.decode())))
    except ValueError:  # another program's
        return None


def _entries(body: str) -> Iterator[Entry]:
    lines = iter(body.split("\n"))
    for line in lines:
        game_id, number, after, events = line.split(" ")
        fact, *following = islice(lines, 1 + int(events))
        told = []
        for event in following:
            who, _, text = event.partition("\t")
            seq, *audiences = who.split(" ")
            told += [(audience, int(seq), text) for audience in audiences]
        yield Entry(int(game_id), int(number), fact, tuple(sorted(told)), None if after == "-" else int(after))


def _lines(entry: Entry) -> Iterator[str]:
    after = "-" if entry.after is None else entry.after
    events = entry.events
    yield f"{entry.game_id} {entry.number} {after} {len(events)}"
    yield entry.body
    for audiences, seq, text in events:
        yield f"{seq} {audiences}\t{text}"


def _padded(size: int) -> int:
    return -(-size // SECTOR) * SECTOR
