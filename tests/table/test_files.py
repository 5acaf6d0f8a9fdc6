"""Files that are kept: written whole or not at all, and private ones for nobody else."""

import json
import os
import stat
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.complaints import BadInput
from table.files import parsed_json, write_atomically


@pytest.mark.parametrize("umask", [0, 0o022])
def test_a_file_is_written_for_its_owner_alone(tmp_path: Path, umask: int) -> None:
    path = tmp_path / "deep" / "kept"
    before = os.umask(umask)
    try:
        write_atomically(path, b"old", folder=True)
        write_atomically(path, b"new")
    finally:
        os.umask(before)

    assert path.read_bytes() == b"new"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert [file.name for file in path.parent.iterdir()] == ["kept"], "no draft is left"


def test_what_is_no_file_is_not_replaced_by_one(tmp_path: Path) -> None:
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    with pytest.raises(BadInput, match=r"pipe: this is no file, and is not replaced by one$"):
        write_atomically(pipe, b"new")
    assert pipe.is_fifo()
    assert [*tmp_path.iterdir()] == [pipe]


def test_nobody_can_read_a_private_draft_that_was_left_open_to_all(tmp_path: Path) -> None:
    path, draft = tmp_path / "kept", tmp_path / "kept.new"
    draft.write_bytes(b"cut off")
    draft.chmod(0o666)

    write_atomically(path, b"secret")

    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_what_is_written_is_on_disk_before_it_takes_its_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "kept"
    path.write_bytes(b"old")
    synced: list[bytes] = []
    monkeypatch.setattr(os, "fsync", lambda _: synced.append(path.read_bytes()))

    write_atomically(path, b"new")

    assert synced == [b"old"]


def test_the_old_file_stays_where_the_new_one_cannot_be_written(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(_: int) -> None:
        raise OSError(28, "No space left on device")

    path = tmp_path / "kept"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "fsync", full)

    with pytest.raises(BadInput, match=r"kept: this cannot be written: No space left on device$"):
        write_atomically(path, b"new")

    assert [(file.name, file.read_bytes()) for file in tmp_path.iterdir()] == [("kept", b"old")]


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    path, link = tmp_path / "kept", tmp_path / "link"
    path.write_bytes(b"old")
    link.symlink_to(path)

    write_atomically(link, b"new")

    assert link.is_symlink()
    assert path.read_bytes() == b"new"


PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text()
JSON = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=10)


@given(JSON)
def test_json_is_read_if_every_parser_can_read_it(value: object) -> None:
    text = json.dumps(value)  # has NaN and Infinity
    try:
        json.dumps(value, allow_nan=False)
    except ValueError:
        with pytest.raises(BadInput, match="cannot be read"):
            parsed_json(text)
    else:
        assert parsed_json(text) == value


@pytest.mark.parametrize(
    "text", ["", "{", "1e999", "[-1e999]", "[" * 100_000, "9" * 5_000, '"\\ud800"', "{} {}", b"\xff"]
)
def test_json_that_is_none_or_has_no_end_is_refused(text: str | bytes) -> None:
    with pytest.raises(BadInput, match="cannot be read"):
        parsed_json(text)
