"""The journal: what was announced survives, one table owns it, and a strange file is not touched."""

import sqlite3
from contextlib import closing
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from structlog.testing import capture_logs

from table import facts
from table.complaints import BadInput, JournalBroken
from table.facts import Agreed, CardArrived, GameStarted, TimePassed
from table.judging.session import Session, dump
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.values import replace

STARTED = GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], seed=5)


def begin(journal: Journal) -> tuple[int, Session]:
    session = Session(STARTED)
    return journal.begin("mito", "1", STARTED, session.opening), session


def test_facts_and_events_come_back_as_they_were(tmp_path: Path) -> None:
    card, later = CardArrived(1_000_000, "discard", "number2.1"), TimePassed(1_250_000)
    with Journal(tmp_path / "table.db") as journal:
        game_id, session = begin(journal)
        lines_so_far = list(session.opening)
        for number, fact in enumerate((card, later), start=1):
            lines = session.take(fact)
            journal.append(game_id, number, fact, lines)
            lines_so_far += lines

    with Journal(tmp_path / "table.db") as journal:
        running = journal.running()
        assert running is not None
        assert (running.game, running.format, running.rules_version) == ("mito", 1, "1")
        assert journal.facts(game_id) == [STARTED, card, later]
        assert journal.started(game_id) == STARTED
        assert journal.events(game_id, "public") == [dump(line) for line in lines_so_far if line.audience == "public"]


def test_a_game_that_has_ended_is_not_running(journal: Journal) -> None:
    game_id, session = begin(journal)
    fact = TimePassed(9)
    journal.append(game_id, 1, fact, session.take(fact), ended=True)

    assert journal.running() is None


@pytest.mark.parametrize(("spare", "stay"), [(0, [4]), (1, [3, 4]), (30, [1, 2, 3, 4])])
def test_practice_games_leave_with_the_next_game_but_for_a_few_that_are_spared(
    tmp_path: Path, spare: int, stay: list[int]
) -> None:
    practice = replace(STARTED, instead_of=Agreed({}))
    with Journal(tmp_path / "table.db", spare=spare) as journal:
        for _ in range(3):
            journal.begin("mito", "1", practice, Session(practice).opening)
        begin(journal)
        assert sorted(journal.known()) == stay


def test_a_game_began_and_ended_to_the_millisecond(journal: Journal) -> None:
    earliest = datetime.now(UTC) - timedelta(milliseconds=1)
    game_id, _ = begin(journal)
    journal.give_up(game_id)
    game = journal.game(game_id)
    assert earliest <= datetime.fromisoformat(game.started_at) <= datetime.fromisoformat(game.ended_at)


def test_a_fact_is_written_whole_or_not_at_all(journal: Journal) -> None:
    game_id, session = begin(journal)

    journal._connection.execute("INSERT INTO sums VALUES (?, 1, 0)", (game_id,))
    journal._connection.commit()

    with pytest.raises(JournalBroken):  # its checksum is there already
        journal.append(game_id, 1, TimePassed(9), session.opening)

    assert journal._connection.execute("SELECT count(*) FROM facts").fetchone() == (1,)


def test_a_fact_and_what_it_brings_are_one_commit(journal: Journal) -> None:
    game_id, session = begin(journal)
    said = list[str]()
    journal._connection.set_trace_callback(said.append)
    for number in range(1, 4):
        fact = TimePassed(number)
        journal.append(game_id, number, fact, session.take(fact))

    assert said.count("COMMIT") == 3


def on_disk(journal: Journal, game_id: int) -> int:
    with Records.read(journal.path) as records:
        return len(records.facts(game_id))


def test_what_nobody_can_see_is_written_with_what_shows(journal: Journal) -> None:
    game_id, _ = begin(journal)
    journal.append(game_id, 1, TimePassed(9), [], shows=False)
    journal.append(game_id, 2, TimePassed(10), [], shows=False)
    assert (on_disk(journal, game_id), len(journal.facts(game_id))) == (1, 3)

    journal.append(game_id, 3, TimePassed(11), [])

    assert on_disk(journal, game_id) == len(journal.facts(game_id)) == 4


def test_what_nobody_can_see_is_written_when_the_table_stops(tmp_path: Path) -> None:
    with Journal(tmp_path / "table.db") as journal:
        game_id, _ = begin(journal)
        journal.append(game_id, 1, TimePassed(9), [], shows=False)

    assert on_disk(journal, game_id) == 2


def test_what_nobody_can_see_does_not_count_if_the_next_cannot_be_written(journal: Journal) -> None:
    game_id, _ = begin(journal)
    journal.append(game_id, 1, TimePassed(9), [], shows=False)
    journal._connection.execute("PRAGMA query_only = ON")

    with pytest.raises(JournalBroken):
        journal.append(game_id, 2, TimePassed(10), [])

    assert journal.facts(game_id) == [STARTED]
    journal._connection.execute("PRAGMA query_only = OFF")


