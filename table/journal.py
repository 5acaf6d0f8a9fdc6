"""The journal: every game as its facts and what was told of them, in SQLite. Append-only, one writer.

A fact and all that it brought are one commit, made before anybody hears of it (`synchronous=FULL`): what was announced
survives a power cut, and what did not survive was never announced. Each game carries the format of its facts and the
version of the rules under which it was told; where newer rules tell it otherwise, what was told is kept, and `kept`
says from which fact on the newer ones hold. Only games of simulated people are removed, when they are over.
"""

import sqlite3
from collections.abc import Sequence
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from json import dumps, loads
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from filelock import FileLock, Timeout

from table import facts, session
from table.complaints import BadInput
from table.facts import Fact, GameStarted
from table.session import Line

FORMAT = 1  # of facts and events
_SCHEMA_VERSION = 3
MOST_SET_ASIDE = 100  # of one game; the log counts on
_APPLICATION_ID = 0x43617264  # "Card": tells our files from other people's

_SCHEMA = """
CREATE TABLE games (
    id INTEGER PRIMARY KEY,
    game TEXT NOT NULL,
    format INTEGER NOT NULL,
    rules_version TEXT NOT NULL,
    started_at TEXT NOT NULL,
    ended_at TEXT
) STRICT;
CREATE TABLE facts (
    game_id INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
CREATE TABLE events (
    game_id INTEGER NOT NULL REFERENCES games (id),
    audience TEXT NOT NULL,
    seq INTEGER NOT NULL,
    fact_number INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game_id, audience, seq)
) STRICT, WITHOUT ROWID;
"""
_KEPT = """
CREATE TABLE kept (
    game_id INTEGER NOT NULL REFERENCES games (id),
    from_fact INTEGER NOT NULL,
    rules_version TEXT NOT NULL,
    PRIMARY KEY (game_id, from_fact)
) STRICT, WITHOUT ROWID;
"""
_SET_ASIDE = """
CREATE TABLE set_aside (
    id INTEGER PRIMARY KEY,
    game_id INTEGER NOT NULL REFERENCES games (id),
    after_fact INTEGER NOT NULL,
    body TEXT NOT NULL,
    error TEXT NOT NULL
) STRICT;
"""
_NEEDS = {  # what a file of each version still needs
    0: _SCHEMA + _KEPT + _SET_ASIDE,
    1: _KEPT + _SET_ASIDE,
    2: _SET_ASIDE,
    _SCHEMA_VERSION: "",
}


@dataclass(frozen=True)
class Recorded:
    """A game in the journal."""

    game_id: int
    game: str
    format: int
    rules_version: str
    started_at: str
    ended_at: str | None


@dataclass(frozen=True)
class SetAside:
    """A fact that could not be judged, or a game that could not be resumed: no fact then, and an empty `body`.

    `after_fact` is the number of the last fact before it, `error` says what went wrong, for programmers.
    """

    after_fact: int
    body: str
    error: str


