"""What the host does with what is kept, from a phone."""

import base64
from pathlib import Path

import pytest

from table.history.archive import Archive, path_of
from table.history.importing import import_scripts
from table.history.saving import backup, receiving
from table.running.messages import Choose
from tests.emulated import TableInTime
from tests.history.library import script
from tests.web.conftest import Phone


def test_the_host_says_whether_games_are_kept(host: Phone) -> None:
    assert host.gets("keeping") == {"keeps": True, "this_game": True}
    assert host.asks("keeping", keep=False).get_json() == {"keeps": True, "this_game": False}
    assert host.asks("keeping", keep=True).get_json() == {"keeps": True, "this_game": True}
    assert host.asks("keeping", keep=False, all=True).get_json() == {"keeps": False, "this_game": False}


@pytest.mark.parametrize("asked", ["history", "keeping", "people"])
def test_a_damaged_history_is_reported_without_its_path(client: Phone, database: Path, asked: str) -> None:
    path_of(database).write_bytes(b"no database" * 500)
    said = client.get(f"/api/v1/{asked}").get_json()["error"]
    assert said == "The history of games cannot be read or written now. The host’s page says what helps."


def test_a_name_is_forgotten_once_no_game_is_on(host: Phone, table: TableInTime, database: Path) -> None:
    import_scripts([script("mytho-on-pads")], database)
    refused = host.asks("forget", name="Ana")
    assert (refused.status_code, refused.get_json()["error"]) == (400, "a game is on: forget a name when it is over")

    table.controller.take(Choose(0, "abort", None))
    assert host.asks("forget", name="Ana").status_code == 200

    assert host.gets("history")[0]["players"] == ["somebody", "Ben", "Cleo"]
    assert not any(b"Ana" in path.read_bytes() for path in database.parent.glob("table.db*"))
    assert "Ana" not in str(host.gets("table"))


def test_a_backup_is_taken_away_and_put_back(host: Phone, table: TableInTime, database: Path) -> None:
    import_scripts([script("mytho-on-pads")], database)
    refused = host.get("/api/v1/backup")
    assert (refused.status_code, refused.get_json()["error"]) == (
        400, "The game is not over, and a backup contains everybody’s hidden cards. End it first.",
    )  # fmt: skip
    table.controller.take(Choose(0, "abort", None))
    body = host.get("/api/v1/backup").get_data()
    import_scripts([script("mytho-on-piles")], database)

    for at in range(0, len(body), 30_000):
        part = base64.b64encode(body[at : at + 30_000]).decode()
        assert host.puts("backup", at=at, part=part).status_code == 200
    assert host.asks("restore").get_json() == {"done": True, "restarts": False}
    with Archive(database) as archive:
        assert archive.all_ids() == [2, 3], "not while the table plays"


def test_where_nothing_was_sent_nothing_is_restored(host: Phone) -> None:
    refused = host.asks("restore")
    assert (refused.status_code, refused.get_json()["error"]) == (400, "no backup has been sent yet")


def test_what_was_accepted_is_restored_at_the_next_start(tmp_path: Path) -> None:
    database = tmp_path / "table.db"
    import_scripts([script("mytho-on-pads")], database)
    backup.back_up(database, tmp_path / "one.cardtable")
    import_scripts([script("mytho-on-piles")], database)
    receiving.receive(database, 0, (tmp_path / "one.cardtable").read_bytes())
    receiving.check_received(database)

    before = receiving.restore_wanted(database)
    assert before is not None
    backup.check(before)
    with Archive(database) as archive:
        assert archive.all_ids() == [1]
    assert not list(tmp_path.glob("*.restore"))


def test_a_torn_backup_is_refused_and_a_gap_too(host: Phone, table: TableInTime, database: Path) -> None:
    table.controller.take(Choose(0, "abort", None))
    body = host.get("/api/v1/backup").get_data()
    host.puts("backup", at=0, part=base64.b64encode(body[:-50]).decode())
    assert "is not a complete backup" in host.asks("restore").get_json()["error"]
    assert "have not come yet" in host.puts("backup", at=10**6, part="AAAA").get_json()["error"]
    for part in ("AAA", "é"):
        assert host.puts("backup", at=0, part=part).get_json()["error"] == "part: expected base64"
