"""The archive of finished games, an SQLite file next to the journal; any process may write it, one commit per change.

`games` holds the record of each game, which cannot be recomputed. People's statistics (`tallies`) are derived from it;
`rebuild` recomputes them. A game's number is its number in the journal; an imported game gets the next free one.
"""

import json
import sqlite3
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, closing, contextmanager
from datetime import UTC, datetime, timedelta
from hashlib import blake2b
from pathlib import Path
from types import TracebackType
from typing import Any, NamedTuple, Self

from table.complaints import BadInput
from table.files import OWNER_ONLY
from table.history import record as records
from table.history.database import EARLIER, Database, check_ours, readable
from table.history.record import Record
from table.history.summary import Summary, summarized
from table.history.tallies import MOST, Tallies, at_most
from table.keeping import recovery
from table.keeping.records import limit
from table.values import asdict

_SHOWN = "id, game, rules_version, started_at, ended_at, imported, listed, summary"


class Kept(NamedTuple):
    """A game in the archive, without its record. Lists show `listed` games: imported ones or with a finished round."""

    id: int
    rules_version: str
    started_at: str
    ended_at: str
    imported: bool
    listed: bool
    summary: Summary


def path_of(database: Path) -> Path:
    """Return the path of the archive that belongs to a journal."""
    real = database.resolve()
    return real.with_name(f"{real.name}.history")


def is_sound(path: Path) -> bool:
    """Return whether a file is an intact archive."""
    try:
        check(path)
    except BadInput:
        return False
    return True


def check(path: Path) -> None:
    """Raise BadInput unless a file is an intact archive with intact games."""
    try:
        with closing(sqlite3.connect(f"{path.absolute().as_uri()}?mode=ro", uri=True)) as db:
            limit(db)
            check_ours(path, db)
            said = db.execute("PRAGMA integrity_check(1)").fetchone()[0]
            if said != "ok":
                raise BadInput(f"{path}: is damaged: {' '.join(said.split())}")
            for row in db.execute(f"SELECT {_SHOWN}, record FROM games"):  # noqa: S608 - our own names
                records.plain_of(row[-1])
    except sqlite3.Error as error:
        raise BadInput(f"{path}: is damaged: {error}") from None


def copy(database: Path, new: Path) -> bool:
    """Copy a journal's archive, placing it next to a new journal; return whether there was an archive to copy.

    Raise BadInput, and leave no copy, if the archive is damaged or cannot be copied, or if the new journal already has
    one.
    """
    path, to = path_of(database), path_of(new)
    if not path.exists():
        return False
    if to.exists():
        raise BadInput(f"{to}: this file exists already")
    try:
        to.touch(OWNER_ONLY)
        source = sqlite3.connect(f"{path.as_uri()}?mode=ro", uri=True)
        with closing(source), closing(sqlite3.connect(to)) as db:
            source.backup(db)
            sound = db.execute("PRAGMA integrity_check(1)").fetchone()[0] == "ok"
    except (OSError, sqlite3.Error) as error:
        to.unlink(missing_ok=True)
        raise BadInput(f"{path}: cannot be copied: {error}") from None
    if not sound:
        to.unlink(missing_ok=True)
        raise BadInput(f"{path}: is damaged")
    return True


