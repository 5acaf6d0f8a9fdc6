"""What all tests share: hypothesis that gives the same examples everywhere, and a table that runs in virtual time."""

import gc
import os
import signal
from collections.abc import Iterator
from importlib.util import find_spec
from itertools import groupby
from pathlib import Path

import pytest
import structlog
from hypothesis import settings

from table.keeping.journal import Journal
from tests.emulated import TableInTime, UntaggedTable

for profile, examples in {"test": 10, "test-all": 40, "prove": 400}.items():  # named after what runs it
    settings.register_profile(profile, derandomize=True, deadline=None, max_examples=examples)
settings.load_profile("test")

# Whoever starts the tests in the background lets them ignore an interrupt, and what they start would ignore it too.
signal.signal(signal.SIGINT, signal.default_int_handler)

BROWSER = Path(__file__).parent / "tests" / "browser"

gc.disable()  # until all tests are found: of the hundreds of thousands of objects that takes none is garbage


def pytest_collection_finish() -> None:
    """Look for garbage from now on, but not among the tests, which stay to the end: that took a fifth of the time."""
    gc.freeze()
    gc.enable()


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Spread browser tests evenly among the others: one after the other all processes would wait at the same time."""
    others = [item for item in items if BROWSER not in item.path.parents]
    waiting = [item for item in items if BROWSER in item.path.parents]
    modules = [list(tests) for _, tests in groupby(waiting, lambda item: item.path)] or [[]]
    items.clear()
    for i, tests in enumerate(modules):
        items += tests + others[len(others) * i // len(modules) : len(others) * (i + 1) // len(modules)]


@pytest.fixture(scope="session")
def mfrc522_package() -> None:
    """The package of that name, which pip cannot install on a PC: RPi.GPIO has no wheel there. `make` installs it."""
    if find_spec("mfrc522") is None:
        missing = "the package mfrc522 is not there: pip install --no-deps mfrc522==0.0.7"
        if os.environ.get("CI") == "true":
            pytest.fail(missing)
        pytest.skip(missing)


@pytest.fixture(autouse=True)
def log_as_it_was() -> Iterator[None]:
    """Commands that run in this process configure the log: the next test finds it as this one did."""
    before = structlog.get_config()
    yield
    structlog.configure(**before)


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
