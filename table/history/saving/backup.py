"""Backups: each one is a single file with journal, history, decks and emulated hands, written completely or not at all.

It is a ZIP archive. Its `manifest.json`, written last, has the length and checksum of every other part, so a truncated
file has no manifest or a wrong one. A backup does not say who is host, or which phone has which seat.
"""

import json
import os
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO

from table import systems
from table.complaints import BadInput
from table.files import OWNER_ONLY, check_replaceable, created, free
from table.history import archive
from table.history.saving import unpacking
from table.history.saving.alone import alone
from table.history.saving.unpacking import unpack, why
from table.keeping import recovery as swapping
from table.keeping.ownership import TableRunsError
from table.keeping.records import look
from table.keeping.recovery import HISTORY, JOURNAL, all_files, databases, files
from table.log import logger
from table.privileges import as_owner
from table.saying import Text, say
from table.values import to_json

MOST = 10  # how many automatic backups are kept
MOST_BYTES = 500_000_000  # limit on their total size; the latest is always kept
_EVENING = timedelta(hours=6)  # games before 6:00 belong to the evening before
_MAKING, _CHECKING = ".backup-", ".check-"  # prefixes of temporary folders
_OF_AN_EVENING = "evening-*.cardtable"
_BUSY_S = 10.0
_log = logger()


def back_up(database: Path, to: Path, now: datetime | None = None) -> None:
    """Write a backup, even while a table is playing. On failure, raise BadInput and keep an existing file unchanged."""
    swapping.finish(database)
    if not any(map(_is_written, databases(database).values())):
        raise BadInput(f"{database}: there is nothing to back up")
    check_replaceable(to, JOURNAL)
    try:
        with as_owner(to.parent):
            to.parent.mkdir(parents=True, exist_ok=True)
        with alone(database), _work(_MAKING, database.resolve().parent) as folder, _work(_MAKING, to.parent) as beside:
            parts, new = _copied(database, folder), beside / "backup"
            with as_owner(new):
                file = created(new)
            _zip(file, parts, now or datetime.now(UTC))
            with as_owner(new):
                new.replace(to)
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"{to}: this backup cannot be written: {why(error)}") from None


def _is_written(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _copied(database: Path, folder: Path) -> Mapping[str, Path]:
    """Copy a table's databases, and return the paths of all parts of a backup; a missing journal becomes an empty file.

    The history stays locked meanwhile, so a game moving there from the journal is in at least one of the copies.
    """
    copies = {name: folder / name for name in databases(database)}
    with archive.Archive(database) as history, history.held():
        for name, path in databases(database).items():
            copies[name].touch(OWNER_ONLY)
            if _is_written(path):
                with closing(_READS[name](path)) as source, closing(sqlite3.connect(copies[name])) as copy:
                    source.backup(copy)
                _check(name, copies[name], path)
    return {**copies, **files(database)}


def _check(name: str, copied: Path, path: Path) -> None:
    """Raise BadInput, naming the original file, if its copy is damaged."""
    try:
        unpacking.check_part(name, copied)
    except BadInput as error:
        raise BadInput(str(error).replace(str(copied), str(path))) from None


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=_BUSY_S)


_READS: Mapping[str, Callable[[Path], sqlite3.Connection]] = {JOURNAL: partial(look, mode="ro"), HISTORY: _connect}


def _zip(file: IO[bytes], parts: Mapping[str, Path], made_at: datetime) -> None:
    with file:
        with zipfile.ZipFile(file, "w") as packed:
            said = {}
            for name, path in parts.items():
                with path.open("rb") as body, packed.open(_entry(name), "w", force_zip64=True) as into:
                    said[name] = unpacking.copy(body, into, inf)
            manifest = {"format": unpacking.FORMAT, "made_at": made_at.isoformat(), "parts": said}
            packed.writestr(_entry(unpacking.MANIFEST), json.dumps(manifest, default=to_json))
        file.flush()
        os.fsync(file.fileno())


