"""The tail of a journal: a fact is a sector or two, on the disk at once, and never written over before its time."""

import errno
import fcntl
import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from structlog.testing import capture_logs

from table.complaints import BadInput, JournalBroken
from table.facts import GameStarted, TimePassed
from table.history.saving.backup import back_up, restore, unpacked
from table.keeping import sectors, tail
from table.keeping.entry import Entry
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.keeping.sectors import SECTOR
from table.keeping.tail import SIZE, Tail
from tests.table import damaged

RUNNING = "mito/draw-pile-empty.jsonl"
LAST = len(damaged.facts_of(RUNNING)) - 1

words = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\n"))
told = st.lists(st.tuples(st.sampled_from(["public", "host", "seat:1"]), st.integers(1, 9999), words), max_size=4)
entries = st.builds(
    Entry,
    game_id=st.integers(1, 10**6),
    number=st.integers(0, 10**6),
    body=words,
    told=told.map(lambda rows: tuple(sorted({row[:2]: row for row in rows}.values()))),
    after=st.none() | st.integers(0, 2**32 - 1),
)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def on_disk(database: Path) -> Iterator[Tail]:
    found = Tail(database)
    yield found
    found.close()


def an_entry(number: int, text: str = "{}") -> Entry:
    return Entry(1, number, text, (("host", number + 1, "{}"), ("public", number + 1, "{}")), after=number)


@given(st.lists(st.lists(entries, min_size=1, max_size=3), max_size=5))
def test_what_was_written_is_read(records: Sequence[Sequence[Entry]]) -> None:
    written = b"".join(sectors.record(7, number, one) for number, one in enumerate(records))

    assert [one.entries for one in sectors._run(written + bytes(SECTOR))] == records


def test_a_fact_is_a_sector_and_the_file_has_its_size_from_the_beginning(on_disk: Tail, database: Path) -> None:
    assert on_disk.add([an_entry(0)])
    assert on_disk.add([an_entry(1)])

    assert on_disk.path.stat().st_size == SIZE
    assert on_disk.path.stat().st_mode & 0o777 == 0o600
    assert on_disk._end == 2 * SECTOR
    assert tail.read(database).entries == [an_entry(0), an_entry(1)]


def test_a_run_ends_where_an_earlier_one_goes_on(on_disk: Tail, database: Path) -> None:
    for number in range(3):
        on_disk.add([an_entry(number)])
    on_disk.clear()
    on_disk.add([an_entry(3)])

    assert tail.read(database).entries == [an_entry(3)]
    assert tail.read(database).beyond == [an_entry(number) for number in (0, 1, 1, 2)], "each has the one before, too"


def test_what_has_no_room_is_not_begun(on_disk: Tail, database: Path) -> None:
    assert on_disk.add([an_entry(0)])
    assert not on_disk.add([an_entry(1, "x" * SIZE)])
    assert on_disk.add([an_entry(1)])

    assert tail.read(database).entries == [an_entry(0), an_entry(1)]