class Records:
    """What a journal says; it can be read while its table is playing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None

    @classmethod
    def read(cls, path: Path) -> "Records":
        """Open a journal for reading only. Raise BadInput if there is none."""
        if not path.exists():
            raise BadInput(f"{path}: there is no such file")
        records = Records(path)
        try:
            records._db = sqlite3.connect(f"file:{quote(str(path))}?mode=ro", uri=True)
            _check_ours(path, records._db)
        except (sqlite3.Error, BadInput) as error:
            records.close()
            raise BadInput(_why_not(path, error)) from None
        return records

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let the file go; safe to call twice."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def running(self) -> Recorded | None:
        """Find the latest game that has not ended."""
        wanted = "SELECT * FROM games WHERE ended_at IS NULL ORDER BY id DESC LIMIT 1"
        row = self._connection.execute(wanted).fetchone()
        return None if row is None else Recorded(*row)

    def game(self, game_id: int) -> Recorded:
        """Find a game. Raise BadInput if there is none of that number."""
        row = self._connection.execute("SELECT * FROM games WHERE id = ?", (game_id,)).fetchone()
        if row is None:
            raise BadInput(f"{self._path}: there is no game {game_id}")
        return Recorded(*row)

    def kept(self, game_id: int) -> list[int]:
        """Name the facts from which on newer rules hold, for what was told before did not follow from them."""
        rows = self._connection.execute("SELECT from_fact FROM kept WHERE game_id = ? ORDER BY from_fact", (game_id,))
        return [number for (number,) in rows]

    def told_before(self, game_id: int, number: int) -> dict[str, int]:
        """Count what each audience was told before a fact."""
        wanted = "SELECT audience, count(*) FROM events WHERE game_id = ? AND fact_number < ? GROUP BY audience"
        return dict(self._connection.execute(wanted, (game_id, number)).fetchall())

    def set_aside(self, game_id: int) -> list[SetAside]:
        """Read what of a game could not be judged, in order. It is none of its facts, and is never judged again."""
        wanted = "SELECT after_fact, body, error FROM set_aside WHERE game_id = ? ORDER BY id"
        return [SetAside(*row) for row in self._connection.execute(wanted, (game_id,))]

    def facts(self, game_id: int) -> list[Fact]:
        """Read a game's facts, in order. Raise BadInput if one is damaged."""
        rows = self._connection.execute("SELECT body FROM facts WHERE game_id = ? ORDER BY number", (game_id,))
        try:
            return [facts.parse(body) for (body,) in rows]
        except BadInput as error:
            raise BadInput(f"{self._path}: game {game_id} is damaged: {error}") from None

    def started(self, game_id: int) -> GameStarted:
        """Read a game's first fact. Raise BadInput if it is damaged."""
        first = next(iter(self.facts(game_id)), None)
        if not isinstance(first, GameStarted):
            raise BadInput(f"{self._path}: game {game_id} is damaged: it does not begin with game_started")
        return first

    def events(self, game_id: int, audience: str, from_fact: int = 0) -> list[dict[str, Any]]:
        """Read what an audience was told of a game, in order."""
        wanted = "SELECT body FROM events WHERE game_id = ? AND audience = ? AND fact_number >= ? ORDER BY seq"
        return [loads(body) for (body,) in self._connection.execute(wanted, (game_id, audience, from_fact))]

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._db is None:
            raise ValueError("the journal is closed")
        return self._db


