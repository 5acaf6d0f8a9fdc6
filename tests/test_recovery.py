"""`cardtable serve` serves recovery if its table does not start, and each choice there leads out of it."""

import json
import os
import signal
import sqlite3
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.request import HTTPRedirectHandler, Request, build_opener

import pytest

from table.history.archive import Archive
from table.history.saving import backup
from table.history.saving.backup import Backups, restore
from table.keeping import recovery
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.testing.tables import EmulatedTable
from tests.history.test_archive import record
from tests.playing import Phone
from tests.test_service import Service

pytestmark = pytest.mark.long
UID = "04a1b2c3d4e5f6"
MORE_PATIENCE_S = 60.0  # some tests need three starts in a row
WITHIN_S = "CARDTABLE_STARTS_WITHIN_S"
PACKAGES = {"without_packages"}  # the choice that is offered if packages of other authors are installed


@pytest.fixture
def database(tmp_path: Path) -> Path:
    """The database of a table with a finished game, a running game, and an evening's backup."""
    path = tmp_path / "table.db"
    with Archive(path) as archive:
        archive.adopt(record(1), "1", above=1, now=datetime.now(UTC))
    with Journal(path) as journal, EmulatedTable(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        table.card("number2.1").touches("discard")
    (tmp_path / "decks").mkdir()
    (tmp_path / "decks/mito.tags.toml").write_text(f'"{UID}" = "number4.1"\n')
    Backups(path).make()
    return path


@contextmanager
def served(database: Path, **environment: str) -> Iterator[Service]:
    """Yield the service, which restarts itself after a choice."""
    with pytest.MonkeyPatch.context() as patched:
        for name, value in environment.items():
            patched.setenv(name, value)
        (database.parent / "notify").unlink(missing_ok=True)
        service = Service(database.parent, database.parent / "table.toml", starts_anew=True)
    service._socket.settimeout(MORE_PATIENCE_S)
    try:
        yield service
    finally:
        service.close()


class Straight(HTTPRedirectHandler):
    def redirect_request(self, *_: Any) -> None:
        return None


def gets(service: Service, path: str) -> tuple[int, Mapping[str, str], Any]:
    """Get a page or an answer, without following redirects."""
    try:
        answer = build_opener(Straight).open(Request(f"http://localhost:{service.port}{path}"), timeout=20)
    except HTTPError as error:
        answer = error
    with answer:
        body = answer.read()
        is_json = "json" in answer.headers.get("Content-Type", "")
        return answer.status, answer.headers, json.loads(body) if is_json else body.decode()


def in_recovery(service: Service) -> str:
    """Assert that the service is in recovery and answers accordingly; return the reason."""
    service.tells("READY=1")
    status, _, health = gets(service, "/health")
    assert (status, health["state"]) == (200, "recovery")
    for path in ("/", "/virtual", "/seat/1", "/host", "/history", "/no/such/page"):
        status, headers, _ = gets(service, path)
        assert (status, headers["Location"]) == (303, "/recovery"), path
    for path in ("table", "me", "events", "history", "host/events"):
        assert gets(service, f"/api/v1/{path}")[0] == 503, path
    assert gets(service, "/recovery")[0] == 200
    why: str = health["why"]
    assert why.endswith(".")
    assert UID not in why
    return why


def chooses(service: Service, what: str) -> Phone:
    """Choose something as the host, and wait until the service is ready again."""
    phone = Phone(f"http://localhost:{service.port}")
    phone.asks("host", pin=(service.folder / "table.db.pin").read_text().strip())
    assert phone.asks("recovery", do=what) == {"done": True}
    service.tells("RELOADING=1")
    service.tells("READY=1")
    return phone


def is_up(service: Service) -> Any:
    """Assert that the table has started; return the public view."""
    assert "state" not in gets(service, "/health")[2]
    assert gets(service, "/recovery")[1]["Location"] == "/"
    assert recovery.read(service.folder / "table.db") == recovery.Starts()
    return gets(service, "/api/v1/table")[2]


def put_aside(service: Service) -> list[str]:
    """Return the names of files that were set aside instead of deleted."""
    return sorted(path.name for path in service.folder.glob("backups/set-aside-*/old/*"))


# -- what keeps a table from starting


def changes_a_letter(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.execute("UPDATE facts SET body = replace(body, 'number2.1', 'number3.1')")
        db.commit()


def is_no_database(database: Path) -> None:
    database.write_bytes(b"no journal" * 1000)


def has_a_trigger(database: Path) -> None:
    with closing(sqlite3.connect(database)) as db:
        db.execute("CREATE TRIGGER gone AFTER INSERT ON facts BEGIN DELETE FROM facts; END")
        db.commit()


def has_tags_that_are_no_toml(database: Path) -> None:
    (database.parent / "decks/mito.tags.toml").write_text(f"{UID} is the guard\n")


def has_a_deck_of_dots(database: Path) -> None:
    (database.parent / "decks/mito.tags.toml").write_text("a" + ".a" * 50_000 + " = 1\n")


@pytest.mark.parametrize(
    ("harm", "says", "cure"),
    [
        (changes_a_letter, "The file with the games", "salvage"),
        (is_no_database, "The file with the games", "previous"),
        (has_a_trigger, "The file with the games", "new"),
        (has_tags_that_are_no_toml, "The file mito.tags.toml of a deck", "salvage"),
        (has_a_deck_of_dots, "The file mito.tags.toml of a deck", "previous"),
    ],
)
def test_what_a_table_cannot_begin_with_is_recovered_from(
    database: Path, harm: Callable[[Path], None], says: str, cure: str
) -> None:
    harm(database)
    before = {name: path.read_bytes() for name, path in recovery.all_files(database).items()}
    with served(database) as service:
        assert in_recovery(service).startswith(says)
        assert recovery.read(database).died == 0, "it says what is wrong, and three times would say less"
        service.tells("WATCHDOG=1")
        chooses(service, cure)
        view = is_up(service)
        assert (view["game"] == "mito") == (cure != "new")
        service.stops()
    (aside,) = (database.parent / "backups").glob("set-aside-*")
    kept = {str(path.relative_to(aside / "old")): path.read_bytes() for path in aside.rglob("*") if path.is_file()}
    assert {name: kept.get(name) for name in before if "-shm" not in name} == {
        name: body for name, body in before.items() if "-shm" not in name
    }


def is_garbage(path: Path) -> None:
    path.write_bytes(b"\xff[{" * 50)


def is_empty(path: Path) -> None:
    path.write_bytes(b"")


def is_a_folder(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.mkdir()


def is_a_link_to_nothing(path: Path) -> None:
    path.unlink(missing_ok=True)
    path.symlink_to(path.parent / "nowhere" / path.name)


@pytest.mark.parametrize("harm", [is_garbage, is_empty, is_a_folder, is_a_link_to_nothing])
def test_no_damaged_file_next_to_the_journal_keeps_the_table_away(database: Path, harm: Callable[[Path], None]) -> None:
    with served(database) as service:
        service.tells("READY=1")
        phone = Phone(f"http://localhost:{service.port}")
        phone.asks("seats/1/take")
        service.stops()
    beside = {*database.parent.glob("table.db.*")} - {database.with_name("table.db.history")}
    for path in beside | {database.with_name(f"table.db.{name}") for name in ("access", "pin", "people", "log")}:
        harm(path)
    with served(database) as service:
        service.tells("READY=1")
        assert is_up(service)["game"] == "mito"
        pin = database.with_name("table.db.pin")
        if pin.is_file():
            Phone(f"http://localhost:{service.port}").asks("host", pin=pin.read_text().strip())
        service.stops()


def test_a_game_with_a_changed_letter_goes_on_from_before_it(database: Path) -> None:
    with Records.read(database) as records:
        game_id = max(records.known())
        number = len(records.facts(game_id))
    changes_a_letter(database)
    with served(database) as service:
        in_recovery(service)
        chooses(service, "salvage")
        is_up(service)
        service.stops()
    with Records.read(database) as records:
        assert 0 < len(records.facts(game_id)) <= number
    with Archive(database) as archive:
        assert archive.all_ids() == [2]


def test_a_package_that_hangs_is_left_after_a_while_and_left_out_if_the_host_says_so(
    database: Path, tmp_path: Path
) -> None:
    package = tmp_path / "site" / "hanging_game.py"
    package.parent.mkdir()
    package.write_text("import time\ntime.sleep(1000)\n")
    (package.parent / "hanging_game-1.0.dist-info").mkdir()
    (package.parent / "hanging_game-1.0.dist-info/METADATA").write_text("Name: hanging_game\nVersion: 1.0\n")
    named = "[cardtable.games]\nhanging = hanging_game:GAME\n"
    (package.parent / "hanging_game-1.0.dist-info/entry_points.txt").write_text(named)
    with served(database, PYTHONPATH=str(package.parent), **{WITHIN_S: "10"}) as service:
        assert in_recovery(service) == "The table took longer than 20 seconds to start."
        chooses(service, "without_packages")
        assert is_up(service)["game"] == "mito"
        service.stops()
    with served(database, PYTHONPATH=str(package.parent)) as service:
        service.tells("READY=1")
        is_up(service)


def test_after_three_starts_that_died_the_next_begins_in_recovery(database: Path) -> None:
    for _ in range(recovery.MOST):
        recovery.note(database, recovery.Starts(died=recovery.read(database).died + 1))
    with served(database) as service:
        assert in_recovery(service) == "The table has failed to start three times."
        chooses(service, "retry")
        is_up(service)
        service.stops()
    assert put_aside(service) == []
    with served(database) as service:
        service.tells("READY=1")
        is_up(service)


def test_a_start_that_is_killed_counts_and_one_that_came_up_does_not(database: Path) -> None:
    with served(database) as service:
        service.tells("READY=1")
        service.process.send_signal(signal.SIGKILL)
        service.process.wait()
    assert recovery.read(database).died == 0
    with served(database) as service:
        while recovery.read(database).died == 0 and service.process.poll() is None:
            os.sched_yield()
        service.process.send_signal(signal.SIGKILL)
        service.process.wait()
    assert recovery.read(database).died == 1


def test_starts_that_died_before_the_machine_was_started_anew_do_not_count(
    database: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    recovery.note(database, recovery.Starts(recovery.MOST, tried=("new",)))
    assert recovery.read(database).died == recovery.MOST

    monkeypatch.setattr("table.systems.start_of_the_machine", lambda: "another")

    assert recovery.read(database) == recovery.Starts(0, tried=("new",)), "the power may have failed three times"


def test_wrong_pins_wait_and_nobody_but_the_host_chooses(database: Path) -> None:
    is_no_database(database)
    with served(database) as service:
        in_recovery(service)
        phone = Phone(f"http://localhost:{service.port}")
        pin = (service.folder / "table.db.pin").read_text().strip()
        with pytest.raises(HTTPError, match="401"):
            phone.asks("recovery", do="new")
        wrong = "000000" if pin != "000000" else "000001"
        for code in ("401", "401", "401", "401", "429"):
            with pytest.raises(HTTPError, match=code):
                phone.asks("recovery", do="new", pin=wrong)
        assert put_aside(service) == []


def test_the_hosts_pin_may_come_with_the_choice(database: Path) -> None:
    is_no_database(database)
    with served(database) as service:
        in_recovery(service)
        phone = Phone(f"http://localhost:{service.port}")
        phone.asks("recovery", do="previous", pin=(service.folder / "table.db.pin").read_text().strip())
        service.tells("RELOADING=1")
        service.tells("READY=1")
        is_up(service)


def test_where_no_backup_helps_the_next_choice_is_another_one(database: Path) -> None:
    is_no_database(database)
    for path in database.parent.glob("backups/*"):
        path.write_bytes(b"no backup")
    with served(database) as service:
        in_recovery(service)
        phone = Phone(f"http://localhost:{service.port}")
        phone.asks("host", pin=(service.folder / "table.db.pin").read_text().strip())
        assert {*phone.gets("recovery")["can"]} - PACKAGES == {"retry", "previous", "salvage", "new"}
        with pytest.raises(HTTPError, match="400"):
            phone.asks("recovery", do="previous")
        assert {*phone.gets("recovery")["can"]} - PACKAGES == {"retry", "salvage", "new"}
        phone.asks("recovery", do="new")
        service.tells("READY=1")
        is_up(service)


# -- after a restore


def test_a_restored_table_that_does_not_come_up_goes_back_by_itself(database: Path) -> None:
    made = database.parent / "elsewhere.cardtable"
    backup.back_up(database, made)
    with Records.read(database) as records:
        game_id = max(records.known())
    restore(made, database)
    is_no_database(database)  # a file that `restore` would refuse
    with served(database) as service:
        service.tells("READY=1")
        assert is_up(service)["game_id"] == game_id
        service.stops()
    assert len([*database.parent.glob("backups/restored-*-refused")]) == 1
    assert not recovery.is_on_trial(database)


def test_a_restored_table_that_comes_up_stays(database: Path) -> None:
    made = database.parent / "elsewhere.cardtable"
    backup.back_up(database, made)
    restore(made, database)
    with served(database) as service:
        service.tells("READY=1")
        is_up(service)
        assert not recovery.is_on_trial(database)
        assert [*database.parent.glob("backups/restored-*")] == []
