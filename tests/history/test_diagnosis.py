"""Why a table does not start, in a sentence for the family: the disk is blamed before files that are intact."""

import errno
import os
import shutil
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest

from table.complaints import BadInput, JournalBroken
from table.history.saving import recovering
from table.history.saving.recovering import choose, diagnosis, possible
from table.keeping.journal import Journal
from table.testing.tables import EmulatedTable

FULL = "The disk is full. Free some space, then try again: nothing needs to be replaced."
READ_ONLY = "The table cannot write its files. "
WRITING = {"previous", "salvage", "new"}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "table.db"
    with Journal(path) as journal, EmulatedTable(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
    return path


def of_sqlite(code: int) -> sqlite3.OperationalError:
    error = sqlite3.OperationalError("as SQLite says it")
    error.sqlite_errorcode = code
    return error


def led_to(error: Exception, first: Exception) -> Exception:
    """Return an error as it is raised from another one that is not shown."""
    try:
        try:
            raise first
        except type(first):
            raise error from None
    except type(error) as raised:
        return raised


@pytest.mark.parametrize(
    ("first", "says"),
    [
        (OSError(errno.ENOSPC, os.strerror(errno.ENOSPC)), FULL),
        (OSError(errno.EROFS, os.strerror(errno.EROFS)), READ_ONLY),
        (PermissionError(errno.EACCES, os.strerror(errno.EACCES)), READ_ONLY),
        (OSError(errno.EIO, os.strerror(errno.EIO)), "The disk reports an error: "),
        (of_sqlite(sqlite3.SQLITE_FULL), FULL),
        (of_sqlite(sqlite3.SQLITE_IOERR_SHMSIZE), FULL),
        (of_sqlite(sqlite3.SQLITE_READONLY_DIRECTORY), READ_ONLY),
        (of_sqlite(sqlite3.SQLITE_IOERR_FSYNC), "The disk reports an error: "),
        (of_sqlite(sqlite3.SQLITE_NOTADB), "The file with the games cannot be read"),
    ],
    ids=str,
)
def test_the_first_error_decides(database: Path, first: Exception, says: str) -> None:
    assert diagnosis(database, led_to(JournalBroken("it cannot be opened"), first)).startswith(says)


@pytest.mark.parametrize("harm", [lambda path: path.write_bytes(b""), Path.unlink])
def test_a_journal_that_is_gone_or_empty_is_called_that(database: Path, harm: Callable[[Path], object]) -> None:
    harm(database)
    with pytest.raises(BadInput) as refused:
        Journal(database)

    said = "The file with the games is missing or empty, though games were saved in it."
    assert diagnosis(database, refused.value) == said


@pytest.mark.parametrize(("writable", "free", "says"), [(True, 0, FULL), (False, 10**9, READ_ONLY)])
def test_where_nothing_can_be_written_nothing_is_offered_that_writes(
    database: Path, monkeypatch: pytest.MonkeyPatch, writable: bool, free: int, says: str
) -> None:
    usual = {*possible(database)}
    full = shutil.disk_usage(database.parent)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    monkeypatch.setattr(recovering, "takes_files", lambda _: writable)
    before = {path: path.read_bytes() for path in database.parent.rglob("*") if path.is_file()}

    assert {*possible(database)} == usual - WRITING
    for what in WRITING:
        with pytest.raises(BadInput, match=says):
            choose(what, database)
    assert {path: path.read_bytes() for path in database.parent.rglob("*") if path.is_file()} == before


def test_a_choice_that_fails_on_the_disk_says_so(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(shutil, "copyfile", fails)
    monkeypatch.setattr(Path, "write_text", fails)

    with pytest.raises(BadInput):
        choose("new", database)
    with Journal(database) as journal:
        assert journal.running() is not None
