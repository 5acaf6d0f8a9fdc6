"""A lock for recording a game, backing up, and forgetting a name. It works within this process and across processes."""

import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import RLock

from table import systems
from table.complaints import BadInput

_BUSY_S = 30.0
_AGAIN_S = 0.02
LOCK = RLock()
_ours: set[Path] = set()  # folders that this process has locked; guarded by the lock


@contextmanager
def alone(database: Path) -> Iterator[None]:
    """Lock a table's files against other code that moves or copies them; reentrant.

    Without the lock, data read before a name was forgotten could bring that name back. The lock is on the folder and
    covers the backups in it; it is not on the database, because closing a handle of that file would release SQLite's
    locks. Where folders cannot be locked, as on some network disks, only threads of one process exclude each other.
    Raise BadInput if another process holds the lock for too long.
    """
    folder = database.resolve().parent
    with LOCK:
        if folder in _ours:
            yield
            return
        handle = _opened(folder)
        try:
            if handle is not None:
                _lock(folder, handle)
            _ours.add(folder)
            yield
        finally:
            _ours.discard(folder)
            if handle is not None:
                systems.unlock(handle)
                os.close(handle)


def _opened(folder: Path) -> int | None:
    try:
        return os.open(folder, os.O_RDONLY)
    except OSError:
        return None


def _lock(folder: Path, handle: int) -> None:
    until_s = time.monotonic() + _BUSY_S
    while True:
        try:
            systems.lock(handle)
        except BlockingIOError:
            if time.monotonic() > until_s:
                raise BadInput(f"{folder}: another program is saving or forgetting there: do it again") from None
            time.sleep(_AGAIN_S)
        except OSError:
            return
        else:
            return
