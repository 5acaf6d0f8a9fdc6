"""What not every system has: locks between processes, users, and the signal of a closing terminal."""

import os
import signal
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # Windows: who starts two tables on one database is not told so
    fcntl = None  # type: ignore[assignment]

STOPPING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
NONBLOCK: int = getattr(os, "O_NONBLOCK", 0)  # so that a pipe with nobody at its other end can be opened


def lock(handle: int, *, shared: bool = False, waits: bool = False) -> None:
    """Lock an open file or folder against other processes, until `unlock` or until it is closed.

    Raise BlockingIOError if another one has it and this one does not wait, OSError if its disk knows no locks.
    """
    if fcntl is not None:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if waits else fcntl.LOCK_NB))


def unlock(handle: int) -> None:
    """Release a lock now: a child process may have the handle, too."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_UN)


def start_of_the_machine() -> str:
    """Return an ID of the machine's last start; empty where the system gives none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def is_root() -> bool:
    """Return whether this program was started by root."""
    return hasattr(os, "getuid") and os.getuid() == 0


def is_ours(found: os.stat_result) -> bool:
    """Return whether a file belongs to the user whose rights this program has now."""
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