class Archive:
    """The archive next to a journal. Every method raises BadInput if the file is unusable.

    A connection belongs to one thread at a time; give each thread an archive of its own.
    """

    def __init__(self, database: Path) -> None:
        recovery.finish(database)
        self.path = path_of(database)
        self._file = Database(self.path)
        self.tallies = Tallies(self._file)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Close the file; safe to call twice."""
        self._file.close()

    def writing(self) -> AbstractContextManager[object]:
        """Commit all changes in the `with` block, or none of them."""
        return self._file.writing()

    # -- games

    def last_id(self) -> int:
        """Return the highest number of any game, or 0 without games."""
        return int(self._file.one("SELECT coalesce(max(id), 0) FROM games")[0])

    def has(self, ids: Collection[int]) -> frozenset[int]:
        """Return which of these games from the journal are in the archive."""
        marks = ",".join("?" * len(ids))
        wanted = f"SELECT id FROM games WHERE NOT imported AND id IN ({marks})"  # noqa: S608 - only question marks
        return frozenset(game_id for (game_id,) in self._file.all(wanted, *ids))

    def add(self, game_id: int, record: Record, rules_version: str, started_at: str, ended_at: str) -> None:
        """Store and count a game played here, replacing any earlier record of it.

        If another game has its number, which is possible only if both were added at once, that game moves to a free
        number.
        """
        with self._file.writing():
            here = self._file.all("SELECT game, imported, started_at FROM games WHERE id = ?", game_id)
            if here and here[0][1:] != (0, started_at):
                self._move(game_id, self.last_id() + 1)
            self._drop(game_id)
            self._insert(game_id, record, rules_version, started_at, ended_at, imported=False)
            for game in {record.started.game, *(row[0] for row in here)}:
                self.tallies.rate_again(game, self._summary, since=game_id)

    def adopt(self, record: Record, rules_version: str, *, above: int, now: datetime) -> int:
        """Store a game from elsewhere as if it had just ended; return its number, which is higher than `above`.

        Raise BadInput if the archive already has the game.
        """
        lasted = timedelta(seconds=summarized(record).lasted_s)
        with self._file.writing() as db:
            db.execute(EARLIER)
            known = "SELECT id FROM games WHERE digest = ?1 UNION SELECT game_id FROM earlier WHERE digest = ?1"
            if found := self._file.all(known, _digest(record)):
                raise BadInput(f"this game is in the history already, as game {found[0][0]}")
            game_id = max(above, self.last_id()) + 1
            self._insert(game_id, record, rules_version, _stamp(now - lasted), _stamp(now), imported=True)
        return game_id

    def remove(self, game_id: int) -> None:
        """Remove a game and its statistics."""
        with self._file.writing():
            for (game,) in self._file.all("SELECT game FROM games WHERE id = ?", game_id):
                self._drop(game_id)
                self.tallies.rate_again(game, self._summary, since=game_id)

    def played(self, first: int) -> list[tuple[int, str, str]]:
        """Return the number, start and end of each game played here, from number `first` on, oldest first."""
        wanted = "SELECT id, started_at, ended_at FROM games WHERE NOT imported AND id >= ? ORDER BY id"
        return self._file.all(wanted, first)

    def find(self, game_id: int) -> Kept:
        """Return a game. Raise BadInput if no game has that number."""
        found = self._file.all(f"SELECT {_SHOWN} FROM games WHERE id = ?", game_id)  # noqa: S608 - our own names
        if not found:
            raise BadInput(f"game {game_id} is not in the history")
        return _kept(found[0])

    def record(self, game_id: int) -> Record:
        """Return a game's record. Raise BadInput if no game has that number."""
        found = self._file.all("SELECT record FROM games WHERE id = ?", game_id)
        if not found:
            raise BadInput(f"game {game_id} is not in the history")
        return records.unpacked(found[0][0])

    def each(self, *, game: str | None = None, player: str | None = None) -> Iterator[Kept]:
        """Yield all listed games, newest first."""
        before: int | None = None
        while page := self.page(game=game, player=player, limit=MOST, before=before):
            yield from page
            before = page[-1].id

    def page(self, *, game: str | None = None, player: str | None = None, limit: int, before: int | None) -> list[Kept]:
        """Return at most `limit` listed games with lower numbers than `before`, newest first."""
        where, values = ["listed"], list[Any]()
        if game is not None:
            where.append("game = ?")
            values.append(game)
        if player is not None:
            where.append("id IN (SELECT game_id FROM counts WHERE name = ? AND NOT robot)")
            values.append(player)
        if before is not None:
            where.append("id < ?")
            values.append(before)
        wanted = f"SELECT {_SHOWN} FROM games WHERE {' AND '.join(where)} ORDER BY id DESC LIMIT ?"  # noqa: S608
        return [_kept(row) for row in self._file.all(wanted, *values, at_most(limit))]

    def mentioning(self, text: str) -> list[int]:
        """Return the numbers of games whose records contain a text."""
        written = json.dumps(text, ensure_ascii=False)[1:-1].encode()
        with closing(self._file.db.execute("SELECT id, record FROM games ORDER BY id")) as found:
            return [game_id for game_id, record in found if written in records.plain_of(record)]

    def all_ids(self) -> list[int]:
        """Return the numbers of all games, oldest first."""
        return [game_id for (game_id,) in self._file.all("SELECT id FROM games ORDER BY id")]

    def rebuild(self) -> int:
        """Recompute all statistics from the records; return the number of games. Raise BadInput if any is damaged."""
        with self._file.writing():
            return self._rebuild()

    def change(self, changed: Mapping[int, Record]) -> None:
        """Replace the given games' records; keep only digests of the old ones, to prevent importing them again."""
        with self._file.writing() as db:
            for game_id, record in changed.items():
                db.execute(EARLIER)
                db.execute("INSERT OR IGNORE INTO earlier SELECT digest, id FROM games WHERE id = ?", (game_id,))
                row = (_digest(record), record.packed(), game_id)
                db.execute("UPDATE games SET digest = ?, record = ? WHERE id = ?", row)
            self._rebuild()
        self._file.all("VACUUM")

    def _rebuild(self) -> int:
        self.tallies.clear()
        ids = self.all_ids()
        for game_id in ids:
            record = self.record(game_id)
            summary = summarized(record)
            whole = "UPDATE games SET listed = imported OR ?, summary = ? WHERE id = ?"
            self._file.db.execute(whole, (summary.is_whole, _dumped(summary), game_id))
            self.tallies.count(game_id, record, summary)
        self.tallies.sum_up_all()
        return len(ids)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Lock the file against other writers."""
        with self._file.writing():
            yield

    def leave_no_trace(self) -> None:
        """Empty the write-ahead log, where deleted data may remain. Raise BadInput if another connection is reading."""
        self._file.leave_no_trace()

    # -- the host's settings

    def wish(self, name: str) -> Any:
        """Return the value stored under a name, or None."""
        found = self._file.all("SELECT body FROM wishes WHERE name = ?", name)
        return json.loads(found[0][0]) if found else None

    def note(self, name: str, value: Any) -> None:
        """Store a value under a name."""
        with self._file.writing() as db:
            db.execute("INSERT OR REPLACE INTO wishes VALUES (?, ?)", (name, json.dumps(value)))

    # -- rows

    def _insert(
        self, game_id: int, record: Record, rules_version: str, started_at: str, ended_at: str, *, imported: bool
    ) -> None:
        summary = summarized(record)
        row = (
            game_id, _digest(record), imported, summary.game, rules_version, started_at, ended_at,
            imported or summary.is_whole, _dumped(summary), record.packed(),
        )  # fmt: skip
        self._file.db.execute("INSERT INTO games VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)", row)
        self.tallies.count(game_id, record, summary)
        self.tallies.sum_up(self.tallies.players(game_id))

    def _move(self, game_id: int, to: int) -> None:
        self._file.db.execute("PRAGMA defer_foreign_keys = ON")
        self._file.db.execute("UPDATE games SET id = ? WHERE id = ?", (to, game_id))
        self.tallies.move(game_id, to)

    def _drop(self, game_id: int) -> None:
        players = self.tallies.players(game_id)
        self.tallies.drop(game_id)
        self._file.db.execute("DELETE FROM games WHERE id = ?", (game_id,))
        self.tallies.sum_up(players)

    def _summary(self, game_id: int) -> Summary:
        return self.find(game_id).summary


def _digest(record: Record) -> bytes:
    """Return the digest of a game's facts, which identifies it."""
    return blake2b("\n".join(record.facts).encode(), digest_size=16).digest()


def _stamp(at: datetime) -> str:
    return at.astimezone(UTC).isoformat(timespec="seconds")


def _dumped(summary: Summary) -> str:
    return json.dumps(asdict(summary))


def _kept(row: Sequence[Any]) -> Kept:
    game_id, _, rules_version, started_at, ended_at, imported, listed, body = row
    with readable():
        said = json.loads(body)
        for by_seat in ("players", "robots", "totals"):
            said[by_seat] = {int(seat): value for seat, value in said[by_seat].items()}
        said["winners"] = tuple(said["winners"])
        return Kept(game_id, rules_version, started_at, ended_at, bool(imported), bool(listed), Summary(**said))
