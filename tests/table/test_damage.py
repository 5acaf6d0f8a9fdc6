"""Damaged journals: told in a sentence, left as they are, and nothing that is read of them is other than it was."""

import json
import os
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import pytest

from table.complaints import BadInput, JournalBroken
from table.keeping import mark
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.keeping.salvage import salvage
from table.keeping.schema import PAGE_SIZE
from tests.table import damaged
from tests.table.damaged import HARMS

OVER = ("mito/a-game.jsonl", "mythology_go/three-rounds.jsonl")
RUNNING = "mito/draw-pile-empty.jsonl"
EACH = int(os.environ.get("DAMAGES", "4"))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return damaged.leave_behind(tmp_path_factory.mktemp("whole"), OVER, RUNNING)


@pytest.fixture
def left(whole: Path, tmp_path: Path) -> Path:
    return damaged.copied(whole, tmp_path / "left")


@pytest.mark.long
@pytest.mark.parametrize("seed", range(EACH))
@pytest.mark.parametrize("harm", HARMS)
@pytest.mark.parametrize("beside", ["", "-wal", "-shm"])
def test_damage_anywhere_is_told_or_does_no_harm(whole: Path, left: Path, beside: str, harm: str, seed: int) -> None:
    before = damaged.content(whole)
    damaged.damage(left, beside, harm, damaged.chance(f"{beside}{harm}{seed}"))
    found = damaged.files(left)
    damaged.check_salvage(left, before)
    error = damaged.told_by(left)
    if error is None:
        assert damaged.opened(left) == before
    else:
        assert str(left) in str(error)
        assert "\n" not in str(error)
        assert isinstance(error, JournalBroken) or damaged.files(left) == found, "it is kept"


def test_all_of_a_journal_that_is_whole_is_saved(whole: Path, left: Path) -> None:
    saved = salvage(left, left.with_name("new.db"))

    assert [one.lost for one in saved] == [None, None, None]
    assert damaged.content(left.with_name("new.db")) == damaged.content(whole)
    with Journal(left.with_name("new.db")) as journal:
        running = journal.running()
        assert running is not None
        assert running.game_id == 3


def test_a_journal_that_was_saved_is_marked_up_to_its_last_fact(left: Path) -> None:
    salvage(left, left.with_name("new.db"))
    marked = mark.read(left.with_name("new.db"))

    assert marked is not None
    assert (marked.game_id, marked.number) == (3, len(damaged.facts_of(RUNNING)) - 1)


@pytest.mark.parametrize("damage", [b"", b"not a log at all, but long enough to be taken for the head of one" * 40])
def test_a_log_that_is_gone_or_garbage_is_told_with_since_when(left: Path, damage: bytes) -> None:
    left.with_name("table.db-wal").write_bytes(damage)
    found = damaged.files(left)
    why = "damaged" if damage else "gone"
    last = len(damaged.facts_of(RUNNING)) - 1

    said = f"its write-ahead log is {why}: game 3 is lost; the last fact was {last}, of 20.* UTC; `cardtable"
    with pytest.raises(BadInput, match=said):
        Journal(left)
    with pytest.raises(BadInput, match=f"its write-ahead log is {why}"):
        Records.read(left)
    assert damaged.files(left) == found


def test_a_log_that_is_gone_after_a_part_was_brought_home_says_the_minute(tmp_path: Path) -> None:
    path = tmp_path / "made" / "table.db"
    path.parent.mkdir()
    with Journal(path) as journal:
        damaged.play(journal, RUNNING)
        begun = journal.facts(1)
        damaged.bring_home(journal)
        journal.append(1, len(begun), begun[-1], [])
        left = damaged.copied(path, tmp_path / "left")
    left.with_name("table.db-wal").unlink()

    with pytest.raises(BadInput, match=rf"game 1 is lost from minute \d+:\d\d on, after fact {len(begun) - 1}; the "):
        Journal(left)


def test_nobody_misses_what_only_robots_played(tmp_path: Path) -> None:
    path = tmp_path / "made" / "table.db"
    path.parent.mkdir()
    with Journal(path) as journal:
        first, *_ = damaged.facts_of(RUNNING)
        journal.begin("mito", "3", damaged.of_robots_alone(first), [])
        left = damaged.copied(path, tmp_path / "left")
    left.with_name("table.db-wal").unlink()

    with Journal(left) as journal:
        assert journal.running() is None


