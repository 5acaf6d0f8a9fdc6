"""A desk where updates are handed in: its table has a key, and minisign."""

from pathlib import Path

import pytest

from table.updating.desk import Desk


def desk_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """Return a desk that stores in `folder/state`, and reads in `folder/run` what became of an update."""
    key = folder / "key"
    key.touch()
    monkeypatch.setattr("table.updating.archive.shutil.which", lambda _: "/usr/bin/minisign")
    return Desk(folder / "state", key, folder / "run")
