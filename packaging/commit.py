"""A build hook that writes the commit of a distribution to `table/commit.txt`, for `cardtable --version`."""

import atexit
import subprocess
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Commit(BuildHookInterface):  # type: ignore[type-arg]
    """Adds the commit file. An unpacked source distribution already has it; an editable installation asks Git."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Write the file, and include it in the build."""
        if version == "editable" or not Path(self.root, ".git").exists():
            return
        git = ["git", "rev-parse", "--short=12", "HEAD"]
        try:
            said = subprocess.run(git, cwd=self.root, capture_output=True, text=True, check=False)  # noqa: S603
        except OSError:  # without Git, the commit is unknown
            return
        if said.returncode == 0:
            folder = mkdtemp(prefix="cardtable-")  # the checkout may be read-only, or another user's
            atexit.register(rmtree, folder, ignore_errors=True)
            written = Path(folder, "commit.txt")
            written.write_text(said.stdout, encoding="ascii")
            build_data["force_include"][str(written)] = "table/commit.txt"
