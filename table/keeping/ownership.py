"""One file, one table: a database belongs to the process that has it open for play, by whatever name it was found.

The lock is on the file itself, not on one beside it: whoever comes by a link, another path or after somebody has
tidied up comes to the same lock, and the system lets it go when the process ends, however it does.
"""

import fcntl
import os
import stat
from pathlib import Path

from table.complaints import BadInput
from table.files import OWNER_ONLY


class Ownership:
    """A file that is ours until `close`, made for its owner's eyes only if there was none.

    Raise BadInput if another table has it, or if it has another name: SQLite keeps what was written last in a file that
    goes by the name of the database, and by another one would not find it. Raise OSError if it cannot be had.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self.is_new = not path.exists()
        # Never closed before the database is: to close any handle of a file lets go SQLite's own locks on it.
        self._handle: int | None = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | os.O_NONBLOCK, OWNER_ONLY)
        try:
            self._check(os.fstat(self._handle))
            fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            self.close()
            raise BadInput(f"{path}: another table is playing on this database; stop it first") from None
        except BaseException:
            self.close()
            raise

    def close(self) -> None:
        """Let the file go; safe to call twice."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None

    def abandon(self) -> None:
        """Let the file go, and remove it if we made it and nothing was written."""
        if self.is_new and self._handle is not None and os.fstat(self._handle).st_size == 0:
            self._path.unlink(missing_ok=True)
        self.close()

    def _check(self, found: os.stat_result) -> None:
        if not stat.S_ISREG(found.st_mode):
            raise BadInput(f"{self._path}: cannot be opened: it is no file")

    def check_one_name(self) -> None:
        """Raise BadInput if the file can be found under several names that are no mere pointers to one."""
        assert self._handle is not None, "it is ours"  # noqa: S101 - asked right after it was opened
        if (names := os.fstat(self._handle).st_nlink) > 1:
            raise BadInput(f"{self._path}: this file has {names} names (hard links); copy it, and play on the copy")
