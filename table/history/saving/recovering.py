"""Repairs for a table that does not start; nothing is deleted.

Where a choice replaces the table's files (`swap`), the old ones move to a folder with that day's date.
"""

import errno
import shutil
import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Protocol

from table import games, packages
from table.complaints import BadInput, JournalBroken, short
from table.files import NO_SPACE, takes_files
from table.history import archive
from table.history.saving import backup, unpacking
from table.history.saving.alone import alone
from table.keeping import mark, recovery, salvage, soundness
from table.keeping.records import Records
from table.keeping.recovery import Starts
from table.log import logger
from table.saying import Text, say
from table.tagging.tagged_decks import TaggedDecks
from table.values import replace

_GAMES = say("The file with the games cannot be read: it is damaged, or another program has written it.")
_GONE = say("The file with the games is missing or empty, though games were saved in it.")
_FULL = say("The disk is full. Free some space, then try again: nothing needs to be replaced.")
_READ_ONLY = say(
    "The table cannot write its files. Restart the computer, then try again; if that does not help, the memory card may"
    " be worn out."
)
_ROOM_BYTES = 1_000_000  # what a choice that writes files needs at least
_log = logger()


class _Choice(Protocol):
    def __call__(self, database: Path) -> None: ...


def choose(what: str, database: Path) -> None:
    """Carry out the host's choice and clear the count of failed starts, so that the next start is attempted.

    Raise BadInput, and change nothing, if that cannot be done.
    """
    if what in _WRITING and (why := _why_not_written(database)) is not None:
        raise BadInput(why)
    try:
        recovery.finish(database)
        _CHOICES[what](database)
    except OSError as error:
        raise BadInput(_of_disk(error)) from None
    recovery.note(database, replace(recovery.read(database), died=0))


def possible(database: Path) -> list[str]:
    """Return the possible choices, least drastic first."""
    can_be = {"previous": bool(_backups(database)), "without_packages": bool(packages.others())}
    is_written = _why_not_written(database) is None
    return [what for what in _CHOICES if can_be.get(what, True) and (is_written or what not in _WRITING)]


def _why_not_written(database: Path) -> Text | None:
    """Return a sentence saying why no files can be written next to a database; None if they probably can."""
    folder = database.absolute().parent
    try:
        is_full = shutil.disk_usage(folder).free < _ROOM_BYTES
    except OSError as error:
        return _of_disk(error)
    if not takes_files(folder):
        return _READ_ONLY
    return _FULL if is_full else None


def _of_disk(error: OSError) -> Text:
    """Return a sentence about an error of the disk."""
    if error.errno in NO_SPACE:
        return _FULL
    if error.errno in _NOT_WRITABLE:
        return _READ_ONLY
    return say("The disk reports an error: {error}.", error=error.strerror or type(error).__name__)


def _disk_said(error: BaseException) -> Text | None:
    """Return a sentence about the disk if an error, or one that led to it, is the disk's; None if it is not."""
    match error:
        case OSError(errno=code) if code in NO_SPACE or code in _NOT_WRITABLE or code == errno.EIO:
            return _of_disk(error)
        case sqlite3.Error():
            code = soundness.primary_code(error)
            if code in _OF_SQLITE:
                return _OF_SQLITE[code]
    led = error.__cause__ or error.__context__
    return None if led is None else _disk_said(led)


def diagnosis(database: Path, error: Exception) -> Text:
    """Return a sentence saying why the table did not start, in terms for families; no names, cards or UIDs.

    Errors of the disk come first, because files that are intact cannot be opened on a disk that is full or read-only.
    """
    if (said := _disk_said(error)) is not None:
        return said
    if mark.read(database) is not None and _is_missing(database):
        return _GONE
    for name, path in recovery.all_files(database).items():
        if _is_readable(name, path):
            continue
        if name.startswith(f"{recovery.DECKS}/"):
            return say("The file {file} of a deck cannot be read.", file=path.name)
        if name == recovery.JOURNAL:
            return _GAMES
    if isinstance(error, JournalBroken):
        return _GAMES
    if (unknown := _game_unknown(database)) is not None:
        return unknown
    if isinstance(error, OSError):
        return _of_disk(error)
    return say("Something is wrong that the table does not know ({error}).", error=type(error).__name__)


