"""How many starts have failed, and what was tried since, in a small file beside the database.

A successful start deletes it. The packages of games that were left out are in another file, which stays: with the same
packages installed, the table would not come up.
"""

import json
from collections.abc import Callable
from pathlib import Path

from table.complaints import BadInput
from table.files import write_atomically
from table.log import logger
from table.values import Value

MOST = 3  # deaths before the next start serves the recovery at once
_MOST_BYTES = 10_000
_log = logger()


class Starts(Value):
    """How often a start has `died`, and what the host has `tried`: names of backups, and `new`."""

    died: int = 0
    tried: tuple[str, ...] = ()


def read(database: Path) -> Starts:
    """Return how starts went since one came up; a file that cannot be read says nothing."""
    try:
        with _starts(database).open("rb") as file:
            said = json.loads(file.read(_MOST_BYTES))
        return Starts(int(said["died"]), tuple(str(one) for one in said["tried"]))
    except (OSError, ValueError, TypeError, KeyError, RecursionError):
        return Starts()


def note(database: Path, starts: Starts) -> None:
    """Write how starts went. A failure is logged: the table may come up all the same."""
    body = json.dumps({"died": starts.died, "tried": starts.tried}).encode()
    _unless_it_fails(database, lambda: write_atomically(_starts(database), body))


def came_up(database: Path) -> None:
    """Forget the failed starts after a successful one."""
    _unless_it_fails(database, lambda: _starts(database).unlink(missing_ok=True))


def leave_out(database: Path, packages: str) -> None:
    """Leave out these packages of games at the next starts. Raise BadInput if that cannot be written."""
    write_atomically(_left_out(database), packages.encode())


def leaves_out(database: Path, packages: str) -> bool:
    """Return whether these packages of games are left out; not if others are installed by now."""
    try:
        with _left_out(database).open("rb") as file:
            return file.read(_MOST_BYTES).decode("utf-8", "replace") == packages[:_MOST_BYTES]
    except OSError:
        return False


def _unless_it_fails(database: Path, act: Callable[[], None]) -> None:
    try:
        act()
    except (OSError, BadInput) as error:
        _log.warning("how the table has started cannot be noted", file=str(_starts(database)), error=str(error))


def _starts(database: Path) -> Path:
    return database.with_name(f"{database.name}.starts")


def _left_out(database: Path) -> Path:
    return database.with_name(f"{database.name}.without_packages")