def _entry(name: str) -> zipfile.ZipInfo:
    """Return a ZIP entry without the current date: ZIP has no dates before 1980, and a clock may start before that."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def restore(backup: Path, database: Path) -> Path | None:
    """Replace a table's files with a backup; return where the old files are saved, if there were any.

    The old files are saved as a backup or, if damaged, copied to a folder; if the table then fails to start, they are
    put back (`table.keeping.recovery.go_back`). Raise BadInput, and change nothing, if the backup cannot be restored
    completely; TableRunsError if a table is using the files.
    """
    swapping.finish(database)
    with staging(database) as staged:
        unpack(backup, staged / "new", besides=_size(database))
        try:
            database.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{database.parent}: no folder can be made there: {why(error)}") from None
        with alone(database), unused(database):
            swapping.check_places(staged, database)
            before = _kept(database) if any(map(_is_written, databases(database).values())) else None
            swapping.swap(staged, database)
    return before


def put(backup: Path, database: Path, aside: Path) -> None:
    """Replace a table's files with a backup, and move the old files to `aside`. Raise the same errors as `restore`."""
    with staging(database) as staged:
        unpack(backup, staged / "new")
        with alone(database), unused(database):
            swapping.swap(staged, database, aside)


@contextmanager
def staging(database: Path) -> Iterator[Path]:
    """Yield a folder near a database; its subfolder `new` is for replacement files. Raise BadInput if that fails."""
    near = next(folder for folder in database.absolute().parents if folder.is_dir())
    with _room(swapping.STAGING, near) as folder:
        try:
            (folder / "staged" / "new").mkdir(parents=True)
        except OSError as error:
            raise BadInput(f"{near}: nothing can be unpacked there: {why(error)}") from None
        yield folder / "staged"


def _size(database: Path) -> int:
    return sum(path.stat().st_size for path in all_files(database).values())


def _kept(database: Path) -> Path:
    """Save a table's current files as a backup or, if damaged, in a folder; return its path."""
    name = f"before-restore-{datetime.now(UTC):%Y-%m-%d}"
    try:
        before = free(database.parent / "backups", name, ".cardtable")
        back_up(database, before)
    except BadInput:
        before = free(database.parent / "backups", name, "-damaged")
        _copy_all(database, before)
    return before


def _copy_all(database: Path, to: Path) -> None:
    """Copy a table's files into a folder. Raise BadInput if that fails."""
    try:
        to.mkdir(parents=True)
        for path in all_files(database).values():
            shutil.copy2(path, to)
    except OSError as error:
        raise BadInput(f"{to}: this cannot be written: {why(error)}") from None


@contextmanager
def _work(prefix: str, near: Path) -> Iterator[Path]:
    """Yield a temporary folder, locked while it is in use. Raise OSError if it cannot be made."""
    with as_owner(near):
        work = TemporaryDirectory(prefix=prefix, dir=near)
    handle = _lock(Path(work.name))
    try:
        yield Path(work.name)
    finally:
        if handle is not None:
            os.close(handle)
        with as_owner(near):
            work.cleanup()


def _lock(folder: Path) -> int | None:
    """Lock a folder and return its handle; None if another program has locked it, or if it cannot be locked."""
    try:
        handle = os.open(folder, os.O_RDONLY)
    except OSError:
        return None
    try:
        systems.lock(handle)
    except OSError:
        os.close(handle)
        return None
    return handle


@contextmanager
def _room(prefix: str, near: Path) -> Iterator[Path]:
    """Yield a temporary folder. Raise BadInput if it cannot be made."""
    with ExitStack() as closing:
        try:
            folder = closing.enter_context(_work(prefix, near))
        except OSError as error:
            raise BadInput(f"{near}: nothing can be unpacked there: {why(error)}") from None
        yield folder


def check(backup: Path) -> None:
    """Raise BadInput unless a backup is intact."""
    with _room(_CHECKING, backup.parent) as folder:
        unpack(backup, folder)


def made(database: Path) -> IO[bytes]:
    """Return a temporary backup as an open file, which is deleted once closed. Raise BadInput if that fails."""
    with alone(database), _room(_MAKING, database.resolve().parent) as folder:
        back_up(database, folder / "made")
        return (folder / "made").open("rb")


