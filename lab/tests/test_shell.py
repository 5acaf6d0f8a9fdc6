"""What builds kernels and images installs its tools, and says what has failed."""

import os
from pathlib import Path

import pytest

from cardtable_lab import roots
from cardtable_lab.shell import CannotBuild, install, run

PACKAGES = {"nowhere-to-be-found": "a-package", "nor-is-this": "another", "nor-that": "a-package", "sh": "dash"}


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder of programs that are found before all others."""
    folder = tmp_path / "bin"
    folder.mkdir()
    monkeypatch.setenv("PATH", f"{folder}:{os.environ['PATH']}")
    return folder


def program(folder: Path, name: str, script: str) -> None:
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(0o755)


@pytest.fixture
def as_root(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 0)


@pytest.mark.usefixtures("as_root")
def test_only_what_is_missing_is_installed_and_once(programs: Path) -> None:
    program(programs, "apt-get", f'echo "$DEBIAN_FRONTEND $*" >> {programs}/asked')

    install(PACKAGES)
    install({"sh": "dash"})

    assert (programs / "asked").read_text().splitlines() == [
        "noninteractive update -qq",
        "noninteractive install -y -qq --no-install-recommends a-package another",
    ]


@pytest.mark.usefixtures("as_root")
def test_an_installation_that_fails_is_reported_with_its_output(programs: Path) -> None:
    program(programs, "apt-get", 'test "$1" = update || { echo "E: Unable to locate package a-package"; exit 100; }')

    with pytest.raises(CannotBuild, match="Unable to locate package a-package"):
        install(PACKAGES)


def test_whoever_is_not_root_is_told_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: 1000)

    with pytest.raises(CannotBuild, match=r"only root on Debian can install them: a-package another$"):
        install(PACKAGES)


def test_a_command_gets_input_variables_and_a_folder(tmp_path: Path) -> None:
    command = ["sh", "-c", 'read -r word; echo "$word $GAME $(pwd)"']

    said = run(command, cwd=tmp_path, environment={"GAME": "go"}, given="a\n")

    assert said == f"a go {tmp_path}\n"


def test_a_command_that_does_not_exist_is_named() -> None:
    with pytest.raises(CannotBuild, match=r"^nowhere-to-be-found: No such file or directory$"):
        run(["nowhere-to-be-found"])


def test_whoever_cannot_reach_debian_is_told_so(programs: Path, tmp_path: Path) -> None:
    program(programs, "debootstrap", 'echo "E: Failed getting release file"; exit 1')

    with pytest.raises(CannotBuild, match="Failed getting release file"):
        roots.built("bookworm", tmp_path)
