"""Journals that were told under older rules: what was told stays told, and people are asked before a game goes on."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table.games.mito import MITO
from table.judging import session as sessions
from table.judging.session import Session
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.running.replaying import JudgedOtherwise
from tests.emulated import TableInTime
from tests.playing import free_port, playing, run
from tests.replayed import printed

NOW = f"rules {MITO.rules_version}"

RECORDED = Path(__file__).parent / "journals" / "rules-1.sql"
FINISHED, INTERRUPTED = 1, 2


@pytest.fixture
def old(tmp_path: Path) -> Path:
    """A journal as the first version of the rules left it: one game that is over, and one that is not."""
    path = tmp_path / "table.db"
    with closing(sqlite3.connect(path)) as db, db:
        db.executescript(RECORDED.read_text())
    db.close()
    return path


def test_a_finished_game_shows_what_was_told_whatever_the_rules_say_now(old: Path) -> None:
    with Records.read(old) as records:
        facts = records.facts(FINISHED)
        names = [event["event"] for event in records.events(FINISHED, "public")]
    _, brought = Session.replay(facts)
    now = [sessions.dump(line)["event"] for lines in brought for line in lines if line.audience == "public"]

    assert names[-2:] == ["round_ended", "game_ended"]
    assert now[-3:] == ["round_ended", "log_opened", "game_ended"]


def test_an_interrupted_game_that_would_be_told_otherwise_does_not_go_on_by_itself(old: Path) -> None:
    with Journal(old) as journal, TableInTime(journal) as table:
        running = journal.running()
        assert running is not None

        with pytest.raises(
            JudgedOtherwise, match=rf"game 2 was played under rules 1 of mito; {NOW} judge it differently: "
        ):
            table.controller.resume(running)

        assert table.controller.board.snapshot.game.game_id is None


def test_what_was_told_is_kept_and_the_count_goes_on(old: Path) -> None:
    with Journal(old) as journal, TableInTime(journal) as table:
        running = journal.running()
        assert running is not None
        before = journal.events(INTERRUPTED, "public")
        table.controller.resume(running, keep=True)
        table.runs(50)
        table.card("number2.3").touches("discard")

        after = journal.events(INTERRUPTED, "public")
        assert after[: len(before)] == before
        assert [event["event"] for event in after[len(before) :]] == ["play_refused", "correction_opened"]
        assert [event["seq"] for event in after] == list(range(1, len(after) + 1))
        assert printed(table.controller.board.snapshot.game)["public"] == after

    with Journal(old) as journal, TableInTime(journal) as table:  # and nobody is asked again
        running = journal.running()
        assert running is not None
        table.controller.resume(running)
        assert journal.events(INTERRUPTED, "public") == after
        assert table.view["correction"] == {"zone": "discard", "cards": ["number2.3"]}


def test_an_older_file_is_brought_up_to_date(old: Path) -> None:
    Journal(old).close()
    with Journal(old) as journal:
        assert journal.kept(INTERRUPTED) == []


def test_a_game_whose_facts_cannot_be_played_any_more_is_told_so(old: Path) -> None:
    with Journal(old) as journal, TableInTime(journal) as table:
        journal._connection.execute("UPDATE facts SET body = replace(body, 'number3.1', 'number9.1')")
        running = journal.running()
        assert running is not None

        table.controller.resume(running, keep=True)

        said = f"Unplayable: game 2 cannot be played on under {NOW} of mito: card: Mito has no card"
        assert journal.set_aside(INTERRUPTED)[0].error.startswith(said)
        assert table.controller.board.snapshot.game.game_id is None


def test_where_nobody_can_be_asked_the_command_says_what_to_do(old: Path) -> None:
    done = run("play", "--port", str(free_port()), "--database", old)

    assert done.returncode == 2
    assert done.stderr.endswith("; --keep goes on with what was recorded, --new gives that game up\n")
    assert done.stderr.count("\n") == 1


@pytest.mark.long
def test_the_command_goes_on_with_what_was_told(old: Path) -> None:
    with playing(old, "--keep") as table:
        assert "Going on with the interrupted game" in table.greeting
        assert table.table()["round"] == 2


@pytest.mark.long
@pytest.mark.parametrize(("answers", "game_id"), [("perhaps\nkeep\n", INTERRUPTED), ("abort\n", INTERRUPTED + 1)])
def test_the_command_asks_people_at_a_terminal(old: Path, answers: str, game_id: int) -> None:
    with playing(old, answers=answers) as table:
        assert "Keep what was recorded and go on, or abort that game? (keep/abort)" in table.greeting
        assert table.table()["game_id"] == game_id


def test_a_game_that_is_over_is_exported_and_replays_to_what_was_told(tmp_path: Path) -> None:
    with Journal(tmp_path / "table.db") as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo", rounds=1)
        table.card("number2.1").touches("discard")
        table.card("mosquito3.1").touches("discard")
        for seat in (3, 1, 2):
            table.seat(seat).taps()
        table.runs(1200)
        table.seat(1).holds()
        for seat in (2, 3):
            table.seat(seat).taps()
        running = journal.game(1)
        events = journal.events(1, "sealed")
    script = tmp_path / "game.jsonl"
    script.write_text(cardtable("export", "1", "--database", tmp_path / "table.db"))

    assert running.ended_at is not None
    assert events[-1]["event"] == "game_ended"
    assert [json.loads(line) for line in cardtable("replay", script).splitlines()] == events


@pytest.mark.parametrize(
    ("game_id", "complaint"),
    [
        (INTERRUPTED, "game 2 is not over: its facts would reveal every secret"),
        (7, "there is no game 7"),
    ],
)
def test_a_running_game_is_not_exported(old: Path, game_id: int, complaint: str) -> None:
    done = run("export", str(game_id), "--database", old)

    assert (done.returncode, done.stdout) == (2, "")
    assert complaint in done.stderr


def test_a_game_is_exported_while_the_table_plays_on(old: Path) -> None:
    with Journal(old):
        assert cardtable("export", "1", "--database", old).startswith('{"t": 0.0, "fact": "game_started"')


def cardtable(*arguments: str | Path) -> str:
    done = run(*arguments)
    done.check_returncode()
    return done.stdout
