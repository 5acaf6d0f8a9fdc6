"""Saves what it can from a damaged journal: every game up to its first damaged fact, checked by a replay.

SQLite reads it row by row: it refuses damaged pages, and takes from a damaged write-ahead log what was committed before
the damage. A fact is trusted if its checksum matches or, where an earlier program wrote none, if the game can be
replayed with it. Under the same rules, a replay gives the events; otherwise the stored ones are used, if intact. A game
is lost from its first missing or damaged fact on, because later facts no longer make sense.
"""

import json
import sqlite3
from collections.abc import Collection, Iterator, Sequence
from contextlib import closing, suppress
from itertools import count
from pathlib import Path
from typing import Any

from table import facts, games
from table.complaints import BadInput, JournalBroken
from table.facts import Fact, GameStarted
from table.judging import session
from table.judging.delivery import Line
from table.judging.session import Session
from table.keeping import mark, soundness
from table.keeping.journal import Journal
from table.keeping.mark import Mark
from table.keeping.records import FORMAT, Recorded, connect
from table.keeping.schema import Delivered, sum_of
from table.saying import stored
from table.values import Value, replace

_IDS = (  # from both ends, because reading stops where a table is damaged
    "SELECT id FROM games ORDER BY id",
    "SELECT id FROM games ORDER BY id DESC",
    "SELECT DISTINCT game_id FROM facts ORDER BY game_id",
    "SELECT DISTINCT game_id FROM facts ORDER BY game_id DESC",
)
_GAME = """
SELECT id, game, format, rules_version, started_at, iif(typeof(ended_at) = 'text', ended_at, NULL)
FROM games WHERE id = ?
"""
_BODY = "SELECT body FROM facts WHERE game_id = ? AND number = ?"
_SUM = "SELECT sum FROM sums WHERE game_id = ? AND number = ?"
_TOLD = "SELECT audience, seq, body FROM events WHERE game_id = ? AND fact_number = ?"
_KEPT = "SELECT from_fact, rules_version FROM kept WHERE game_id = ?"
_LAST = tuple(
    f"SELECT max({number}) FROM {table} WHERE game_id = ?"  # noqa: S608 - our own names
    for table, number in (("facts", "number"), ("sums", "number"), ("events", "fact_number"))
)


class Saved(Value):
    """A game and how many of its facts were saved; `lost` describes what is known to be missing, if anything."""

    game_id: int
    facts: int
    lost: str | None = None


def salvage(damaged: Path, new: Path, *, without_games: bool = False) -> list[Saved]:
    """Write everything that can be saved from a journal into a new one; return how much of each game was saved.

    Raise BadInput if no fact can be saved, unless `without_games` allows that, or if the new journal cannot be written;
    in that case nothing of it is left behind.
    """
    marked = mark.read(damaged)
    with closing(_opened(damaged)) as db:
        ids = _ids(db)
        last = max([*ids, *([] if marked is None else [marked.game_id])], default=0)
        whole = [_Game(db, game_id, is_last=game_id == last) for game_id in ids]
        saved = [game.saved(marked) for game in whole]
    if not without_games and not any(one.facts for one in saved):
        raise BadInput(f"{damaged}: nothing from a card table was found in it")
    if new.exists():
        raise BadInput(f"{new}: this file exists already; name a new one")
    _write(new, [game for game in whole if game.facts])
    if marked is not None and marked.game_id not in ids and not marked.auto:
        saved.append(Saved(marked.game_id, 0, f"all of it, {marked.number + 1} facts"))
    return saved


def _write(new: Path, whole: Sequence["_Game"]) -> None:
    try:
        with Journal(new) as journal:
            for game in whole:
                journal.adopt(game.recorded, game.facts, game.delivered, game.kept)
    except (BadInput, JournalBroken) as error:
        for file in (new, Path(f"{new}-wal"), Path(f"{new}-shm"), mark.path_of(new)):
            file.unlink(missing_ok=True)
        raise BadInput(str(error)) from None


# -- rows


def _opened(damaged: Path) -> sqlite3.Connection:
    """Open a damaged file for reading. Raise BadInput if it cannot be opened."""
    try:
        if damaged.stat().st_size == 0:  # SQLite deletes the write-ahead log next to an empty file
            return sqlite3.connect(":memory:")
        db = connect(damaged, "ro")
    except OSError as error:
        raise BadInput(f"{damaged}: cannot be read: {error.strerror or error}") from None
    except sqlite3.Error as error:
        raise BadInput(f"{damaged}: cannot be read: {error}") from None
    db.execute("PRAGMA writable_schema = ON")  # so that a truncated file can be read
    return db


def _rows(db: sqlite3.Connection, kinds: Sequence[type], wanted: str, *values: int) -> Iterator[Any]:
    """Yield the readable rows whose values have the types `kinds`."""
    with suppress(sqlite3.Error):
        for row in db.execute(wanted, values):
            if all(map(isinstance, row, kinds)):
                yield row


def _ids(db: sqlite3.Connection) -> list[int]:
    """Return the numbers of all games that have a readable row."""
    return sorted({game_id for wanted in _IDS for (game_id,) in _rows(db, [int], wanted)})


