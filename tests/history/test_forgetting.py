"""Forgetting a name: everything is then as if somebody had played there from the start, down to the last byte."""

import fcntl
import json
import os
import signal
import sqlite3
import zipfile
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from datetime import datetime
from io import BytesIO
from pathlib import Path
from threading import Thread
from typing import Any

import pytest

from table import facts, games
from table.complaints import BadInput
from table.facts import Agreed, GameStarted
from table.history import database as databases
from table.history import recorder as recorders
from table.history.archive import Archive, path_of
from table.history.importing import import_scripts
from table.history.moments import Moments
from table.history.record import Record
from table.history.recorder import Recorder
from table.history.saving import alone, backup, receiving
from table.history.saving.forgetting import forget
from table.judging.session import Session
from table.keeping import recovery
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.values import replace
from tests.emulated import TableInTime
from tests.history import library
from tests.history.library import among, as_script
from tests.history.test_archive import add, tables
from tests.history.test_backup import rows
from tests.playing import playing
from web.delivery.shown import shown

# Names that stand nowhere else in a game, so that their bytes can be looked for.
ODD = ["Jürgen O'Neill\\", 'J. R. "Bob" 100%', "🦊🦊"]
# Words that stand everywhere.
WORDS = ["card", "e", "number2.1", '"']
# Of each game a short one; those of Mito and Mythology GO name people in sentences and answers.
CHOSEN = {1: "mytho-3-typical-201", 3: "mito-4-typical-124", 4: "mythology_go-2-clean-316", 5: "nur_mut-2-harsh-422"}
FEW = {1: CHOSEN[1]}
ON = "mito-4-typical-127-undone"  # its beginning is on
HERE = ("Ann", "Zed", "Kim", "Lou")


def game_of(name: str, who: str) -> library.Facts:
    """Return a game of the library in which somebody of that name has the second seat."""
    seen = library.games()[name]
    return among(seen, *[who if at == 1 else HERE[at] for at in range(len(seen[0]["players"]))])


def fill(database: Path, who: str, chosen: Mapping[int, str] = CHOSEN) -> None:
    """Write a journal with a game that is over and one that is on, its checkpoint, an archive, and a backup."""
    with Journal(database) as journal:
        assert write(journal, game_of(CHOSEN[1], who), ended=True) == 1
        assert write(journal, game_of(ON, who)[:40], ended=False) == 2
        session, _ = Session.replay(journal.facts(2))
        journal.save(2, 39, session)
    with Archive(database) as archive:
        for number, name in chosen.items():
            add(archive, number, library.record(game_of(name, who)), started=f"2026-01-0{number}")
        # without that person
        add(archive, 9, library.record(among(library.games()[CHOSEN[5]], "Ann", "Lou")))
    (database.parent / "decks").mkdir()
    (database.parent / "decks/mito.toml").write_text("# ours\n")
    backup.Backups(database).make()


