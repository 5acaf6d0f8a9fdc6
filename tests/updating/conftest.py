"""Somebody whom the table trusts. Without Debian's minisign these tests are skipped by name; with CI=true they fail."""

import shutil
from pathlib import Path

import pytest

from tests import lacking
from tests.updating.signing import Maker


@pytest.fixture
def maker(tmp_path: Path) -> Maker:
    missing = [tool for tool in ("minisign", "dpkg") if shutil.which(tool) is None]
    if missing:
        lacking.skip(f"{missing[0]} is missing")
    return Maker(tmp_path / "maker")
