"""Reads the rows that are left in a damaged SQLite file, page by page, with its write-ahead log if there is one.

SQLite gives up a table at its first bad page, and the log at its first bad frame. Here every page is read on its own:
tables are walked from their roots as far as possible, then the orphaned pages are read. Whether rows are correct is for
the caller to check. Nothing is written.

Source: https://www.sqlite.org/fileformat2.html, sections 1.3 to 1.6 (pages, cells), 2.1 (records), 4 (the log).
"""

import os
import struct
from collections.abc import Iterator, Sequence
from pathlib import Path

from table.values import Value, field

Cell = int | float | str | bytes | None
Row = tuple[Cell, ...]  # in a table with row numbers, the number comes first

_USUAL_SIZES = 1024, 4096  # of our files, and of earlier ones
_FILE_HEADER, _LOG_HEADER, _FRAME_HEADER = 100, 32, 24
_INTERIOR_INDEX, _INTERIOR_TABLE, _LEAF_INDEX, _LEAF_TABLE = 0x02, 0x05, 0x0A, 0x0D
_KINDS = frozenset({_INTERIOR_INDEX, _INTERIOR_TABLE, _LEAF_INDEX, _LEAF_TABLE})
_NUMBERS = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}  # serial types of integers, and their sizes in bytes


class Found(Value):
    """What was read: rows by table, orphaned rows, and those on `older` pages of a damaged log, which may be gone."""

    tables: dict[str, list[Row]] = field(default_factory=dict)
    strays: list[Row] = field(default_factory=list)
    older: list[Row] = field(default_factory=list)

    @property
    def count(self) -> int:
        """The number of rows."""
        return len(self.strays) + sum(map(len, self.tables.values()))


def read(path: Path) -> Found:
    """Return what can be read. Raise OSError if there is no such file."""
    with path.open("rb") as file:
        sizes = {_said_size(file.read(_FILE_HEADER)), *_USUAL_SIZES}
        found = [_File(file.fileno(), path, size).read() for size in sorted(sizes)]
    return max(found, key=lambda one: one.count)


def _said_size(header: bytes) -> int:
    size = int.from_bytes(header[16:18], "big")
    size = 65_536 if size == 1 else size
    return size if size >= 512 and size & (size - 1) == 0 else _USUAL_SIZES[0]


