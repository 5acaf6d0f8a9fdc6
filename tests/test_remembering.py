"""The commands for finished games, as people use them."""

import json
import os
from pathlib import Path

import pytest

from table.history import archive as archives
from table.history import wishes
from table.history.archive import Archive
from table.history.recorder import Recorder
from table.history.saving import receiving
from table.history.saving.receiving import restore_wanted
from table.keeping.journal import Journal
from table.testing.tables import EmulatedTable
from tests.history.library import SCRIPTS, script
from tests.history.test_recorder import ends
from tests.playing import playing, run


@pytest.fixture
def imported(database: Path) -> Path:
    done = run("import", *SCRIPTS, "--database", database)
    assert done.returncode == 0, done.stderr
    return database


@pytest.mark.long
def test_scripts_become_finished_games_once(imported: Path) -> None:
    games = json.loads(run("history", "--json", "--database", imported).stdout)
    assert [game["id"] for game in games] == [8, 7, 6, 5, 4, 3, 2, 1]
    assert games[-1]["winners"] == [2]
    assert "Ana 22, Ben 12, Cleo 16, Dan 21  Ben" in run("history", "--database", imported).stdout

    again = run("import", script("mito-on-pads"), "--database", imported)
    assert (again.returncode, again.stderr.count("\n")) == (2, 1)
    assert "in the history already, as game 2" in again.stderr


@pytest.mark.long
def test_the_same_script_twice_at_once_is_refused_by_its_name(tmp_path: Path) -> None:
    again = tmp_path / "again.jsonl"
    again.write_bytes(Path(script("mito-on-pads")).read_bytes())
    refused = run("import", script("mito-on-pads"), again, "--database", tmp_path / "table.db")
    said = f"cardtable: {again}: this is the same game as {script('mito-on-pads')}\n"
    assert (refused.returncode, refused.stderr) == (2, said)
    assert not (tmp_path / "table.db.history").exists()


@pytest.mark.long
def test_nothing_is_imported_that_a_waiting_backup_would_take_away(imported: Path, tmp_path: Path) -> None:
    assert run("backup", tmp_path / "all.cardtable", "--database", imported).returncode == 0
    receiving.accept(tmp_path / "all.cardtable", imported)
    (tmp_path / "another.jsonl").write_text(script("mito-on-pads").read_text().replace("Ana", "Ann"))
    refused = run("import", tmp_path / "another.jsonl", "--database", imported)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert f"{imported}: a backup waits" in refused.stderr

    assert restore_wanted(imported) is not None, "as the table does when it starts"
    assert run("import", tmp_path / "another.jsonl", "--database", imported).returncode == 0


def test_nothing_is_made_beside_a_damaged_journal(tmp_path: Path) -> None:
    (tmp_path / "table.db").write_bytes(b"no journal" * 1_000)
    refused = run("import", script("mito-on-pads"), "--database", tmp_path / "table.db")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["table.db"]


@pytest.mark.long
def test_a_game_that_is_not_there_is_what_is_missing_though_no_table_has_played(imported: Path) -> None:
    imported.unlink(missing_ok=True)
    refused = run("export", "99", "--database", imported)
    assert (refused.returncode, refused.stderr) == (2, f"cardtable: {imported}: there is no game 99\n")


@pytest.mark.long
def test_a_game_of_the_history_is_exported_and_replays_to_what_was_told(imported: Path, tmp_path: Path) -> None:
    exported = tmp_path / "game.jsonl"
    exported.write_text(run("export", "1", "--database", imported).stdout)
    printed = [run("replay", path, "--audience", "public").stdout for path in (exported, script("mito-on-a-pile"))]
    assert printed[0] == printed[1] != ""


def test_a_game_of_robots_only_is_not_kept(tmp_path: Path) -> None:
    first = {"t": 0, "fact": "game_started", "game": "mito", "players": ["A", "B", "C"]}
    path = tmp_path / "robots.jsonl"
    path.write_text(json.dumps({**first, "robots": {"1": "easy", "2": "keen", "3": "easy"}}))
    refused = run("import", path, "--database", tmp_path / "table.db")
    assert (refused.returncode, "robots only" in refused.stderr) == (2, True)


@pytest.mark.long
def test_everything_counted_is_made_anew(imported: Path) -> None:
    before = run("history", "--json", "--database", imported).stdout
    assert run("history", "--rebuild", "--database", imported).stdout == "Counted anew: 8 games.\n"
    assert run("history", "--json", "--database", imported).stdout == before


@pytest.mark.long
def test_a_backup_is_restored_elsewhere(imported: Path, tmp_path: Path) -> None:
    (imported.parent / "decks").mkdir()
    (imported.parent / "decks" / "mito.tags.toml").write_text('"04a1b2c3d4e5f6" = "guard"\n')
    assert run("backup", tmp_path / "all.cardtable", "--database", imported).returncode == 0

    other = tmp_path / "other" / "table.db"
    assert run("restore", tmp_path / "all.cardtable", "--database", other).returncode == 0
    listed = [run("history", "--json", "--database", database).stdout for database in (imported, other)]
    assert listed[0] == listed[1]
    assert (other.parent / "decks" / "mito.tags.toml").read_text().count("guard") == 1


