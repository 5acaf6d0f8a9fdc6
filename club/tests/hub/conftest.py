"""A hub beside a real broker and a real database."""

from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from itertools import count
from pathlib import Path
from time import monotonic, sleep

import pytest

from cardtable_club.hub.database import Database
from cardtable_club.hub.keeping import OnGameOver
from cardtable_club.hub.listener import Hub
from cardtable_club.publishing.address import broker as broker_of
from club.tests.hub.postgresql import PostgreSQL, postgresql
from club.tests.hub.tables import FakeTable
from club.tests.publishing import broker as brokers
from club.tests.publishing.broker import Ears, Mosquitto
from tests.playing import PATIENCE_S

broker, ears = brokers.broker, brokers.ears
_numbers = count(1)


@pytest.fixture(scope="session")
def server() -> Iterator[PostgreSQL]:
    with postgresql() as server:
        yield server


@pytest.fixture
def kitchen(ears: Ears) -> FakeTable:
    return FakeTable(ears)


@pytest.fixture
def url(tmp_path: Path) -> str:
    """A database that is empty; those who want PostgreSQL say so (`on_both`)."""
    return f"sqlite:///{tmp_path}/club.db"


@pytest.fixture
def database(url: str) -> Iterator[Database]:
    database = Database(url)
    database.migrate()
    yield database
    database.close()


@pytest.fixture
def hub(broker: Mosquitto, url: str) -> Iterator[Hub]:
    with listening(broker, url) as hub:
        yield hub


@contextmanager
def listening(broker: Mosquitto, url: str, *, on_game_over: OnGameOver = lambda *_: None) -> Iterator[Hub]:
    """A hub that listens, until the block ends; if the broker is there, it hears what is said from now on."""
    database = Database(url)
    with (
        closing(database),
        Hub(broker_of(broker.url)[0], None, database, on_game_over=on_game_over, patience_s=0.1) as hub,
    ):
        if broker.runs:
            with Ears(broker, topics=("cardtable/tests/#",)) as mouth:
                while not hub.counts["messages"]:
                    mouth.says("cardtable/tests/probe/status", b"")
        yield hub


def waits_until(hub: Hub, holds: Callable[[], object]) -> None:
    """Wait until something holds of what a hub has kept."""
    until = monotonic() + PATIENCE_S
    while not holds():
        assert monotonic() < until, (hub.counts, hub.lacking, hub.database_away)
        sleep(0.005)


@pytest.fixture(params=["sqlite", "postgresql"])
def each_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """An empty database of either kind."""
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path}/club.db"
    server: PostgreSQL = request.getfixturevalue("server")
    return server.makes(f"club{next(_numbers)}")
