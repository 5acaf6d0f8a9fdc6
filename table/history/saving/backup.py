"""Backups: one file with the journal, the history, the decks and the hands at an emulated table, whole or not at all.

It is a ZIP archive whose `manifest.json`, written last, has the length and checksum of every other part: a torn file
has none, or another one. Who is host, and which phone sits where, is not in it.
"""

import fcntl
import json
import os
import re
import shutil
import sqlite3
import zipfile
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from datetime import UTC, datetime, timedelta
from functools import partial
from hashlib import blake2b
from math import inf
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import IO, Any

from table.complaints import BadInput
from table.files import OWNER_ONLY, check_replaceable, created, opened
from table.history import archive
from table.history.saving.alone import alone
from table.keeping import mark, snapshots, tail
from table.keeping.ownership import TableRunsError
from table.keeping.records import look
from table.log import logger
from table.privileges import as_owner

FORMAT = 1
MOST = 10  # backups that the table makes by itself and keeps
MOST_BYTES = 500_000_000  # of them all; the latest is always kept
_EVENING = timedelta(hours=6)  # what is played until then belongs to the day before
_JOURNAL, _HISTORY = "journal.db", "history.db"
_MANIFEST = "manifest.json"
_DECK = re.compile(r"decks/[^/\\\0]+\.toml")
_MAKING, _PUTTING_BACK, _CHECKING = ".backup-", ".restore-", ".check-"  # how folders of work begin that is under way
_BUSY_S = 10.0
_PIECE = 1 << 20
_log = logger()


def _databases(database: Path) -> Mapping[str, Path]:
    return {_JOURNAL: database.resolve(), _HISTORY: archive.path_of(database)}


def _files(database: Path) -> Mapping[str, Path]:
    """Return the other files of a table that there are, by their names in a backup."""
    decks = sorted((database.parent / "decks").glob("*.toml"))
    found = {f"decks/{path.name}": path for path in decks}
    people = database.with_name(f"{database.name}.people")
    return found | ({"people.json": people} if people.exists() else {})


def back_up(database: Path, to: Path) -> None:
    """Write a backup, also while a table is playing. Raise BadInput, and leave what was there, if that fails."""
    if not any(map(_is_written, _databases(database).values())):
        raise BadInput(f"{database}: there is nothing to back up")
    check_replaceable(to, _JOURNAL)
    try:
        with as_owner(to.parent):
            to.parent.mkdir(parents=True, exist_ok=True)
        with alone(database), _work(_MAKING, database.resolve().parent) as folder, _work(_MAKING, to.parent) as beside:
            parts, new = _copied(database, folder), beside / "backup"
            with as_owner(new):
                file = created(new)
            _zip(file, parts)
            with as_owner(new):
                new.replace(to)
    except (OSError, sqlite3.Error) as error:
        raise BadInput(f"{to}: this backup cannot be written: {_why(error)}") from None


def _is_written(path: Path) -> bool:
    return path.exists() and path.stat().st_size > 0


def _copied(database: Path, folder: Path) -> Mapping[str, Path]:
    """Copy what belongs to a table at one moment; a journal that is gone is copied as an empty one.

    Nothing is added to the history meanwhile: so a game that leaves the journal for it is in one of both at least.
    """
    copies = {name: folder / name for name in _databases(database)}
    with archive.Archive(database) as history, history.held():
        for name, path in _databases(database).items():
            copies[name].touch(OWNER_ONLY)
            if _is_written(path):
                with closing(_READS[name](path)) as source, closing(sqlite3.connect(copies[name])) as copy:
                    source.backup(copy)
                if not _is_sound(name, copies[name]):
                    raise BadInput(f"{path}: is damaged, and no backup is made of it")
    return {**copies, **_files(database)}


def _is_sound(name: str, part: Path) -> bool:
    """Return whether a part of a backup is a database that this program reads, or an empty one; or is none at all."""
    if name not in _READS or part.stat().st_size == 0:
        return True
    if name == _HISTORY:
        return archive.is_sound(part)
    try:
        look(part, mode="ro").close()
    except (OSError, sqlite3.Error, BadInput):
        return False
    return True


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True, timeout=_BUSY_S)


_READS: Mapping[str, Callable[[Path], sqlite3.Connection]] = {_JOURNAL: partial(look, mode="ro"), _HISTORY: _connect}


def _zip(file: IO[bytes], parts: Mapping[str, Path]) -> None:
    with file:
        with zipfile.ZipFile(file, "w") as packed:
            said = {}
            for name, path in parts.items():
                with path.open("rb") as body, packed.open(_entry(name), "w", force_zip64=True) as into:
                    said[name] = _copy(body, into)
            made = datetime.now(UTC).isoformat(timespec="seconds")
            packed.writestr(_entry(_MANIFEST), json.dumps({"format": FORMAT, "made_at": made, "parts": said}))
        file.flush()
        os.fsync(file.fileno())


