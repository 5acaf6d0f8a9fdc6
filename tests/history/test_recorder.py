"""Games that end at a table: they go into the history, once, and leave the journal when another one begins."""

import time
from pathlib import Path
from threading import Event, Semaphore

import pytest

from table.complaints import BadInput
from table.facts import Agreed, GameStarted
from table.history import recorder as recorders
from table.history import wishes
from table.history.archive import Archive, path_of
from table.history.recorder import Recorder
from table.history.saving.alone import alone
from table.history.saving.backup import Backups, staging
from table.judging.session import Session
from table.keeping.journal import Journal
from table.running.messages import AreYouThere, Choose
from table.saying import Text
from tests.emulated import TableInTime
from tests.replayed import printed
from tests.rounds import plays_a_round


def ends(table: TableInTime) -> int:
    """Play one round, end the game, and return its number."""
    plays_a_round(table)
    table.controller.take(Choose(0, "abort", None))
    game_id = table.controller.board.snapshot.game.game_id
    assert game_id is not None
    return game_id


def starts_and_stops(database: Path) -> None:
    """Start the recorder, and stop it once it has recorded what it found."""
    with Recorder(database) as recorder, Journal(database, recorder):
        until_s = time.monotonic() + 10
        while recorder._waiting:
            assert time.monotonic() < until_s
            recorder._thread.join(0.01)


def kept(database: Path) -> list[int]:
    with Archive(database) as archive:
        return archive.all_ids()


def test_a_game_that_ended_is_in_the_history_and_says_how(database: Path) -> None:
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        game_id = ends(table)
        public = printed(table.controller.board.snapshot.game)["public"]

    with Archive(database) as archive:
        (game,) = archive.page(limit=10, before=None)
        assert game.id == game_id
        assert game.summary.termination == "aborted"
        assert game.summary.players == {1: "Ana", 2: "Ben", 3: "Cleo"}
        assert (game.summary.rounds, dict(game.summary.totals)) == (1, {1: 0, 2: 1, 3: 1})
        assert archive.record(game_id).events == tuple(public)


def test_a_game_leaves_the_journal_for_the_history_when_another_begins(database: Path) -> None:
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        first = ends(table)
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        assert first in journal.known(), "nobody has begun another one"
        table.starts("mito", "Ana", "Ben", "Cleo")
        assert journal.known() == {first + 1}
    assert kept(database) == [first]


def test_a_game_whose_end_is_taken_back_leaves_the_history_until_it_ends_anew(database: Path) -> None:
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo", rounds=1)
        plays_a_round(table)
        assert table.view["over"]
        table.controller.take(Choose(0, "undo", None))
        assert not table.view["over"]
    assert kept(database) == []


def test_an_end_that_was_taken_back_when_nothing_could_be_recorded_leaves_the_history_at_the_next_start(
    database: Path,
) -> None:
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo", rounds=1)
        plays_a_round(table)
    assert kept(database) == [1]
    with Journal(database) as journal, TableInTime(journal) as table:
        table.controller.resume(journal.game(1))
        table.controller.take(Choose(0, "undo", None))
        assert not table.view["over"]

    starts_and_stops(database)
    assert kept(database) == []


def test_what_ended_when_nothing_could_be_recorded_is_recorded_at_the_next_start(database: Path) -> None:
    with Journal(database) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        game_id = ends(table)
    assert kept(database) == []

    starts_and_stops(database)

    assert kept(database) == [game_id]


def test_what_earlier_runs_left_does_not_delay_a_stop(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with Journal(database) as journal, TableInTime(journal) as table:
        for _ in range(3):
            table.starts("mito", "Ana", "Ben", "Cleo")
            ends(table)

    monkeypatch.setattr(recorders, "_CLOSE_S", 0)
    with alone(database), Recorder(database) as recorder, Journal(database, recorder):
        pass  # the recorder has to wait for the lock, and is told to stop meanwhile
    recorder._thread.join(10)

    assert len(kept(database)) <= 1, "at most the game that it waited with"
    starts_and_stops(database)
    assert kept(database) == [1, 2, 3]


def test_a_false_start_is_not_shown(database: Path) -> None:
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        table.card("number2.1").touches("discard")
        table.starts("mito", "Ana", "Ben", "Dan")
    with Archive(database) as archive:
        assert archive.all_ids() == [1], "its facts are there"
        assert archive.page(limit=10, before=None) == []


def test_a_game_that_the_host_does_not_want_kept_is_gone_with_the_next(database: Path) -> None:
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        with Archive(database) as archive:
            wishes.leave_out(archive, 1, out=True)
        ends(table)
        table.starts("mito", "Ana", "Ben", "Cleo")
        assert journal.known() == {2}
    assert kept(database) == []


def test_a_practice_game_is_not_even_tried(database: Path) -> None:
    practice = GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], seed=1, instead_of=Agreed({}))
    with Journal(database) as journal:
        journal.give_up(journal.begin("mito", "1", practice, Session(practice).opening))
    with Recorder(database) as recorder, Journal(database, recorder):
        assert recorder._waiting == []


