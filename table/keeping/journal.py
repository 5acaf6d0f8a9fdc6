"""The journal: every game as its facts and their events, in SQLite. One writer; a running game is only appended to.

A fact and its events are one commit (`synchronous=FULL`), made before they are delivered: delivered events survive a
power cut, and lost events were never delivered. A fact without a visible effect is written together with the next
visible one, because each commit wears the memory card. Each game records the format of its facts and the version of its
rules; if newer rules would judge it differently, the delivered events are kept, and `kept` holds the facts from which
newer rules apply. When a game begins, earlier practice games, games of simulated players and games already in the
archive are deleted.

Damage is reported when the file is opened (`soundness`), and as `JournalBroken` later. A damaged file is left
untouched, for `cardtable salvage`.
"""

import sqlite3
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from json import dumps
from pathlib import Path
from typing import Protocol

from table import facts
from table.complaints import BadInput, JournalBroken
from table.facts import Fact
from table.files import tighten
from table.judging import session as sessions
from table.judging.delivery import Line
from table.judging.session import Session
from table.keeping import mark, recovery, schema, soundness
from table.keeping.checkpoints import Checkpoints
from table.keeping.mark import Mark, Marker
from table.keeping.ownership import Ownership
from table.keeping.records import BROUGHT, FORMAT, Recorded, Records, SetAside, check_ours, connect, look
from table.keeping.schema import Delivered, Entry
from table.log import logger
from table.saying import Text, stored

_log = logger()
MOST_SET_ASIDE = 100  # how many facts of one game are set aside; any more are only logged

# The first fact of a game says whether its players are simulated, and whether it is played instead of a real game; a
# damaged one does not count.
_NEVER_KEPT = """
SELECT id FROM games WHERE id < ? AND (
    SELECT CASE WHEN json_valid(body)
        THEN json_extract(body, '$.auto') OR json_extract(body, '$.instead_of') IS NOT NULL
    END
    FROM facts WHERE game_id = id AND number = 0
)
ORDER BY id
"""


class Archive(Protocol):
    """Where finished games go. Methods never raise exceptions; work that fails is retried later."""

    def opened(self) -> None:
        """Record games that have ended or continued since they were last recorded."""
        ...

    def above(self) -> int:
        """Return the highest number of a game in the archive; new games in the journal get higher ones."""
        ...

    def done_with(self, ids: Collection[int]) -> Collection[int]:
        """Return which of these finished games the journal may delete."""
        ...

    def changed(self, game_id: int) -> None:
        """Handle a game that has ended, or that continues after its end was undone."""
        ...

    def report_to(self, remark: Callable[[str, Text | None], object]) -> None:
        """Call `remark`, from any thread, with what prevents recording, and with None once it is gone."""
        ...