def _entry(name: str) -> zipfile.ZipInfo:
    """Return an entry without a date: a ZIP archive cannot tell one before 1980, where clocks may begin."""
    entry = zipfile.ZipInfo(name)
    entry.compress_type = zipfile.ZIP_DEFLATED
    return entry


def _copy(body: IO[bytes], into: IO[bytes], most: float = inf) -> Mapping[str, Any]:
    """Copy a part piece by piece, for a Pi has little memory; return its length and checksum. No more than `most`."""
    size, summed = 0, blake2b(digest_size=16)
    while size <= most and (piece := body.read(_PIECE)):
        size += len(piece)
        summed.update(piece)
        into.write(piece)
    return {"size": size, "blake2b": summed.hexdigest()}


def restore(backup: Path, database: Path, *, about_to: Callable[[], None] = lambda: None) -> Path | None:
    """Put a backup in the place of a table's files; return where what was there is now, if anything was.

    That is a backup; or a folder with the files as they were, if they are damaged. Raise BadInput, and change nothing,
    if the backup is torn or from a newer program; TableRunsError if a table is using the files. Just before anything is
    replaced, `about_to` is called.
    """
    near = next(folder for folder in database.absolute().parents if folder.is_dir())
    with _room(_PUTTING_BACK, near) as folder:
        parts = _unpack(backup, folder)
        try:
            database.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise BadInput(f"{database.parent}: no folder can be made there: {_why(error)}") from None
        with _unused(database):
            before = None
            if any(map(_is_written, _databases(database).values())):
                before = _kept(database)
            about_to()
            _put(parts, database)
    return before


def _kept(database: Path) -> Path:
    """Keep what a table has now; return where."""
    name = f"before-restore-{datetime.now(UTC):%Y-%m-%d}"
    try:
        before = _free(database.parent / "backups", name, ".cardtable")
        back_up(database, before)
    except BadInput:
        before = _free(database.parent / "backups", name, "-damaged")
        _copy_all(database, before)
    return before


def _copy_all(database: Path, to: Path) -> None:
    """Copy the files as they are into a folder. Raise BadInput if that fails."""
    beside = [Path(f"{path}{end}") for path in _databases(database).values() for end in ("", "-wal", "-shm")]
    try:
        to.mkdir(parents=True)
        for path in (*beside, mark.path_of(database), tail.path_of(database), *_files(database).values()):
            if path.exists():
                shutil.copy2(path, to)
    except OSError as error:
        raise BadInput(f"{to}: this cannot be written: {_why(error)}") from None


@contextmanager
def _work(prefix: str, near: Path) -> Iterator[Path]:
    """Yield a folder for as long as it is needed. Raise OSError if there can be none."""
    with as_owner(near):
        work = TemporaryDirectory(prefix=prefix, dir=near)
    try:
        yield Path(work.name)
    finally:
        with as_owner(near):
            work.cleanup()


@contextmanager
def _room(prefix: str, near: Path) -> Iterator[Path]:
    """Yield a folder for as long as it is needed. Raise BadInput if there can be none."""
    with ExitStack() as closing:
        try:
            folder = closing.enter_context(_work(prefix, near))
        except OSError as error:
            raise BadInput(f"{near}: nothing can be unpacked there: {_why(error)}") from None
        yield folder


def check(backup: Path) -> None:
    """Raise BadInput unless a backup is whole."""
    with _room(_CHECKING, backup.parent) as folder:
        _unpack(backup, folder)


def made(database: Path) -> IO[bytes]:
    """Make a backup without a name, and return it open: it is gone once closed. Raise BadInput if that fails."""
    with alone(database), _room(_MAKING, database.resolve().parent) as folder:
        back_up(database, folder / "made")
        return (folder / "made").open("rb")


@contextmanager
def unpacked(backup: Path) -> Iterator[Path]:
    """Yield the database of a backup, in a folder for as long as it is needed. Raise BadInput unless it is whole."""
    with _room(_MAKING, backup.parent) as folder:
        database = folder / "table" / "table.db"
        database.parent.mkdir()
        _put(_unpack(backup, folder), database)
        yield database


def left_behind(database: Path) -> list[Path]:
    """Return the folders that whoever was killed while it backed up, checked or restored has left beside a database."""
    folders = database.parent, database.parent / "backups"
    return [left for begin in (_MAKING, _PUTTING_BACK, _CHECKING) for at in folders for left in at.glob(f"{begin}*")]


