"""The journal: every game as its facts and what was told of them, in SQLite. Append-only, one writer.

A fact and its events are one commit, made before anybody hears of them (`synchronous=FULL`): what was announced
survives a power cut, and what did not survive was never announced. Each game carries the format of its facts and the
version of its rules; where newer rules would judge it differently, what was told is kept, and `kept` holds the facts
from which newer rules apply. Only games of simulated players are removed, when another game begins.

Whatever is wrong with the file is reported: when it is opened (`soundness`), and as `JournalBroken` later. A damaged
file is left as it is, for `cardtable salvage`.
"""

import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from json import dumps, loads
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from table import facts
from table.complaints import BadInput
from table.facts import Fact, GameStarted
from table.files import tighten
from table.judging import session
from table.judging.telling import Line
from table.keeping import mark, soundness
from table.keeping.mark import Mark, Marker
from table.keeping.ownership import Ownership
from table.keeping.soundness import JournalBroken

FORMAT = 1  # of facts and events
_SCHEMA_VERSION = 3
MOST_SET_ASIDE = 100  # set aside in one game at most; the log has the rest
_APPLICATION_ID = 0x43617264  # "Card": marks our files

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
_NEEDS = {  # what a file of each version still lacks
    0: _SCHEMA + _KEPT + _SET_ASIDE,
    1: _KEPT + _SET_ASIDE,
    2: _SET_ASIDE,
    _SCHEMA_VERSION: "",
}
# A checksum of each fact and its events. It has no version of its own, for older programs can do without.
_SUMS = """
CREATE TABLE IF NOT EXISTS sums (
    game_id INTEGER NOT NULL REFERENCES games (id),
    number INTEGER NOT NULL,
    sum INTEGER NOT NULL,
    PRIMARY KEY (game_id, number)
) STRICT, WITHOUT ROWID;
"""
_FROM_FACT = "SELECT from_fact FROM kept WHERE game_id = ? ORDER BY from_fact"
_BROUGHT = "SELECT fact_number, body FROM events WHERE game_id = ? ORDER BY fact_number, audience, seq"

Told = Sequence[tuple[str, int, str]]  # the events of one fact: audience, number for that audience, body; in that order

# Their first facts say so; a damaged one says nothing.
_OF_HOUSEHOLDS = """
SELECT id FROM games WHERE id < ? AND (
    SELECT CASE WHEN json_valid(body) THEN json_extract(body, '$.household') END
    FROM facts WHERE game_id = id AND number = 0
)
"""


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
    """A fact that could not be judged; or, with an empty `body`, a game that could not be resumed.

    `after_fact` is the number of the last fact before it; `error` tells programmers what went wrong.
    """

    after_fact: int
    body: str
    error: str


