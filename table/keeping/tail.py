"""The tail of a journal: its last facts, in a file beside it, until SQLite gets many of them at once.

A commit of SQLite's changes some seven pages. Here a fact and what was told of it is one record, of one or two sectors
of 512 bytes, that is on the disk when `add` returns: past the system's cache where that can be, or a file system would
write 4096. The file has its size from the beginning, so writing to it changes nothing else and needs no room. No sector
is written twice before the journal has what was in it: a torn write destroys nothing that was announced.

Records follow one another from the start of the file. Each has what the one before it had once more, so a damaged one
takes nothing with it unless it is the last. Each run of them has a number of its own, by chance; one of another run
ends it, as two damaged ones do.

A record, padded with zeros to whole sectors: 4 bytes "Tail", then five big-endian words of 32 bits: run, number in it,
length of the body, its checksum, that of the header so far. The body is text: for each fact a line with game, number,
checksum of the fact before it or "-", and count of events; a line with the fact; for each event a line with its number,
the audiences, a tab, and its JSON.
"""

import errno
import fcntl
import os
import struct
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import islice
from mmap import mmap
from pathlib import Path
from secrets import randbits
from zlib import crc32

from table.complaints import BadInput
from table.files import OWNER_ONLY, tighten
from table.keeping.entry import Entry
from table.log import logger
from table.values import value

SIZE = 1 << 17  # some minutes of a game
SECTOR = 512
_MAGIC = b"Tail"
_HEADER = struct.Struct(">4s5I")
_PAST_THE_CACHE = getattr(os, "O_DIRECT", 0)
_log = logger()


def path_of(database: Path) -> Path:
    """Return the path of a journal's tail: beside the file itself, not beside a link to it."""
    real = database.resolve()
    return real.with_name(f"{real.name}.tail")


@value
class OnTail:
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


class Tail:
    """Writes a journal's tail; the file is made with the first record."""

    def __init__(self, database: Path) -> None:
        self.path = path_of(database)
        self._handle: int | None = None
        self._page: mmap | None = None  # what goes past the cache has to begin where a page of the memory does
        self._is_kept = self._failed = False
        self._before: Sequence[Entry] = ()
        self.clear()

    def add(self, entries: Sequence[Entry]) -> bool:
        """Write facts as one record, all or none.

        Return False if there is no room; also if it cannot be written, which is logged: then none is, from now on.
        """
        data = _record(self._run, self._count, [*self._before, *entries])
        if self._failed or self._end + len(data) > SIZE:
            return False
        try:
            self._write(data)
        except OSError as error:
            self._fail(error)
            return False
        self._end += len(data)
        self._count += 1
        self._before = entries
        return True

    def go_on(self, found: OnTail) -> None:
        """Go on after what was found there."""
        self._run, self._count, self._end = found.run, found.count, found.end
        self._before = found.last
        self._is_kept = True

    def clear(self) -> None:
        """Begin a new run, for the journal has all of this one."""
        self._run, self._count, self._end = randbits(32), 0, 0
        self._before = ()

    def remove(self) -> None:
        """Remove the file, for the journal has all of it; safe to call twice. Raise OSError if it cannot be removed."""
        self.close()
        if self.path.exists():
            self.path.unlink()
            self._sync_folder()

    def close(self) -> None:
        """Let the file go, and leave it; safe to call twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        self._is_kept = False
        self.clear()

    def _write(self, data: bytes) -> None:
        if self._handle is None or self._page is None:
            self._handle, self._page = self._made(), mmap(-1, SIZE)
        self._page[: len(data)] = data
        with memoryview(self._page)[: len(data)] as view:
            try:
                written = os.pwrite(self._handle, view, self._end)
            except OSError as error:
                if error.errno != errno.EINVAL or not _is_past_the_cache(self._handle):
                    raise
                _let_past_the_cache(self._handle, on=False)  # its sectors are larger
                written = os.pwrite(self._handle, view, self._end)
        if written != len(data):
            raise OSError(errno.EIO, os.strerror(errno.EIO), str(self.path))

    def _made(self) -> int:
        handle = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_DSYNC, OWNER_ONLY)
        try:
            tighten(self.path)
            os.posix_fallocate(handle, 0, SIZE)
            if not self._is_kept:  # zeros now, or the file system would have to note with each record that it is one
                os.pwrite(handle, bytes(SIZE), 0)
            os.fsync(handle)
            self._sync_folder()  # or a power cut could take the file, whatever it has
            _let_past_the_cache(handle, on=True)
        except BaseException:
            os.close(handle)
            if not self._is_kept:
                self.path.unlink(missing_ok=True)  # what room there is SQLite needs
            raise
        return handle

    def _sync_folder(self) -> None:
        folder = os.open(self.path.parent, os.O_RDONLY | os.O_CLOEXEC)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)

    def _fail(self, error: OSError) -> None:
        self._failed = True
        why = error.strerror or str(error)
        _log.warning("a journal has no tail: each fact is written to it at once", file=str(self.path), error=why)
        if self._handle is not None:
            with suppress(OSError):  # some of it may have been written, and it does not count
                os.pwrite(self._handle, bytes(SECTOR), self._end)


def _let_past_the_cache(handle: int, *, on: bool) -> None:
    flags = fcntl.fcntl(handle, fcntl.F_GETFL)
    try:
        fcntl.fcntl(handle, fcntl.F_SETFL, flags | _PAST_THE_CACHE if on else flags & ~_PAST_THE_CACHE)
    except OSError as error:
        if error.errno != errno.EINVAL:  # else this file system always writes through its cache
            raise


def _is_past_the_cache(handle: int) -> bool:
    return bool(fcntl.fcntl(handle, fcntl.F_GETFL) & _PAST_THE_CACHE)


# -- records


@value
class _Record:
    """A record that was read; `size` in bytes, whole sectors."""

    run: int
    number: int
    size: int
    entries: Sequence[Entry]


def read(database: Path) -> OnTail:
    """Return what is on a journal's tail, in order. Raise BadInput if nothing can be read there."""
    data = _content(database)
    found, last = dict[tuple[int, int], Entry](), list[Entry]()
    run = count = end = 0
    for ends, record in _run(data):
        last = [entry for entry in record.entries if (entry.game_id, entry.number) not in found]
        found |= {(entry.game_id, entry.number): entry for entry in last}
        run, count, end = record.run, record.number + 1, ends
    beyond = (_record_at(data, at) for at in range(end, len(data), SECTOR))
    return OnTail(
        run, count, end, [*found.values()], last, [entry for one in beyond if one is not None for entry in one.entries]
    )


