"""A backup that a phone sends in parts takes no room from the game that is on."""

import shutil
from pathlib import Path

import pytest

from table import files
from table.complaints import BadInput
from table.history.saving.receiving import check_received, receive, restore_wanted
from table.keeping.journal import Journal
from table.keeping.ownership import TableRunsError


@pytest.fixture
def database(tmp_path: Path) -> Path:
    path = tmp_path / "table.db"
    with Journal(path):
        pass
    return path


def fills(monkeypatch: pytest.MonkeyPatch, folder: Path, free: int) -> None:
    full = shutil.disk_usage(folder)._replace(free=free)
    monkeypatch.setattr(shutil, "disk_usage", lambda _: full)


def test_a_backup_that_does_not_fit_is_refused_and_leaves_nothing(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert receive(database, 0, b"x" * 1000) == 1000
    before = {path.name for path in database.parent.iterdir()}

    fills(monkeypatch, database.parent, files.SPARE_BYTES + 999)

    with pytest.raises(BadInput, match="The table’s disk is full: there is no room for this backup"):
        receive(database, 1000, b"x" * 1000)
    assert before - {path.name for path in database.parent.iterdir()} == {"table.db.received"}


def test_a_part_that_fits_is_taken(database: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fills(monkeypatch, database.parent, files.SPARE_BYTES + 1000)

    assert receive(database, 0, b"x" * 1000) == 1000


def test_what_was_sent_and_not_accepted_is_gone_at_the_next_start(database: Path) -> None:
    receive(database, 0, b"half of a backup")
    database.with_name("table.db.restore.part").write_bytes(b"half of a copy")

    assert restore_wanted(database) is None

    assert list(database.parent.glob("*.received")) == []
    assert list(database.parent.glob("*.part")) == []


def test_a_table_that_runs_keeps_what_is_being_sent(database: Path) -> None:
    with Journal(database):
        receive(database, 0, b"half of a backup")
        with pytest.raises(TableRunsError):
            restore_wanted(database)
        with pytest.raises(BadInput):
            check_received(database)
        assert receive(database, 16, b", and the rest") == 30