def test_a_disk_with_larger_sectors_is_written_through_the_cache(
    on_disk: Tail, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.pwrite

    def picky(handle: int, data: bytes, at: int) -> int:
        if fcntl.fcntl(handle, fcntl.F_GETFL) & os.O_DIRECT and (at % 4096 or len(data) % 4096):
            raise OSError(errno.EINVAL, "Invalid argument")
        return write(handle, data, at)

    monkeypatch.setattr(os, "pwrite", picky)
    assert on_disk.add([an_entry(0)])
    assert on_disk.add([an_entry(1)])

    assert tail.read(database).entries == [an_entry(0), an_entry(1)]


def test_where_there_is_no_room_for_a_tail_each_fact_is_a_commit(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "posix_fallocate", full)
    with capture_logs() as logged, Journal(database) as journal:
        damaged.play(journal, RUNNING)
        assert journal._waiting.last is None
        assert not tail.path_of(database).exists(), "what room there is SQLite needs"

    assert [one["event"] for one in logged] == ["a journal has no tail: each fact is written to it at once"]
    assert len(damaged.content(database)[1][0]) == LAST + 1


def test_with_the_next_game_a_tail_is_tried_again(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def full(*_: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    with Journal(database) as journal:
        with monkeypatch.context() as once:
            once.setattr(os, "posix_fallocate", full)
            damaged.play(journal, RUNNING)
        assert journal._waiting.last is None
        damaged.play(journal, RUNNING)
        assert journal._waiting.last is not None
        assert [len(tail.read(database).entries) > 0, len(damaged.content(database)[1])] == [True, 2]


def test_a_record_that_was_refused_is_not_found_later(
    on_disk: Tail, database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    write = os.pwrite

    def reports_errors(handle: int, data: Any, at: int) -> int:
        assert isinstance(data, memoryview), "bytes lie anywhere, and some disks want them where a page begins"
        written = write(handle, data, at)
        if at and any(data):
            raise OSError(errno.EIO, "Input/output error")
        return written

    assert on_disk.add([an_entry(0)])
    monkeypatch.setattr(os, "pwrite", reports_errors)
    assert not on_disk.add([an_entry(1)])
    assert not on_disk.add([an_entry(1)]), "nor is another one tried"

    found = tail.read(database)
    assert [*found.entries, *found.beyond] == [an_entry(0)]


@pytest.mark.parametrize(("unread", "read", "beyond"), [((1,), 4, ()), ((0,), 4, ()), ((1, 2), 1, (2, 3))])
def test_a_sector_that_cannot_be_read_takes_nothing_with_it_nor_do_two_all(
    on_disk: Tail,
    database: Path,
    monkeypatch: pytest.MonkeyPatch,
    unread: Sequence[int],
    read: int,
    beyond: Sequence[int],
) -> None:
    pread = os.pread

    def reports_errors(handle: int, size: int, at: int) -> bytes:
        if at // SECTOR in unread:
            raise OSError(errno.EIO, "Input/output error")
        return pread(handle, size, at)

    for number in range(4):
        on_disk.add([an_entry(number)])
    monkeypatch.setattr(os, "pread", reports_errors)

    found = tail.read(database)
    assert (found.entries, found.beyond) == ([*map(an_entry, range(read))], [*map(an_entry, beyond)])
    assert found.last == [an_entry(read - 1)]


# -- the journal with its tail


@pytest.fixture
def running(database: Path) -> Iterator[Journal]:
    with Journal(database) as journal:
        damaged.play(journal, RUNNING)
        yield journal


def in_tables(path: Path) -> int:
    """Count the facts that SQLite alone knows."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as db:
        counted: int = db.execute("SELECT count(*) FROM facts").fetchone()[0]
    return counted


def test_others_read_what_is_on_the_tail(running: Journal, database: Path) -> None:
    assert in_tables(database) == 1
    with Records.read(database) as records:
        assert damaged.game(records, 1) == damaged.game(running, 1)
        assert len(records.facts(1)) == LAST + 1


def test_a_killed_table_has_lost_nothing(running: Journal, database: Path, tmp_path: Path) -> None:
    whole = damaged.game(running, 1)
    left = damaged.copied(database, tmp_path / "left")

    assert damaged.opened(left) == {1: whole}
    assert in_tables(left) == LAST + 1
    assert not tail.path_of(left).exists()


def test_a_kill_while_the_tail_is_brought_home_is_no_harm(running: Journal, database: Path, tmp_path: Path) -> None:
    whole = damaged.game(running, 1)
    with running._writing():
        pass
    left = damaged.copied(database, tmp_path / "left")  # the tail still has what the tables have, too
    assert len(tail.read(left).entries) == LAST + 1

    assert damaged.opened(left) == {1: whole}


def test_a_table_that_starts_again_goes_on_with_the_tail_that_was_left(
    running: Journal, database: Path, tmp_path: Path
) -> None:
    left = damaged.copied(database, tmp_path / "left")
    before = tail.path_of(left).read_bytes()

    with Journal(left) as journal:
        assert in_tables(left) == 1, "a start writes nothing"
        journal.append(1, LAST + 1, TimePassed(10**9), [])
        again = damaged.copied(left, tmp_path / "again")
        assert tail.path_of(left).read_bytes().startswith(before.rstrip(b"\0"))

    assert len(damaged.opened(again)[1][0]) == LAST + 2


class FailsOnce:
    """A connection whose next commit fails, as where a sync reports errors."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db
        self._fails = True

    def __getattr__(self, name: str) -> Any:
        return getattr(self._db, name)

    def commit(self) -> None:
        if self._fails:
            self._fails = False
            self._db.rollback()
            raise sqlite3.OperationalError("disk I/O error")
        self._db.commit()


def test_after_a_commit_that_failed_another_one_comes_before_the_tail_is_used(running: Journal, database: Path) -> None:
    running._db = FailsOnce(running._connection)  # type: ignore[assignment]
    with pytest.raises(JournalBroken):
        running.give_up(1)
    waiting = in_tables(database)

    running.append(1, LAST + 1, TimePassed(10**9), [])

    assert in_tables(database) == waiting + LAST + 1, "SQLite's log has no room for the one that failed any more"
    running.append(1, LAST + 2, TimePassed(10**9), [])
    assert [entry.number for entry in tail.read(database).entries] == [LAST + 2]


def test_a_full_tail_is_brought_home_with_the_fact_that_had_no_room(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(tail, "SIZE", 4 * SECTOR)
    with Journal(database) as journal:
        started = GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], seed=5)
        game_id = journal.begin("mito", "1", started, [])
        for number in range(1, 7):
            journal.append(game_id, number, TimePassed(number), [])
        assert in_tables(database) == 5
        assert [entry.number for entry in tail.read(database).entries] == [5, 6]


def test_the_tail_of_another_file_is_not_taken_for_ours(running: Journal, database: Path, tmp_path: Path) -> None:
    other = tmp_path / "other" / "table.db"
    other.parent.mkdir()
    with Journal(other) as journal:
        started = GameStarted(0, "mito", ["Dan", "Eva", "Finn"], seed=6)
        journal.begin("mito", "1", started, [])
    tail.path_of(other).write_bytes(tail.path_of(database).read_bytes())

    assert [len(facts) for facts, _ in damaged.opened(other).values()] == [1]


def test_nothing_of_a_tail_is_left_when_traces_shall_go(running: Journal, database: Path) -> None:
    running.leave_no_trace()

    assert not tail.path_of(database).exists()
    assert in_tables(database) == LAST + 1
    running.append(1, LAST + 1, TimePassed(10**9), [])
    assert [entry.number for entry in tail.read(database).entries] == [LAST + 1]


def test_a_backup_has_what_is_on_the_tail(running: Journal, database: Path, tmp_path: Path) -> None:
    back_up(database, tmp_path / "all.cardtable")

    with unpacked(tmp_path / "all.cardtable") as path:
        assert damaged.content(path) == damaged.content(database)


def test_a_backup_that_is_restored_does_not_get_the_tail_of_what_was_there(database: Path, tmp_path: Path) -> None:
    with Journal(database) as journal:
        game_id = journal.begin("mito", "1", GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], seed=5), [])
        back_up(database, tmp_path / "early.cardtable")
        for number in range(1, 4):
            journal.append(game_id, number, TimePassed(number), [])
        left = damaged.copied(database, tmp_path / "left")

    restore(tmp_path / "early.cardtable", left)

    assert not tail.path_of(left).exists()
    assert [len(facts) for facts, _ in damaged.opened(left).values()] == [1]


def test_of_a_damaged_tail_no_backup_is_made_and_nothing_of_it_is_thrown_away(
    running: Journal, database: Path, tmp_path: Path
) -> None:
    back_up(database, tmp_path / "all.cardtable")
    left = damaged.copied(database, tmp_path / "left")
    file = tail.path_of(left)
    damaged.hurt_records(file, 1, 2)
    hurt = file.read_bytes()

    with pytest.raises(BadInput, match="its tail is damaged: game 1 is lost from minute"):
        back_up(left, tmp_path / "half.cardtable")
    kept = restore(tmp_path / "all.cardtable", left)

    assert kept is not None
    assert (kept / file.name).read_bytes() == hurt
    assert damaged.content(left) == damaged.content(database)