def test_what_nobody_can_see_waits_on_if_something_else_cannot_be_written(journal: Journal) -> None:
    game_id, _ = begin(journal)
    journal.append(game_id, 1, TimePassed(9), [], shows=False)
    journal._connection.execute("PRAGMA query_only = ON")
    with pytest.raises(JournalBroken):
        journal.give_up(game_id)
    journal._connection.execute("PRAGMA query_only = OFF")

    journal.append(game_id, 2, TimePassed(10), [])

    assert on_disk(journal, game_id) == 3


def test_what_nobody_can_see_and_cannot_be_written_when_the_table_stops_is_logged(tmp_path: Path) -> None:
    with capture_logs() as logged, Journal(tmp_path / "table.db") as journal:
        game_id, _ = begin(journal)
        journal.append(game_id, 1, TimePassed(9), [], shows=False)
        journal._connection.execute("PRAGMA query_only = ON")

    assert [one["event"] for one in logged] == ["the last facts of a game, which nobody has seen, cannot be written"]
    assert on_disk(journal, game_id) == 1


def test_a_second_table_on_the_same_database_is_told_so(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    with Journal(path), pytest.raises(BadInput, match=r"table\.db: another table is using this database"):
        Journal(path)

    Journal(path).close()


@pytest.mark.parametrize("shared", [True, False])
def test_one_that_is_not_shared_nobody_else_can_read(tmp_path: Path, *, shared: bool) -> None:
    path = tmp_path / "table.db"
    with Journal(path, shared=shared) as journal:
        game_id = journal.begin("mito", "1", STARTED, [])
        with closing(sqlite3.connect(path, timeout=0)) as other:
            if shared:
                assert other.execute("SELECT count(*) FROM games").fetchone() == (1,)
            else:
                with pytest.raises(sqlite3.OperationalError, match="locked"):
                    other.execute("SELECT count(*) FROM games")
        assert journal.facts(game_id) == [STARTED]


def test_closing_is_safe_twice(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "table.db")
    journal.close()
    journal.close()

    with pytest.raises(ValueError, match="closed"):
        journal.running()


def test_a_file_that_is_no_database_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    path.write_text("a shopping list, long enough to be mistaken for something else\n" * 40)
    before = path.read_bytes()

    with pytest.raises(BadInput, match=r"table\.db: is not a card table's database"):
        Journal(path)

    assert path.read_bytes() == before


def test_a_database_of_another_program_is_named_and_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    other = sqlite3.connect(path)
    other.execute("CREATE TABLE recipes (name TEXT)")
    other.commit()
    other.close()
    before = path.read_bytes()

    with pytest.raises(BadInput, match="is another program's database"):
        Journal(path)

    assert path.read_bytes() == before


def test_a_database_of_another_format_is_named(tmp_path: Path) -> None:
    path = tmp_path / "table.db"
    Journal(path).close()
    later = sqlite3.connect(path)
    later.execute("PRAGMA user_version = 99")
    later.close()

    with pytest.raises(BadInput, match="has format 99, and this program reads format 4"):
        Journal(path)


def test_a_damaged_fact_is_told_with_its_game(journal: Journal) -> None:
    game_id, _ = begin(journal)
    journal._connection.execute("UPDATE facts SET body = '{}'")

    journal._connection.execute("DELETE FROM sums")

    with pytest.raises(JournalBroken, match=f"game {game_id} is damaged: fact: this is missing; `cardtable salvage"):
        journal.facts(game_id)


def test_every_commit_reaches_the_disk(journal: Journal) -> None:
    settings = [journal._connection.execute(f"PRAGMA {name}").fetchone()[0] for name in ("journal_mode", "synchronous")]

    assert settings == ["wal", 2]  # 2 is FULL


def test_a_database_that_cannot_be_made_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")

    with pytest.raises(BadInput, match=r"file/table\.db: cannot be opened"):
        Journal(tmp_path / "file" / "table.db")


def test_facts_are_kept_in_the_form_of_scripts(journal: Journal) -> None:
    game_id, _ = begin(journal)
    (body,) = journal._connection.execute("SELECT body FROM facts WHERE game_id = ?", (game_id,)).fetchone()

    assert facts.parse(body) == STARTED


@pytest.mark.parametrize(
    ("sql", "what"),
    [
        ("CREATE TRIGGER gone AFTER INSERT ON facts BEGIN DELETE FROM facts; END", "trigger 'gone'"),
        ("CREATE VIEW seen AS SELECT * FROM facts", "view 'seen'"),
        ("CREATE TABLE extra (a)", "table 'extra'"),
        ("CREATE INDEX odd ON facts (length(body))", "index 'odd'"),
        ("CREATE VIRTUAL TABLE words USING fts5(body)", "table 'words'"),
        ("ALTER TABLE facts ADD COLUMN more TEXT DEFAULT 'x'", "table 'facts'"),
    ],
)
def test_a_database_that_holds_more_than_a_table_makes_is_left_alone(tmp_path: Path, sql: str, what: str) -> None:
    path = tmp_path / "table.db"
    Journal(path).close()
    with closing(sqlite3.connect(path)) as db:
        db.execute(sql)
        db.commit()

    with pytest.raises(BadInput, match=f"has a {what} that no card table makes"):
        Journal(path)
