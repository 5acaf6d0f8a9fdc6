"""A backup that a phone sends, part by part: it waits beside the database until the table starts next."""

import os
from pathlib import Path

from table.complaints import BadInput
from table.files import OWNER_ONLY


def receive(database: Path, at: int, body: bytes) -> int:
    """Take in a part of a backup, from byte `at`; return how many bytes are there by now. Raise BadInput for a gap."""
    received = _received(database)
    try:
        with received.open("r+b" if at and received.exists() else "wb") as file:
            os.fchmod(file.fileno(), OWNER_ONLY)
            if file.seek(0, os.SEEK_END) < at:
                raise BadInput(f"at: {at} bytes have not come yet")
            file.seek(at)
            file.write(body)
            file.truncate()
            return file.tell()
    except OSError as error:
        raise BadInput(f"this backup cannot be taken in: {error.strerror or error}") from None


def check_received(database: Path) -> None:
    """Let the backup that has been taken in be restored when the table starts next. Raise BadInput if it is torn."""
    from table.history.saving import backup

    received = _received(database)
    backup.check(received)
    received.replace(_wanted(database))


def accept(backup: Path, database: Path) -> None:
    """Let a backup, which has been found whole, be restored when the table starts next. Raise BadInput if it fails."""
    wanted = _wanted(database)
    part = wanted.with_name(f"{wanted.name}.part")
    try:
        with part.open("wb") as file:
            os.fchmod(file.fileno(), OWNER_ONLY)
            file.write(backup.read_bytes())
            file.flush()
            os.fsync(file.fileno())
        part.replace(wanted)
    except OSError as error:
        raise BadInput(f"{wanted}: this cannot be written: {error.strerror or error}") from None
    finally:
        part.unlink(missing_ok=True)


def let_go(database: Path) -> None:
    """Let go of what has been taken in of a backup and not accepted: whoever sends it begins anew."""
    _received(database).unlink(missing_ok=True)


def accepted(database: Path) -> list[Path]:
    """Return the backup that waits to be restored, if there is one."""
    return [wanted for wanted in [_wanted(database)] if wanted.exists()]


def restore_wanted(database: Path) -> Path | None:
    """Restore what `check_received` has accepted, if anything; return it as `restore` does."""
    wanted = _wanted(database)
    if not wanted.exists():
        return None
    from table.history.saving import backup

    before = backup.restore(wanted, database)
    wanted.unlink()
    return before


def _received(database: Path) -> Path:
    return database.with_name(f"{database.name}.received")


def _wanted(database: Path) -> Path:
    return database.with_name(f"{database.name}.restore")