class _File:
    """A database file with pages of `size` bytes."""

    def __init__(self, handle: int, path: Path, size: int) -> None:
        self._handle = handle
        self._size = size
        self._number = -(-os.fstat(handle).st_size // size)
        real = path.resolve()
        self._log, self._spare, self._older = _frames(real.with_name(f"{real.name}-wal"), size)
        self._usable = size - (self.page(1) + bytes(_FILE_HEADER))[20]
        self._seen: set[int] = set()

    def read(self) -> Found:
        """Walk every table, then read the orphaned pages."""
        self._seen |= self._free()
        found = Found()
        for row in self._tree(1):
            if len(row) == 6 and row[1] == "table" and isinstance(row[2], str) and isinstance(row[4], int):
                found.tables[row[2]] = list(self._tree(row[4]))
        last = max([self._number, *self._log])
        strays = [self.page(number) for number in range(1, last + 1) if number not in self._seen]
        for page in (*strays, *self._spare):
            found.strays.extend(self._rows(page, 0))
        for page in (*self._older, *(self._in_file(number) for number in (self._log if self._spare else ()))):
            found.older.extend(self._rows(page, 0))
        return found

    def page(self, number: int) -> bytes:
        """Return a page from the log, or else from the file; empty if the disk fails."""
        return self._log[number] if number in self._log else self._in_file(number)

    def _in_file(self, number: int) -> bytes:
        try:
            return os.pread(self._handle, self._size, (number - 1) * self._size)
        except OSError:
            return b""

    def _free(self) -> set[int]:
        """Return the free pages, which may still hold deleted rows."""
        free: set[int] = set()
        trunk = int.from_bytes(self.page(1)[32:36], "big")
        while trunk and trunk not in free and trunk <= max([self._number, *self._log]):
            free.add(trunk)
            page = self.page(trunk)
            count = min(int.from_bytes(page[4:8], "big"), self._size // 4 - 2)
            free |= {int.from_bytes(page[8 + 4 * at : 12 + 4 * at], "big") for at in range(count)}
            trunk = int.from_bytes(page[:4], "big")
        return free

    def _tree(self, root: int) -> Iterator[Row]:
        """Yield the rows of a table, as far as its root leads."""
        todo = [root]
        while todo:
            number = todo.pop()
            if number in self._seen or number < 1:
                continue
            self._seen.add(number)
            page, start = self.page(number), _FILE_HEADER if number == 1 else 0
            yield from self._rows(page, start)
            todo += self._children(page, start)

    def _children(self, page: bytes, start: int) -> list[int]:
        if page[start : start + 1] not in (b"\x02", b"\x05"):
            return []
        last = int.from_bytes(page[start + 8 : start + 12], "big")
        return [last, *(int.from_bytes(page[at : at + 4], "big") for at in reversed(self._cells(page, start)))]

    def _cells(self, page: bytes, start: int) -> Sequence[int]:
        """Return the offsets of a page's cells."""
        first = start + (12 if page[start] in (_INTERIOR_INDEX, _INTERIOR_TABLE) else 8)
        count = min(int.from_bytes(page[start + 3 : start + 5], "big"), (len(page) - first) // 2)
        return [int.from_bytes(page[first + 2 * at : first + 2 * at + 2], "big") for at in range(count)]

    def _rows(self, page: bytes, start: int) -> Iterator[Row]:
        """Yield the rows on a page, without unreadable ones."""
        kind = page[start] if len(page) > start + 12 else 0
        if kind not in _KINDS or kind == _INTERIOR_TABLE:
            return
        for at in self._cells(page, start):
            try:
                yield self._row(page, at, kind)
            except (IndexError, ValueError, struct.error):  # damaged: the gap shows what is lost
                continue

    def _row(self, page: bytes, at: int, kind: int) -> Row:
        """Return the row in a cell. Raise IndexError or ValueError if it is unreadable."""
        at += 4 if kind == _INTERIOR_INDEX else 0
        length, at = _varint(page, at)
        number: Row = ()
        if kind == _LEAF_TABLE:
            row_number, at = _varint(page, at)
            number = (row_number,)
        here = self._local(length, in_table=kind == _LEAF_TABLE)
        payload = page[at : at + here]
        if here < length:
            payload += self._overflow(int.from_bytes(page[at + here : at + here + 4], "big"), length - here)
        if len(payload) != length:
            raise ValueError("a part of it is missing")
        return number + _record(payload)

    def _local(self, length: int, *, in_table: bool) -> int:
        """Return how much of a payload is in its cell; the rest is on overflow pages."""
        usable = self._usable
        most = usable - 35 if in_table else (usable - 12) * 64 // 255 - 23
        if length <= most:
            return length
        least = (usable - 12) * 32 // 255 - 23
        here = least + (length - least) % (usable - 4)
        return here if here <= most else least

    def _overflow(self, number: int, length: int) -> bytes:
        payload, seen = b"", set[int]()
        while number and number not in seen and len(payload) < length:
            seen.add(number)
            page = self.page(number)
            payload += page[4 : self._usable]
            number = int.from_bytes(page[:4], "big")
        self._seen |= seen
        return payload[:length]


def _varint(page: bytes, at: int) -> tuple[int, int]:
    """Return a number of one to nine bytes, and where it ends."""
    value = 0
    for count in range(9):
        byte = page[at + count]
        if count == 8:
            return _signed(value << 8 | byte), at + 9
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at + count + 1
    raise AssertionError("the ninth byte is the last")


def _signed(value: int) -> int:
    return value - (1 << 64) if value >> 63 else value


def _record(payload: bytes) -> Row:
    """Return the values of a record. Raise IndexError or ValueError if it is unreadable."""
    begins, at = _varint(payload, 0)
    kinds, row = [], []
    while at < begins:
        kind, at = _varint(payload, at)
        kinds.append(kind)
    for kind in kinds:
        value, at = _value(payload, at, kind)
        row.append(value)
    if at != len(payload) or not kinds:
        raise ValueError("it is longer than its header says")
    return tuple(row)


def _value(payload: bytes, at: int, kind: int) -> tuple[Cell, int]:
    if kind in (0, 8, 9):
        return (None if kind == 0 else kind - 8), at
    if kind == 7:
        return struct.unpack(">d", payload[at : at + 8])[0], at + 8
    size = _NUMBERS.get(kind, (kind - 12) // 2)
    taken = payload[at : at + size]
    if kind in (10, 11) or size < 0 or len(taken) != size:
        raise ValueError("there is no such value")
    if kind in _NUMBERS:
        return int.from_bytes(taken, "big", signed=True), at + size
    return (taken.decode() if kind % 2 else taken), at + size


# -- the write-ahead log


def _frames(path: Path, size: int) -> tuple[dict[int, bytes], list[bytes], list[bytes]]:
    """Return a log's newest sound version of each committed page, its unsound pages, and older versions.

    Each frame's checksum continues from the stored one before it, so a damaged frame spoils no other. Frames from an
    earlier run through the file have another salt. Older versions matter where a frame is damaged: rows that it took
    over from another page are only there.
    """
    log = _bytes(path)
    if len(log) < _LOG_HEADER:
        return {}, [], []
    order = ">" if log[3] & 1 else "<"
    places = range(_LOG_HEADER, len(log) - _FRAME_HEADER - size + 1, _FRAME_HEADER + size)
    sound = [_is_sound(log, at, size, order) for at in places]
    salt = _salt(log, [at for at, good in zip(places, sound, strict=True) if good])
    commits = [at for at, good in zip(places, sound, strict=True) if good and log[at + 4 : at + 8] != bytes(4)]
    pages: dict[int, bytes] = {}
    spare: list[bytes] = []
    older: list[bytes] = []
    for at, good in zip(places, sound, strict=True):
        page = log[at + _FRAME_HEADER : at + _FRAME_HEADER + size]
        if log[at + 8 : at + 16] != salt:
            spare += [] if good else [page]
        elif good and at <= max(commits, default=0):
            number = int.from_bytes(log[at : at + 4], "big")
            older += [pages[number]] if number in pages else []
            pages[number] = page
        elif not good:
            spare.append(page)
    return pages, spare, older if spare else []


def _bytes(path: Path) -> bytes:
    try:
        return path.read_bytes()
    except OSError:
        return b""


def _salt(log: bytes, sound: Sequence[int]) -> bytes:
    """Return the salt of this run through the file: it is in each frame, and in the header if that is intact."""
    if sum_of(log[:24], (0, 0), ">" if log[3] & 1 else "<") == struct.unpack(">II", log[24:32]):
        return log[16:24]
    return log[sound[0] + 8 : sound[0] + 16] if sound else b""


def _is_sound(log: bytes, at: int, size: int, order: str) -> bool:
    before = log[24:32] if at == _LOG_HEADER else log[at - size - 8 : at - size]
    start = struct.unpack(">II", before)
    summed = sum_of(log[at : at + 8], start, order)
    summed = sum_of(log[at + _FRAME_HEADER : at + _FRAME_HEADER + size], summed, order)
    return summed == struct.unpack(">II", log[at + 16 : at + 24])


def sum_of(data: bytes, start: tuple[int, int], order: str) -> tuple[int, int]:
    """Return the checksum of a write-ahead log (section 4.2); `order` is the byte order, as in `struct`."""
    first, second = start
    words = struct.unpack(f"{order}{len(data) // 4}I", data)
    for at in range(0, len(words), 2):
        first = first + words[at] + second & 0xFFFFFFFF
        second = second + words[at + 1] + first & 0xFFFFFFFF
    return first, second
