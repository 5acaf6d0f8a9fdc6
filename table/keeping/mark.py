"""How far a journal has got, in a small file beside it: so that a write-ahead log that is gone or garbage is noticed.

SQLite takes a write-ahead log that it cannot read for one that was never written, and goes on from what the main file
has. So after each commit the mark is written over in place, 256 bytes into the system's cache, which a killed process
leaves behind; it is brought to the disk with a game's first fact and then at most every ten seconds. It is never ahead
of the journal, which is on the disk before, so that it accuses nobody falsely.
"""

import json
import os
import time
from binascii import crc32
from dataclasses import asdict, dataclass
from pathlib import Path

import structlog

from table.files import OWNER_ONLY, tighten

_SIZE = 256
_SYNCED_EACH_S = 10.0
_log = structlog.get_logger()


@dataclass(frozen=True)
class Mark:
    """The last fact that was committed: its game, its number there, and when it was, by the wall clock, for people.

    What a household played nobody misses.
    """

    game_id: int
    number: int
    at: str
    household: bool = False


def path_of(database: Path) -> Path:
    """Tell where the mark of a journal is: beside the file itself, wherever a link to it may be."""
    real = database.resolve()
    return real.with_name(f"{real.name}.mark")


def read(database: Path) -> Mark | None:
    """Read the mark of a journal; None if there is none, or it is damaged, which is told in the log."""
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
        _log.warning("the mark of a journal is damaged: what that lost would not be noticed", file=str(path))
        return None
    return Mark(**json.loads(body))


class Marker:
    """Writes the mark of a journal. That it cannot is told in the log, once: the game goes on."""

    def __init__(self, database: Path) -> None:
        self._path = path_of(database)
        self._handle: int | None = None
        self._synced_s = 0.0
        self._failed = False

    def note(self, mark: Mark) -> None:
        """Write how far the journal has got, once that is committed."""
        body = json.dumps(asdict(mark)).encode().ljust(_SIZE - 10) + b"\n"
        try:
            if self._handle is None:
                self._handle = os.open(self._path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, OWNER_ONLY)
                tighten(self._path)
            os.pwrite(self._handle, _sum(body) + b" " + body, 0)
            if mark.number == 0 or time.monotonic() - self._synced_s > _SYNCED_EACH_S:
                self._synced_s = time.monotonic()
                os.fsync(self._handle)
        except OSError as error:
            if not self._failed:
                self._failed = True
                _log.warning("how far the journal is cannot be marked", file=str(self._path), error=str(error))

    def close(self) -> None:
        """Let the file go; safe to call twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None


def _sum(body: bytes) -> bytes:
    return f"{crc32(body):08x}".encode()
