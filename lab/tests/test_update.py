"""What `make update` packs and signs, without the wheels, which come from PyPI."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from cardtable_lab import update
from table.updating import archive
from table.updating.archive import Label
from tests import lacking

LABEL = Label("1.2.0", "arm64")


@pytest.fixture
def key(tmp_path: Path) -> str:
    if shutil.which("minisign") is None:
        lacking.skip("minisign is missing")
    line = ["minisign", "-G", "-W", "-p", str(tmp_path / "pub"), "-s", str(tmp_path / "key")]
    subprocess.run(line, check=True, capture_output=True)
    return str(tmp_path / "key")


def test_what_is_packed_is_what_tables_take(key: str, tmp_path: Path) -> None:
    sums = []
    for umask, name in ((0o022, "one"), (0o077, "two")):
        before = os.umask(umask)
        (tmp_path / name / "source/wheels").mkdir(parents=True)
        (tmp_path / name / "source/install.sh").write_text("exit 0\n")
        (tmp_path / name / "source/wheels/a.whl").touch()
        os.umask(before)
        packed = update.signed(tmp_path / name / "source", LABEL, key, tmp_path / name)
        assert packed.name == "cardtable-1.2.0-arm64.update"
        (tmp_path / name / "parted").mkdir()
        with packed.open("rb") as file:
            archive.part(file, tmp_path / name / "parted")
        assert archive.verified(tmp_path / name / "parted", tmp_path / "pub") == LABEL
        sums.append((tmp_path / name / "parted" / archive.PAYLOAD).read_bytes())

    assert sums[0] == sums[1], "whose files they are, and since when, is not in it"


@pytest.mark.parametrize(("given", "architecture", "said"), [
    ("", "arm64", "whose key signs it?"), ("nowhere", "arm64", "whose key signs it?"),
    ("key", "armhf", "there are no updates of"), ("pub", "arm64", "minisign failed to sign the update"),
])  # fmt: skip
def test_what_is_missing_is_said(
    key: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, given: str, architecture: str, said: str
) -> None:
    def gather(_checkout: Path, _architecture: str, source: Path) -> None:
        source.mkdir()

    monkeypatch.setattr(update, "_gather", gather)
    with pytest.raises(update.CannotPack, match=said.replace("?", r"\?")):
        update.packed(update.CHECKOUT, given and str(tmp_path / given), architecture, tmp_path / "build")


def test_wheels_are_asked_for_as_a_pi_needs_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, ...]] = []

    def pip(*command: str) -> None:
        asked.append(command)
        if command[0] == "wheel":
            folder = Path(command[command.index("--wheel-dir") + 1])
            folder.mkdir(exist_ok=True)
            (folder / f"{Path(command[-1]).name}-1.whl").touch()

    monkeypatch.setattr(update, "_pip", pip)
    update._gather(update.CHECKOUT, "arm64", tmp_path / "source")

    laid = {str(path.relative_to(tmp_path / "source")) for path in (tmp_path / "source").rglob("*.*")}
    assert {"install.sh", "packaging/cardtable.service", "packaging/cardtable-update.path", "club/club-1.whl"} <= laid
    assert len([name for name in laid if name.startswith("games/")]) > 4
    downloads = [command for command in asked if command[0] == "download" and "--python-version" in command]
    assert [one[one.index("--python-version") + 1] for one in downloads] == [*update.PYTHONS]
    for one in downloads:
        assert "--platform=manylinux2014_aarch64" in one
        assert any(wanted.startswith("gpiod") for wanted in one)
        assert not any(wanted.startswith("spidev") for wanted in one), "there is no wheel of it"
    assert [one for one in asked if one[-1] == "spidev"] != []