def _content(database: Path) -> bytes:
    """Return what is in the file, with zeros where it cannot be read."""
    path = path_of(database)
    try:
        handle = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        return b""
    except OSError as error:
        raise BadInput(f"{path}: cannot be opened: {error.strerror or error}") from None
    try:
        return b"".join(_sector(handle, at) for at in range(0, os.fstat(handle).st_size, SECTOR))
    finally:
        os.close(handle)


def _sector(handle: int, at: int) -> bytes:
    try:
        return os.pread(handle, SECTOR, at)
    except OSError:
        return bytes(SECTOR)


def _run(data: bytes) -> Iterator[tuple[int, _Record]]:
    """Yield the records of the run that begins the file, each with where it ends; one that is damaged is left out."""
    at, run, number = 0, None, 0
    while (found := _next(data, at, run, number)) is not None:
        at, record = found
        yield found
        run, number = record.run, record.number + 1


def _next(data: bytes, at: int, run: int | None, number: int) -> tuple[int, _Record] | None:
    """Return the record of a number in a run, which has to begin at a byte, or else the next one; with its end."""
    for here in range(at, len(data), SECTOR):
        record = _record_at(data, here)
        if record is not None:
            is_next = record.run == (record.run if run is None else run) and record.number == number + (here > at)
            return (here + record.size, record) if is_next else None
    return None


def _record_at(data: bytes, at: int) -> _Record | None:
    head = data[at : at + _HEADER.size]
    if len(head) < _HEADER.size or not head.startswith(_MAGIC):
        return None
    _, run, number, length, body_sum, head_sum = _HEADER.unpack(head)
    body = data[at + _HEADER.size : at + _HEADER.size + length]
    if head_sum != crc32(head[:-4]) or len(body) < length or body_sum != crc32(body):
        return None
    try:
        return _Record(run, number, _padded(_HEADER.size + length), list(_entries(body.decode())))
    except ValueError:  # another program's
        return None


def _entries(body: str) -> Iterator[Entry]:
    lines = iter(body.split("\n"))
    for line in lines:
        game_id, number, after, events = line.split(" ")
        fact, told = next(lines, ""), []
        for event in islice(lines, int(events)):
            who, _, text = event.partition("\t")
            seq, *audiences = who.split(" ")
            told += [(audience, int(seq), text) for audience in audiences]
        yield Entry(int(game_id), int(number), fact, tuple(sorted(told)), None if after == "-" else int(after))


def _record(run: int, number: int, entries: Sequence[Entry]) -> bytes:
    body = "\n".join(line for entry in entries for line in _lines(entry)).encode()
    head = _HEADER.pack(_MAGIC, run, number, len(body), crc32(body), 0)[:-4]
    data = head + crc32(head).to_bytes(4, "big") + body
    return data.ljust(_padded(len(data)), b"\0")


def _lines(entry: Entry) -> Iterator[str]:
    after = "-" if entry.after is None else entry.after
    events = entry.events
    yield f"{entry.game_id} {entry.number} {after} {len(events)}"
    yield entry.body
    for audiences, seq, text in events:
        yield f"{seq} {audiences}\t{text}"


def _padded(size: int) -> int:
    return -(-size // SECTOR) * SECTOR
