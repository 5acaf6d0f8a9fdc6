"""Which updates a table trusts, and what it says of all others."""

from collections.abc import Callable
from pathlib import Path

import pytest

from table.complaints import BadInput
from table.updating import archive
from table.updating.archive import Label
from tests.updating.signing import NEWER, Maker

DAMAGED = "This update is damaged, or was changed after it was signed. Get it again."


def looked_at(update: Path, key: Path, folder: Path) -> Label:
    folder.mkdir()
    with update.open("rb") as file:
        archive.part(file, folder)
    return archive.verified(folder, key)


def complaint(does: Callable[[], object]) -> str:
    with pytest.raises(BadInput) as raised:
        does()
    return str(raised.value)


class TestSigned:
    def test_whose_key_is_trusted_may_update(self, maker: Maker, tmp_path: Path) -> None:
        assert looked_at(maker.update("1.2.3", architecture="arm64"), maker.public, tmp_path / "at") == Label(
            "1.2.3", "arm64"
        )

    def test_somebody_elses_key_is_not(self, maker: Maker, tmp_path: Path) -> None:
        other = Maker(tmp_path / "other")
        said = complaint(lambda: looked_at(other.update(), maker.public, tmp_path / "at"))

        assert said == "This update is signed with a key that this table does not trust."

    def test_a_key_that_only_says_that_it_is_the_makers_is_of_no_use(self, maker: Maker, tmp_path: Path) -> None:
        """Which key a file is signed with is not secret: others can write the same eight bytes."""
        other = Maker(tmp_path / "other")
        theirs = [*Path(other.public).read_bytes().split(b"\n")]
        assert theirs[1] not in maker.public.read_bytes()
        update = maker.update()
        lines = update.read_bytes().split(b"\n", 4)
        lines[1] = lines[1][:20] + lines[1][20:][::-1]  # its key stays, what it signs does not
        update.write_bytes(b"\n".join(lines))

        assert complaint(lambda: looked_at(update, maker.public, tmp_path / "at")) in (DAMAGED, archive.NOT_SIGNED)

    @pytest.mark.parametrize("place", ["payload", "comment", "end"])
    def test_not_a_byte_may_differ(self, maker: Maker, tmp_path: Path, place: str) -> None:
        update = maker.update()
        body = update.read_bytes()
        changed = {
            "payload": body.replace(b"install.sh: well", b"install.sh: evil"),
            "comment": body.replace(NEWER.encode(), b"888.0", 1),
            "end": body[:-1],
        }[place]
        assert changed != body
        update.write_bytes(changed)

        assert complaint(lambda: looked_at(update, maker.public, tmp_path / "at")) == DAMAGED

    @pytest.mark.parametrize("comment", ["timestamp:1", "cardtable update 1.0 for arm64 or so", "cardtable 1.0 arm64"])
    def test_what_else_its_maker_has_signed_is_no_update(self, maker: Maker, tmp_path: Path, comment: str) -> None:
        update = maker.update(comment=comment)

        assert complaint(lambda: looked_at(update, maker.public, tmp_path / "at")) == archive.NOT_SIGNED


@pytest.mark.parametrize(
    "body", [b"", b"PK\x03\x04", b"untrusted comment:", b"untrusted comment: x\n\n\n\n", b"\n" * 9]
)
def test_what_is_not_signed_is_no_update(tmp_path: Path, body: bytes) -> None:
    update, key = tmp_path / "an.update", tmp_path / "key"
    update.write_bytes(body)
    key.write_text("untrusted comment: x\nRWS5bC7pYsB7CeraIClTJshVC93qxV0+ovPtl2+ZDtrX9ehoKNbBCzU6\n")

    def looks() -> None:
        looked_at(update, key, tmp_path / "at")

    if archive.why_not(key) is None:
        assert complaint(looks) == archive.NOT_SIGNED


def test_a_table_without_a_key_says_how_it_gets_one(tmp_path: Path) -> None:
    missing = archive.why_not(tmp_path / "none")

    assert missing is not None
    assert str(missing).endswith("Whoever built it adds one with sudo ./install.sh --update-key FILE.")


def test_a_table_without_minisign_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    (tmp_path / "key").touch()

    assert (
        str(archive.why_not(tmp_path / "key"))
        == "This table takes no updates, because minisign is missing: sudo apt install minisign"
    )


def test_an_endless_update_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(archive, "MOST_BYTES", 3_000_000)
    update = tmp_path / "an.update"
    update.write_bytes(b"untrusted comment: x\na\nb\nc\n" + bytes(3_000_001))

    assert complaint(lambda: looked_at(update, tmp_path, tmp_path / "at")) == "An update has at most 3 MB."
    update.write_bytes(b"untrusted comment: " + bytes(10_000))
    assert complaint(lambda: looked_at(update, tmp_path, tmp_path / "there")) == archive.NOT_SIGNED


@pytest.mark.parametrize(
    ("version", "architecture", "again", "said"),
    [
        ("1.2.1", "arm64", False, None),
        ("1.10", "arm64", False, None),
        ("1.2", "arm64", False, "This table has version 1.2.0 already."),
        ("1.2", "arm64", True, None),
        ("1.1.9", "arm64", False, "This table has version 1.2.0; 1.1.9 is older."),
        ("1.1.9", "arm64", True, None),
        ("1.3", "amd64", False, "This update is for amd64, and this table is arm64."),
        ("1.3", "amd64", True, "This update is for amd64, and this table is arm64."),
    ],
)
def test_only_a_newer_version_for_this_machine_is_taken(
    version: str, architecture: str, again: bool, said: str | None
) -> None:
    def checks() -> None:
        archive.check(Label(version, architecture), "1.2.0", again=again, architecture=lambda: "arm64")

    if said is None:
        checks()
    else:
        assert complaint(checks) == said