class Journal(Records):
    """One database file, owned by one process while it is open.

    Opening it raises BadInput, and leaves the file untouched, if it cannot be opened or is damaged; TableRunsError if
    another process is using it. After that, every method raises JournalBroken, and writes nothing, if the file turns
    out to be damaged or the disk is full.
    """

    def __init__(self, path: Path, archive: Archive | None = None, *, spare: int = 0, shared: bool = True) -> None:
        """Open a journal. Finished games go into the `archive`; without one they stay in the journal.

        The latest `spare` practice games and games of simulated players also stay. A journal that is not `shared` is
        faster to write, but cannot be read by others while it is open.
        """
        super().__init__(path)
        self._archive = archive
        self._spare = spare
        self._turned: set[int] = set()  # games that have ended or been reopened since the last commit
        self._owned: Ownership | None = None
        self._marker = Marker(path)
        self._checkpoints = Checkpoints(path)
        self._auto: dict[int, bool] = {}
        self._waiting: list[Entry] = []  # facts without a visible effect, not yet written
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            recovery.finish(path)
            self._owned = Ownership(path)
            self._db = self._open(self._owned, shared=shared)
        except (OSError, sqlite3.Error, BadInput) as error:
            if self._owned is not None:
                self._owned.abandon()
            raise error if isinstance(error, BadInput) else BadInput(soundness.why(path, error)) from None
        if archive is not None:
            archive.opened()

    def report_to(self, remark: Callable[[str, Text | None], object]) -> None:
        """Let the archive call `remark`, from any thread, with what prevents recording, if anything."""
        if self._archive is not None:
            self._archive.report_to(remark)

    def close(self) -> None:
        """Write the waiting facts, and close the file; safe to call twice."""
        try:
            if self._db is not None and self._waiting:
                self._write_waiting()
        except JournalBroken as error:
            _log.error("the last facts of a game, which nobody has seen, cannot be written", error=str(error))
        finally:
            super().close()
            self._marker.close()
            self._let_go()

    def _let_go(self) -> None:
        if self._owned is not None:
            self._owned.close()

    def begin(self, game: str, rules_version: str, started: Fact, lines: Sequence[Line]) -> int:
        """Begin a game with its first fact and that fact's events, and close the running one; return the new number.

        This deletes earlier practice games and games of simulated players (a table left on would fill its disk), and
        games in the archive. Deleting them any earlier would let their numbers be reused.
        """
        above = 0 if self._archive is None else self._archive.above()
        with self._writing() as db:
            if (running := self.running()) is not None:
                self._end(running.game_id)
            game_id = max(self.last_id(), above) + 1
            row = (game_id, game, FORMAT, rules_version, _now())
            insert = "INSERT INTO games (id, game, format, rules_version, started_at) VALUES (?, ?, ?, ?, ?)"
            db.execute(insert, row)
            Entry(game_id, 0, dumps(facts.dump(started)), _texts(lines)).insert(db)
            self._forget_never_kept(before=game_id)
            self._forget_archived(before=game_id)
        self._mark(game_id, 0)
        return game_id

    def append(
        self,
        game_id: int,
        number: int,
        fact: Fact,
        lines: Sequence[Line],
        *,
        ended: bool | None = None,
        shows: bool = True,
    ) -> None:
        """Add a fact and its events, in one commit; `ended` closes the game, or reopens it if False.

        A fact without a visible effect (no events, and not `shows`) is written with the next visible one. A power cut
        before that loses it, but nobody has seen it.
        """
        self._waiting.append(Entry(game_id, number, dumps(facts.dump(fact)), _texts(lines)))
        if not (lines or shows) and ended is None:
            return
        try:
            with self._writing():
                if ended is not None:
                    self._end(game_id, ended=ended)
        except JournalBroken:
            self._waiting.clear()
            raise
        self._mark(game_id, number)

    def save(self, game_id: int, number: int, session: Session) -> None:
        """Save a checkpoint of a game after a written fact."""
        if (summed := self._sum(game_id, number)) is not None:
            self._checkpoints.write(game_id, number, summed, session)

    def saved(self, recorded: Recorded) -> tuple[int, Session] | None:
        """Return the number of the fact at a game's checkpoint, and the session after it; None without a valid one."""
        found = self._checkpoints.read(recorded.game_id, recorded.game)
        if found is None or self._sum(recorded.game_id, found[0]) != found[1]:
            return None
        return found[0], found[2]

    def _sum(self, game_id: int, number: int) -> int | None:
        found = self._rows("SELECT sum FROM sums WHERE game_id = ? AND number = ?", game_id, number)
        return found[0][0] if found else None

    def keep(self, game_id: int, from_fact: int, rules_version: str) -> None:
        """Record that newer rules apply from a fact on, and that earlier events stay as they were delivered."""
        with self._writing() as db:
            db.execute("INSERT INTO kept VALUES (?, ?, ?)", (game_id, from_fact, rules_version))

    def put_aside(self, game_id: int, what: SetAside, *, close: bool = False) -> None:
        """Store a fact that could not be judged, apart from the other facts; `close` also ends the game."""
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

    def adopt(
        self, game: Recorded, bodies: Sequence[str], delivered: Sequence[Delivered], kept: Mapping[int, str]
    ) -> None:
        """Write a game from a damaged journal under its own number; `delivered` has the events of each fact."""
        with self._writing() as db:
            ended = None if game.ended_at is None else game.ended_at or _now()
            row = (game.game_id, game.game, game.format, game.rules_version, game.started_at or _now(), ended)
            db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?)", row)
            for number, (body, lines) in enumerate(zip(bodies, delivered, strict=True)):
                Entry(game.game_id, number, body, lines).insert(db)
            rows = [(game.game_id, number, version) for number, version in kept.items()]
            db.executemany("INSERT INTO kept VALUES (?, ?, ?)", rows)
        self._mark(game.game_id, len(bodies) - 1)

    def brought(self, game_id: int) -> list[list[tuple[str, int, str]]]:
        """Return the events of each fact of a game, in order: audience, number within that audience, body."""
        delivered: list[list[tuple[str, int, str]]] = [[] for _ in self.facts(game_id)]
        for number, audiences, seq, body in self._rows(f"{BROUGHT} ORDER BY seq", game_id, 0):
            delivered[number] += [(audience, seq, body) for audience in audiences.split()]
        return [sorted(one) for one in delivered]

    def change(self, game_id: int, bodies: Sequence[str], delivered: Sequence[Delivered]) -> None:
        """Replace a game's facts and their events; facts that were set aside are deleted."""
        with self._writing() as db:
            for table in ("facts", "events", "sums", "set_aside"):
                db.execute(f"DELETE FROM {table} WHERE game_id = ?", (game_id,))  # noqa: S608 - our own names
            for number, (body, lines) in enumerate(zip(bodies, delivered, strict=True)):
                Entry(game_id, number, body, lines).insert(db)

    def leave_no_trace(self) -> None:
        """Rewrite the whole file, so that no deleted data is left in it or next to it.

        Raise BadInput if another process is still reading it.
        """
        with self._telling() as db:
            db.execute("VACUUM")
            busy = db.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()[0]
        self._checkpoints.path.unlink(missing_ok=True)
        if busy:
            raise BadInput(f"{self.path}: somebody reads the journal, so what was there is not gone yet: do it again")

    def bodies(self, game_id: int) -> list[str]:
        """Return the JSON of a game's facts, in order, including facts that are waiting to be written."""
        return [*super().bodies(game_id), *(entry.body for entry in self._waiting if entry.game_id == game_id)]

    @contextmanager
    def _writing(self) -> Iterator[sqlite3.Connection]:
        """Commit the waiting facts and all changes in the `with` block; after a rollback, the facts remain waiting."""
        with self._telling() as db, db:
            for entry in self._waiting:
                entry.insert(db)
            yield db
        self._waiting.clear()
        turned, self._turned = self._turned, set()
        if self._archive is not None:
            for game_id in sorted(turned):
                self._archive.changed(game_id)

    def _write_waiting(self) -> None:
        last = self._waiting[-1]
        with self._writing():
            pass
        self._mark(last.game_id, last.number)

    def _mark(self, game_id: int, number: int) -> None:
        """Write the journal's last fact to the mark."""
        if game_id not in self._auto:
            self._auto = {game_id: bool(self.started(game_id).auto)}
        self._marker.note(Mark(game_id, number, _now(), self._auto[game_id]))

    def _forget_never_kept(self, *, before: int) -> None:
        """Delete practice games and games of simulated players below number `before`, except the latest `spare`."""
        found = self._connection.execute(_NEVER_KEPT, (before,)).fetchall()
        self._forget(game_id for (game_id,) in found[: max(0, len(found) - self._spare)])

    def _forget_archived(self, *, before: int) -> None:
        """Delete the finished games numbered below `before` that the archive already has or does not want."""
        if self._archive is not None:
            ended = "SELECT id FROM games WHERE ended_at IS NOT NULL AND id < ?"
            over = [game_id for (game_id,) in self._connection.execute(ended, (before,)).fetchall()]
            self._forget(self._archive.done_with([game_id for game_id in over if game_id not in self._turned]))

    def _forget(self, ids: Iterable[int]) -> None:
        db = self._connection
        for game_id in ids:
            for table in ("facts", "events", "kept", "set_aside", "sums"):
                db.execute(f"DELETE FROM {table} WHERE game_id = ?", (game_id,))  # noqa: S608 - our own names
            db.execute("DELETE FROM games WHERE id = ?", (game_id,))

    def _end(self, game_id: int, *, ended: bool = True) -> None:
        self._connection.execute("UPDATE games SET ended_at = ? WHERE id = ?", (_now() if ended else None, game_id))
        self._turned.add(game_id)

    def _open(self, owned: Ownership, *, shared: bool) -> sqlite3.Connection:
        """Check the file without changing it, then open it for writing."""
        if _is_written(self.path):
            with closing(look(self.path, "rw" if _is_half_made(self.path) else "ro")):
                pass
        elif (last := mark.read(self.path)) is not None and not last.auto:
            raise BadInput(soundness.why_empty(self.path, mark.path_of(self.path), last))
        owned.check_one_name()
        db = connect(self.path, "rw")
        try:
            self._make_ours(db)
            if not shared:
                db.execute("PRAGMA locking_mode = EXCLUSIVE")
            db.execute("PRAGMA journal_mode = WAL")
            db.execute("PRAGMA synchronous = FULL")
            db.execute("PRAGMA foreign_keys = ON")
        except BaseException:
            db.close()
            raise
        for beside in ("", "-wal", "-shm"):  # SQLite gives the last two the mode of the first
            tighten(Path(f"{self.path.resolve()}{beside}"))
        return db

    def _make_ours(self, db: sqlite3.Connection) -> None:
        """Create the tables of a new file, in one commit."""
        with closing(db.execute("SELECT count(*) FROM sqlite_schema")) as found:
            empty = found.fetchone()[0] == 0
        if not empty:
            return check_ours(self.path, db)
        db.execute(f"PRAGMA page_size = {schema.PAGE_SIZE}")
        marks = f"PRAGMA application_id = {schema.APPLICATION_ID}; PRAGMA user_version = {schema.VERSION};"
        db.executescript(f"BEGIN; {schema.TABLES} {marks} COMMIT;")
        return None


def _texts(lines: Sequence[Line]) -> Delivered:
    texts: dict[tuple[int, int, int], str] = {}  # most events are identical for several audiences
    delivered = []
    for line in lines:
        same = line.seq, line.t, id(line.event)
        if same not in texts:
            texts[same] = dumps(stored(sessions.dump(line)))
        delivered.append((line.audience, line.seq, texts[same]))
    return sorted(delivered)


def _is_written(path: Path) -> bool:
    """Return whether a journal or its write-ahead log has any data."""
    beside = Path(f"{path.resolve()}-wal")
    return path.stat().st_size > 0 or (beside.exists() and beside.stat().st_size > 0)


def _is_half_made(path: Path) -> bool:
    """Return whether creating the tables was interrupted; SQLite rolls that back as it opens the file."""
    return Path(f"{path.resolve()}-journal").exists()


def _now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")
