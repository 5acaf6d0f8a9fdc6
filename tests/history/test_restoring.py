"""A restore puts all of a backup there or nothing: whatever is in the backup, and whoever is killed meanwhile."""

import os
import shutil
import sqlite3
import struct
import zipfile
import zlib
from collections.abc import Callable, Mapping
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from table import files
from table.complaints import BadInput
from table.history.archive import Archive
from table.history.saving import backup, unpacking
from table.history.saving.backup import Backups, back_up, restore
from table.keeping import recovery
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.testing.tables import EmulatedTable
from tests.history.test_archive import record
from tests.history.test_backup import PEOPLE, TAGS, changed, check_refused, of_table, rows

DECK = 'remove = ["moth1.1"]\n'


def a_table(database: Path, *names: str, game_id: int) -> Path:
    """Make a table with a game in its history, one that is on, a deck and its tags, and people with cards."""
    with Archive(database) as archive:
        archive.adopt(record(game_id), "1", above=game_id, now=datetime.now(UTC))
    with Journal(database) as journal, EmulatedTable(journal) as table:
        table.starts("mito", *names)
    (database.parent / "decks").mkdir(exist_ok=True)
    (database.parent / "decks/mito.toml").write_text(f"{DECK}# {names}\n")
    (database.parent / "decks/mito.tags.toml").write_text(f"{TAGS}# {names}\n")
    database.with_name("table.db.people").write_bytes(PEOPLE + f"{names}".encode())
    return database


