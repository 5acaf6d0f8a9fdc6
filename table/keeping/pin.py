"""The host's PIN. A service keeps it next to its journal, in a file that only the service's user can read."""

import re
import secrets
from pathlib import Path

from table.complaints import BadInput
from table.files import set_aside, tighten, write_atomically
from table.log import logger

_log = logger()


def random_pin() -> str:
    """Return a random PIN of six digits."""
    return f"{secrets.randbelow(1_000_000):06d}"


def kept_pin(database: Path) -> str:
    """Return the PIN that is kept next to a database; create one if the file is missing, invalid or unreadable.

    An unreadable file is set aside. Raise BadInput if no new one can be written.
    """
    kept = _readable_pin(database)
    if kept is not None:
        tighten(_path(database))
        return kept
    pin = random_pin()
    keep_pin(database, pin)
    return pin


def keep_pin(database: Path, pin: str) -> None:
    """Store a PIN next to a database, unless it is stored there already. Raise BadInput if it cannot be written."""
    if _readable_pin(database) != pin:
        write_atomically(_path(database), f"{pin}\n".encode())


def _readable_pin(database: Path) -> str | None:
    try:
        return read_pin(database)
    except BadInput as error:
        _log.error("the PIN cannot be read: there is a new one", error=str(error))
        set_aside(_path(database))
        return None


def read_pin(database: Path) -> str | None:
    """Return the PIN kept next to a database; None without a valid one. Raise BadInput if it cannot be read."""
    path = _path(database)
    try:
        kept = path.read_text(encoding="ascii", errors="replace").strip()
    except FileNotFoundError:
        return None
    except PermissionError:
        raise BadInput("only root and the user cardtable may read the PIN: sudo cardtable pin") from None
    except OSError as error:
        raise BadInput(f"{path}: this cannot be read: {error.strerror}") from None
    return kept if re.fullmatch("[0-9]{6}", kept) else None


def _path(database: Path) -> Path:
    return database.with_name(f"{database.name}.pin")
