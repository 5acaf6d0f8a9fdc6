"""Whether a journal is as it was written: its file, each game in it, and how far it goes. What is wrong, in a sentence.

SQLite notices much of what a bad card or a power cut does to the shape of a file, but not a letter that has become
another: so each fact has a checksum, of what was seen and of all that was told of it.
"""

import re
import sqlite3
from collections.abc import Collection, Mapping, Sequence
from contextlib import closing
from itertools import groupby
from pathlib import Path
from zlib import crc32

from table import facts
from table.complaints import BadInput
from table.keeping.mark import Mark

_DISK = {
    sqlite3.SQLITE_FULL: "the disk is full",
    sqlite3.SQLITE_READONLY: "it cannot be written there",
    sqlite3.SQLITE_CANTOPEN: "no file can be made or opened there",
    sqlite3.SQLITE_PERM: "it may not be opened",
    sqlite3.SQLITE_IOERR: "the disk does not do what it is asked",
    sqlite3.SQLITE_BUSY: "another program is at it",
    sqlite3.SQLITE_LOCKED: "another program is at it",
}


class JournalBroken(RuntimeError):  # noqa: N818 - a state of the journal
    """The journal cannot be read, or written, any more: it is damaged or the disk is; the message says what to do."""


def cure(path: Path) -> str:
    """Say what can be done about a damaged file."""
    return f"`cardtable salvage {path} -o NEW` saves what can be saved"


def why(path: Path, error: OSError | sqlite3.Error | BadInput) -> str:
    """Say in one sentence why a journal cannot be had."""
    match error:
        case OSError():
            return f"{path}: cannot be opened: {error.strerror or error}"
        case BadInput():
            return str(error)
    code = getattr(error, "sqlite_errorcode", 0) & 0xFF
    if code in _DISK:
        return f"{path}: {_DISK[code]}: {error}"
    if code == sqlite3.SQLITE_NOTADB:
        return f"{path}: is no database of a card table, or its beginning is damaged: {error}; {cure(path)}"
    return f"{path}: is damaged: {error}; {cure(path)}"


def why_empty(path: Path, marked: Path, last: Mark) -> str:
    """Say that there is nothing where there was something."""
    return (
        f"{path}: is gone or empty, though fact {last.number} of game {last.game_id} was written to it on"
        f" {_day(last)}: put it back, or delete {marked} to begin anew"
    )


def made_by(script: str) -> frozenset[str]:
    """Name the tables that a script makes."""
    return frozenset(re.findall(r"CREATE TABLE (\w+)", script))


def check_file(path: Path, db: sqlite3.Connection, tables: Collection[str]) -> None:
    """Raise BadInput if a table is missing, or the file has not the shape of a database; its contents are not read."""
    missing = sorted(set(tables) - _tables(db))
    if missing:
        raise BadInput(f"{path}: is damaged: the table {missing[0]} is missing; {cure(path)}")
    with closing(db.execute("PRAGMA quick_check(1)")) as found:
        said = str(found.fetchone()[0])
    if said != "ok":
        raise BadInput(f"{path}: is damaged: {' '.join(said.split())}; {cure(path)}")


def check_strange(path: Path, db: sqlite3.Connection, tables: Collection[str]) -> None:
    """Raise BadInput if a file that does not say that it is ours has all our tables: what says so is damaged."""
    if set(tables) <= _tables(db):
        raise BadInput(f"{path}: is damaged: it does not say any more what it is; {cure(path)}")


def check_whole(path: Path, db: sqlite3.Connection, last: Mark) -> None:
    """Raise BadInput, which says since when, if something is gone that was written; what a household played may be."""
    if last.household:
        return
    with closing(db.execute("SELECT max(number), count(*) FROM facts WHERE game_id = ?", (last.game_id,))) as found:
        number, count = found.fetchone()
    if count and number >= last.number:
        return
    log = Path(f"{path.resolve()}-wal")
    is_gone = not log.exists() or log.stat().st_size == 0
    lost = f"game {last.game_id} is lost"
    if count:
        with closing(
            db.execute("SELECT body FROM facts WHERE game_id = ? AND number = ?", (last.game_id, number))
        ) as at:
            lost = f"game {last.game_id} is lost from {minute(at.fetchone()[0])} on, after fact {number}"
    raise BadInput(
        f"{path}: its write-ahead log is {'gone' if is_gone else 'damaged'}: {lost}; the last fact was {last.number},"
        f" of {_day(last)}; {cure(path)}"
    )


def sum_of(fact: str, told: Sequence[str]) -> int:
    """Make the checksum of a fact and of what was told of it, audience by audience."""
    return crc32("\n".join((fact, *told)).encode())


def check_game(written: Sequence[tuple[int, str]], told: Sequence[tuple[int, str]], sums: Mapping[int, int]) -> None:
    """Raise BadInput if facts of a game are missing, or not as they were written.

    `written` are numbers and bodies of facts, `told` those of events by their fact, audience and number. Facts that an
    earlier program wrote have no sums.
    """
    for at, (number, _) in enumerate(written):
        if number != at:
            raise BadInput(f"fact {at} is missing")
    if extra := sorted(sums.keys() - range(len(written))):
        raise BadInput(f"fact {extra[0]} is missing")
    brought = {number: [body for _, body in rows] for number, rows in groupby(told, key=lambda row: row[0])}
    first = min(sums, default=len(written))
    for number, body in written[first:]:
        if sums.get(number) != sum_of(body, brought.get(number, [])):
            raise BadInput(f"fact {number}, or what was told of it, is not as it was written")


def _tables(db: sqlite3.Connection) -> set[str]:
    with closing(db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")) as found:
        return {name for (name,) in found}


def minute(body: str) -> str:
    """Say when in a game a fact was, by its clock."""
    try:
        seconds = facts.parse(body).t // 1_000_000
    except BadInput:
        return "some time"
    return f"minute {seconds // 60}:{seconds % 60:02d}"


def _day(last: Mark) -> str:
    return last.at.replace("T", " ").removesuffix("+00:00") + " UTC"
