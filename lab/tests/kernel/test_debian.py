"""The Debian that the kernel boots: made once, and the table installed anew only when its code has changed."""

import re
import shutil
from pathlib import Path

import pytest

from cardtable_lab import roots, shell
from cardtable_lab.kernel import cuts, debian
from cardtable_lab.kernel.building import PARTS, Built
from cardtable_lab.kernel.machine import CHECKOUT, Machine


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """A checkout with what an installation is made of."""
    checkout = tmp_path / "checkout"
    checkout.mkdir()
    for name in debian.INSTALLED:
        (checkout / name).mkdir() if "." not in name and name != "LICENSE" else (checkout / name).touch()
    (checkout / "table" / "rules.py").write_text("CARDS = 52\n")
    return checkout


@pytest.fixture
def made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Have nothing really made; what would be is told here."""
    made: list[str] = []

    def built(suite: str, folder: Path, besides: str) -> Path:
        made.append(f"debootstrap {suite}")
        root = folder / suite
        for place in ("etc/systemd/system/multi-user.target.wants", "usr/local/lib"):
            (root / place).mkdir(parents=True, exist_ok=True)
        return root

    def run(command: list[str], cwd: Path | None = None) -> str:
        if command[0] == "cp":
            shutil.copytree(command[2], command[3], symlinks=True)
        else:
            made.append(f"install.sh in {cwd}")
        return ""

    def formatted(disk: Path, _mb: int, *, holds: Path) -> Path:
        wanted = holds / "etc/systemd/system/multi-user.target.wants/chapter.service"
        assert wanted.resolve().read_text() == (PARTS / "chapter.service").read_text()
        disk.write_text((holds / "etc/hostname").read_text())
        return disk

    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(roots, "built", built)
    monkeypatch.setattr(roots, "online", lambda _: None)
    monkeypatch.setattr(roots, "local_packages", list)
    monkeypatch.setattr(shell, "run", run)
    monkeypatch.setattr(cuts, "formatted", formatted)
    monkeypatch.setattr(debian, "_suite", lambda: "bookworm")
    return made


def test_the_table_is_installed_anew_when_its_code_has_changed(checkout: Path, made: list[str]) -> None:
    first = debian.image(print, checkout)
    assert first.read_text() == f"{debian.HOST_NAME}\n"
    assert debian.image(print, checkout) == first
    assert made == ["debootstrap bookworm", f"install.sh in {checkout}"]

    (checkout / "table" / "rules.py").write_text("CARDS = 32\n")
    second = debian.image(print, checkout)

    assert second != first
    assert made[2:] == ["debootstrap bookworm", f"install.sh in {checkout}"]
    assert [*first.parent.glob("*.ext4")] == [second], "an older one is of no use, and is large"


def test_what_is_no_part_of_an_installation_changes_nothing(checkout: Path, made: list[str]) -> None:
    first = debian.image(print, checkout)
    (checkout / "table" / "__pycache__").mkdir()
    (checkout / "table" / "__pycache__" / "rules.pyc").touch()
    (checkout / "notes.txt").touch()

    assert debian.image(print, checkout) == first


def test_it_has_what_install_sh_asks_apt_for() -> None:
    script = (CHECKOUT / "install.sh").read_text()
    wanted = re.search(r"for package in (.+); do\n\s+# shellcheck", script)

    assert wanted is not None
    always = {package for package in wanted[1].split() if not package.startswith("$")}
    assert always <= {*debian.PACKAGES, *roots.PACKAGES.split(",")}


def test_a_machine_on_a_root_writes_its_changes_elsewhere(tmp_path: Path) -> None:
    kernel = tmp_path / "linux"
    kernel.write_text('#!/bin/sh\nfor word; do echo "$word"; done\n')
    kernel.chmod(0o755)
    built = Built(
        kernel=kernel, libraries=tmp_path, no_sync=tmp_path, modem_manager=tmp_path, version="6.12", seconds=1.0
    )

    with Machine(built, "wifi", root=tmp_path / "installed.ext4", disks=[tmp_path / "more"]) as machine:
        words = [*machine.console()]

    (first,) = (word for word in words if word.startswith("ubd0="))
    changes, image = first.removeprefix("ubd0=").split(",")
    assert Path(image) == tmp_path / "installed.ext4"
    assert Path(changes).parent != tmp_path
    assert {f"ubd1={tmp_path / 'more'}", "root=/dev/ubda", "CHAPTER=wifi"} <= {*words}
    assert "rootfstype=hostfs" not in words
