"""Files that are kept, written in one step: whoever loses power has the old one or the new one.

They are for their owner's eyes only: cards in hands, tags, who sits where are nobody else's.
"""

import os
import stat
from contextlib import suppress
from pathlib import Path

import structlog

from table.complaints import BadInput

OWNER_ONLY = 0o600
_LONGEST_PATH = 3_000  # bytes; less than Linux takes, for files beside it have longer names
_log = structlog.get_logger()


def wrong_with_path(path: str) -> str | None:
    """Say why there can be no file of that name, whatever the disk; None: there can be."""
    if "\0" in path:
        return "no name of a file has a NUL in it"
    if len(os.fsencode(path)) > _LONGEST_PATH or any(len(os.fsencode(part)) > 255 - 20 for part in path.split("/")):
        return "no file has a name as long"
    return None


def write_atomically(path: Path, data: bytes, *, folder: bool = False) -> None:
    """Put a file in the place of the one there is.

    A link stays a link. `folder`: the folder is made, too, if there is none. Raise BadInput, and leave the old file, if
    the new one cannot be written.
    """
    path = path.resolve()
    new = path.with_name(f"{path.name}.new")
    try:
        if folder:
            path.parent.mkdir(parents=True, exist_ok=True)
        new.unlink(missing_ok=True)
        with os.fdopen(os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL, OWNER_ONLY), "wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        new.replace(path)
    except OSError as error:
        with suppress(OSError):  # whatever is wrong there is told
            new.unlink(missing_ok=True)
        raise BadInput(f"{path}: this cannot be written: {error.strerror or error}") from None


def tighten(path: Path) -> None:
    """Let nobody but its owner look into a file that is there; that this cannot be is told in the log."""
    try:
        with suppress(FileNotFoundError):  # into what is not there nobody looks
            if stat.S_IMODE(path.stat().st_mode) & ~OWNER_ONLY:
                path.chmod(OWNER_ONLY)
    except OSError as error:
        _log.warning("others may be able to read a file", file=str(path), error=error.strerror or str(error))