class Records:
    """A journal for reading, also while its table is playing."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._db: sqlite3.Connection | None = None

    @classmethod
    def read(cls, path: Path) -> "Records":
        """Open a journal read-only. Raise BadInput if there is none, or it is damaged."""
        if not path.exists():
            raise BadInput(f"{path}: there is no such file")
        records = Records(path)
        try:
            records._db = _connect(path, "ro")
            _look(path, records._db)
        except (sqlite3.Error, BadInput) as error:
            records.close()
            raise BadInput(soundness.why(path, error)) from None
        return records

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; safe to call twice."""
        if self._db is not None:
            self._db.close()
            self._db = None

    def running(self) -> Recorded | None:
        """Return the latest game that has not ended, if any."""
        found = self._rows("SELECT * FROM games WHERE ended_at IS NULL ORDER BY id DESC LIMIT 1")
        return Recorded(*found[0]) if found else None

    def game(self, game_id: int) -> Recorded:
        """Return a game. Raise BadInput if there is none of that number."""
        found = self._rows("SELECT * FROM games WHERE id = ?", game_id)
        if not found:
            raise BadInput(f"{self._path}: there is no game {game_id}")
        return Recorded(*found[0])

    def kept(self, game_id: int) -> list[int]:
        """Return the facts from which newer rules apply: what was told before does not follow from those."""
        return [number for (number,) in self._rows(_FROM_FACT, game_id)]

    def told_before(self, game_id: int, number: int) -> dict[str, int]:
        """Return how many events each audience was told before a fact."""
        wanted = "SELECT audience, count(*) FROM events WHERE game_id = ? AND fact_number < ? GROUP BY audience"
        return dict(self._rows(wanted, game_id, number))

    def set_aside(self, game_id: int) -> list[SetAside]:
        """Return what could not be judged in a game, in order. It is not among the facts, and is never judged again."""
        wanted = "SELECT after_fact, body, error FROM set_aside WHERE game_id = ? ORDER BY id"
        return [SetAside(*row) for row in self._rows(wanted, game_id)]

    def facts(self, game_id: int) -> list[Fact]:
        """Return a game's facts, in order. Raise JournalBroken if one of them, or its events, is damaged."""
        rows = self._rows("SELECT number, body FROM facts WHERE game_id = ? ORDER BY number", game_id)
        events = self._rows(_BROUGHT, game_id)
        sums = dict(self._rows("SELECT number, sum FROM sums WHERE game_id = ?", game_id)) if self._has_sums else {}
        try:
            soundness.check_game(rows, events, sums)
            return [facts.parse(body) for _, body in rows]
        except BadInput as error:
            raise self._broken(game_id, str(error)) from None

    def started(self, game_id: int) -> GameStarted:
        """Return a game's first fact. Raise JournalBroken if it is damaged."""
        found = self._rows("SELECT body FROM facts WHERE game_id = ? AND number = 0", game_id)
        try:
            first = facts.parse(found[0][0]) if found else None
        except BadInput as error:
            raise self._broken(game_id, str(error)) from None
        if not isinstance(first, GameStarted):
            raise self._broken(game_id, "it does not begin with game_started")
        return first

    def events(self, game_id: int, audience: str, from_fact: int = 0) -> list[dict[str, Any]]:
        """Return what an audience was told in a game, in order. Raise JournalBroken if some of it is damaged."""
        wanted = "SELECT body FROM events WHERE game_id = ? AND audience = ? AND fact_number >= ? ORDER BY seq"
        try:
            return [loads(body) for (body,) in self._rows(wanted, game_id, audience, from_fact)]
        except (ValueError, RecursionError):
            raise self._broken(game_id, f"what {audience} was told is not JSON") from None

    def _broken(self, game_id: int, why: str) -> JournalBroken:
        return JournalBroken(f"{self._path}: game {game_id} is damaged: {why}; {soundness.cure(self._path)}")

    @property
    def _has_sums(self) -> bool:
        return bool(self._rows("SELECT 1 FROM sqlite_schema WHERE name = 'sums'"))

    def _rows(self, wanted: str, *values: object) -> list[Any]:
        with self._telling() as db:
            return db.execute(wanted, values).fetchall()

    @contextmanager
    def _telling(self) -> Iterator[sqlite3.Connection]:
        """Yield the database; turn its errors into JournalBroken."""
        try:
            yield self._connection
        except sqlite3.Error as error:
            raise JournalBroken(soundness.why(self._path, error)) from error

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._db is None:
            raise ValueError("the journal is closed")
        return self._db


