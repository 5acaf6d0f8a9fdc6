"""The history's file: its tables, and how several processes share it."""

import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

from table.complaints import BadInput
from table.files import tighten
from table.keeping import soundness
from table.keeping.records import limit
from table.saying import say

_APPLICATION_ID = 0x43486973  # "CHis"
_VERSION = 1
# Created by the first import or the first forgotten name, so that opening a file for reading does not change it.
EARLIER = """CREATE TABLE IF NOT EXISTS earlier (digest BLOB PRIMARY KEY, game_id INTEGER NOT NULL
    REFERENCES games (id) ON DELETE CASCADE ON UPDATE CASCADE) STRICT, WITHOUT ROWID"""
_GREATEST = 2**63 - 1  # the largest integer in SQLite
_BUSY_S = 10.0
_AGAIN_S = 0.01
_SCHEMA = """
CREATE TABLE IF NOT EXISTS games (
    id INTEGER PRIMARY KEY,
    digest BLOB NOT NULL,
    imported INTEGER NOT NULL,
    game TEXT NOT NULL,
    rules_version TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT NOT NULL,
    listed INTEGER NOT NULL,
    summary TEXT NOT NULL,
    record BLOB NOT NULL
) STRICT;
CREATE INDEX IF NOT EXISTS games_by_digest ON games (digest);
CREATE INDEX IF NOT EXISTS games_by_kind ON games (game, id) WHERE listed;
CREATE TABLE IF NOT EXISTS counts (
    game_id INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seat INTEGER NOT NULL,
    name TEXT NOT NULL,
    robot INTEGER NOT NULL,
    game TEXT NOT NULL,
    body TEXT NOT NULL,
    mu REAL NOT NULL,
    sigma REAL NOT NULL,
    PRIMARY KEY (game_id, seat)
) STRICT, WITHOUT ROWID;
CREATE INDEX IF NOT EXISTS counts_by_name ON counts (name, robot, game, game_id);
CREATE TABLE IF NOT EXISTS standings (
    name TEXT NOT NULL,
    robot INTEGER NOT NULL,
    game TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (robot, name, game)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS times (
    game TEXT NOT NULL,
    robot INTEGER NOT NULL,
    bin INTEGER NOT NULL,
    presses INTEGER NOT NULL,
    PRIMARY KEY (game, robot, bin)
) STRICT, WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS wishes (name TEXT PRIMARY KEY, body TEXT NOT NULL) STRICT, WITHOUT ROWID;
"""


class HistoryBroken(BadInput):
    """The history's file cannot be read or written. `str()` says where it is and why; phones get `text` instead."""

    def __init__(self, path: Path, why: str) -> None:
        super().__init__(say("The history of games cannot be read or written now. The host’s page says what helps."))
        self.path, self.why = path, why

    def __str__(self) -> str:
        return f"{self.path}: the history cannot be read or written: {self.why}"


class Database:
    """A connection to the file, created if necessary. Every method raises HistoryBroken if the file is unusable.

    A connection belongs to one thread at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.db = self._open()

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self.db.close()

    def leave_no_trace(self) -> None:
        """Empty the write-ahead log, where deleted data may remain. Raise BadInput if another connection is reading."""
        (busy, *_) = self.one("PRAGMA wal_checkpoint(TRUNCATE)")
        if busy:
            raise BadInput(f"{self.path}: somebody reads the history, so what was there is not gone yet: do it again")

    def _open(self) -> sqlite3.Connection:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            db = sqlite3.connect(self.path, timeout=_BUSY_S, isolation_level=None, check_same_thread=False)
            limit(db)
            try:
                self._make_ours_in_time(db)
            except BaseException:
                db.close()
                raise
        except (OSError, sqlite3.Error, BadInput) as error:
            raise self._wrong(error) from None
        for beside in ("", "-wal", "-shm"):
            tighten(Path(f"{self.path}{beside}"))
        return db

    def _make_ours_in_time(self, db: sqlite3.Connection) -> None:
        """Create the tables, retrying while other processes do: SQLite does not wait while the journal mode changes."""
        until_s = time.monotonic() + _BUSY_S
        while True:
            try:
                return self._make_ours(db)
            except sqlite3.OperationalError as error:
                if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until_s:
                    raise
            if db.in_transaction:
                db.execute("ROLLBACK")
            time.sleep(_AGAIN_S)

    def _make_ours(self, db: sqlite3.Connection) -> None:
        empty = check_ours(self.path, db)
        db.execute("PRAGMA journal_mode = WAL")
        db.execute("PRAGMA synchronous = FULL")
        db.execute("PRAGMA foreign_keys = ON")
        db.execute("PRAGMA secure_delete = ON")  # deleted data leaves no byte behind
        if empty:
            marks = f"PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {_VERSION};"
            db.executescript(f"BEGIN IMMEDIATE; {_SCHEMA} {marks} COMMIT;")

    @contextmanager
    def writing(self) -> Iterator[sqlite3.Connection]:
        """Commit all changes in the `with` block, or none; other writers wait. A nested block joins the outer one."""
        if self.db.in_transaction:
            yield self.db
            return
        try:
            self.db.execute("BEGIN IMMEDIATE")
            try:
                yield self.db
            except BaseException:
                self.db.execute("ROLLBACK")
                raise
            self.db.execute("COMMIT")
        except sqlite3.Error as error:
            raise self._wrong(error) from None

    def all(self, wanted: str, *values: object) -> list[Any]:
        """Return the rows that match a query.

        A number too large for SQLite is replaced by the largest one it can store, which matches no row.
        """
        asked = [min(value, _GREATEST) if isinstance(value, int) else value for value in values]
        try:
            return self.db.execute(wanted, asked).fetchall()
        except sqlite3.Error as error:
            raise self._wrong(error) from None

    def one(self, wanted: str, *values: object) -> Any:
        """Return the first row that matches a query."""
        return self.all(wanted, *values)[0]

    def _wrong(self, error: OSError | sqlite3.Error | BadInput) -> HistoryBroken:
        return HistoryBroken(self.path, str(error).removeprefix(f"{self.path}: "))


def check_ours(path: Path, db: sqlite3.Connection) -> bool:
    """Return whether a file is still empty. Raise BadInput if it is not a history, or has a different format."""
    with closing(db.execute("SELECT (SELECT count(*) FROM sqlite_schema)")) as found:
        empty = bool(found.fetchone()[0] == 0)
    whose, version = (db.execute(f"PRAGMA {what}").fetchone()[0] for what in ("application_id", "user_version"))
    if not empty and whose != _APPLICATION_ID:
        raise BadInput(f"{path}: is not the history of a card table")
    if not empty and version != _VERSION:
        raise BadInput(f"{path}: has format {version}, and this program reads format {_VERSION}")
    soundness.check_plain(path, db, f"{_SCHEMA}{EARLIER}")
    return empty


@contextmanager
def readable() -> Iterator[None]:
    """Turn errors from reading damaged statistics into BadInput."""
    try:
        yield
    except (ValueError, TypeError, KeyError, AttributeError) as error:
        cure = "`cardtable history --rebuild` counts it anew from the games"
        raise BadInput(f"part of the history is damaged ({type(error).__name__}); {cure}") from None