@pytest.mark.long
def test_what_is_replaced_is_backed_up_before(imported: Path, tmp_path: Path) -> None:
    run("backup", tmp_path / "all.cardtable", "--database", imported)
    with Recorder(imported) as recorder, Journal(imported, recorder) as journal, EmulatedTable(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        ends(table)
    restored = run("restore", tmp_path / "all.cardtable", "--database", imported)
    assert "What was there before is in" in restored.stdout
    assert len(json.loads(run("history", "--json", "--database", imported).stdout)) == 8


@pytest.mark.long
def test_a_table_that_plays_has_a_backup_when_it_is_started_next(imported: Path, tmp_path: Path) -> None:
    run("backup", tmp_path / "all.cardtable", "--database", imported)
    run("forget", "Ana", "--database", imported)
    with Journal(imported):
        waits = run("restore", tmp_path / "all.cardtable", "--database", imported)
        assert (waits.returncode, waits.stdout.count("at its next start")) == (0, 1)
        assert "Ana" not in run("history", "--json", "--database", imported).stdout

    assert restore_wanted(imported) is not None
    assert run("history", "--json", "--database", imported).stdout.count("Ana") >= 8


@pytest.mark.long
def test_what_is_restored_takes_the_place_of_what_waited_for_it(imported: Path, tmp_path: Path) -> None:
    run("backup", tmp_path / "all.cardtable", "--database", imported)
    with Journal(imported):
        run("restore", tmp_path / "all.cardtable", "--database", imported)
    run("restore", tmp_path / "all.cardtable", "--database", imported)

    assert restore_wanted(imported) is None


@pytest.mark.long
def test_a_table_starts_without_a_backup_that_cannot_be_restored_and_its_host_hears_of_it(
    imported: Path, tmp_path: Path
) -> None:
    waiting = imported.with_name("table.db.restore")
    waiting.write_bytes(b"no backup")
    with playing(imported) as table:
        assert "A backup cannot be restored, so the table goes on with what it has" in table.greeting
        answer = table.host().watches("host/events", lambda view: bool(view["health"]["errors"]))
        assert answer["health"]["errors"][0].startswith("A backup could not be restored, so nothing has changed.")

    refused = imported.with_name("table.db.restore.refused")
    assert (waiting.exists(), refused.read_bytes()) == (False, b"no backup")
    run("backup", tmp_path / "all.cardtable", "--database", imported)
    receiving.accept(tmp_path / "all.cardtable", imported)
    assert not refused.exists()


@pytest.mark.long
def test_salvage_takes_the_history_along_and_what_the_host_wants_to_be_kept(imported: Path, tmp_path: Path) -> None:
    with Archive(imported) as archive:
        wishes.keep(archive, on=False)
    with Journal(imported) as journal, EmulatedTable(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
    imported.with_name("table.db.pin").write_text("123456\n")
    new = tmp_path / "new.db"
    done = run("salvage", imported, "-o", new)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The history was taken along.\nNothing is known to be lost.\n" in done.stdout
    assert len(json.loads(run("history", "--json", "--database", new).stdout)) == 8
    with Archive(new) as archive:
        assert not wishes.keeps(archive)
    assert new.with_name("new.db.pin").read_text() == "123456\n"
    assert new.with_name("new.db.history").stat().st_mode & 0o777 == 0o600


@pytest.mark.long
@pytest.mark.parametrize("left", [b"", b"no journal" * 1_000])
def test_salvage_takes_the_history_along_though_no_game_is_left_in_the_journal(
    imported: Path, tmp_path: Path, left: bytes
) -> None:
    imported.write_bytes(left)
    done = run("salvage", imported, "-o", tmp_path / "new.db")
    assert (done.returncode, done.stderr) == (0, "")
    assert "Saved 0 games with 0 facts" in done.stdout
    assert "The history was taken along.\n" in done.stdout
    assert "Nothing is known to be lost" not in done.stdout
    assert len(json.loads(run("history", "--json", "--database", tmp_path / "new.db").stdout)) == 8
    with Journal(tmp_path / "new.db") as journal:
        assert journal.known() == set()


@pytest.mark.long
def test_salvage_replaces_no_other_history(imported: Path, tmp_path: Path) -> None:
    other = archives.path_of(tmp_path / "new.db")
    other.write_bytes(b"of another table")
    with Journal(imported) as journal, EmulatedTable(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
    refused = run("salvage", imported, "-o", tmp_path / "new.db")
    assert (refused.returncode, refused.stderr) == (
        2,
        f"cardtable: {other}: this file exists already; name a new one\n",
    )
    assert other.read_bytes() == b"of another table"
    assert not (tmp_path / "new.db").exists()


@pytest.mark.long
def test_salvage_says_that_a_damaged_history_stays_behind(imported: Path, tmp_path: Path) -> None:
    with Journal(imported) as journal, EmulatedTable(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
    archives.path_of(imported).write_bytes(b"no history" * 1_000)
    done = run("salvage", imported, "-o", tmp_path / "new.db")
    assert "The history was not taken along: " in done.stdout
    assert "Nothing is known to be lost" not in done.stdout
    assert not archives.path_of(tmp_path / "new.db").exists()


@pytest.mark.long
@pytest.mark.parametrize("command", ["backup", "report"])
@pytest.mark.parametrize("what", ["the history", "a script", "a pipe"])
def test_what_is_written_replaces_nothing_but_what_is_like_it(
    imported: Path, tmp_path: Path, command: str, what: str
) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    to = {"the history": archives.path_of(imported), "a script": tmp_path / "a.jsonl", "a pipe": pipe}[what]
    (tmp_path / "a.jsonl").write_bytes(script("mito-on-pads").read_bytes())
    before = None if to == pipe else to.read_bytes()
    refused = run(command, to, "--database", imported)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert f"cardtable: {to}: " in refused.stderr
    assert pipe.is_fifo() if before is None else to.read_bytes() == before


@pytest.mark.long
def test_a_backup_replaces_a_backup_and_a_report_a_report_but_neither_the_other(imported: Path, tmp_path: Path) -> None:
    for command, other in (("backup", "report"), ("report", "backup")):
        (tmp_path / command).touch()
        for _ in range(2):
            assert run(command, tmp_path / command, "--database", imported).returncode == 0
        assert run(other, tmp_path / command, "--database", imported).returncode == 2


@pytest.mark.long
@pytest.mark.parametrize("command", ["history", "export 1", "forget Ana", "report r.zip", "backup b", "play", "serve"])
@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("loop", "Too many levels of symbolic links"),
        ("pipe", "this is no file"),
        ("x" * 250, "too long"),
        ("a\udcff", "has to be UTF-8 text"),
    ],
)
def test_what_can_be_no_database_is_one_sentence(tmp_path: Path, command: str, name: str, said: str) -> None:
    (tmp_path / "loop").symlink_to("loop")
    os.mkfifo(tmp_path / "pipe")
    found = sorted(tmp_path.iterdir())
    refused = run(*command.split(), "--database", tmp_path / name)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert refused.stderr.startswith("cardtable: ")
    assert said in refused.stderr
    assert sorted(tmp_path.iterdir()) == found


@pytest.mark.long
def test_where_no_folder_can_be_nothing_is_restored(imported: Path, tmp_path: Path) -> None:
    assert run("backup", tmp_path / "all.cardtable", "--database", imported).returncode == 0
    refused = run("restore", tmp_path / "all.cardtable", "--database", tmp_path / "all.cardtable" / "table.db")
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert refused.stderr.startswith(f"cardtable: {tmp_path / 'all.cardtable'}: no folder can be made there: ")


@pytest.mark.long
def test_a_torn_backup_is_refused_in_a_sentence(imported: Path, tmp_path: Path) -> None:
    whole, torn = tmp_path / "all.cardtable", tmp_path / "torn.cardtable"
    run("backup", whole, "--database", imported)
    torn.write_bytes(whole.read_bytes()[:-100])
    refused = run("restore", torn, "--database", imported)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "is not a complete backup" in refused.stderr


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        (("forget", "\udcff"), "this is not UTF-8 text"),
        (("history", "--player", "\udcff"), "this is not UTF-8 text"),
        (("history", "--limit", "9" * 20), "is not in the range"),
        (("export", "9" * 20), "is not in the range"),
        (("history", "--database", "."), "is a directory"),
    ],
)
def test_what_makes_no_sense_is_one_sentence(database: Path, wrong: tuple[str, ...], said: str) -> None:
    refused = run(*wrong) if "--database" in wrong else run(*wrong, "--database", database)
    assert (refused.returncode, refused.stdout, refused.stderr.count("\n")) == (2, "", 1)
    assert said in refused.stderr


@pytest.mark.long
def test_a_table_that_plays_forgets_on_its_hosts_page(imported: Path) -> None:
    with Journal(imported):
        refused = run("forget", "Ana", "--database", imported)
    assert (refused.returncode, refused.stderr.count("\n")) == (2, 1)
    assert "its host’s page can forget a name" in refused.stderr


@pytest.mark.long
def test_a_name_is_forgotten(imported: Path) -> None:
    done = run("forget", "Ana", "--database", imported)
    assert done.stdout.startswith("8 games were played by somebody.")
    assert run("export", "1", "--database", imported).stdout.count("somebody") == 1
    assert not any(b"Ana" in path.read_bytes() for path in imported.parent.rglob("*") if path.is_file())
    unknown = run("forget", "Ana", "--database", imported)
    assert (unknown.returncode, unknown.stderr) == (2, "cardtable: nobody called 'Ana' is in the history\n")