class Journal(Records):
    """One database file, owned by one process as long as it is open. Raise BadInput if it cannot be had."""

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        lock = Path(f"{path}.lock")
        self._lock = FileLock(lock)
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._lock.acquire(blocking=False)
            self._db = self._open()
        except Timeout:
            if not lock.exists():
                raise BadInput(f"{path}: cannot be opened: no file can be made there") from None
            raise BadInput(f"{path}: another table is playing on this database; stop it first") from None
        except (OSError, sqlite3.Error, BadInput) as error:
            self.close()
            if lock.exists():
                lock.unlink()
            raise BadInput(_why_not(path, error)) from None

    def close(self) -> None:
        """Let the file and its lock go; safe to call twice."""
        super().close()
        self._lock.release()

    def begin(
        self, game: str, rules_version: str, started: Fact, lines: Sequence[Line], *, instead_of: int | None = None
    ) -> int:
        """Open a game with its first fact and what that brought, and close another one; return its number."""
        with self._writing() as db:
            if instead_of is not None:
                self._end(instead_of)
            row = (game, FORMAT, rules_version, _now())
            insert = "INSERT INTO games (game, format, rules_version, started_at) VALUES (?, ?, ?, ?)"
            game_id = db.execute(insert, row).lastrowid
            assert game_id is not None, "an insert gives a row number"  # noqa: S101 - sqlite3 promises it
            self._write(game_id, 0, started, lines)
        return game_id

    def append(
        self, game_id: int, number: int, fact: Fact, lines: Sequence[Line], *, ended: bool | None = None
    ) -> None:
        """Add a fact and what it brought, in one commit; `ended` closes the game, or opens it again."""
        with self._writing():
            self._write(game_id, number, fact, lines)
            if ended is not None:
                self._end(game_id, ended=ended)

    def keep(self, game_id: int, from_fact: int, rules_version: str) -> None:
        """Note that what was told stays told, and that from a fact on newer rules hold."""
        with self._writing() as db:
            db.execute("INSERT INTO kept VALUES (?, ?, ?)", (game_id, from_fact, rules_version))

    def put_aside(self, game_id: int, what: SetAside, *, close: bool = False) -> None:
        """Keep what could not be judged, apart from the facts; with `close` the game is not played on."""
        with self._writing() as db:
            counted = db.execute("SELECT count(*) FROM set_aside WHERE game_id = ?", (game_id,)).fetchone()[0]
            if counted < MOST_SET_ASIDE:
                insert = "INSERT INTO set_aside (game_id, after_fact, body, error) VALUES (?, ?, ?, ?)"
                db.execute(insert, (game_id, what.after_fact, what.body, what.error))
            if close:
                self._end(game_id)

    def give_up(self, game_id: int) -> None:
        """Close a game that will not be played on."""
        with self._writing():
            self._end(game_id)

    def forget(self, game_id: int) -> None:
        """Remove a game that nobody will ask for: one that simulated people have played, when the next has begun.

        It is the only one of which nothing is kept: a table that is left on would fill its disk with them. A later game
        has to be there, or its number would be given away again.
        """
        with self._writing() as db:
            for rows in ("facts", "events", "kept", "set_aside"):
                db.execute(f"DELETE FROM {rows} WHERE game_id = ?", (game_id,))  # noqa: S608 - names of our own
            db.execute("DELETE FROM games WHERE id = ? AND id < (SELECT max(id) FROM games)", (game_id,))

    def _writing(self) -> sqlite3.Connection:
        return self._connection  # as a context manager it commits, or rolls back if something is raised

    def _write(self, game_id: int, number: int, fact: Fact, lines: Sequence[Line]) -> None:
        db = self._connection
        db.execute("INSERT INTO facts VALUES (?, ?, ?)", (game_id, number, dumps(facts.dump(fact))))
        rows = [(game_id, line.audience, line.seq, number, dumps(session.dump(line))) for line in lines]
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)

    def _end(self, game_id: int, *, ended: bool = True) -> None:
        self._connection.execute("UPDATE games SET ended_at = ? WHERE id = ?", (_now() if ended else None, game_id))

    def _open(self) -> sqlite3.Connection:
        # One thread owns the table and with it the journal; it is opened by the one that starts it.
        db = sqlite3.connect(self._path, check_same_thread=False)
        try:
            self._make_ours(db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            db.close()
            raise
        return db

    def _make_ours(self, db: sqlite3.Connection) -> None:
        """Make the tables that are missing, in one commit."""
        with closing(db.execute("SELECT count(*) FROM sqlite_schema")) as found:
            empty = found.fetchone()[0] == 0
        version = 0 if empty else _check_ours(self._path, db)
        if version != _SCHEMA_VERSION:
            marks = f"PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {_SCHEMA_VERSION};"
            db.executescript(f"BEGIN; {_NEEDS[version]} {marks} COMMIT;")


def _check_ours(path: Path, db: sqlite3.Connection) -> int:
    """Return the version of a journal's file. Raise BadInput if it is none, or from a newer program."""
    with closing(db.execute("PRAGMA application_id")) as found:
        application_id = found.fetchone()[0]
    if application_id != _APPLICATION_ID:
        raise BadInput(f"{path}: is a database of some other program")
    with closing(db.execute("PRAGMA user_version")) as found:
        version: int = found.fetchone()[0]
    if version not in _NEEDS:
        raise BadInput(f"{path}: has format {version}, and this program reads format {_SCHEMA_VERSION}")
    return version


def _why_not(path: Path, error: OSError | sqlite3.Error | BadInput) -> str:
    match error:
        case OSError():
            return f"{path}: cannot be opened: {error.strerror or error}"
        case sqlite3.Error():
            return f"{path}: is no database of a card table: {error}"
        case _:
            return str(error)


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
