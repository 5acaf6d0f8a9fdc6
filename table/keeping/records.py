"""Reads a journal, even while its table plays: games, facts, events, and facts that were set aside."""

import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from json import loads
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.parse import quote

from table import facts
from table.complaints import BadInput, JournalBroken
from table.facts import Fact, GameStarted
from table.keeping import mark, recovery, schema, soundness
from table.keeping.mark import Mark
from table.saying import restored
from table.values import Json, Value

FORMAT = 1  # version of the format of facts and events

_LONGEST_VALUE = 16_000_000  # bytes; a fact and its events take a few hundred

_FROM_FACT = "SELECT from_fact FROM kept WHERE game_id = ? ORDER BY from_fact"
BROUGHT = "SELECT fact_number, audience, seq, body FROM events WHERE game_id = ? AND fact_number >= ?"


class Recorded(Value):
    """A game in the journal."""

    game_id: int
    game: str
    format: int
    rules_version: str
    started_at: str
    ended_at: str | None


class SetAside(Value):
    """A fact that could not be judged; or, with an empty `body`, a game that could not be resumed.

    `after_fact` is the number of the last fact before this one; `error` is a developer-facing description of what went
    wrong.
    """

    after_fact: int
    body: str
    error: str


class Records:
    """Reads a journal, even while its table is playing."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._db: sqlite3.Connection | None = None

    @classmethod
    def read(cls, path: Path) -> "Records":
        """Open a journal read-only. Raise BadInput if the file is missing or damaged."""
        recovery.finish(path)
        if not path.exists():
            raise BadInput(f"{path}: there is no such file")
        records = Records(path)
        try:
            records._db = look(path, "ro")
        except (OSError, sqlite3.Error, BadInput) as error:
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
        """Return a game. Raise BadInput if no game has that number."""
        found = self._rows("SELECT * FROM games WHERE id = ?", game_id)
        if not found:
            raise BadInput(f"{self.path}: there is no game {game_id}")
        return Recorded(*found[0])

    def kept(self, game_id: int) -> list[int]:
        """Return the numbers of facts from which newer rules apply; those rules may judge earlier facts differently."""
        return [number for (number,) in self._rows(_FROM_FACT, game_id)]

    def delivered_before(self, game_id: int, number: int) -> dict[str, int]:
        """Return how many events were delivered to each audience before a fact."""
        wanted = "SELECT audience, count(*) FROM events WHERE game_id = ? AND fact_number < ? GROUP BY audience"
        counted = Counter[str]()
        for audiences, events in self._rows(wanted, game_id, number):
            counted.update(dict.fromkeys(audiences.split(), events))
        return dict(counted)

    def set_aside(self, game_id: int) -> list[SetAside]:
        """Return a game's facts that could not be judged, in order. `facts` omits them; they are not judged again."""
        wanted = "SELECT after_fact, body, error FROM set_aside WHERE game_id = ? ORDER BY id"
        return [SetAside(*row) for row in self._rows(wanted, game_id)]

    def known(self) -> frozenset[int]:
        """Return the numbers of all games in the journal."""
        return frozenset(game_id for (game_id,) in self._rows("SELECT id FROM games"))

    def last_id(self) -> int:
        """Return the highest number of any game, or 0 if the journal has no games."""
        return int(self._rows("SELECT coalesce(max(id), 0) FROM games")[0][0])

    def delivered_to(self, game_id: int, audience: str) -> list[tuple[int, Mapping[str, Json]]]:
        """Return the events delivered to an audience in a game, in order, each with the number of its fact."""
        rows = self._rows(f"{BROUGHT} ORDER BY seq", game_id, 0)
        return [(number, restored(loads(body))) for number, audiences, _, body in rows if audience in audiences.split()]

    def bodies(self, game_id: int) -> list[str]:
        """Return the JSON of a game's facts, in order. Raise JournalBroken if a fact or an event is damaged."""
        rows = self._rows("SELECT number, body FROM facts WHERE game_id = ? ORDER BY number", game_id)
        brought = sorted(_each(self._rows(BROUGHT, game_id, 0)))
        events = [(number, body) for number, _, _, body in brought]
        sums = dict(self._rows("SELECT number, sum FROM sums WHERE game_id = ?", game_id))
        try:
            soundness.check_game(rows, events, sums)
            soundness.check_delivered((audience, seq) for _, audience, seq, _ in brought)
        except BadInput as error:
            raise self._broken(game_id, str(error)) from None
        return [body for _, body in rows]

    def facts(self, game_id: int, first: int = 0) -> list[Fact]:
        """Return a game's facts from number `first` on. Raise JournalBroken if any fact or event is damaged."""
        return self.parsed(game_id, self.bodies(game_id)[first:])

    def parsed(self, game_id: int, bodies: Sequence[str]) -> list[Fact]:
        """Parse a game's facts from their JSON. Raise JournalBroken if one of them cannot be read."""
        try:
            return [facts.parse(body) for body in bodies]
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

    def events(self, game_id: int, audience: str, from_fact: int = 0) -> list[Mapping[str, Json]]:
        """Return the events delivered to an audience in a game, in order. Raise JournalBroken if any is damaged."""
        return self.delivered(game_id, from_fact).get(audience, [])

    def delivered(self, game_id: int, from_fact: int = 0) -> dict[str, list[Mapping[str, Json]]]:
        """Return the events delivered to each audience in a game, in order. Raise JournalBroken if any is damaged."""
        delivered: dict[str, list[Mapping[str, Json]]] = {}
        rows = self._rows(f"{BROUGHT} ORDER BY seq", game_id, from_fact)
        for number, audiences, _, body in rows:
            try:
                event = restored(loads(body))
            except (ValueError, RecursionError):
                raise self._broken(game_id, f"what fact {number} brought is not JSON") from None
            for audience in audiences.split():
                delivered.setdefault(audience, []).append(event)
        return delivered

    def _broken(self, game_id: int, why: str) -> JournalBroken:
        return JournalBroken(f"{self.path}: game {game_id} is damaged: {why}; {soundness.cure(self.path)}")

    def _rows(self, wanted: str, *values: object) -> list[Any]:
        with self._telling() as db:
            return db.execute(wanted, values).fetchall()

    @contextmanager
    def _telling(self) -> Iterator[sqlite3.Connection]:
        """Yield the database; turn its errors into JournalBroken."""
        try:
            yield self._connection
        except sqlite3.Error as error:
            raise JournalBroken(soundness.why(self.path, error)) from error

    @property
    def _connection(self) -> sqlite3.Connection:
        if self._db is None:
            raise ValueError("the journal is closed")
        return self._db


