"""Marks for tests of other users' files: they need root, and a checkout that other users may read."""

import os
import stat
from pathlib import Path

import pytest

_CLOSED = [folder for folder in Path(__file__).resolve().parents if not folder.stat().st_mode & stat.S_IXOTH]

as_root = pytest.mark.skipif(os.getuid() != 0, reason="only root works on other people's files")
read_by_others = pytest.mark.skipif(
    bool(_CLOSED), reason=f"others may not read this program: {_CLOSED[:1]} is closed to them"
)
