"""One file, one table: a database belongs to the process that has it open for play.

The lock is on the file itself, not on one next to it: a link, another path or a tidied-up folder all lead to the same
lock, and the system releases it no matter how the process ends.
"""

import os
import stat
from pathlib import Path

from table import systems
from table.complaints import BadInput
from table.files import OWNER_ONLY


class TableRunsError(BadInput):
    """A table is using the files."""


class Ownership:
    """A lock on a database file until `close`; a new file is readable only by its owner.

    Raise TableRunsError if another table is using it, BadInput if it is not a regular file, OSError if it cannot be
    opened.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.is_new = not path.exists()
        # Closed after the database, because closing any handle of a file releases SQLite's own locks on it.
        self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT | systems.NONBLOCK, OWNER_ONLY)
        try:
            self._check(os.fstat(self._handle))
            systems.lock(self._handle)
        except BlockingIOError:
            self.close()
            raise TableRunsError(f"{path}: another table is using this database; stop it first") from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Release the file; safe to call twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def abandon(self) -> None:
        """Release the file, and delete it if this process created it and wrote nothing."""
        if self.is_new and self._handle is not None and os.fstat(self._handle).st_size == 0:
            self._path.unlink(missing_ok=True)
        self.close()

    def _check(self, found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            raise BadInput(f"{self._path}: cannot be opened: it is not a file")

    def check_one_name(self) -> None:
        """Raise BadInput if the file has hard links: SQLite would look for its log next to the name that it opened."""
        assert self._handle is not None, "it is ours"  # noqa: S101 - called right after opening
        if (names := os.fstat(self._handle).st_nlink) > 1:
            raise BadInput(f"{self._path}: this file has {names} names (hard links); copy it, and play on the copy")