@pytest.fixture(scope="module")
def somebodys(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same table, where somebody played from the start."""
    database = tmp_path_factory.mktemp("somebody") / "table.db"
    fill(database, "somebody")
    return database


def write(journal: Journal, seen: library.Facts, *, ended: bool) -> int:
    first, *others = (facts.parse(library.as_json(fact)) for fact in seen)
    assert isinstance(first, GameStarted)
    session = Session(first)
    game_id = journal.begin(first.game, games.find(first.game).rules_version, first, session.opening)
    for number, fact in enumerate(others, start=1):
        over = ended and number == len(others)
        journal.append(game_id, number, fact, session.take(fact), ended=True if over else None)
    return game_id


def forgotten(name: str, database: Path) -> int:
    with Journal(database) as journal:
        return forget(name, database, journal)


def content(database: Path) -> dict[str, Any]:
    """Everything that is written of games, but for when."""
    journal = {name: rows(database)[name] for name in ("facts", "events", "sums", "set_aside", "kept")}
    games = [row[:5] for row in rows(database)["games"]]
    history = {name: of for name, of in rows(path_of(database)).items() if name != "earlier"}  # that it was forgotten
    return {"journal": journal, "games": [row[:4] for row in games], "history": history}


def every_byte(folder: Path) -> Iterator[tuple[str, bytes]]:
    """Yield whatever lies in a folder: files, what is packed in them, and what is packed in that."""
    for path in sorted(folder.rglob("*")):
        if path.is_file():
            yield from _within(str(path.relative_to(folder)), path.read_bytes())


def _within(name: str, data: bytes) -> Iterator[tuple[str, bytes]]:
    yield name, data
    if data.startswith(b"PK"):
        with zipfile.ZipFile(BytesIO(data)) as packed:
            for part in packed.namelist():
                yield from _within(f"{name}/{part}", packed.read(part))
    elif data.startswith(b"SQLite format 3"):
        with closing(sqlite3.connect(":memory:")) as db:
            plain = bytearray(data)
            plain[18:20] = b"\1\1"  # a file in memory has no log
            db.deserialize(bytes(plain))
            tables = [table for (table,) in db.execute("SELECT name FROM sqlite_schema WHERE type = 'table'")]
            if "wishes" in tables:
                for game_id, record in db.execute("SELECT id, record FROM games"):
                    yield f"{name}/{game_id}", zlib.decompress(record)


def forms(name: str) -> list[bytes]:
    """How a name may be written."""
    return list({
        name.encode(), json.dumps(name)[1:-1].encode(), json.dumps(name, ensure_ascii=False)[1:-1].encode(),
        name.encode("utf-16-le"),
    })  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("name", ODD)
def test_no_byte_of_a_name_is_left(database: Path, name: str) -> None:
    fill(database, name)
    found = {where for where, data in every_byte(database.parent) if any(form in data for form in forms(name))}
    assert {"table.db", "table.db.history", "table.db.snapshot"} <= found
    assert any(where.startswith("backups/") and where.endswith("history.db/1") for where in found)

    assert forgotten(name, database) == 5

    assert [where for where, data in every_byte(database.parent) if any(form in data for form in forms(name))] == []


@pytest.mark.long
@pytest.mark.parametrize("name", [ODD[1], *WORDS])
def test_everything_is_as_if_somebody_had_played_there(database: Path, somebodys: Path, name: str) -> None:
    fill(database, name)

    forgotten(name, database)

    assert content(database) == content(somebodys)
    (made,), (other,) = (path.parent.glob("backups/*") for path in (database, somebodys))
    with backup.unpacked(made) as one, backup.unpacked(other) as another:
        assert content(one) == content(another)
        assert (one.parent / "decks/mito.toml").read_text() == "# ours\n"
    with Archive(database) as archive:
        before = tables(archive)
        archive.rebuild()
        assert tables(archive) == before


@pytest.mark.long
def test_a_game_that_is_on_goes_on_with_somebody(database: Path) -> None:
    fill(database, "Jürgen", FEW)
    forgotten("Jürgen", database)
    with Journal(database) as journal, TableInTime(journal, seats=4) as table:
        running = journal.running()
        assert running is not None
        table.controller.resume(running)
        started = table.controller.board.snapshot.game.started
        assert started is not None
        assert started.players == ["Ann", "somebody", "Kim", "Lou"]
        assert not table.view["over"]


@pytest.mark.long
def test_any_moment_is_shown_as_if_somebody_had_played_there(database: Path) -> None:
    fill(database, "Jürgen")
    forgotten("Jürgen", database)
    with Archive(database) as archive:
        for number, name in CHOSEN.items():
            now = Moments(number, archive.record(number))
            then = Moments(number, library.record(game_of(name, "somebody")))
            for seq in (1, now.last // 3, now.last // 2, now.last):
                assert shown(now.snapshot(seq), "public") == shown(then.snapshot(seq), "public")


def test_two_who_are_forgotten_are_two(database: Path, tmp_path: Path) -> None:
    seen = library.games()["mytho-3-typical-201"]
    import_scripts([as_script(among(seen, "Ana", "Ben", "Cleo"), tmp_path)], database)
    forgotten("Ana", database)
    forgotten("Ben", database)
    with Archive(database) as archive:
        players = archive.find(1).summary.players
        assert players == {1: "somebody", 2: "somebody 2", 3: "Cleo"}
        assert sorted(archive.tallies.people(limit=10)) == ["Cleo", "somebody", "somebody 2"]
        assert [part.game_id for part in archive.tallies.parts("somebody 2")] == [1]


@pytest.mark.long
def test_whoever_is_somebody_in_several_games_is_counted_as_one(database: Path, tmp_path: Path) -> None:
    seen = library.games()["mytho-3-typical-201"]
    for number, players in enumerate([("Ana", "Dan", "Cleo"), ("Dan", "Ben", "Cleo"), ("Cleo", "Ana", "Ben")]):
        first, *others = among(seen, *players)
        import_scripts([as_script([{**first, "seed": number}, *others], tmp_path, f"{number}")], database)
    with Archive(database) as archive:
        points = {name: archive.tallies.person(name)[0].points for name in ("Ana", "Ben")}
        wins = {name: archive.tallies.person(name)[0].wins for name in ("Ana", "Ben")}
    assert forgotten("Ana", database) == 2
    assert forgotten("Ben", database) == 2
    with Archive(database) as archive:
        (of,) = archive.tallies.person("somebody")
        (second,) = archive.tallies.person("somebody 2")
        assert (of.games, second.games) == (3, 1)
        assert of.points + second.points == sum(points.values())
        assert of.wins + second.wins == sum(wins.values())
        assert archive.tallies.person("Ana") == archive.tallies.person("Ben") == []


def test_a_game_that_is_in_the_journal_and_in_the_history_is_one(database: Path) -> None:
    seen = game_of(CHOSEN[1], "Ana")
    with Journal(database) as journal, Archive(database) as archive:
        add(archive, write(journal, seen, ended=True), library.record(seen))
    assert forgotten("Ana", database) == 1


@pytest.mark.long
def test_a_name_that_nobody_has_is_refused_and_nothing_changes(database: Path) -> None:
    fill(database, "Ana", FEW)
    before = content(database)
    (made,) = database.parent.glob("backups/*")
    packed = made.read_bytes()
    for name in ("Nobody", "", "an", "Ana ", "ANA", "%", "_"):
        with pytest.raises(BadInput, match="nobody called"):
            forgotten(name, database)
    assert content(database) == before
    assert made.read_bytes() == packed


def test_whoever_took_a_robots_seat_is_forgotten_too(database: Path) -> None:
    """Their name stands in the fact that says so, and from there in what was told."""
    seen = game_of(CHOSEN[1], "Ana")
    taken = [*seen[:9], {"t": seen[8]["t"], "fact": "robot_seated", "seat": 1, "name": "Zoë Unheard-of"}, *seen[9:]]
    with Journal(database) as journal, Archive(database) as archive:
        add(archive, write(journal, taken, ended=True), library.record(taken))

    assert forgotten("Zoë Unheard-of", database) == 1

    for path in database.parent.rglob("*"):
        if path.is_file():
            assert b"Unheard" not in path.read_bytes(), path
    with Archive(database) as archive:
        assert all("Unheard" not in body for body in archive.record(1).facts)


def test_who_is_to_play_after_a_practice_is_forgotten_too(database: Path) -> None:
    """The real game's players stand in the first fact of the practice."""
    first = facts.parse(library.as_json(game_of(CHOSEN[1], "Ana")[0]))
    assert isinstance(first, GameStarted)
    practice = replace(first, players=["Ann", "Zed", "Kim"], instead_of=Agreed(players=["Ann", "Ben", "somebody"]))
    with Journal(database) as journal:
        session = Session(practice)
        journal.begin("mytho", "1", practice, session.opening)
    assert forgotten("Ben", database) == 1
    with Records.read(database) as records:
        started = records.started(1)
        assert started.players == ["Ann", "Zed", "Kim"]
        assert started.instead_of is not None
        assert started.instead_of.players == ["Ann", "somebody 2", "somebody"]


# -- games of older rules


def kept_by(database: Path, record: Record) -> Record:
    with Archive(database) as archive:
        add(archive, 1, record)
    forgotten("Ana", database)
    with Archive(database) as archive:
        return archive.record(1)


def told_otherwise(record: Record) -> Record:
    """Return a game in which older rules gave everybody ten points more."""

    def more(points: dict[str, int]) -> dict[str, int]:
        return {seat: one + 10 for seat, one in points.items()}

    events = [
        {**event, **{name: more(event[name]) for name in ("scores", "totals") if name in event}}
        for event in record.events
    ]
    return replace(record, events=tuple(events))


@pytest.mark.parametrize("name", [CHOSEN[1], CHOSEN[4]])
def test_points_of_older_rules_stay_when_a_name_goes(database: Path, name: str) -> None:
    old = told_otherwise(library.record(game_of(name, "Ana")))
    new = kept_by(database, old)
    assert new.events == told_otherwise(library.record(game_of(name, "somebody"))).events
    with Archive(database) as archive:
        assert min(archive.find(1).summary.totals.values()) >= 10


def test_what_was_told_under_older_rules_is_kept(database: Path) -> None:
    old = replace(library.record(game_of(CHOSEN[4], "Ana")), kept=(5,))
    new = kept_by(database, old)
    assert new == replace(library.record(game_of(CHOSEN[4], "somebody")), kept=(5,))


def test_a_game_that_todays_rules_cannot_judge_is_no_hindrance(database: Path) -> None:
    old = library.record(game_of(CHOSEN[1], "Ana"))
    strange = json.dumps({"t": 9999, "fact": "card_arrived", "zone": "visible", "card": "a card of old"})
    new = kept_by(database, replace(old, facts=(*old.facts, strange)))
    assert new.events == library.record(game_of(CHOSEN[1], "somebody")).events
    assert "Ana" not in new.plain()


# -- files


@pytest.mark.long
def test_a_name_that_stands_in_a_backup_alone_is_forgotten_there(database: Path) -> None:
    fill(database, "Ana", FEW)
    with Archive(database) as archive:
        for game_id in archive.all_ids():
            archive.remove(game_id)
    for path in (database, database.with_name("table.db.mark"), database.with_name("table.db.snapshot")):
        path.unlink()
    assert forgotten("Ana", database) == 2
    assert [where for where, data in every_byte(database.parent) if b"Ana" in data] == []
    with pytest.raises(BadInput, match="nobody called 'Ana'"):
        forgotten("Ana", database)


@pytest.mark.long
def test_a_damaged_backup_is_named_and_everything_else_is_done(database: Path) -> None:
    fill(database, "Ana", FEW)
    (made,) = database.parent.glob("backups/*")
    torn = made.with_name("before-restore.cardtable")
    torn.write_bytes(made.read_bytes()[:-30])
    with pytest.raises(BadInput, match=r"before-restore\.cardtable: the name may be in it.*: delete it") as raised:
        forgotten("Ana", database)
    assert "\n" not in str(raised.value)
    torn.unlink()
    assert [where for where, data in every_byte(database.parent) if b"Ana" in data] == []


@pytest.mark.long
def test_in_what_a_restore_replaced_the_name_is_forgotten_and_it_can_still_go_back(database: Path) -> None:
    fill(database, "Ana", FEW)
    (made,) = database.parent.glob("backups/*")
    backup.restore(made, database)

    forgotten("Ana", database)

    assert [where for where, data in every_byte(database.parent) if b"Ana" in data] == []
    with Archive(database) as archive:
        now = archive.all_ids()
    recovery.go_back(database)
    with Archive(database) as archive:
        assert archive.all_ids() == now


@pytest.mark.long
def test_what_a_restore_replaced_and_cannot_be_read_is_named(database: Path) -> None:
    fill(database, "Ana", FEW)
    (made,) = database.parent.glob("backups/*")
    backup.restore(made, database)
    (recovery.replaced(database) / "history.db").write_bytes(b"no history" * 500)

    with pytest.raises(BadInput, match=r"before: the name may be in it, .*: delete it"):
        forgotten("Ana", database)


@pytest.mark.long
def test_damaged_files_that_a_restore_put_aside_are_named(database: Path) -> None:
    fill(database, "Ana", FEW)
    (made,) = database.parent.glob("backups/*")
    path_of(database).write_bytes(b"no history" * 500)
    assert backup.restore(made, database) is not None
    with pytest.raises(BadInput, match=r"-damaged: the name may be in it, .*: delete it"):
        forgotten("Ana", database)


@pytest.mark.long
def test_what_a_killed_backup_left_is_gone(database: Path) -> None:
    fill(database, "Ana", FEW)
    for folder in ("backups/.backup-x1", ".backup-x1", ".restore-x1", ".check-x1"):
        (database.parent / folder).mkdir()
        (database.parent / folder / "journal.db").write_text("Ana")
    (database.parent / "table.db.restore.part").write_text("Ana")
    forgotten("Ana", database)
    assert [where for where, data in every_byte(database.parent) if b"Ana" in data] == []


@pytest.mark.long
def test_a_backup_that_a_phone_has_sent_is_forgotten_in_before_it_is_restored(database: Path) -> None:
    fill(database, "Ana", FEW)
    (made,) = database.parent.glob("backups/*")
    body = made.read_bytes()
    receiving.receive(database, 0, body)
    receiving.check_received(database)
    receiving.receive(database, 0, body[:-50])  # and half of it once more
    forgotten("Ana", database)
    assert [where for where, data in every_byte(database.parent) if b"Ana" in data] == []
    assert receiving.restore_wanted(database) is not None
    assert [where for where, data in every_byte(database.parent) if b"Ana" in data] == []
    with pytest.raises(BadInput, match="have not come yet"):
        receiving.receive(database, len(body) - 50, body[-50:])


@pytest.mark.long
def test_in_a_backup_that_could_not_be_restored_the_name_is_forgotten_too(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database, "Ana", FEW)
    (made,) = database.parent.glob("backups/*")
    receiving.accept(made, database)
    with monkeypatch.context() as full:
        full.setattr(backup, "restore", raising(BadInput("the disk is full")))
        with pytest.raises(BadInput, match="the disk is full"):
            receiving.restore_wanted(database)
    assert len(receiving.refused(database)) == 1
    forgotten("Ana", database)
    assert [where for where, data in every_byte(database.parent) if b"Ana" in data] == []


def raising(error: Exception) -> Callable[..., None]:
    def raises(*_: object) -> None:
        raise error

    return raises


@pytest.mark.long
def test_what_an_update_has_put_away_goes_with_the_name(database: Path) -> None:
    fill(database, "Ana", FEW)
    put_away = database.parent / "backups/20261126-100000.tar"
    put_away.write_text("Ana")
    with pytest.raises(BadInput, match=r"\.tar: the name may be in it, and nowhere else: delete it"):
        forgotten("Zoe", database)
    assert put_away.exists()
    forgotten("Ana", database)
    assert not put_away.exists()


@pytest.mark.long
def test_while_somebody_reads_the_history_forgetting_says_that_it_is_not_done(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fill(database, "Ana", FEW)
    monkeypatch.setattr(databases, "_BUSY_S", 0.05)
    with closing(sqlite3.connect(path_of(database), isolation_level=None)) as reader:
        reader.execute("BEGIN")
        reader.execute("SELECT count(*) FROM games").fetchone()
        with pytest.raises(BadInput, match="do it again"):
            forgotten("Ana", database)
        reader.execute("COMMIT")
    forgotten("Ana", database)
    assert [where for where, data in every_byte(database.parent) if b"Ana" in data] == []


@pytest.mark.long
def test_a_backup_that_is_being_made_brings_no_name_back(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fill(database, "Jürgen")
    forgetting = Thread(target=forgotten, args=("Jürgen", database))
    zipped = backup._zip

    def zip_while_somebody_forgets(new: Path, parts: Mapping[str, Path], made_at: datetime) -> None:
        monkeypatch.setattr(backup, "_zip", zipped)
        forgetting.start()
        forgetting.join(0.2)  # it does not get far: the backup is made first
        zipped(new, parts, made_at)

    monkeypatch.setattr(backup, "_zip", zip_while_somebody_forgets)
    backup.Backups(database).make()
    forgetting.join()

    assert [*every_byte(database.parent)], "there is something to look at"
    assert not [where for where, data in every_byte(database.parent) if "Jürgen".encode() in data]


# -- while something is recorded


def places_of(name: str, database: Path) -> list[str]:
    return [where for where, data in every_byte(database.parent) if any(form in data for form in forms(name))]


@pytest.mark.long
def test_a_game_that_is_just_being_recorded_brings_no_name_back(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever forgets a name when the recorder has read the game, and not yet written it, has to wait for that."""
    read, forgot, asked = recorders.recorded, list[int](), list[bool]()
    recorder = Recorder(database)

    def forgets_if_nothing_keeps_me(journal: Journal) -> None:
        asked.append(True)
        if alone.LOCK.acquire(blocking=False):
            try:
                forgot.append(forget("Jürgen", database, journal))
            finally:
                alone.LOCK.release()

    with Journal(database, recorder) as journal, recorder:

        def reads_and_somebody_forgets(records: Records, game_id: int) -> Record:
            found = read(records, game_id)
            forgetting = Thread(target=forgets_if_nothing_keeps_me, args=(journal,))
            forgetting.start()
            forgetting.join()
            return found

        monkeypatch.setattr(recorders, "recorded", reads_and_somebody_forgets)
        write(journal, game_of(CHOSEN[1], "Jürgen"), ended=True)
        recorder.__exit__(None, None, None)  # it has done all that was to be done
        if not forgot:
            forget("Jürgen", database, journal)

    assert asked
    with Archive(database) as archive:
        assert archive.find(1).summary.players == {1: "Ann", 2: "somebody", 3: "Kim"}
    assert backup.Backups(database).made()
    assert places_of("Jürgen", database) == []


def test_a_game_that_is_forgotten_before_it_is_recorded_is_recorded_without_the_name(database: Path) -> None:
    recorder = Recorder(database)
    with Journal(database, recorder) as journal, recorder:
        with alone.alone(database):
            write(journal, game_of(CHOSEN[1], "Jürgen"), ended=True)
            forget("Jürgen", database, journal)
        recorder.__exit__(None, None, None)
    with Archive(database) as archive:
        assert archive.find(1).summary.players == {1: "Ann", 2: "somebody", 3: "Kim"}
    assert places_of("Jürgen", database) == []


def test_nobody_forgets_while_another_process_records(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A table that was just stopped still records: it has let go of the journal, and not of the folder."""
    fill(database, "Ana", FEW)
    monkeypatch.setattr(alone, "_BUSY_S", 0.0)
    other = os.open(database.parent, os.O_RDONLY)
    try:
        fcntl.flock(other, fcntl.LOCK_EX)
        with pytest.raises(BadInput, match="another program is saving or forgetting there: do it again"):
            forgotten("Ana", database)
        with pytest.raises(BadInput, match="do it again"):
            backup.back_up(database, database.parent / "one.cardtable")
    finally:
        os.close(other)
    forgotten("Ana", database)
    assert places_of("Ana", database) == []


@pytest.mark.long
def test_a_name_that_is_forgotten_right_after_the_end_of_a_game_is_nowhere(tmp_path: Path) -> None:
    database = tmp_path / "table" / "table.db"
    with playing(database) as table:
        host = table.host()
        table.begins_anew("mytho", ("Xolotl0", "Bo", "Cy"))
        host.asks("choices", seat=0, choice="abort")
        host.asks("forget", name="Xolotl0")
        table.process.send_signal(signal.SIGINT)
        table.process.wait(timeout=60)  # it has recorded and backed up
    assert any(where.startswith("backups/evening-") for where, _ in every_byte(database.parent))
    assert places_of("Xolotl0", database) == []
