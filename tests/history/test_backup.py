"""Backups: whole or not at all, whoever writes meanwhile. A restore brings back everything, or changes nothing."""

import json
import random
import sqlite3
import struct
import subprocess
import sys
import time
import zipfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from hashlib import blake2b
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from table.complaints import BadInput
from table.history.archive import Archive, path_of
from table.history.recorder import Recorder
from table.history.saving import backup, unpacking
from table.history.saving.backup import Backups, back_up, restore
from table.keeping.journal import Journal
from table.keeping.records import Records
from tests.emulated import TableInTime
from tests.forking import ROOT
from tests.history.test_archive import record, tables
from tests.replayed import printed
from tests.rounds import plays_a_round

GAMES = 4  # have to be in the last backup of a busy table
DECK, TAGS, PEOPLE = 'name = "Ours"\n', '"04a1b2c3d4e5f6" = "number4.1"  # the torn one\n', b'{"held": "\xc3\xa4"}\n'


@pytest.fixture
def interrupted(database: Path) -> Path:
    """The database of a table that was switched off during its second game."""
    with Recorder(database) as recorder, Journal(database, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo", rounds=1)
        plays_a_round(table)
        table.starts("mito", "Ana", "Dan", "Eva")
        table.card("number2.1").touches("discard")
        table.card("number3.1").touches("discard")
    for path in database.parent.glob("backups/*"):
        path.unlink()
    (database.parent / "decks").mkdir()
    (database.parent / "decks/mito.toml").write_text(DECK)
    (database.parent / "decks/mito.tags.toml").write_text(TAGS)
    database.with_name("table.db.people").write_bytes(PEOPLE)
    return database


@pytest.fixture
def made(interrupted: Path, tmp_path: Path) -> Path:
    path = tmp_path / "elsewhere/made.cardtable"
    back_up(interrupted, path)
    return path


def rows(path: Path) -> dict[str, list[Any]]:
    """Everything in a SQLite file, table by table."""
    with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as db:
        names = [name for (name,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table' ORDER BY name")]
        return {name: db.execute(f"SELECT * FROM {name} ORDER BY 1, 2").fetchall() for name in names}  # noqa: S608


def state(database: Path) -> dict[str, Any]:
    """Everything that a table has on disk, databases row for row."""
    files = {
        str(path.relative_to(database.parent)): path.read_bytes()
        for path in sorted(database.parent.rglob("*"))
        if path.is_file() and not {"table.db.before", "other.db.before"} & {*path.parts}
        if path.suffix not in (".db", ".history") and path.name[-4:] not in ("-wal", "-shm", "mark")
    }
    return {**files, **{path.name: rows(path) for path in (database, path_of(database)) if path.exists()}}


# -- what is in it


@pytest.mark.long
def test_a_backup_brings_back_journal_history_decks_tags_and_people(
    interrupted: Path, made: Path, tmp_path: Path
) -> None:
    new = tmp_path / "new/place/other.db"
    assert restore(made, new) is None
    assert {path.name for path in new.parent.iterdir()} == {"other.db", "other.db.history", "other.db.people", "decks"}
    assert rows(new) == rows(interrupted)
    assert rows(path_of(new)) == rows(path_of(interrupted))
    assert (new.parent / "decks/mito.toml").read_text() == DECK
    assert (new.parent / "decks/mito.tags.toml").read_text() == TAGS
    assert new.with_name("other.db.people").read_bytes() == PEOPLE


@pytest.mark.long
def test_what_was_there_is_gone_and_in_a_backup_of_its_own(interrupted: Path, made: Path) -> None:
    then = state(interrupted)
    with Journal(interrupted) as journal, TableInTime(journal) as table:
        table.starts("mito", "Eva", "Finn", "Gwen")
    with Archive(interrupted) as archive:
        archive.adopt(record(0), "1", above=50, now=datetime.now(UTC))
    (interrupted.parent / "decks/mytho.toml").write_text("new")
    (interrupted.parent / "decks/mito.toml").write_text("changed")
    interrupted.with_name("table.db.people").unlink()
    later = state(interrupted)

    before = restore(made, interrupted)

    assert before is not None
    assert before.parent.name == "backups"
    now = state(interrupted)
    assert now.pop(f"backups/{before.name}")
    assert now == then
    restore(before, interrupted)
    assert of_table(interrupted) == later


@pytest.mark.long
def test_an_interrupted_game_goes_on_after_a_restore(interrupted: Path, made: Path, tmp_path: Path) -> None:
    with Records.read(interrupted) as records:
        running = records.running()
        assert running is not None
        delivered = records.delivered(running.game_id)
    new = tmp_path / "new/table.db"
    restore(made, new)
    with Recorder(new) as recorder, Journal(new, recorder) as journal, TableInTime(journal) as table:
        table.controller.resume(running)
        snapshot = table.controller.board.snapshot
        assert snapshot.game.game_id == running.game_id
        assert printed(snapshot.game)["public"][: len(delivered["public"])] == delivered["public"]
        table.runs(250)
        table.card("number4.1").touches("discard")
        assert table.event_names().count("card_played") == 2


@pytest.mark.long
def test_who_is_host_and_the_pin_are_not_in_it(interrupted: Path, tmp_path: Path) -> None:
    for name in ("access", "pin", "snapshot", "mark"):
        interrupted.with_name(f"table.db.{name}").write_text("secret")
    to = tmp_path / "made.cardtable"
    back_up(interrupted, to)
    with zipfile.ZipFile(to) as packed:
        assert {name.partition("/")[0] for name in packed.namelist()} == {
            "journal.db", "history.db", "decks", "people.json", "manifest.json",
        }  # fmt: skip
        assert not any(b"secret" in packed.read(name) for name in packed.namelist())


@pytest.mark.long
def test_only_its_owner_can_read_a_backup_and_what_comes_of_it(made: Path, tmp_path: Path) -> None:
    new = tmp_path / "new/table.db"
    restore(made, new)
    for path in (made, new, path_of(new), new.with_name("table.db.people"), new.parent / "decks/mito.toml"):
        assert path.stat().st_mode & 0o077 == 0, path


@pytest.mark.long
def test_a_history_without_a_journal_is_backed_up_before_another_one_takes_its_place(
    interrupted: Path, made: Path, tmp_path: Path
) -> None:
    alone = tmp_path / "alone/table.db"
    with Archive(alone) as archive:
        archive.adopt(record(3), "1", above=7, now=datetime.now(UTC))
    before = restore(made, alone)
    assert before is not None
    assert restore(before, alone) is not None
    with Archive(alone) as archive:
        assert archive.all_ids() == [8]
        assert archive.record(8) == record(3)
    with Recorder(alone) as recorder, Journal(alone, recorder) as journal, TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        assert journal.known() == {9}


@pytest.mark.parametrize("which", ["table.db", "table.db.history"])
def test_a_backup_can_be_restored_over_damaged_files_which_are_kept(interrupted: Path, made: Path, which: str) -> None:
    then = state(interrupted)
    damaged = b"\0" * 5000
    interrupted.with_name(which).write_bytes(damaged)
    for beside in ("-wal", "-shm"):  # of who looked
        interrupted.with_name(f"{which}{beside}").unlink(missing_ok=True)
    before = restore(made, interrupted)
    assert before is not None
    assert (before / which).read_bytes() == damaged
    assert of_table(interrupted) == then


def test_a_clock_that_begins_in_1970_is_no_hindrance(
    interrupted: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(time, "time", lambda: 1000.0)
    back_up(interrupted, tmp_path / "made.cardtable")
    assert restore(tmp_path / "made.cardtable", tmp_path / "new/table.db") is None


def test_where_nothing_is_nothing_is_backed_up(database: Path, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="there is nothing to back up"):
        back_up(database, tmp_path / "made.cardtable")
    assert list(tmp_path.iterdir()) == []


def test_a_backup_that_cannot_be_written_leaves_the_one_before(interrupted: Path, made: Path) -> None:
    was = made.read_bytes()
    path_of(interrupted).write_bytes(b"no history" * 500)
    with pytest.raises(BadInput):
        back_up(interrupted, made)
    assert made.read_bytes() == was
    assert list(made.parent.iterdir()) == [made]


@pytest.mark.long
def test_of_the_evenings_the_last_ten_stay(interrupted: Path) -> None:
    backups = Backups(interrupted)
    for day in range(1, 14):
        backups.make(datetime(2026, 1, day, 22, tzinfo=UTC))
        backups.make(datetime(2026, 1, day + 1, 3, tzinfo=UTC))  # past midnight, the same evening
    assert [path.name for path in backups.made()] == [f"evening-2026-01-{day:02}.cardtable" for day in range(4, 14)]


def test_of_large_evenings_as_many_stay_as_there_is_room_for(
    interrupted: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(backup, "MOST_BYTES", 1)
    backups = Backups(interrupted)
    for day in (1, 2, 3):
        backups.make(datetime(2026, 1, day, 22, tzinfo=UTC))
    assert [path.name for path in backups.made()] == ["evening-2026-01-03.cardtable"]


# -- while others write


@contextmanager
def busy(database: Path) -> Iterator["subprocess.Popen[str]"]:
    """A process that plays four games a second."""
    line = [sys.executable, "-m", "tests.history.writing", str(database)]
    with subprocess.Popen(line, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdout.readline()
        try:
            yield process
        finally:
            process.stdin.close()
            for _ in process.stdout:
                pass
            assert process.wait(60) == 0


def check_backups(folder: Path, times: int) -> None:
    """Back up a busy table many times; each backup has to be whole, and nothing that was played may be lost."""
    database, played, made = folder / "table.db", 0, 0
    with busy(database):
        while made < times or played < GAMES:
            made += 1
            to = folder / f"elsewhere/{made}.cardtable"
            back_up(database, to)
            with backup.unpacked(to) as copy:
                played = max(played, check_whole(copy, played))
            to.unlink()


def check_whole(copy: Path, least: int) -> int:
    """See that a copy has every game up to the last one, no less than before; return the number of the last."""
    for path in (copy, path_of(copy)):
        with closing(sqlite3.connect(path)) as db:
            assert db.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
            assert db.execute("PRAGMA foreign_key_check").fetchall() == []
    with Records.read(copy) as journal, Archive(copy) as archive:
        in_journal, in_archive = journal.known(), archive.all_ids()
        last = max((*in_journal, *in_archive))
        assert {*in_journal, *in_archive} == {*range(1, last + 1)}
        assert last >= least
        for game_id in in_journal:
            journal.facts(game_id)
        before = tables(archive)
        archive.rebuild()
        assert tables(archive) == before
    return last


@pytest.mark.long
def test_a_backup_is_whole_while_a_table_plays(tmp_path: Path) -> None:
    check_backups(tmp_path, 8)


@pytest.mark.proof
@pytest.mark.timeout(1200)
def test_two_hundred_backups_are_whole_while_a_table_plays(tmp_path: Path) -> None:
    check_backups(tmp_path, 200)


# -- refused


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """A small backup."""
    database = tmp_path_factory.mktemp("whole") / "table.db"
    with Journal(database), Archive(database) as archive:
        archive.adopt(record(0), "1", above=0, now=datetime.now(UTC))
    (database.parent / "decks").mkdir()
    (database.parent / "decks/mito.toml").write_text(DECK)
    back_up(database, database.parent / "made")
    return (database.parent / "made").read_bytes()


@pytest.fixture(scope="module")
def brought(whole: bytes) -> Mapping[str, Any]:
    """What a table has that was restored from it."""
    with target(whole) as (made, database):
        restore(made, database)
        return of_table(database)


def of_table(database: Path) -> dict[str, Any]:
    """What a table has, without its backups."""
    return {name: body for name, body in state(database).items() if not name.startswith("backups/")}


@contextmanager
def target(data: bytes) -> Iterator[tuple[Path, Path]]:
    """A backup with these bytes, and a table that has something else."""
    with TemporaryDirectory() as folder:
        database = Path(folder) / "table/table.db"
        with Archive(database) as archive:
            archive.adopt(record(1), "1", above=3, now=datetime.now(UTC))
        database.write_bytes(b"")
        made = Path(folder) / "made.cardtable"
        made.write_bytes(data)
        yield made, database


def check_refused(data: bytes, *, or_the_same: Mapping[str, Any] | None = None) -> None:
    """See that a backup is refused in one sentence, and changes nothing; or that it brings what another one brings."""
    with target(data) as (made, database):
        before = {path: path.read_bytes() for path in database.parent.rglob("*") if path.is_file()}
        try:
            restore(made, database)
        except BadInput as error:
            assert "\n" not in str(error)  # noqa: PT017
            assert str(made) in str(error)  # noqa: PT017
            assert {path: path.read_bytes() for path in database.parent.rglob("*") if path.is_file()} == before
            return
        assert or_the_same is not None, "it was restored"
        assert of_table(database) == or_the_same


def edges(data: bytes) -> list[int]:
    """Where a ZIP archive has the beginning or the end of something."""
    found = {0, 1, len(data) - 1, len(data) - 21, len(data) - 22, len(data) - 23}
    for sign in (b"PK\3\4", b"PK\1\2", b"PK\5\6", b"PK\7\x08"):
        at = data.find(sign)
        while at >= 0:
            found |= {at - 1, at, at + 1, at + 4, at + 30}
            at = data.find(sign, at + 1)
    return sorted(at for at in found if 0 <= at < len(data))


@pytest.mark.long
def test_a_backup_that_was_cut_off_anywhere_is_refused(whole: bytes) -> None:
    for at in edges(whole):
        check_refused(whole[:at])


@pytest.mark.long
@settings(max_examples=20)
@given(at=st.integers(0, 2**32))
def test_a_backup_that_was_cut_off_is_refused(whole: bytes, at: int) -> None:
    check_refused(whole[: at % len(whole)])


@pytest.mark.long
@settings(max_examples=120)
@given(seed=st.integers(0, 2**32))
def test_a_backup_with_a_flipped_bit_is_refused_or_brings_the_same(
    whole: bytes, brought: Mapping[str, Any], seed: int
) -> None:
    chance = random.Random(seed)  # noqa: S311
    near = chance.choice(edges(whole))
    at = chance.randrange(len(whole)) if seed % 2 else min(near + chance.randrange(46), len(whole) - 1)
    check_refused(whole[:at] + bytes([whole[at] ^ 1 << chance.randrange(8)]) + whole[at + 1 :], or_the_same=brought)


def test_a_backup_with_a_flipped_bit_in_a_part_is_refused(whole: bytes) -> None:
    at = whole.find(b"PK\3\4") + 200
    check_refused(whole[:at] + bytes([whole[at] ^ 4]) + whole[at + 1 :])


def changed(
    data: bytes,
    *,
    add: Mapping[str, bytes] | None = None,
    manifest: Mapping[str, Any] | None = None,
    compressed: int = zipfile.ZIP_STORED,
) -> bytes:
    """Return a backup, whole and with right checksums, that has other parts or says something else."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "made"
        path.write_bytes(data)
        with zipfile.ZipFile(path) as packed:
            parts = {name: packed.read(name) for name in packed.namelist() if name != "manifest.json"}
            said = json.loads(packed.read("manifest.json"))
        parts |= add or {}
        for name, body in parts.items():
            said["parts"][name] = {"size": len(body), "blake2b": blake2b(body, digest_size=16).hexdigest()}
        said |= manifest or {}
        with zipfile.ZipFile(path, "w", compressed) as packed:
            for name, body in parts.items():
                packed.writestr(name, body)
            packed.writestr("manifest.json", json.dumps(said))
        return path.read_bytes()


@pytest.mark.parametrize("name", ["journal.db", "history.db"])
@pytest.mark.parametrize("how", ["no database", "cut off", "of a newer program", "of something else"])
def test_a_backup_of_what_no_table_could_start_with_is_refused(
    whole: bytes, name: str, how: str, tmp_path: Path
) -> None:
    path = tmp_path / "whole"
    path.write_bytes(whole)
    with zipfile.ZipFile(path) as packed:
        body = packed.read(name)
    (tmp_path / "part.db").write_bytes(body)
    with closing(sqlite3.connect(tmp_path / "part.db", isolation_level=None)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("PRAGMA user_version = 99" if how == "of a newer program" else "PRAGMA application_id = 7")
    odd = {"no database": b"x" * 5000, "cut off": body[: len(body) // 2]}.get(how, (tmp_path / "part.db").read_bytes())
    check_refused(changed(whole, add={name: odd}))


@pytest.mark.long
@pytest.mark.parametrize("which", ["table.db", "table.db.history"])
def test_of_what_is_damaged_no_backup_takes_the_place_of_a_good_one(interrupted: Path, made: Path, which: str) -> None:
    good = made.read_bytes()
    damaged = interrupted.with_name(which)
    for beside in ("-wal", "-shm"):
        damaged.with_name(f"{which}{beside}").unlink(missing_ok=True)
    body = damaged.read_bytes()
    damaged.write_bytes(body[: len(body) // 2] + bytes(len(body) - len(body) // 2))
    with pytest.raises(BadInput, match=r"table\.db"):
        back_up(interrupted, made)
    assert made.read_bytes() == good


def test_another_deck_is_no_hindrance(whole: bytes) -> None:
    with target(changed(whole, add={"decks/ours.toml": b"x"})) as (made, database):
        restore(made, database)
        assert (database.parent / "decks/ours.toml").read_bytes() == b"x"


@pytest.mark.long
@pytest.mark.parametrize(
    "name",
    [
        "../evil.toml", "decks/../../evil.toml", "decks/../evil.toml", "/tmp/evil.toml", "decks//tmp/evil.toml",  # noqa: S108
        "decks/deeper/evil.toml", "decks/..\\evil.toml", "table.db.access", "decks/evil.sh", "decks/.toml/../../x.toml",
        "evil.toml", "decks\\evil.toml", "decks/", "./decks/evil.toml", "decks/./evil.toml",
    ],
)  # fmt: skip
def test_a_part_that_belongs_elsewhere_is_refused(whole: bytes, name: str) -> None:
    check_refused(changed(whole, add={name: b"evil"}))


@pytest.mark.parametrize(
    "manifest",
    [
        {"format": 2}, {"format": "1"}, {"format": None}, {"parts": {}}, {"parts": []}, {"parts": None},
        {"parts": {"journal.db": {"size": 0, "blake2b": ""}}}, {"parts": {"journal.db": 7, "history.db": 7}},
    ],
)  # fmt: skip
def test_a_backup_that_says_otherwise_is_refused(whole: bytes, manifest: Mapping[str, Any]) -> None:
    check_refused(changed(whole, manifest=manifest))


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"no zip at all", b"\0" * 10_000, struct.pack("<4s18x", b"PK\5\6")],
    ids=["empty", "two letters", "text", "zeros", "an empty archive"],
)  # fmt: skip
def test_what_is_no_backup_is_refused(data: bytes) -> None:
    check_refused(data)


@pytest.mark.long
def test_a_backup_that_is_not_there_and_a_folder_are_refused(interrupted: Path, tmp_path: Path) -> None:
    then = state(interrupted)
    with pytest.raises(BadInput, match="there is no such file"):
        restore(tmp_path / "none", interrupted)
    with pytest.raises(BadInput, match="is not a complete backup"):
        restore(tmp_path, interrupted)
    assert state(interrupted) == then


@pytest.mark.long
def test_nothing_is_restored_while_a_table_runs(interrupted: Path, made: Path) -> None:
    with Journal(interrupted) as journal, TableInTime(journal) as table:
        table.starts("mito", "Eva", "Finn", "Gwen")
        then = state(interrupted)
        with pytest.raises(BadInput, match="a table is using this database; stop it first"):
            restore(made, interrupted)
        assert state(interrupted) == then
    assert restore(made, interrupted) is not None


def test_a_restore_that_finds_no_room_changes_nothing(
    interrupted: Path, made: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    then = state(interrupted)
    monkeypatch.setattr(unpacking, "copy", full)
    with pytest.raises(BadInput, match="No space left on device"):
        restore(made, interrupted)
    assert state(interrupted) == then