def look(path: Path, mode: str) -> sqlite3.Connection:
    """Open and check a journal's database, and return it in its current state.

    Raise BadInput if the file is not a journal, is damaged, or ends before its mark; also OSError and sqlite3.Error.
    """
    while True:
        last = mark.read(path)
        if path.stat().st_size == 0:  # SQLite would delete the write-ahead log next to it
            raise BadInput(f"{path}: is empty" if last is None else soundness.why_empty(path, mark.path_of(path), last))
        try:
            return _looked_at(path, mode, last)
        except BadInput:
            if mark.read(path) == last:
                raise  # otherwise its table has written since, perhaps another game: try again


def _looked_at(path: Path, mode: str, last: Mark | None) -> sqlite3.Connection:
    db = connect(path, mode)
    try:
        db.execute("BEGIN")  # so that all checks see the same state of the file
        check_ours(path, db)
        soundness.check_file(path, db, soundness.made_by(schema.TABLES))
        if last is not None:
            soundness.check_whole(path, db, last)
    except BaseException:
        db.close()
        raise
    return db


def check_ours(path: Path, db: sqlite3.Connection) -> None:
    """Raise BadInput if a file is not a journal, or has a different version's format."""
    with closing(db.execute("PRAGMA application_id")) as found:
        application_id = found.fetchone()[0]
    if application_id != schema.APPLICATION_ID:
        soundness.check_strange(path, db, soundness.made_by(schema.TABLES))
        raise BadInput(f"{path}: is another program's database")
    with closing(db.execute("PRAGMA user_version")) as found:
        version: int = found.fetchone()[0]
    if version != schema.VERSION:
        raise BadInput(f"{path}: has format {version}, and this program reads format {schema.VERSION}")
    soundness.check_plain(path, db, schema.TABLES)


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """Open a journal's file without checks; `mode` is `ro` or `rw`, as in SQLite."""
    # The table's thread owns the journal, but another thread opens it.
    db = sqlite3.connect(f"file:{quote(str(path))}?mode={mode}", uri=True, check_same_thread=False)
    limit(db)
    return db


def limit(db: sqlite3.Connection) -> None:
    """Limit the size of values that SQLite reads, so that a damaged file cannot exhaust memory."""
    db.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, _LONGEST_VALUE)


def _each(rows: Iterable[tuple[int, str, int, str]]) -> Iterator[tuple[int, str, int, str]]:
    """Yield each stored event once per audience: fact, audience, number, body."""
    return ((number, one, seq, body) for number, audiences, seq, body in rows for one in audiences.split())
