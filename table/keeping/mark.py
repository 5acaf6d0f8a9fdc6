"""Records a journal's last fact in a small file, so that the loss of a write-ahead log is noticed.

SQLite treats an unreadable write-ahead log like one that was never written, and continues from the main file. So after
each commit the mark is overwritten in place: 256 bytes in the system's cache, which survive a killed process. It is
synced to disk with a game's first fact and then at most every ten seconds. The fact always reaches the disk first, so
the mark never raises a false alarm.
"""

import json
import os
import time
from binascii import crc32
from pathlib import Path

from table.files import OWNER_ONLY, tighten
from table.log import logger
from table.values import Value, asdict, fields

_SIZE = 256
_SYNCED_EACH_S = 10.0
_log = logger()


class Mark(Value):
    """The last fact that is safe: its game, its number, and the wall-clock time, for messages to people.

    In an `auto` game, played only by simulated players, a loss does not matter.
    """

    game_id: int
    number: int
    at: str
    auto: bool = False


def path_of(database: Path) -> Path:
    """Return the path of a journal's mark: next to the file itself, not next to a link to it."""
    real = database.resolve()
    return real.with_name(f"{real.name}.mark")


def read(database: Path) -> Mark | None:
    """Return a journal's mark, or None if the file is missing or damaged; damage is logged."""
    path = path_of(database)
    try:
        written = path.read_bytes()
    except FileNotFoundError:
        return None
    except OSError as error:
        _log.warning("the mark of a journal cannot be read", file=str(path), error=str(error))
        return None
    summed, _, body = written.partition(b" ")
    if summed != _sum(body):
        _log.warning("the mark of a journal is damaged: a loss would go unnoticed", file=str(path))
        return None
    said = json.loads(body)
    try:
        return Mark(**{name: said[name] for name in fields(Mark) if name in said})
    except TypeError:  # a field is missing; extra fields are from a newer program
        _log.warning("the mark of a journal is none that this program knows", file=str(path))
        return None


class Marker:
    """Writes a journal's mark. A failure is logged once, and the game continues."""

    def __init__(self, database: Path) -> None:
        self._path = path_of(database)
        self._handle: int | None = None
        self._synced_s = 0.0
        self._failed = False

    def note(self, mark: Mark) -> None:
        """Record the journal's last fact. Call this only after the fact itself is on disk."""
        body = json.dumps(asdict(mark)).encode().ljust(_SIZE - 10) + b"\n"
        try:
            if self._handle is None:
                self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT, OWNER_ONLY)
                tighten(self._path)
            os.lseek(self._handle, 0, os.SEEK_SET)
            os.write(self._handle, _sum(body) + b" " + body)
            if mark.number == 0 or time.monotonic() - self._synced_s > _SYNCED_EACH_S:
                self._synced_s = time.monotonic()
                os.fsync(self._handle)
        except OSError as error:
            if not self._failed:
                self._failed = True
                _log.warning("how far the journal is cannot be marked", file=str(self._path), error=str(error))

    def close(self) -> None:
        """Close the file; safe to call twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _sum(body: bytes) -> bytes:
    return f"{crc32(body):08x}".encode()