def _game_unknown(database: Path) -> Text | None:
    with suppress(BadInput, JournalBroken), Records.read(database) as journal:
        running = journal.running()
        if running is not None and running.game not in games.names():
            return say(
                "The game that is on is one that this table does not have any more: {game}.", game=short(running.game)
            )
    return None


def _is_missing(database: Path) -> bool:
    return not (database.exists() and database.stat().st_size)


def _is_readable(name: str, path: Path) -> bool:
    try:
        unpacking.check_part(name, path)
    except Exception:  # noqa: BLE001 - any error means that the file is unreadable
        return False
    return True


def _retry(database: Path) -> None:
    """Change nothing, because the next startup may succeed."""


def _previous(database: Path) -> None:
    """Restore the latest intact backup that has not been tried."""
    for made in _backups(database):
        before = recovery.read(database)
        recovery.note(database, Starts(before.died, (*before.tried, made.name)))
        try:
            return backup.put(made, database, recovery.aside(database))
        except BadInput as error:
            _log.warning("a backup cannot be restored", file=str(made), error=str(error))
    raise BadInput(say("There is no backup that could be put back."))


def _backups(database: Path) -> list[Path]:
    """Return the backups that have not been tried, latest first."""
    tried = recovery.read(database).tried
    times = {path: unpacking.made_at(path) for path in (database.parent / "backups").glob("*.cardtable")}
    return sorted((path for path in times if path.name not in tried), key=lambda path: times[path], reverse=True)


def _salvage(database: Path) -> None:
    """Save whatever can still be read of the games, the history, the decks and their tags."""
    with _staged(database) as new:
        sound = archive.is_sound(archive.path_of(database))
        whole = not any(one.lost for one in _saved(database, new / recovery.JOURNAL, without_games=sound))
        _rename({mark.path_of(new / recovery.JOURNAL): new / "mark"})
        if sound and archive.copy(database, new / recovery.JOURNAL):
            _rename({archive.path_of(new / recovery.JOURNAL): new / recovery.HISTORY})
        _take_along(database, new, people=whole)


def _saved(database: Path, new: Path, *, without_games: bool) -> list[salvage.Saved]:
    if _is_missing(database):
        return []
    return salvage.salvage(database, new, without_games=without_games)


def _begin_anew(database: Path) -> None:
    """Start without any game; readable decks and tags stay, unless this has been tried before."""
    before = recovery.read(database)
    with _staged(database) as new:
        if "new" not in before.tried:
            _take_along(database, new, people=False)
    recovery.note(database, Starts(before.died, (*before.tried, "new")))


def _leave_out_packages(database: Path) -> None:
    """Leave out games from other packages, starting with the next startup."""
    recovery.leave_out(database, packages.others())


@contextmanager
def _staged(database: Path) -> Iterator[Path]:
    """Yield a folder for new files, then replace the table's files with them."""
    with backup.staging(database) as staged:
        yield staged / "new"
        with alone(database), backup.unused(database):
            recovery.swap(staged, database, recovery.aside(database))


def _take_along(database: Path, new: Path, *, people: bool) -> None:
    for name, path in recovery.files(database).items():
        if _is_readable(name, path) and (people or name != recovery.PEOPLE):
            (new / name).parent.mkdir(exist_ok=True)
            shutil.copyfile(path, new / name)
    try:
        TaggedDecks.read(new / "table.db")
    except BadInput:  # each file can be read, but they contradict each other
        shutil.rmtree(new / recovery.DECKS)


def _rename(paths: Mapping[Path, Path]) -> None:
    for path, to in paths.items():
        with suppress(FileNotFoundError):
            path.rename(to)


_CHOICES: Mapping[str, _Choice] = {
    "retry": _retry,
    "previous": _previous,
    "salvage": _salvage,
    "without_packages": _leave_out_packages,
    "new": _begin_anew,
}
_WRITING = frozenset({"previous", "salvage", "new"})  # choices that replace the table's files
_NOT_WRITABLE = frozenset({errno.EROFS, errno.EACCES, errno.EPERM})
_OF_SQLITE = {
    sqlite3.SQLITE_FULL: _FULL,
    sqlite3.SQLITE_READONLY: _READ_ONLY,
    sqlite3.SQLITE_PERM: _READ_ONLY,
    sqlite3.SQLITE_IOERR: say("The disk reports an error: {error}.", error="I/O"),
}
