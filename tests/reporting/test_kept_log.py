"""The log that is kept: bounded, of everything that the log says, and gone when a name is forgotten."""

import json
import logging
import stat
from pathlib import Path
from typing import Any

import pytest
import structlog

from table.history.saving import forgetting
from table.keeping import kept_log
from table.keeping.journal import Journal
from tests.history import library
from tests.history.library import among
from tests.history.test_forgetting import write


@pytest.mark.filterwarnings("ignore::UserWarning")
def test_what_the_log_says_is_kept_until_the_table_ends(database: Path) -> None:
    with kept_log.kept(database, {"configuration": {"seats": 3}}):
        structlog.get_logger().warning("a reader is lost", reader="left", why="gone")
        logging.getLogger("waitress").warning("slow %s", "client")
        try:
            raise KeyError("hand")
        except KeyError:
            structlog.get_logger().exception("it failed")
    structlog.get_logger().warning("nobody keeps this")
    entries: Any = kept_log.read(database)

    assert [(entry["level"], entry["event"]) for entry in entries] == [
        ("info", "the table starts"), ("warning", "a reader is lost"), ("warning", "waitress: slow client"),
        ("error", "it failed"),
    ]  # fmt: skip
    assert (entries[1]["why"], entries[0]["configuration"]) == ("gone", {"seats": 3})
    assert entries[3]["trace"][-1] == "KeyError: 'hand'"
    assert entries[3]["trace"][0].startswith("tests/reporting/test_kept_log.py:")
    assert stat.S_IMODE(kept_log.paths_of(database)[1].stat().st_mode) == 0o600


def test_it_is_never_longer_than_allowed_and_always_says_how_the_table_was_built(database: Path) -> None:
    log = kept_log.KeptLog(database, {"configuration": {"seats": 3}})
    for number in range(60):
        log.write({"event": "x" * 20_000, "number": number})
    log.write({"event": "last", "error": "y" * 10**6})

    sizes = [path.stat().st_size for path in kept_log.paths_of(database)]
    assert max(sizes) <= kept_log.MOST_BYTES + 1_000
    assert "configuration" in kept_log.read(database)[0]
    assert kept_log.read(database)[-1]["event"].startswith('{"at"')


@pytest.mark.parametrize("torn", [b'{"event": "to\xff', b"[" * 100_000])
def test_a_torn_line_is_left_out(database: Path, torn: bytes) -> None:
    log = kept_log.KeptLog(database, {})
    with kept_log.paths_of(database)[1].open("ab") as file:
        file.write(torn)
    assert [entry["event"] for entry in kept_log.read(database)] == ["the table starts"]
    log.write({"event": "on"})


def test_where_it_cannot_be_written_that_is_said_once(database: Path, capsys: pytest.CaptureFixture[str]) -> None:
    kept_log.paths_of(database)[1].mkdir()
    log = kept_log.KeptLog(database, {})
    log.write({"event": "again"})

    assert capsys.readouterr().err.count("the log for reports cannot be written") == 1


def test_it_goes_when_a_name_is_forgotten(database: Path) -> None:
    with Journal(database) as journal:
        write(journal, among(library.games()["mito-4-typical-124"], "Zebedee", "B", "C", "D"), ended=True)
        log = kept_log.KeptLog(database, {})
        log.write({"event": "refused", "error": "Zebedee"})
        forgetting.forget("Zebedee", database, journal)
        log.write({"event": "later"})

    assert [json.dumps(entry) for entry in kept_log.read(database) if "Zebedee" in json.dumps(entry)] == []
    assert kept_log.read(database)[-1]["event"] == "later"
