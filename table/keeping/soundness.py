"""Checks whether a journal's file and each game in it are intact, and whether facts are missing at its end.

SQLite detects most structural damage caused by a bad card or a power cut, but not a changed letter. So each fact has a
checksum, which also covers its events.
"""

import re
import sqlite3
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache
from itertools import groupby
from pathlib import Path

from table import facts
from table.complaints import BadInput, short
from table.keeping.mark import Mark
from table.keeping.schema import sum_of

_AUDIENCE = re.compile(r"public|host|sealed|seat:\d+")
_OBJECTS = "SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL"
_DISK = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it cannot be written there",
    sqlite3.SQLITE_CANTOPEN: "no file can be created or opened there",
    sqlite3.SQLITE_PERM: "it may not be opened",
    sqlite3.SQLITE_IOERR: "the disk reports errors",
    sqlite3.SQLITE_BUSY: "another program is using it",
    sqlite3.SQLITE_LOCKED: "another program is using it",
}


def cure(path: Path) -> str:
    """Return advice on what to do about a damaged file."""
    return f"`cardtable salvage {path} -o NEW` saves what can be saved"


def why(path: Path, error: OSError | sqlite3.Error | BadInput) -> str:
    """Return a sentence explaining why a journal cannot be opened."""
    match error:
        case OSError():
            return f"{path}: cannot be opened: {error.strerror or error}"
        case BadInput():
            return str(error)
    code = primary_code(error)
    if code in _DISK:
        return f"{path}: {_DISK[code]}: {error}"
    if code == sqlite3.SQLITE_NOTADB:
        return f"{path}: is not a card table's database, or its beginning is damaged: {error}; {cure(path)}"
    return f"{path}: is damaged: {error}; {cure(path)}"


def primary_code(error: sqlite3.Error) -> int:
    """Return SQLite's primary result code of an error, 0 if it has none; a disk that is full is always SQLITE_FULL."""
    whole: int = getattr(error, "sqlite_errorcode", 0)
    return sqlite3.SQLITE_FULL if whole == sqlite3.SQLITE_IOERR_SHMSIZE else whole & 0xFF


def why_empty(path: Path, marked: Path, last: Mark) -> str:
    """Return the error message for a journal that is missing or empty."""
    return (
        f"{path}: is gone or empty, though fact {last.number} of game {last.game_id} was written to it on"
        f" {_day(last)}: put it back, or delete {marked} to start afresh"
    )


def made_by(script: str) -> frozenset[str]:
    """Return the tables that an SQL script creates."""
    return frozenset(re.findall(r"CREATE TABLE (\w+)", script))


def check_file(path: Path, db: sqlite3.Connection, tables: Collection[str]) -> None:
    """Raise BadInput if a table is missing, or the file is not a well-formed database; contents are not checked."""
    missing = sorted(set(tables) - _tables(db))
    if missing:
        raise BadInput(f"{path}: is damaged: the table {missing[0]} is missing; {cure(path)}")
    with closing(db.execute("PRAGMA quick_check(1)")) as found:
        said = str(found.fetchone()[0])
    if said != "ok":
        raise BadInput(f"{path}: is damaged: {' '.join(said.split())}; {cure(path)}")


def check_plain(path: Path, db: sqlite3.Connection, script: str) -> None:
    """Raise BadInput if a database has a table, view, index or trigger that an SQL script does not create.

    A foreign view or trigger would run when we read or write the file.
    """
    made = _made(script)
    with closing(db.execute(_OBJECTS)) as found:
        for kind, name, sql in found:
            if made.get((kind, name)) != _normalized(sql):
                raise BadInput(f"{path}: has a {kind} {short(name)} that no card table makes")


@cache
def _made(script: str) -> Mapping[tuple[str, str], str]:
    with closing(sqlite3.connect(":memory:")) as db:
        db.executescript(script)
        return {(kind, name): _normalized(sql) for kind, name, sql in db.execute(_OBJECTS)}


def _normalized(sql: str) -> str:
    """Return SQL without whitespace, case and quotes: they do not matter, and SQLite quotes names of renamed tables."""
    return re.sub(r'[\s"]+', "", sql).lower()


def check_strange(path: Path, db: sqlite3.Connection, tables: Collection[str]) -> None:
    """Raise BadInput if a file has all our tables but not our application ID: then that ID must be damaged."""
    if set(tables) <= _tables(db):
        raise BadInput(f"{path}: is damaged: it no longer says what it is; {cure(path)}")


def _body(db: sqlite3.Connection, game_id: int, number: int) -> str:
    wanted = "SELECT body FROM facts WHERE game_id = ? AND number = ?"
    with closing(db.execute(wanted, (game_id, number))) as found:
        return next((str(body) for (body,) in found), "")


def check_whole(path: Path, db: sqlite3.Connection, last: Mark) -> None:
    """Raise BadInput, naming the first lost moment, if facts before the mark are missing, except in robots' games."""
    if last.auto:
        return
    with closing(db.execute("SELECT max(number) FROM facts WHERE game_id = ?", (last.game_id,))) as found:
        number = found.fetchone()[0]
    if number is not None and number >= last.number:
        return
    log = Path(f"{path.resolve()}-wal")
    is_gone = not log.exists() or log.stat().st_size == 0
    lost = f"game {last.game_id} is lost"
    if number is not None:
        lost += f" from {minute(_body(db, last.game_id, number))} on, after fact {number}"
    raise BadInput(
        f"{path}: its write-ahead log is {'gone' if is_gone else 'damaged'}: {lost};"
        f" the last fact was {last.number}, of {_day(last)}; {cure(path)}"
    )


def check_game(
    written: Sequence[tuple[int, str]], delivered: Sequence[tuple[int, str]], sums: Mapping[int, int]
) -> None:
    """Raise BadInput if facts of a game are missing or damaged.

    `written` has the number and body of each fact; `delivered` has the fact number and body of each event, ordered by
    fact, audience and number. Facts written by an earlier program have no checksum.
    """
    for at, (number, _) in enumerate(written):
        if number != at:
            raise BadInput(f"fact {at} is missing")
    if extra := sorted(sums.keys() - range(len(written))):
        raise BadInput(f"fact {extra[0]} is missing")
    brought = {number: [body for _, body in rows] for number, rows in groupby(delivered, key=lambda row: row[0])}
    first = min(sums, default=len(written))
    for number, body in written[first:]:
        if sums.get(number) != sum_of(body, brought.get(number, [])):
            raise BadInput(f"fact {number}, or what was told of it, is damaged")


def check_delivered(delivered: Iterable[tuple[str, int]]) -> None:
    """Raise BadInput if an audience of a game lacks an event or has an invalid name.

    The checksums do not cover which audience gets which event. `delivered` has the audience and number of each event,
    in any order.
    """
    numbers: dict[str, list[int]] = {}
    for audience, number in delivered:
        numbers.setdefault(audience, []).append(number)
    for audience, its in numbers.items():
        if not _AUDIENCE.fullmatch(audience) or sorted(its) != list(range(1, len(its) + 1)):
            raise BadInput("who was told what of it is damaged")


def _tables(db: sqlite3.Connection) -> set[str]:
    with closing(db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")) as found:
        return {name for (name,) in found}


def minute(body: str) -> str:
    """Return the time of a fact in its game, in minutes and seconds."""
    try:
        seconds = facts.parse(body).t // 1_000_000
    except BadInput:
        return "some time"
    return f"minute {seconds // 60}:{seconds % 60:02d}"


def _day(last: Mark) -> str:
    return last.at.replace("T", " ").removesuffix("+00:00") + " UTC"
