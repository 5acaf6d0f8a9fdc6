"""Where an update is handed in: part by part, whole, one at a time."""

import errno
from pathlib import Path

import pytest

from table.complaints import BadInput
from table.updating import desk as desks
from table.updating import outcome
from table.updating.desk import Desk
from table.updating.outcome import Outcome
from tests.updating.desks import desk_in


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return desk_in(tmp_path, monkeypatch)


def test_parts_make_a_whole_and_a_new_first_part_begins_anew(desk: Desk) -> None:
    desk.receive(0, b"an earlier one")
    assert desk.receive(0, b"up") == 2
    assert desk.receive(2, b"date") == 6
    assert desk.sent.read_bytes() == b"update"
    assert desk.sent.stat().st_mode & 0o777 == 0o600


def test_one_that_is_cut_off_is_not_asked_for(desk: Desk) -> None:
    desk.receive(0, b"up")
    for size in (0, 6):
        with pytest.raises(BadInput, match=f"Only 2 of {size} bytes of this update have arrived. Send it again."):
            desk.ask(size)
    with pytest.raises(BadInput, match="have not come yet"):
        desk.receive(5, b"date")

    assert desk.outcome() == Outcome()


def test_without_a_key_nothing_is_taken(tmp_path: Path) -> None:
    keyless = Desk(tmp_path / "state", tmp_path / "none", tmp_path / "run")

    assert "takes no updates" in keyless.why_not()
    with pytest.raises(BadInput, match="takes no updates"):
        keyless.receive(0, b"up")
    assert not (tmp_path / "state").exists()


@pytest.mark.parametrize("state", ["waiting", "working"])
def test_while_one_is_installed_no_other_is_taken(desk: Desk, tmp_path: Path, state: str) -> None:
    desk.receive(0, b"up")
    if state == "waiting":
        desk.ask(2)
    else:
        outcome.write(Outcome("working"), tmp_path / "run")

    assert desk.outcome().state == state
    for does in (lambda: desk.receive(0, b"other"), lambda: desk.ask(2)):
        with pytest.raises(BadInput, match="Another update is being installed"):
            does()
    assert desk.sent.read_bytes() == b"up"


def test_a_full_disk_is_named_and_nothing_stays_on_it(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    desk.receive(0, b"up")

    def full(*_: object) -> int:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(desks, "write_part", full)
    with pytest.raises(BadInput, match="The table’s disk is full"):
        desk.receive(2, b"date")
    assert not desk.sent.exists()
