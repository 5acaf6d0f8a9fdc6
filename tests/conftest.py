"""What all tests share: hypothesis that gives the same examples everywhere, and a table that runs in virtual time."""

import gc
import signal
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path

import pytest
from hypothesis import settings

from table.keeping.journal import Journal
from tests.emulated import TableInTime, UntaggedTable

settings.register_profile("same everywhere", derandomize=True, deadline=None, max_examples=40)
settings.register_profile("quick", derandomize=True, deadline=None, max_examples=10)  # of `make quick`
settings.register_profile("long", derandomize=True, deadline=None, max_examples=400)  # of `make prove`
settings.load_profile("same everywhere")

# Whoever starts the tests in the background lets them ignore an interrupt, and what they start would ignore it too.
signal.signal(signal.SIGINT, signal.default_int_handler)

BROWSER = Path(__file__).parent / "browser"

gc.disable()  # until all tests are found: of the hundreds of thousands of objects that takes none is garbage


def pytest_collection_finish() -> None:
    """Look for garbage from now on, but not among the tests, which stay to the end: that took a fifth of the time."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread the modules that wait, for browsers and tables in real time, evenly among those that compute.

    Each process gets a part of the whole: one after the other they would wait together, and the cores with them.
    """
    modules = [(path, list(tests)) for path, tests in groupby(items, lambda item: item.path)]
    waiting = [tests for path, tests in modules if BROWSER in path.parents or tests[0].get_closest_marker("long")]
    others = [test for _, tests in modules if tests not in waiting for test in tests]
    items.clear()
    for i, tests in enumerate(waiting):
        items += tests + others[len(others) * i // len(waiting) : len(others) * (i + 1) // len(waiting)]
    items += others if not waiting else []


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