def _unpack(backup: Path, folder: Path) -> Mapping[str, Path]:
    """Unpack the parts of a backup into a folder. Raise BadInput unless it is whole."""
    parts: dict[str, Path] = {}
    try:
        with opened(backup) as file, zipfile.ZipFile(file) as packed:
            said = json.loads(packed.read(_MANIFEST))
            if said["format"] != FORMAT:
                raise BadInput(f"{backup}: has format {said['format']}, and this program reads format {FORMAT}")
            _check_names(backup, said["parts"])
            if sorted(packed.namelist()) != sorted((*said["parts"], _MANIFEST)):
                raise BadInput(f"{backup}: is damaged: it does not have the parts that it says it has")
            for number, (name, whole) in enumerate(said["parts"].items()):
                parts[name] = folder / f"{number}"
                with packed.open(name) as body, created(parts[name]) as into:
                    if _copy(body, into, whole["size"]) != whole:
                        raise BadInput(f"{backup}: is damaged: {name} is not what it says it is")
                    into.flush()
                    os.fsync(into.fileno())
                if not _is_sound(name, parts[name]):
                    raise BadInput(f"{backup}: its {name} is damaged, or of a newer program")
    except FileNotFoundError:
        raise BadInput(f"{backup}: there is no such file") from None
    except BadInput:
        raise
    except Exception as error:  # noqa: BLE001 - zipfile lets through whatever its parts raise: zlib, struct, codecs
        raise BadInput(f"{backup}: is no whole backup: {_why(error)}") from None
    return parts


def _check_names(backup: Path, names: Collection[str]) -> None:
    """Raise BadInput if a part is none of ours, or the databases are missing."""
    for name in names:
        if not (_DECK.fullmatch(name) or name in (_JOURNAL, _HISTORY, "people.json")):
            raise BadInput(f"{backup}: is no backup of a card table: it has a part {name!r}")
    if not {_JOURNAL, _HISTORY} <= {*names}:
        raise BadInput(f"{backup}: is no whole backup: a database is missing")


def _put(parts: Mapping[str, Path], database: Path) -> None:
    """Move the parts to where they belong, and take away what was there before. Raise BadInput if that fails."""
    places = {**_databases(database), "people.json": database.with_name(f"{database.name}.people")}
    old = [Path(f"{path}{end}") for path in _databases(database).values() for end in ("-wal", "-shm")]
    beside = [of(database) for of in (mark.path_of, tail.path_of, snapshots.path_of)]
    try:
        for gone in (*old, *beside, *_files(database).values()):
            gone.unlink(missing_ok=True)
        for name, part in parts.items():
            to = places.get(name, database.parent / name)
            to.parent.mkdir(exist_ok=True)
            part.replace(to)
    except OSError as error:
        raise BadInput(f"{database}: the backup cannot be put there: {_why(error)}") from None


@contextmanager
def _unused(database: Path) -> Iterator[None]:
    """Keep tables away from a database. Raise TableRunsError if one is using it."""
    if not database.exists():
        yield
        return
    with database.open("rb") as file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise TableRunsError(f"{database}: a table is using this database; stop it first") from None
        yield


def _free(folder: Path, name: str, end: str) -> Path:
    """Return a path in a folder that no file has."""
    numbers = ("", *(f"-{number}" for number in range(2, 1_000)))
    return next(path for number in numbers if not (path := folder / f"{name}{number}{end}").exists())


def _why(error: Exception) -> str:
    return " ".join(str(getattr(error, "strerror", None) or error or type(error).__name__).split())


class Backups:
    """What a table backs up by itself: each evening once more, in a folder beside its database; the last ten stay."""

    def __init__(self, database: Path) -> None:
        self._database = database
        self.folder = database.parent / "backups"

    def made(self) -> list[Path]:
        """Return the backups made by the table itself, oldest first."""
        return sorted(self.folder.glob("evening-*.cardtable"))

    def make(self, now: datetime | None = None) -> Path:
        """Back up the evening so far; that of the same evening before is replaced. Raise BadInput if that fails."""
        evening = (now or datetime.now().astimezone()) - _EVENING
        new = self.folder / f"evening-{evening:%Y-%m-%d}.cardtable"
        back_up(self._database, new)
        self._forget_old()
        return new

    def make_if_due(self) -> None:
        """Back up after a game; a failure is logged, and games go on."""
        try:
            self.make()
        except BadInput as error:
            _log.error("no backup can be made", error=str(error))
        except Exception:  # noqa: BLE001 - whatever is wrong with a backup, games are to be recorded
            _log.exception("no backup can be made")

    def _forget_old(self) -> None:
        kept = self.made()
        while len(kept) > MOST or (len(kept) > 1 and sum(path.stat().st_size for path in kept) > MOST_BYTES):
            kept.pop(0).unlink()
