"""The tail of a journal: its last facts, in a file beside it, until SQLite gets many of them at once.

A commit of SQLite's changes some seven pages. Here a fact and what was told of it is one record, of one to three
sectors (`sectors`), that is on the disk when `add` returns: past the system's cache where that can be, or a file system
would write 4096 bytes. The file has its size from the beginning, so writing to it changes nothing else and needs no
room. No sector is written twice before the journal has what was in it: a torn write destroys nothing that was
announced.
"""

import errno
import fcntl
import os
from collections.abc import Sequence
from contextlib import suppress
from mmap import mmap
from pathlib import Path
from secrets import randbits

from table.complaints import BadInput
from table.files import OWNER_ONLY, tighten
from table.keeping import sectors
from table.keeping.entry import Entry
from table.keeping.sectors import SECTOR, OnTail
from table.log import logger

SIZE = 1 << 17  # some minutes of a game
_PAST_THE_CACHE = getattr(os, "O_DIRECT", 0)
_log = logger()


def path_of(database: Path) -> Path:
    """Return the path of a journal's tail: beside the file itself, not beside a link to it."""
    real = database.resolve()
    return real.with_name(f"{real.name}.tail")


def read(database: Path) -> OnTail:
    """Return what is on a journal's tail. Raise BadInput if the file cannot be opened."""
    return sectors.found(_content(database))


class Tail:
    """Writes a journal's tail; the file is made with the first record."""

    def __init__(self, database: Path) -> None:
        self.path = path_of(database)
        self._handle: int | None = None
        self._page = mmap(-1, SIZE)  # what goes past the cache has to begin where a page of the memory does
        self._is_kept = self._failed = False
        self._before: Sequence[Entry] = ()
        self.clear()

    def add(self, entries: Sequence[Entry]) -> bool:
        """Write facts as one record, all or none.

        Return False if there is no room; also if it cannot be written, which is logged: then none is, until it is tried
        again.
        """
        data = sectors.record(self._run, self._count, [*self._before, *entries])
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

    def try_again(self) -> None:
        """Let it be written again though it could not be: the disk may have room by now."""
        self._failed = False

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
        if self._handle is None:
            self._handle = self._made()
        try:
            self._put(self._handle, data)
        except OSError as error:
            if error.errno != errno.EINVAL or not _is_past_the_cache(self._handle):
                raise
            _let_past_the_cache(self._handle, on=False)  # its sectors are larger
            self._put(self._handle, data)

    def _put(self, handle: int, data: bytes) -> None:
        self._page[: len(data)] = data
        with memoryview(self._page)[: len(data)] as view:
            written = os.pwrite(handle, view, self._end)
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
                self._put(self._handle, bytes(SECTOR))


def _let_past_the_cache(handle: int, *, on: bool) -> None:
    flags = fcntl.fcntl(handle, fcntl.F_GETFL)
    try:
        fcntl.fcntl(handle, fcntl.F_SETFL, flags | _PAST_THE_CACHE if on else flags & ~_PAST_THE_CACHE)
    except OSError as error:
        if error.errno != errno.EINVAL:  # else this file system always writes through its cache
            raise


def _is_past_the_cache(handle: int) -> bool:
    return bool(fcntl.fcntl(handle, fcntl.F_GETFL) & _PAST_THE_CACHE)


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