@pytest.mark.parametrize("emptied", [True, False])
def test_a_database_that_is_gone_or_empty_is_not_begun_anew(left: Path, *, emptied: bool) -> None:
    for beside in ("", "-wal", "-shm"):
        left.with_name(f"table.db{beside}").unlink()
    if emptied:
        left.write_bytes(b"")

    with pytest.raises(BadInput, match=r"table\.db: is gone or empty, though fact \d+ of game 3 .* delete .*\.mark to"):
        Journal(left)
    assert left.exists() == emptied

    left.with_name("table.db.mark").unlink()
    Journal(left).close()


@pytest.mark.parametrize("opened", [Journal, Records.read, lambda path: salvage(path, path.with_name("new.db"))])
@pytest.mark.parametrize("marked", [True, False])
def test_nobody_deletes_the_log_beside_a_database_that_is_empty(
    left: Path, opened: Callable[[Path], object], *, marked: bool
) -> None:
    left.write_bytes(b"")
    if not marked:
        mark.path_of(left).unlink()
    found = damaged.files(left)

    with pytest.raises(BadInput, match=r"empty|nothing from a card table was found"):
        opened(left)
    assert damaged.files(left) == found


@pytest.mark.parametrize("table", ["games", "facts", "events", "kept"])
def test_a_missing_table_is_told(left: Path, table: str) -> None:
    with closing(sqlite3.connect(left)) as db, db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute(f"DROP TABLE {table}")
    db.close()

    with pytest.raises(BadInput, match=f"is damaged: the table {table} is missing; `cardtable salvage {left} -o NEW`"):
        Journal(left)


@pytest.mark.parametrize(
    ("harm", "why"),
    [
        ("UPDATE facts SET body = replace(body, '2', '3') WHERE game_id = 1 AND number = 4", "fact 4, or what was"),
        (
            "UPDATE events SET body = '{' WHERE game_id = 1 AND audience LIKE '%public%' AND seq = 5",
            r"fact \d+, or what",
        ),
        ("DELETE FROM events WHERE game_id = 1 AND audience LIKE '%public%' AND seq = 5", r"fact \d+, or what"),
        ("DELETE FROM facts WHERE game_id = 1 AND number = 4", "fact 4 is missing"),
        ("DELETE FROM facts WHERE game_id = 1 AND number > 20", "fact 21 is missing"),
        ("UPDATE facts SET body = CAST(x'80' AS TEXT) WHERE game_id = 1 AND number = 4", "fact 4, or what was|UTF"),
    ],
)
def test_half_a_fact_or_another_one_is_told_with_its_game(left: Path, harm: str, why: str) -> None:
    with Journal(left) as journal:
        with journal._writing() as db:
            db.execute(harm)

        with pytest.raises(JournalBroken, match=rf"damaged: .*({why})"):
            journal.facts(1)
        assert len(journal.facts(3)) == len(damaged.facts_of(RUNNING)), "other games are as they were"


def test_a_file_that_does_not_say_any_more_that_it_is_ours_is_damaged(left: Path) -> None:
    with closing(sqlite3.connect(left)) as db, db:
        db.execute("PRAGMA application_id = 17")
    db.close()

    with pytest.raises(BadInput, match="is damaged: it no longer says what it is; `cardtable salvage"):
        Journal(left)


def test_damage_that_shows_in_the_middle_of_play_is_told_and_nothing_is_half_written(tmp_path: Path) -> None:
    with Journal(tmp_path / "table.db") as journal:
        game_id = damaged.play(journal, RUNNING)
        written = journal.facts(game_id)
        journal._connection.execute("PRAGMA query_only = ON")  # the disk has become one that can only be read

        with pytest.raises(JournalBroken, match=r"table\.db: it cannot be written there"):
            journal.append(game_id, len(written), written[-1], [])
        journal._connection.execute("PRAGMA query_only = OFF")
        assert journal.facts(game_id) == written


def test_a_damaged_mark_accuses_nobody(left: Path, capsys: pytest.CaptureFixture[str]) -> None:
    left.with_name("table.db.mark").write_bytes(b"\xff" * 256)

    Journal(left).close()

    assert "the mark of a journal is damaged" in capsys.readouterr().out


