"""What the tools of the pages need: themselves, and pictures of whole games."""

from pathlib import Path

import pytest

from tests import lacking
from tests.front import recorded
from tests.front.api_types import NODE, ROOT


@pytest.fixture(scope="session")
def tools() -> Path:
    """Node; the packages of package.json are there."""
    if not (ROOT / "node_modules/.ready").exists():
        lacking.skip("the tools of the pages are not there: make node_modules/.ready")
    return NODE


@pytest.fixture(scope="session")
def games(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with what was told in a game of each."""
    folder = tmp_path_factory.mktemp("told")
    recorded.main(folder)
    return folder
