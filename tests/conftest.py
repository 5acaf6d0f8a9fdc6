"""What all tests share: hypothesis that gives the same examples everywhere, and a table that runs in virtual time."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from table.journal import Journal
from tests.emulated import TableInTime

settings.register_profile("same everywhere", derandomize=True, deadline=None)
settings.load_profile("same everywhere")


@pytest.fixture
def journal(tmp_path: Path) -> Iterator[Journal]:
    with Journal(tmp_path / "table.db") as journal:
        yield journal


@pytest.fixture
def table(journal: Journal) -> Iterator[TableInTime]:
    with TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        yield table
