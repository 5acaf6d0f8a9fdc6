"""What `install.sh` says before it does anything, and the unit that it puts in place; `make prove` installs it."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
UNIT = ROOT / "packaging/cardtable.service"


def install(*options: str, path: str = os.environ["PATH"]) -> "subprocess.CompletedProcess[str]":
    command = ["/bin/sh", str(ROOT / "install.sh"), *options]
    return subprocess.run(command, capture_output=True, text=True, env={"PATH": path}, check=False)


def test_it_explains_its_options() -> None:
    told = install("--help")

    assert told.returncode == 0
    assert all(option in told.stdout for option in ("--yes", "--no-start", "--root DIR", "--uninstall", "--purge"))


@pytest.mark.parametrize(
    ("options", "said"),
    [(("--quick",), "there is no option --quick"), (("--root",), "--root: which folder?")],
)
def test_what_it_does_not_know_it_says(options: tuple[str, ...], said: str) -> None:
    told = install(*options)

    assert told.returncode == 1
    assert told.stderr.splitlines()[-1] == f"install.sh: {said}"


def test_who_is_not_root_is_told_how_to_be(tmp_path: Path) -> None:
    somebody = tmp_path / "id"
    somebody.write_text("#!/bin/sh\necho 1000\n")
    somebody.chmod(0o755)
    root = tmp_path / "root"
    root.mkdir()
    told = install("--yes", "--root", str(root), path=f"{tmp_path}:{os.environ['PATH']}")

    assert told.returncode == 1
    assert told.stderr == "install.sh: this writes to /opt and /etc: run it as root, with sudo ./install.sh\n"
    assert list(root.iterdir()) == []


def test_every_file_that_it_writes_it_takes_away_again() -> None:
    script = (ROOT / "install.sh").read_text()
    written = [line.split()[1] for line in script.splitlines() if line.strip().startswith("put /")]
    taken_away = script[script.index("\nuninstall()") :]

    assert len(written) > 3
    assert [path for path in written if f'"$root{path}"' not in taken_away] == []


def test_an_update_keeps_five_of_its_own_backups_and_none_of_the_tables_goes(tmp_path: Path) -> None:
    backups, script = tmp_path / "state/backups", (ROOT / "install.sh").read_text()
    own = [f"2026110{day}-120000.tar" for day in range(1, 8)]
    tables = [*(f"evening-2026-11-{day:02}.cardtable" for day in range(1, 11)), "before-restore-2026-11-01.cardtable"]
    (backups / "before-restore-2026-11-02-damaged").mkdir(parents=True)
    for name in (*own, *tables):
        (backups / name).touch()
    for name in ("new", "old", "oldest"):
        (tmp_path / "versions" / name).mkdir(parents=True)
    prune = script[script.index("\nprune() {") : script.index("\n}", script.index("\nprune() {")) + 3]
    given = f"set -eu; root={tmp_path} state=/state versions=/versions version=new old_version=old backups_kept=5"
    subprocess.run(["/bin/sh", "-c", f"{given}{prune}prune"], check=True)

    left = sorted(path.name for path in backups.iterdir())
    assert left == sorted([*own[-5:], *tables, "before-restore-2026-11-02-damaged"])
    assert sorted(path.name for path in (tmp_path / "versions").iterdir()) == ["new", "old"]


@pytest.mark.parametrize("module", ["spidev", "cdc_acm"])
def test_what_drives_readers_and_picos_is_loaded_before_the_service_is_let_at_it(module: str) -> None:
    """A kind of device that the kernel does not know when the unit starts is not allowed (systemd.resource-control)."""
    said = [line.partition("=") for line in UNIT.read_text().splitlines()]

    for key in ("Wants", "After"):
        assert f"modprobe@{module}.service" in " ".join(value for name, _, value in said if name == key).split()


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="there is no systemd-analyze")
def test_the_service_is_shut_in() -> None:
    """Its exposure is below 3 of 10."""
    command = ["systemd-analyze", "security", "--offline=yes", "--threshold=29", "--no-pager", str(UNIT)]
    told = subprocess.run(command, capture_output=True, text=True, check=False)

    assert told.returncode == 0, told.stdout[-500:]