def test_with_keeping_switched_off_no_game_is_kept(database: Path) -> None:
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        with Archive(database) as archive:
            wishes.keep(archive, on=False)
        table.starts("mito", "Ana", "Ben", "Cleo")
        ends(table)
        table.starts("mito", "Ana", "Ben", "Cleo")
        assert journal.known() == {2}
    assert kept(database) == []


def test_a_damaged_history_stops_no_game_and_loses_none(database: Path) -> None:
    with Archive(database) as archive:
        path = archive.path
    path.write_bytes(b"no database" * 500)
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        ends(table)
        table.starts("mito", "Ana", "Ben", "Cleo")
        assert journal.known() == {1, 2}
        assert table.view["over"] is False

    path.unlink()
    starts_and_stops(database)
    assert kept(database) == [1]


def test_the_hosts_page_says_that_the_history_cannot_be_used(database: Path) -> None:
    path_of(database).write_bytes(b"no database" * 500)
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.controller.start()
        table.controller.post(AreYouThere()).result(10)
        (said,) = table.controller.board.snapshot.host.health["errors"]
        assert said.startswith(f"Finished games are not added to the history, because {path_of(database)} cannot be")


def test_what_prevents_recording_is_told_until_it_is_gone(database: Path) -> None:
    path_of(database).write_bytes(b"no database" * 500)
    told: list[tuple[str, str | None]] = []
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        journal.report_to(lambda of, said: told.append((of, said)))
        assert [of for of, _ in told] == ["history"]
        path_of(database).unlink()
        table.starts("mito", "Ana", "Ben", "Cleo")
        assert told[1:] == [("history", None)]


def test_a_backup_that_fails_is_told_until_one_succeeds(database: Path) -> None:
    folder, told, heard = database.parent / "backups", list[tuple[str, str | None]](), Semaphore(0)

    def remark(of: str, said: str | None) -> None:
        told.append((of, said))
        heard.release()

    folder.write_text("no folder")
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        journal.report_to(remark)
        table.starts("mito", "Ana", "Ben", "Cleo")
        ends(table)
        assert heard.acquire(timeout=10)
        folder.unlink()
        table.starts("mito", "Ana", "Ben", "Cleo")
        ends(table)
    (of, said), *others = told
    assert of == "backup"
    assert said is not None
    assert said.startswith("No backup can be made (")
    assert said.endswith(f"). Check the disk and the folder {folder}.")
    assert others == [("backup", None)]


@pytest.mark.long
def test_a_game_that_ends_anew_stays_in_the_journal_until_its_new_end_is_recorded(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = Event()
    make, held = Backups.make_if_due, Event()

    def waits(backups: Backups) -> Text | None:
        busy.set()
        assert held.wait(10)
        return make(backups)

    monkeypatch.setattr(Backups, "make_if_due", waits)
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo", rounds=1)
        table.card("number2.1").touches("discard")
        counts(table, (2, 1), (3, 1))
        assert busy.wait(60), "the game is recorded, and the backup takes its time"
        table.controller.take(Choose(0, "undo", None))
        counts(table, (2, 1), (3, 2))
        assert table.view["over"]
        table.starts("mito", "Ana", "Ben", "Cleo")
        held.set()
    with Archive(database) as archive:
        assert archive.find(1).summary.totals == {1: 0, 2: 1, 3: 2}


def counts(table: TableInTime, *others: tuple[int, int]) -> None:
    """Let seat 1 be out, and the others count so many cards."""
    table.seat(1).holds()
    for seat, cards in others:
        for copy in range(2, 2 + cards):
            table.card(f"number{seat}.{copy}").touches(f"seat.{seat}")
        table.seat(seat).taps()


@pytest.mark.long
@pytest.mark.parametrize("error", [BadInput("no"), ValueError("ZIP does not support timestamps before 1980")])
def test_a_backup_that_fails_keeps_no_game_from_the_history(
    database: Path, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    tried = Semaphore(0)

    def fails(_: Backups) -> Path:
        tried.release()
        raise error

    monkeypatch.setattr(Backups, "make", fails)
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        for _ in range(2):
            table.starts("mito", "Ana", "Ben", "Cleo")
            ends(table)
            assert tried.acquire(timeout=10)
    assert kept(database) == [1, 2]


@pytest.mark.long
def test_a_table_backs_up_each_evening_once(database: Path) -> None:
    for _ in range(2):
        with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
            table.starts("mito", "Ana", "Ben", "Cleo")
            ends(table)
    assert len(list((database.parent / "backups").iterdir())) == 1


def test_a_table_removes_what_killed_backups_left_but_not_what_is_in_use(database: Path) -> None:
    left = [database.parent / name for name in ("backups/.backup-x1", ".backup-x1", ".restore-x1", ".check-x1")]
    for folder in left:
        folder.mkdir(parents=True)
        (folder / "journal.db").write_text("half")
    with staging(database) as used:
        starts_and_stops(database)
        assert used.exists()
    assert [folder for folder in left if folder.exists()] == []
