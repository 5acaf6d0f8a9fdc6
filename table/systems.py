"""Features that not every operating system has: locks between processes, users, and SIGHUP."""

import os
import signal
from pathlib import Path

try:
    import fcntl
except ModuleNotFoundError:  # Windows: nothing detects a second table on the same database
    fcntl = None  # type: ignore[assignment]

STOPPING = tuple(getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name))
NONBLOCK: int = getattr(os, "O_NONBLOCK", 0)  # so that opening a pipe with nobody at its other end does not block


def lock(handle: int, *, shared: bool = False, waits: bool = False) -> None:
    """Lock an open file or folder against other processes, until `unlock` is called or the file is closed.

    Raise BlockingIOError if another process holds the lock and `waits` is False, or OSError if the file system does not
    support locks.
    """
    if fcntl is not None:
        fcntl.flock(handle, (fcntl.LOCK_SH if shared else fcntl.LOCK_EX) | (0 if waits else fcntl.LOCK_NB))


def unlock(handle: int) -> None:
    """Release a lock explicitly, because a child process may still have the handle open."""
    if fcntl is not None:
        fcntl.flock(handle, fcntl.LOCK_UN)


def start_of_the_machine() -> str:
    """Return an ID of the computer's last boot; empty if the system has none."""
    try:
        return Path("/proc/sys/kernel/random/boot_id").read_text().strip()
    except OSError:
        return ""


def is_root() -> bool:
    """Return whether this program was started by root."""
    return hasattr(os, "getuid") and os.getuid() == 0


def is_ours(found: os.stat_result) -> bool:
    """Return whether a file belongs to the effective user of this program."""
    return not hasattr(os, "geteuid") or found.st_uid == os.geteuid()
