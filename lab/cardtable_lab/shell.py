"""Runs the commands that build kernels, images and Debian roots, and installs the tools that they need."""

import os
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

_SAID = 2000  # characters of a failed command's output that are shown


class CannotBuild(Exception):
    """Something cannot be built; the message gives the reason."""


def run(
    command: Sequence[str],
    *,
    cwd: Path | None = None,
    environment: Mapping[str, str] | None = None,
    given: str = "",
) -> str:
    """Run a command with additional environment variables, and return its output.

    `given` is its input. Raise CannotBuild, with the end of the output, if it fails.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own commands
            command, cwd=cwd, env={**os.environ, "LC_ALL": "C.UTF-8", **(environment or {})}, text=True, check=False,
            input=given, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
        )  # fmt: skip
    except OSError as error:
        raise CannotBuild(f"{command[0]}: {error.strerror}") from error
    if done.returncode:
        raise CannotBuild(f"{' '.join(command[:4])} failed:\n{done.stdout[-_SAID:]}")
    return done.stdout


def install(tools: Mapping[str, str]) -> None:
    """Install the Debian packages of those tools that are missing. Raise CannotBuild if that fails.

    `tools` maps programs to packages.
    """
    wanted = sorted({package for tool, package in tools.items() if shutil.which(tool) is None})
    if not wanted:
        return
    if os.geteuid() != 0 or shutil.which("apt-get") is None:
        raise CannotBuild(f"some packages are needed, and only root on Debian can install them: {' '.join(wanted)}")
    asks_nothing = {"DEBIAN_FRONTEND": "noninteractive"}
    run(["apt-get", "update", "-qq"], environment=asks_nothing)
    run(["apt-get", "install", "-y", "-qq", "--no-install-recommends", *wanted], environment=asks_nothing)