# -- games


class _Game:
    """The part of a game that can be saved: its `facts`, and the events that were `delivered` for each."""

    def __init__(self, db: sqlite3.Connection, game_id: int, *, is_last: bool) -> None:
        self._db = db
        self._id = game_id
        self._is_over = self._has_no_end = False
        self.facts: list[str] = []
        self.delivered: list[Delivered] = []
        self._why = ""
        found = next((Recorded(*row) for row in self._rows([int, str, int, str, str, object], _GAME)), None)
        kept = dict(self._rows([int, str], _KEPT))
        for body, delivered in self._played() if self._are_rules_of_today(found, kept) else self._written():
            self.facts.append(body)
            self.delivered.append(delivered)
        self.kept = {number: version for number, version in kept.items() if number <= len(self.facts)}
        self._last = max((number for wanted in _LAST for (number,) in self._rows([int], wanted)), default=-1)
        self.recorded = found or self._guessed()
        if not is_last and self.recorded.ended_at is None:  # only the last game can still be running
            self._has_no_end = found is not None
            self.recorded = replace(self.recorded, ended_at="")

    def saved(self, marked: Mark | None) -> Saved:
        """Return how much was saved."""
        here = marked is not None and marked.game_id == self._id
        last = max(self._last, marked.number if here and marked is not None else -1)
        when = soundness.minute(self.facts[-1]) if self.facts else "its beginning"
        if last < len(self.facts):
            end = f"its end, after {when}: another game was begun since, and nothing says how this one ended"
            return Saved(self._id, len(self.facts), end if self._has_no_end else None)
        lost = f"from fact {len(self.facts)} on, after {when}: {self._why}; the last one was {last}"
        return Saved(self._id, len(self.facts), lost)

    def _rows(self, kinds: Sequence[type], wanted: str, *values: int) -> Iterator[Any]:
        return _rows(self._db, kinds, wanted, self._id, *values)

    def _are_rules_of_today(self, found: Recorded | None, kept: Collection[int]) -> bool:
        """Return whether a replay produces the same events; it does not if older rules judged part of the game."""
        if found is None or kept:
            return not kept
        return found.game in games.names() and games.find(found.game).rules_version == found.rules_version

    def _played(self) -> Iterator[tuple[str, Delivered]]:
        """Replay the facts as far as possible; yield each with its events."""
        session: Session | None = None
        for number, body in self._bodies():
            taken = _taken(session, body)
            if taken is None or not self._fits(number, body, taken[1]):
                return
            session = taken[0]
            self._is_over = session.ended
            yield body, taken[1]

    def _written(self) -> Iterator[tuple[str, Delivered]]:
        """Yield facts and their events as written, up to the first that is damaged."""
        for number, body in self._bodies():
            brought = self._rows([str, int, str], _TOLD, number)
            delivered = sorted((one, seq, text) for audiences, seq, text in brought for one in audiences.split())
            if not (_is_sound(body, number, delivered) and self._fits(number, body, delivered)):
                return
            yield body, delivered

    def _bodies(self) -> Iterator[tuple[int, str]]:
        """Yield the numbers and bodies of facts up to the first unreadable one."""
        for number in count():
            body = next(self._rows([str], _BODY, number), None)
            self._why = "it is missing" if body is None else "it is damaged"
            if body is None:
                return
            yield number, body[0]

    def _fits(self, number: int, body: str, delivered: Delivered) -> bool:
        """Return whether a fact and its events match their checksum, if they have one."""
        summed = next(self._rows([int], _SUM, number), None)
        return summed is None or sum_of(body, [text for *_, text in delivered]) == summed[0]

    def _guessed(self) -> Recorded:
        """Return a made-up row for a game whose own row in `games` is lost."""
        first = facts.parse(self.facts[0]) if self.facts else None
        name = first.game if isinstance(first, GameStarted) else ""
        version = games.find(name).rules_version if name in games.names() else ""
        return Recorded(self._id, name, FORMAT, version, "", "" if self._is_over else None)


def _parsed(body: str) -> Fact | None:
    try:
        return facts.parse(body)
    except BadInput:
        return None


def _is_sound(body: str, number: int, delivered: Delivered) -> bool:
    """Return whether a fact and its events can be read."""
    fact = _parsed(body)
    try:
        for *_, text in delivered:
            json.loads(text)
    except (ValueError, RecursionError):
        return False
    return fact is not None and (number > 0 or isinstance(fact, GameStarted))


def _taken(session: Session | None, body: str) -> tuple[Session, Delivered] | None:
    """Apply the next fact; return the session and the fact's events, or None if the fact cannot be judged."""
    fact = _parsed(body)
    if fact is None:
        return None
    try:
        if session is None:
            if not isinstance(fact, GameStarted):
                return None
            session = Session(fact)
            return session, _lines(session.opening)
        return session, _lines(session.take(fact))
    except Exception:  # noqa: BLE001 - whatever the rules raise, the fact must be damaged
        return None


def _lines(lines: Sequence[Line]) -> Delivered:
    return sorted((line.audience, line.seq, json.dumps(stored(session.dump(line)))) for line in lines)