def test_a_mark_that_cannot_be_written_is_told_once_and_the_game_goes_on(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "table.db.mark").mkdir()
    with Journal(tmp_path / "table.db") as journal:
        assert damaged.play(journal, RUNNING) == 1

    assert capsys.readouterr().out.count("how far the journal is cannot be marked") == 1


# -- salvage


def test_of_a_log_with_a_hole_what_was_committed_before_it_is_saved(left: Path) -> None:
    log = left.with_name("table.db-wal")
    data = bytearray(log.read_bytes())
    data[len(data) * 3 // 4] ^= 0xFF
    log.write_bytes(data)
    last = len(damaged.facts_of(RUNNING)) - 1

    with pytest.raises(
        BadInput, match=r"its write-ahead log is damaged: game 3 is lost from minute \d+:\d\d on, after "
    ):
        Journal(left)
    *_, one = salvage(left, left.with_name("new.db"))

    assert 1 < one.facts <= last
    assert str(one.lost).endswith(f"it is missing; the last one was {last}")


def test_a_page_that_cannot_be_read_takes_nothing_of_other_games(left: Path) -> None:
    data = bytearray(left.read_bytes())
    with Records.read(left) as records:
        body = records.bodies(1)[5].encode()
    page = data.index(body) // PAGE_SIZE * PAGE_SIZE
    data[page : page + PAGE_SIZE] = bytes(PAGE_SIZE)
    left.write_bytes(data)

    one, *others = salvage(left, left.with_name("new.db"))

    assert one.facts <= 5
    assert one.lost is not None
    assert [other.lost for other in others] == [None, None]


def test_a_game_is_saved_up_to_the_first_fact_that_is_damaged(left: Path) -> None:
    with closing(sqlite3.connect(left)) as db, db:
        db.execute("UPDATE facts SET body = replace(body, '\"t\"', '\"u\"') WHERE game_id = 1 AND number = 12")
    db.close()
    last = len(damaged.facts_of(OVER[0])) - 1

    (one, *others) = salvage(left, left.with_name("new.db"))

    assert (one.game_id, one.facts) == (1, 12)
    assert one.lost is not None
    assert one.lost.startswith("from fact 12 on, after minute ")
    assert one.lost.endswith(f"it is damaged; the last one was {last}")
    assert [other.lost for other in others] == [None, None]
    with Journal(left.with_name("new.db")) as journal:
        assert journal.game(1).ended_at, "nobody goes on with a game that was over"


def test_a_game_that_is_lost_as_a_whole_is_told(left: Path) -> None:
    left.with_name("table.db-wal").unlink()
    last = len(damaged.facts_of(RUNNING)) - 1

    *_, lost = salvage(left, left.with_name("new.db"))

    assert (lost.game_id, lost.facts, lost.lost) == (3, 0, f"all of it, {last + 1} facts")


def test_games_without_their_lines_are_saved_too(whole: Path, left: Path) -> None:
    with closing(sqlite3.connect(left)) as db, db:
        db.execute("PRAGMA foreign_keys = OFF")
        db.execute("DROP TABLE games")
        db.execute("DROP TABLE events")
    db.close()

    salvage(left, left.with_name("new.db"))

    assert damaged.content(left.with_name("new.db")) == damaged.content(whole)
    with Journal(left.with_name("new.db")) as journal:
        running = journal.running()
        assert running is not None
        assert (running.game_id, running.game) == (3, "mito")


def test_a_file_that_is_there_is_not_written_over(left: Path) -> None:
    left.with_name("new.db").write_text("mine")

    with pytest.raises(BadInput, match=r"new\.db: this file exists already; name a new one"):
        salvage(left, left.with_name("new.db"))
    assert left.with_name("new.db").read_text() == "mine"


@pytest.mark.parametrize(
    ("body", "read"),
    [
        ({"game_id": 3, "number": 7, "at": "2026-11-26", "auto": False, "more": 1}, (3, 7)),
        ({"game": 3}, None),
        ([3, 7], None),
    ],
)
def test_a_mark_of_a_newer_program_is_read_as_far_as_it_is_known(
    database: Path, body: object, read: tuple[int, int] | None
) -> None:
    text = json.dumps(body).encode().ljust(200) + b"\n"
    mark.path_of(database).write_bytes(mark._sum(text) + b" " + text)
    found = mark.read(database)

    assert (found and (found.game_id, found.number)) == read
