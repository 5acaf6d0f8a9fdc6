"""Who holds what, and the file that it is kept in."""

import json
import stat
from pathlib import Path

import pytest

from table.complaints import BadInput
from web.access.registry import LIFETIME_S, MOST_HOSTS, Registry


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "table.db.access"


def test_a_seat_is_one_phones_until_it_is_freed() -> None:
    registry = Registry()
    mine = registry.take(2)

    assert registry.take(2) is None
    assert registry.holds(2, mine)
    assert not registry.holds(1, mine)
    assert registry.holders == {2}

    registry.free(2)
    theirs = registry.take(2)
    assert not registry.holds(2, mine), "an old nonce is never believed again"
    assert registry.holds(2, theirs)


def test_hosts_are_known_by_their_nonces() -> None:
    registry = Registry()
    first, second = registry.admit_host(), registry.admit_host()
    assert registry.is_host(first)
    assert not registry.is_host("")
    assert not registry.is_host(None)

    registry.dismiss_host(first)

    assert (registry.is_host(first), registry.is_host(second)) == (False, True)


def test_the_first_of_many_hosts_gives_way() -> None:
    registry = Registry()
    nonces = [registry.admit_host() for _ in range(MOST_HOSTS + 1)]

    assert [registry.is_host(nonce) for nonce in nonces] == [False] + [True] * MOST_HOSTS


def test_nobody_is_known_for_longer_than_an_evening() -> None:
    now = 1000.0
    registry = Registry(now_s=lambda: now)
    host, seat = registry.admit_host(), registry.take(1)
    now += LIFETIME_S - 1
    assert registry.is_host(host)
    assert registry.holds(1, seat)

    now += 1

    assert not registry.is_host(host)
    assert not registry.holds(1, seat)
    assert registry.holders == set()
    assert registry.take(1) is not None


def test_hours_in_use_count_on_when_the_table_is_started_again(path: Path) -> None:
    now = 5_000.0
    registry = Registry(path, now_s=lambda: now)
    nonce = registry.take(1)
    for _ in range(6):
        now += LIFETIME_S / 12
        assert registry.holds(1, nonce)

    now = 3.0  # the machine was off, for as long as it may be, and counts from the beginning
    again = Registry(path, now_s=lambda: now)
    now += LIFETIME_S / 2 - 1
    assert again.holds(1, nonce)
    now += 1
    assert not again.holds(1, nonce)


def test_hours_in_use_that_cannot_be_noted_cost_nobody_an_answer(
    path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    now = 0.0
    registry = Registry(path, now_s=lambda: now)
    nonce = registry.take(1)
    path.with_name(f"{path.name}.new").mkdir()
    now += 3600

    assert registry.holds(1, nonce)
    assert registry.holds(1, nonce)
    assert capsys.readouterr().out.count("the time of the table's use cannot be saved") == 1


def test_an_office_that_was_given_by_the_wall_clock_is_given_anew(path: Path) -> None:
    registry = Registry(path)
    nonce = registry.take(1)
    kept = json.loads(path.read_text())
    del kept["used_s"]
    kept["seats"]["1"] = {"hashed": kept["seats"]["1"]["hashed"], "until": 1.9e9}
    path.write_text(json.dumps(kept))

    again = Registry(path)

    assert not again.holds(1, nonce)
    assert again.keys == registry.keys
    assert again.take(1) is not None


def test_seats_and_the_key_outlive_the_table(path: Path) -> None:
    before = Registry(path)
    host, seat = before.admit_host(), before.take(3)

    after = Registry(path)

    assert after.keys == before.keys
    assert len(after.keys[0]) == 32
    assert after.is_host(host)
    assert after.holds(3, seat)
    assert Registry().keys != after.keys


def test_the_file_is_its_owners_and_betrays_no_nonce(path: Path) -> None:
    registry = Registry(path)
    nonces = [registry.admit_host(), registry.take(1)]

    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [nonce for nonce in nonces if nonce is None or nonce in path.read_text()] == []
    assert list(path.parent.iterdir()) == [path]


def test_a_key_that_others_could_read_is_replaced(path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = Registry(path)
    path.chmod(0o644)

    after = Registry(path)

    assert set(after.keys).isdisjoint(before.keys)
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    printed = capsys.readouterr().out
    assert "others could read the key" in printed
    assert after.keys[0].hex() not in printed


def test_a_key_that_was_replaced_by_hand_is_believed_on(path: Path) -> None:
    before = Registry(path).keys[0]
    kept = json.loads(path.read_text())
    path.write_text(json.dumps(kept | {"key": "ab" * 32, "old_keys": [kept["key"]]}))

    assert Registry(path).keys == (b"\xab" * 32, before)


@pytest.mark.parametrize(
    "damage", ["", "{", "[]", '{"key": "short"}', '{"keys": 1}', '{"old_keys": ["xyz"]}', "[" * 10_000, "\0"]
)
def test_a_damaged_file_is_set_aside_and_everybody_takes_their_seat_again(
    path: Path, damage: str, capsys: pytest.CaptureFixture[str]
) -> None:
    path.write_text(damage)
    path.chmod(0o600)

    registry = Registry(path)

    assert registry.is_lost
    assert registry.take(1) is not None
    assert not Registry(path).is_lost, "the new file is whole"
    assert path.with_name("table.db.access.damaged").read_text() == damage
    assert "a damaged file is set aside" in capsys.readouterr().out


def test_damaged_files_do_not_replace_earlier_ones(path: Path) -> None:
    for damage in ("first", "second"):
        path.write_text(damage)
        Registry(path)

    assert [path.with_name(f"table.db.access.damaged{end}").read_text() for end in ("", "-2")] == ["first", "second"]


def test_a_folder_in_place_of_the_file_is_set_aside(path: Path) -> None:
    path.mkdir()

    assert Registry(path).is_lost
    assert path.is_file()


def test_a_registry_that_cannot_be_saved_starts_and_gives_no_roles(tmp_path: Path) -> None:
    registry = Registry(tmp_path / "nowhere" / "file")

    assert not registry.is_lost
    with pytest.raises(BadInput, match="cannot be written: No such file"):
        registry.take(1)


def test_what_cannot_be_written_does_not_hold(path: Path) -> None:
    registry = Registry(path)
    in_the_way = path.with_name(f"{path.name}.new")
    in_the_way.mkdir()

    with pytest.raises(BadInput, match="cannot be written"):
        registry.take(1)
    assert registry.holders == set()
