"""Receives a backup from a phone in parts; the backup stays next to the database until the next startup."""

import os
from contextlib import suppress
from pathlib import Path
from shutil import copyfileobj

from table.complaints import BadInput
from table.files import NO_SPACE, created, opened, write_part
from table.keeping.ownership import TableRunsError
from table.saying import say


def receive(database: Path, at: int, body: bytes) -> int:
    """Store a part of a backup from byte `at` on; return how many bytes have arrived.

    Raise BadInput if that fails; then nothing of the backup stays, so that it takes no room from the game.
    """
    received = _received(database)
    try:
        return write_part(received, at, body)
    except OSError as error:
        with suppress(OSError):
            received.unlink(missing_ok=True)
        if error.errno in NO_SPACE:
            raise BadInput(say("The table’s disk is full: there is no room for this backup.")) from None
        raise BadInput(f"this backup cannot be taken in: {error.strerror or error}") from None


def check_received(database: Path) -> None:
    """Check the received backup, to restore it at the next startup. Raise BadInput if it is incomplete or damaged."""
    from table.history.saving import backup

    received = _received(database)
    if not received.exists():
        raise BadInput(say("no backup has been sent yet"))
    backup.check(received)
    try:
        with received.open("rb") as file:
            os.fsync(file.fileno())
    except OSError as error:
        raise BadInput(f"{received}: this cannot be written: {error.strerror or error}") from None
    _let_wait(received, database)


def accept(backup: Path, database: Path) -> None:
    """Copy a checked backup, to restore it at the next startup. Raise BadInput if it cannot be copied."""
    wanted, part = _wanted(database), _part(database)
    try:
        with created(part) as file:
            with opened(backup) as body:
                copyfileobj(body, file)
            file.flush()
            os.fsync(file.fileno())
        _let_wait(part, database)
    except OSError as error:
        raise BadInput(f"{wanted}: this cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def _let_wait(whole: Path, database: Path) -> None:
    """Make a file the backup that is waiting to be restored, replacing any earlier or refused one."""
    whole.replace(_wanted(database))
    _refused(database).unlink(missing_ok=True)


def let_go(database: Path) -> None:
    """Discard a backup that was received but not accepted."""
    for begun in (_received(database), _part(database)):
        begun.unlink(missing_ok=True)


def accepted(database: Path) -> list[Path]:
    """Return the backup that is waiting to be restored: a list of one path, or an empty list."""
    return [wanted for wanted in [_wanted(database)] if wanted.exists()]


def refused(database: Path) -> list[Path]:
    """Return the backup that could not be restored: a list of one path, or an empty list."""
    return [kept for kept in [_refused(database)] if kept.exists()]


def restore_wanted(database: Path) -> Path | None:
    """Restore the accepted backup, if there is one; return where the old files are saved, as `backup.restore` does.

    A backup that was received but not accepted is discarded. If restoring fails, raise BadInput and set the backup
    aside (see `refused`), so that it does not block every later start. Raise TableRunsError if a table is using the
    files.
    """
    wanted = _wanted(database)
    if not any(one.exists() for one in (wanted, _received(database), _part(database))):
        return None
    from table.history.saving import backup

    with backup.unused(database):
        let_go(database)
    if not wanted.exists():
        return None
    try:
        before = backup.restore(wanted, database)
    except TableRunsError:
        raise
    except BadInput:
        with suppress(OSError):  # on failure nothing can be written here, and the backup stays
            wanted.replace(_refused(database))
        raise
    wanted.unlink()
    return before


def _received(database: Path) -> Path:
    return database.with_name(f"{database.name}.received")


def _wanted(database: Path) -> Path:
    return database.with_name(f"{database.name}.restore")


def _part(database: Path) -> Path:
    return database.with_name(f"{database.name}.restore.part")


def _refused(database: Path) -> Path:
    return database.with_name(f"{database.name}.restore.refused")