@contextmanager
def unpacked(backup: Path) -> Iterator[Path]:
    """Unpack a backup into a temporary folder and yield its database. Raise BadInput unless the backup is intact."""
    with _room(_MAKING, backup.parent) as folder:
        database, staged = folder / "table" / "table.db", folder / "staged"
        for made in (database.parent, staged / "new"):
            made.mkdir(parents=True)
        unpack(backup, staged / "new")
        swapping.swap(staged, database)
        yield database


@contextmanager
def replaced(database: Path) -> Iterator[Path]:
    """Yield a copy of the files that a restore replaced; after the `with` block, the changed copy takes their place.

    The replaced files are put back if the table does not start with the restored ones. Raise BadInput if they cannot be
    copied.
    """
    with _room(_MAKING, database.resolve().parent) as folder:
        copy, staged = folder / "table" / "table.db", folder / "staged"
        copy.parent.mkdir()
        try:
            shutil.copytree(swapping.replaced(database), staged / "new")
        except (OSError, shutil.Error) as error:
            raise BadInput(f"{swapping.replaced(database)}: this cannot be copied: {error}") from None
        swapping.swap(staged, copy)
        yield copy
        swapping.replace_replaced(database, copy)


def left_behind(database: Path) -> list[Path]:
    """Return the temporary folders of backups, checks and restores next to a database; some may still be in use."""
    folders = {database.parent, database.resolve().parent, database.parent / "backups"}
    return [left for begin in (_MAKING, swapping.STAGING, _CHECKING) for at in folders for left in at.glob(f"{begin}*")]


def remove_left_behind(database: Path) -> None:
    """Remove the temporary folders that interrupted programs have left. Raise BadInput if another one keeps the lock.

    Where folders cannot be locked, nothing is removed.
    """
    with alone(database):
        for left in left_behind(database):
            if (handle := _lock(left)) is not None:
                shutil.rmtree(left, ignore_errors=True)
                os.close(handle)


@contextmanager
def unused(database: Path) -> Iterator[None]:
    """Keep tables from starting with a database. Raise TableRunsError if one is using it."""
    if not database.exists():
        yield
        return
    with database.open("rb") as file:
        try:
            systems.lock(file.fileno())
        except BlockingIOError:
            raise TableRunsError(f"{database}: a table is using this database; stop it first") from None
        yield


class Backups:
    """Automatic backups: one for each evening with games, in a folder next to the database; at most ten are kept."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self.folder = database.parent / "backups"

    def made(self) -> list[Path]:
        """Return the table's automatic backups, oldest first, by the time in their manifests.

        Backups dated in the future were made when the clock was wrong; they come first.
        """
        now, times = datetime.now(UTC), {path: unpacking.made_at(path) for path in self.folder.glob(_OF_AN_EVENING)}
        return sorted(times, key=lambda path: (times[path] <= now, times[path], path.name))

    def make(self, now: datetime | None = None) -> Path:
        """Write this evening's backup, replacing an earlier one of the same evening. Raise BadInput if that fails."""
        now = now or datetime.now().astimezone()
        new = self.folder / f"evening-{now - _EVENING:%Y-%m-%d}.cardtable"
        back_up(self._database, new, now)
        self._forget_old(new)
        return new

    def make_if_due(self) -> Text | None:
        """Back up after a game; if that fails, log why and return a sentence about it for the host."""
        try:
            self.make()
        except BadInput as error:
            _log.error("no backup can be made", error=str(error))
            why = str(error)
        except Exception as error:  # noqa: BLE001 - a failed backup must not keep games from being recorded
            _log.exception("no backup can be made")
            why = str(error)
        else:
            return None
        folder = str(self.folder)
        return say("No backup can be made ({why}). Check the disk and the folder {folder}.", why=why, folder=folder)

    def _forget_old(self, new: Path) -> None:
        kept = [path for path in self.made() if path != new]
        while len(kept) >= MOST or (kept and sum(path.stat().st_size for path in (*kept, new)) > MOST_BYTES):
            kept.pop(0).unlink()
