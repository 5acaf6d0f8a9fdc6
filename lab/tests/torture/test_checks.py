"""Every check of a torture run finds what is planted for it: one that finds nothing measures nothing."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from cardtable_lab.bench.torture import evening as torturing
from cardtable_lab.bench.torture import faults, ruins, running
from cardtable_lab.bench.torture.crowd import Crowd, Phone
from cardtable_lab.bench.torture.disk import Disk
from cardtable_lab.bench.torture.evening import Evening, Plan
from cardtable_lab.bench.torture.report import Report
from cardtable_lab.bench.torture.standing import StandingRoom
from cardtable_lab.bench.torture.wall import jumping
from cardtable_lab.simulation.sabotage import faulty_rules
from table import games
from table.keeping.salvage import Saved, salvage
from table.running.health import Condition
from table.values import replace

GAME, SEATS = "mytho", 2


def evening(folder: Path, *struck: str, haste: float = 6.0) -> Report:
    """Play one game, in which only some of the faults strike, and often."""
    (folder / "disk").mkdir()
    with jumping() as wall, only(*struck):
        plan = Plan(1, (GAME,), SEATS, "pi", "clean", 8, haste)
        return Evening(plan, Disk(folder / "disk", own=False), wall).run()


@contextmanager
def only(*struck: str) -> Iterator[None]:
    every = faults.EVERY
    faults.EVERY = {name: fault for name, fault in every.items() if name in struck}
    try:
        yield
    finally:
        faults.EVERY = every


def kinds(report: Report) -> set[str]:
    return {kind for kind, *_ in report.wrong}


def test_an_evening_without_faults_has_nothing_to_find(tmp_path: Path) -> None:
    report = evening(tmp_path)

    assert report.wrong == []
    assert report.counts["games"] == 1


def test_other_points_than_people_have_are_found(tmp_path: Path) -> None:
    with faulty_rules(GAME, "generous_sum", SEATS):
        assert kinds(evening(tmp_path)) == {"scores"}


def test_a_table_that_says_too_much_is_found(tmp_path: Path) -> None:
    with faulty_rules(GAME, "loose_tongue", SEATS):
        assert "secrets" in kinds(evening(tmp_path))


@pytest.mark.long
def test_rules_that_fail_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game: Any = games.find(GAME)
    sound, played = game.apply, []

    def fails(state: Any, action: Any, **named: Any) -> Any:
        played.append(action)
        if len(played) == 9:
            raise ZeroDivisionError
        return sound(state, action, **named)

    monkeypatch.setattr(game, "apply", fails, raising=False)

    assert "died" in kinds(evening(tmp_path))


@pytest.mark.long
def test_a_disk_that_forgets_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    leaves = Disk.leaves

    def forgets(disk: Disk, journal: Any) -> None:
        last = "WHERE game_id = 1 AND {0} > (SELECT max(fact_number) FROM events WHERE game_id = 1) - 4"
        with journal._writing() as db:
            for table, number in (("facts", "number"), ("sums", "number"), ("events", "fact_number")):
                db.execute(f"DELETE FROM {table} {last.format(number)}")  # noqa: S608 - names of our own
        leaves(disk, journal)
        disk.path.with_name("table.db.mark").unlink(missing_ok=True)

    monkeypatch.setattr(Disk, "leaves", forgets)

    assert {"unwritten", "lost"} <= kinds(evening(tmp_path, "kills"))


@pytest.mark.parametrize(("number", "data", "kind"), [(2, "{}", "lost"), (1, "{ }", "changed")])
def test_what_one_phone_is_told_otherwise_than_another_is_found(number: int, data: str, kind: str) -> None:
    crowd = Crowd(Random(1), SEATS)  # noqa: S311 - chance, no secret
    crowd._is_told(Phone("public", "en", game=1, last=0), 1, "{}")
    crowd._is_told(Phone("public", "en", game=1, last=0), number, data)

    assert [one for one, _ in crowd.wrong] == [kind]


@pytest.mark.long
def test_a_salvage_that_takes_more_than_the_damage_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def wasteful(hurt: Path, new: Path) -> list[Saved]:
        return [replace(one, facts=0) for one in salvage(hurt, new)]

    monkeypatch.setattr(ruins, "salvage", wasteful)
    monkeypatch.setattr(ruins, "_TORN", 0)
    monkeypatch.setattr(ruins, "_DAMAGED", 1)
    monkeypatch.setattr(ruins, "_BESIDE", ("-wal",))
    monkeypatch.setattr(ruins, "_HARMS", ("truncated",))

    assert "taken" in kinds(evening(tmp_path, "kills"))


def test_memory_that_grows_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(running, "GROWTH", -1)
    (tmp_path / "disk").mkdir()
    with jumping() as wall, only():
        room = Evening(Plan(1, (), SEATS, "pi", "clean", 8), Disk(tmp_path / "disk", own=False), wall)
    running._check_memory(room)

    assert kinds(room.report) == {"memory"}


@pytest.mark.long
def test_a_fault_of_which_the_table_says_nothing_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Condition, "note_health", lambda _self, _item: None)

    assert "untold" in kinds(evening(tmp_path, "readers", haste=20))


@pytest.mark.long
def test_a_reader_that_does_not_come_back_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(StandingRoom, "mends", lambda _self, _name: None)
    monkeypatch.setattr(torturing, "_PATIENCE_S", 40)

    assert kinds(evening(tmp_path, "readers", haste=20)) == {"not back"}