@pytest.fixture(scope="module")
def table_before(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return a_table(tmp_path_factory.mktemp("before") / "table.db", "Ana", "Ben", "Cleo", game_id=1)


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A backup of another table."""
    database = a_table(tmp_path_factory.mktemp("other") / "table.db", "Dan", "Eva", "Finn", game_id=2)
    (database.parent / "decks/mytho.tags.toml").write_text("")
    back_up(database, database.parent / "made")
    return (database.parent / "made").read_bytes()


@pytest.fixture
def there(table_before: Path, tmp_path: Path) -> Path:
    """A table, and beside its folder the backup of another one."""
    return duplicate(table_before, tmp_path / "table")


def duplicate(database: Path, folder: Path) -> Path:
    """Copy a table to another folder."""
    folder.mkdir()
    for path in recovery.all_files(database).values():
        to = folder / path.relative_to(database.parent)
        to.parent.mkdir(exist_ok=True)
        to.write_bytes(path.read_bytes())
    return folder / database.name


def content(database: Path) -> Mapping[str, Any]:
    """What a table has, without its backups and what is on trial; what was begun is finished by whoever looks."""
    Records.read(database).close()
    assert not [*database.parent.glob("*.swap")]
    return {
        name: body
        for name, body in of_table(database).items()
        if not name.startswith((recovery.STAGING, backup._MAKING))
    }


# -- whoever is killed


class Killed(BaseException):
    """What nobody catches."""


@pytest.mark.long
def test_a_restore_that_stops_at_any_step_leaves_the_old_table_or_the_new_one(
    there: Path, whole: bytes, tmp_path: Path
) -> None:
    made = tmp_path / "made"
    made.write_bytes(whole)
    old, new, seen, steps = content(there), None, set[str](), 0
    while new is None:
        again = duplicate(there, tmp_path / f"{steps}")
        with pytest.MonkeyPatch.context() as patched:
            stopping = Stopping(patched, after=steps)
            stopped = False
            try:
                restore(made, again)
            except Killed:
                stopped = True
            stopping.over = True
        left = content(again)
        if not stopped:
            new = left
            continue
        seen.add("old" if left == old else f"{sorted(left.items())}")
        steps += 1
    assert seen == {"old", f"{sorted(new.items())}"}
    assert steps > 20


class Stopping:
    """Lets so many changes of files happen, and then none any more, as if the process had been killed."""

    def __init__(self, patched: pytest.MonkeyPatch, after: int) -> None:
        self.over = False
        self._left = after
        for name in ("rename", "replace", "mkdir", "unlink", "rmdir"):
            patched.setattr(os, name, self._counted(getattr(os, name)))

    def _counted(self, act: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*given: Any, **more: Any) -> Any:
            if self._left == 0 and not self.over:
                raise Killed
            self._left -= 1
            return act(*given, **more)

        return counted


# -- whatever is in it


def packed(whole: bytes, name: str, tmp_path: Path) -> Path:
    """A part of a backup, as a file."""
    (tmp_path / "whole").write_bytes(whole)
    with zipfile.ZipFile(tmp_path / "whole") as parts:
        (tmp_path / "part").write_bytes(parts.read(name))
    return tmp_path / "part"


HOSTILE = [
    "CREATE TRIGGER gone AFTER INSERT ON games BEGIN DELETE FROM games; END",
    "CREATE VIEW seen AS SELECT * FROM games",
    "CREATE TABLE extra (a)",
    "CREATE VIRTUAL TABLE words USING fts5(body)",
    "PRAGMA user_version = 99",
    "UPDATE {longest} = hex(zeroblob(9000000))",
]
LONGEST = {"journal.db": "facts SET body", "history.db": "games SET summary"}


@pytest.mark.parametrize("name", ["journal.db", "history.db"])
@pytest.mark.parametrize("sql", HOSTILE)
def test_a_database_that_does_more_than_keep_games_is_refused(
    whole: bytes, tmp_path: Path, name: str, sql: str
) -> None:
    part = packed(whole, name, tmp_path)
    with closing(sqlite3.connect(part)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA writable_schema = ON")
        db.execute(sql.format(longest=LONGEST[name]))
        db.commit()
    check_refused(changed(whole, add={name: part.read_bytes()}))


def flipped(part: Path) -> bytes:
    """A journal in which one letter of the game that is on is another one."""
    with closing(sqlite3.connect(part)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("UPDATE facts SET body = replace(body, 'Eva', 'Evb')")
        db.commit()
    return part.read_bytes()


def test_one_letter_of_the_game_that_is_on_is_noticed_by_backup_and_restore(
    whole: bytes, there: Path, tmp_path: Path
) -> None:
    damaged = flipped(packed(whole, "journal.db", tmp_path))
    check_refused(changed(whole, add={"journal.db": damaged}))
    made = tmp_path / "made"
    back_up(there, made)
    good = made.read_bytes()
    there.write_bytes(damaged)
    for beside in ("-wal", "-shm", ".mark"):
        there.with_name(f"table.db{beside}").unlink(missing_ok=True)
    with pytest.raises(
        BadInput, match=r"table\.db: game 1 is damaged: fact 0, .* `cardtable salvage .*/table/table\.db"
    ):
        back_up(there, made)
    assert made.read_bytes() == good


def test_a_game_that_no_rules_can_judge_is_refused(whole: bytes, tmp_path: Path) -> None:
    part = packed(whole, "journal.db", tmp_path)
    with closing(sqlite3.connect(part)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("DELETE FROM sums")
        db.execute("UPDATE facts SET body = replace(body, 'number', 'nobody')")
        db.execute("""UPDATE facts SET body = json_set(body, '$.players', json('[]'))""")
        db.commit()
    check_refused(changed(whole, add={"journal.db": part.read_bytes()}))


@pytest.mark.parametrize("name", ["x" * 300, "x" * 101, "é" * 60, "a\0b", ".." + "/x"])
def test_a_deck_whose_name_no_file_can_have_is_refused(whole: bytes, name: str) -> None:
    check_refused(changed(whole, add={f"decks/{name}.toml": b""}))


@pytest.mark.timeout(20)
@pytest.mark.parametrize("text", ["a" + ".a" * 50_000 + " = 1", "#" * 1_000_001, "no TOML", '"04a1b2c3d4e5f6" = 7'])
def test_tags_that_cannot_be_read_are_refused(whole: bytes, text: str) -> None:
    check_refused(changed(whole, add={"decks/mito.tags.toml": text.encode()}))


def test_a_table_that_is_not_there_has_not_even_a_folder_after_it_is_refused(whole: bytes, tmp_path: Path) -> None:
    (tmp_path / "made").write_bytes(whole[:-1])
    with pytest.raises(BadInput):
        restore(tmp_path / "made", tmp_path / "new/place/table.db")
    assert [path.name for path in tmp_path.iterdir()] == ["made"]


@pytest.mark.timeout(20)
def test_a_deck_that_takes_minutes_to_read_is_refused(whole: bytes) -> None:
    check_refused(changed(whole, add={"decks/mito.toml": b"a" + b".a" * 50_000 + b" = 1"}))


# -- how much it is


def test_what_says_that_it_has_more_than_a_table_is_refused_before_it_is_unpacked(
    whole: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpacking, "copy", None)  # which would fail with another sentence
    check_refused(changed(whole, add={"people.json": bytes(1_000_001)}))


def test_what_says_less_than_it_unpacks_to_is_refused(whole: bytes) -> None:
    bomb = changed(whole, add={"people.json": bytes(2_000_000)}, compressed=zipfile.ZIP_DEFLATED)
    with_less = bomb.replace(struct.pack("<L", 2_000_000), struct.pack("<L", 2_000))
    assert with_less != bomb
    check_refused(with_less)


def test_parts_that_overlap_are_refused(whole: bytes) -> None:
    """Many entries of the directory for the same few bytes."""
    end = whole.rindex(b"PK\5\6")
    first = whole.index(b"PK\1\2")
    entries = whole[first:end]
    size = entries.index(b"PK\1\2", 4)
    many = [entries[:size].replace(b"journal.db", b"decks/%d.toml" % number) for number in range(10)]
    assert all(len(entry) >= size for entry in many)
    check_refused(whole[:first] + b"".join(many) + entries + whole[end:])


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_what_is_packed_in_another_way_is_refused(whole: bytes, method: int) -> None:
    check_refused(changed(whole, compressed=method))


def test_too_many_parts_are_refused(whole: bytes) -> None:
    check_refused(changed(whole, add={f"decks/{number}.toml": b"" for number in range(unpacking.MOST_PARTS)}))


def test_a_directory_that_fills_the_memory_is_not_read(whole: bytes, tmp_path: Path) -> None:
    end = whole.rindex(b"PK\5\6")
    longer = whole[: end + 12] + struct.pack("<L", unpacking._MOST_DIRECTORY_BYTES + 1) + whole[end + 16 :]
    check_refused(longer)
    check_refused(whole[:end] + b"PK\6\7" + bytes(16) + whole[end:])


def test_where_there_is_no_room_nothing_is_unpacked(
    there: Path, whole: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "made").write_bytes(whole)
    full = shutil.disk_usage(tmp_path)._replace(free=files.SPARE_BYTES + 1000)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)
    monkeypatch.setattr(unpacking, "copy", None)
    with pytest.raises(BadInput, match="MB are needed to put it there, and 0 MB are free"):
        restore(tmp_path / "made", there)


def test_a_record_that_unpacks_to_gigabytes_is_none(whole: bytes, tmp_path: Path) -> None:
    part = packed(whole, "history.db", tmp_path)
    packer = zlib.compressobj(9)
    bomb = b"".join([*(packer.compress(bytes(1_000_000)) for _ in range(70)), packer.flush()])
    with closing(sqlite3.connect(part)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("UPDATE games SET record = ?", (bomb,))
        db.commit()
    check_refused(changed(whole, add={"history.db": part.read_bytes()}))


# -- on trial


def test_what_was_there_comes_back_and_what_was_restored_is_put_aside(
    there: Path, whole: bytes, tmp_path: Path
) -> None:
    old = content(there)
    (tmp_path / "made").write_bytes(whole)
    restore(tmp_path / "made", there)
    new = content(there)
    assert recovery.is_on_trial(there)

    refused = recovery.go_back(there)

    assert content(there) == old != new
    assert refused is not None
    assert rows(refused / "old/journal.db") == new["table.db"]
    assert not recovery.is_on_trial(there)
    assert recovery.go_back(there) is None


def test_what_has_come_up_stays(there: Path, whole: bytes, tmp_path: Path) -> None:
    (tmp_path / "made").write_bytes(whole)
    restore(tmp_path / "made", there)
    new = content(there)
    recovery.settle(there)
    assert recovery.go_back(there) is None
    assert content(there) == new
    assert sorted(path.name for path in there.parent.glob("*.before")) == []


def test_of_two_restores_the_table_before_both_comes_back(there: Path, whole: bytes, tmp_path: Path) -> None:
    old = content(there)
    (tmp_path / "made").write_bytes(whole)
    for _ in range(2):
        restore(tmp_path / "made", there)
    recovery.go_back(there)
    assert content(there) == old


# -- kept by when they were made


@pytest.fixture
def evenings(there: Path) -> Backups:
    return Backups(there)


def test_of_ten_that_carry_later_dates_tonights_is_not_the_one_that_goes(evenings: Backups) -> None:
    now = datetime.now(UTC)
    for day in range(10):
        made = evenings.make(now - timedelta(days=20 - day))
        made.rename(made.with_name(f"evening-2199-01-{day + 1:02}.cardtable"))
    tonight = evenings.make(now)
    assert [path.name for path in evenings.made()] == [
        *(f"evening-2199-01-{day:02}.cardtable" for day in range(2, 11)),
        tonight.name,
    ]


def test_what_was_made_while_the_clock_was_ahead_goes_first(evenings: Backups) -> None:
    now = datetime.now(UTC)
    for day in range(9):
        evenings.make(now - timedelta(days=9 - day))
    ahead = [evenings.make(now + timedelta(days=days)) for days in (3000, 3001)]
    assert [path.exists() for path in ahead] == [False, True]
    assert evenings.make(now).exists()
    assert not ahead[1].exists()
    assert len(evenings.made()) == 10