class Journal(Records):
    """One database file, owned by one process while it is open.

    Raise BadInput if it cannot be opened, or is damaged: then it is left as it is. Later every method raises
    JournalBroken, having written nothing, if the file turns out to be damaged or the disk full.
    """

    def __init__(self, path: Path) -> None:
        super().__init__(path)
        self._owned: Ownership | None = None
        self._marker = Marker(path)
        self._household: dict[int, bool] = {}
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._owned = Ownership(path)
            self._db = self._open(self._owned)
        except (OSError, sqlite3.Error, BadInput) as error:
            if self._owned is not None:
                self._owned.abandon()
            raise BadInput(soundness.why(path, error)) from None

    def close(self) -> None:
        """Close the file; safe to call twice."""
        super().close()
        self._marker.close()
        if self._owned is not None:
            self._owned.close()

    def begin(
        self, game: str, rules_version: str, started: Fact, lines: Sequence[Line], *, instead_of: int | None = None
    ) -> int:
        """Begin a game with its first fact and that fact's events, and close another one; return its number.

        Earlier games of simulated players are deleted, or a table left on would fill its disk. They go only now, or
        their numbers would be used again.
        """
        with self._writing() as db:
            if instead_of is not None:
                self._end(instead_of)
            row = (game, FORMAT, rules_version, _now())
            insert = "INSERT INTO games (game, format, rules_version, started_at) VALUES (?, ?, ?, ?)"
            game_id = db.execute(insert, row).lastrowid
            assert game_id is not None, "an insert gives a row number"  # noqa: S101 - sqlite3 promises it
            self._write(game_id, 0, started, lines)
            self._forget_households(before=game_id)
        self._mark(game_id, 0)
        return game_id

    def append(
        self, game_id: int, number: int, fact: Fact, lines: Sequence[Line], *, ended: bool | None = None
    ) -> None:
        """Add a fact and its events, in one commit; `ended` closes the game, or opens it again."""
        with self._writing():
            self._write(game_id, number, fact, lines)
            if ended is not None:
                self._end(game_id, ended=ended)
        self._mark(game_id, number)

    def keep(self, game_id: int, from_fact: int, rules_version: str) -> None:
        """Note that what was told is kept, and that newer rules apply from a fact on."""
        with self._writing() as db:
            db.execute("INSERT INTO kept VALUES (?, ?, ?)", (game_id, from_fact, rules_version))

    def put_aside(self, game_id: int, what: SetAside, *, close: bool = False) -> None:
        """Store what could not be judged, apart from the facts; `close` also ends the game."""
        with self._writing() as db:
            counted = db.execute("SELECT count(*) FROM set_aside WHERE game_id = ?", (game_id,)).fetchone()[0]
            if counted < MOST_SET_ASIDE:
                insert = "INSERT INTO set_aside (game_id, after_fact, body, error) VALUES (?, ?, ?, ?)"
                db.execute(insert, (game_id, what.after_fact, what.body, what.error))
            if close:
                self._end(game_id)

    def give_up(self, game_id: int) -> None:
        """Close a game that will not be resumed."""
        with self._writing():
            self._end(game_id)

    def adopt(self, game: Recorded, bodies: Sequence[str], told: Sequence[Told], kept: Mapping[int, str]) -> None:
        """Write a game salvaged from a damaged journal, under its own number; `told` has the events of each fact."""
        with self._writing() as db:
            ended = None if game.ended_at is None else game.ended_at or _now()
            row = (game.game_id, game.game, game.format, game.rules_version, game.started_at or _now(), ended)
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", row)
            for number, (body, lines) in enumerate(zip(bodies, told, strict=True)):
                self._insert(game.game_id, number, body, lines)
            rows = [(game.game_id, number, version) for number, version in kept.items()]
            db.executemany("INSERT INTO kept VALUES (?, ?, ?)", rows)
        self._mark(game.game_id, len(bodies) - 1)

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Commit what is written, or roll back on an exception."""
        with self._telling() as db, db:
            yield db

    def _mark(self, game_id: int, number: int) -> None:
        """Write how far the journal has got to the mark beside it."""
        if game_id not in self._household:
            self._household = {game_id: bool(self.started(game_id).household)}
        self._marker.note(Mark(game_id, number, _now(), self._household[game_id]))

    def _write(self, game_id: int, number: int, fact: Fact, lines: Sequence[Line]) -> None:
        told = sorted((line.audience, line.seq, dumps(session.dump(line))) for line in lines)
        self._insert(game_id, number, dumps(facts.dump(fact)), told)

    def _insert(self, game_id: int, number: int, body: str, told: Told) -> None:
        db = self._connection
        summed = soundness.sum_of(body, [text for *_, text in told])
        rows = [(game_id, audience, seq, number, text) for audience, seq, text in told]
        db.execute("INSERT INTO facts VALUES (?, ?, ?)", (game_id, number, body))
        db.executemany("INSERT INTO events VALUES (?, ?, ?, ?, ?)", rows)
        db.execute("INSERT INTO sums VALUES (?, ?, ?)", (game_id, number, summed))

    def _forget_households(self, *, before: int) -> None:
        """Delete every game of simulated players before another one, however it ended."""
        db = self._connection
        for (game_id,) in db.execute(_OF_HOUSEHOLDS, (before,)).fetchall():
            for table in ("facts", "events", "kept", "set_aside", "sums"):
                db.execute(f"DELETE FROM {table} WHERE game_id = ?", (game_id,))  # noqa: S608 - names of our own
            db.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def _end(self, game_id: int, *, ended: bool = True) -> None:
        self._connection.execute("UPDATE games SET ended_at = ? WHERE id = ?", (_now() if ended else None, game_id))

    def _open(self, owned: Ownership) -> sqlite3.Connection:
        """Check the file without changing it, then open it for writing."""
        if _is_written(self._path):
            with closing(_connect(self._path, "rw" if _is_half_made(self._path) else "ro")) as seen:
                _look(self._path, seen)
        elif (last := mark.read(self._path)) is not None and not last.household:
            raise BadInput(soundness.why_empty(self._path, mark.path_of(self._path), last))
        owned.check_one_name()
        db = _connect(self._path, "rw")
        try:
            self._make_ours(db)
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            db.close()
            raise
        for beside in ("", "-wal", "-shm"):  # SQLite creates the last two with the mode of the first
            tighten(Path(f"{self._path.resolve()}{beside}"))
        return db

    def _make_ours(self, db: sqlite3.Connection) -> None:
        """Create the tables that are missing, in one commit."""
        with closing(db.execute("SELECT count(*) FROM sqlite_schema")) as found:
            empty = found.fetchone()[0] == 0
        version = 0 if empty else _check_ours(self._path, db)
        marks = f"PRAGMA application_id = {_APPLICATION_ID}; PRAGMA user_version = {_SCHEMA_VERSION};"
        db.executescript(f"BEGIN; {_NEEDS[version]} {_SUMS} {marks if version != _SCHEMA_VERSION else ''} COMMIT;")


def _connect(path: Path, mode: str) -> sqlite3.Connection:
    # The table's thread owns the journal, but another one opens it.
    return sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True, check_same_thread=False)


def _is_written(path: Path) -> bool:
    """Return whether there is anything in a journal, or beside it."""
    beside = Path(f"{path.resolve()}-wal")
    return path.stat().st_size > 0 or (beside.exists() and beside.stat().st_size > 0)


def _is_half_made(path: Path) -> bool:
    """Return whether creating the tables was interrupted; SQLite rolls that back as it opens the file."""
    return Path(f"{path.resolve()}-journal").exists()


def _look(path: Path, db: sqlite3.Connection) -> None:
    """Raise BadInput if a journal is not ours, is damaged, or does not reach its mark."""
    last = mark.read(path)
    version = _check_ours(path, db)
    soundness.check_file(path, db, soundness.made_by(_NEEDS[0]) - soundness.made_by(_NEEDS[version]))
    if last is not None:
        soundness.check_whole(path, db, last)


def _check_ours(path: Path, db: sqlite3.Connection) -> int:
    """Return the version of a journal's file. Raise BadInput if it is not a journal, or from a newer program."""
    with closing(db.execute("PRAGMA application_id")) as found:
        application_id = found.fetchone()[0]
    if application_id != _APPLICATION_ID:
        soundness.check_strange(path, db, soundness.made_by(_SCHEMA))
        raise BadInput(f"{path}: is another program's database")
    with closing(db.execute("PRAGMA user_version")) as found:
        version: int = found.fetchone()[0]
    if version not in _NEEDS:
        raise BadInput(f"{path}: has format {version}, and this program reads format {_SCHEMA_VERSION}")
    return version


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="seconds")
