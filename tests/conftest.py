"""What all tests share: hypothesis that gives the same examples everywhere, and a table that runs in virtual time."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import settings

from table.keeping.journal import Journal
from tests.emulated import TableInTime, UntaggedTable

settings.register_profile("same everywhere", derandomize=True, deadline=None)
settings.register_profile("quick", derandomize=True, deadline=None, max_examples=10)  # of `make quick`
settings.load_profile("same everywhere")

# Whoever starts the tests in the background lets them ignore an interrupt, and what they start would ignore it too.
signal.signal(signal.SIGINT, signal.default_int_handler)


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def journal(database: Path) -> Iterator[Journal]:
    with Journal(database) as journal:
        yield journal


@pytest.fixture
def table(journal: Journal) -> Iterator[TableInTime]:
    with TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        yield table


@pytest.fixture
def untagged(journal: Journal, database: Path) -> Iterator[UntaggedTable]:
    """A table at which no game is on, and no card is known."""
    with UntaggedTable(journal, database) as table:
        table.runs(250)
        yield table
