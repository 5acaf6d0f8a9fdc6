"""A table of a club, in virtual time, beside a real broker."""

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from functools import partial
from pathlib import Path
from threading import Lock

import pytest

from cardtable_club.publishing.connection import Connection
from cardtable_club.publishing.membership import Membership
from cardtable_club.publishing.publisher import Publisher
from club.tests.publishing import broker as brokers
from club.tests.publishing.broker import Ears, Mosquitto
from table import languages
from table.games.game import PUBLIC
from table.history.recorder import Recorder
from table.keeping.journal import Journal
from table.saying import Text
from tests.emulated import TableInTime
from web.delivery.shown import shown

Publishing = Callable[..., Publisher]
Back = Callable[[], AbstractContextManager[Ears]]
broker, ears = brokers.broker, brokers.ears


@pytest.fixture
def journal(database: Path) -> Iterator[Journal]:
    """A journal from which games that are over go into the history, as at every table."""
    with Recorder(database) as recorder, Journal(database, recorder, spare=30) as journal:
        yield journal


@pytest.fixture
def remarks() -> list[Text | None]:
    """What the host is told."""
    return []


@pytest.fixture
def publishing(table: TableInTime, database: Path, broker: Mosquitto, remarks: list[Text | None]) -> Publishing:
    """What makes the table publish, as riverside/kitchen."""

    def publisher(as_: Membership | None = None, language: str = "en") -> Publisher:
        draw, member = partial(shown, audience=PUBLIC), as_ or Membership.at(f"{broker.url}/riverside/kitchen")
        spoken = languages.find(language)
        return Publisher(member, table.controller.board, database, draw=draw, language=spoken, remark=remarks.append)

    return publisher


@pytest.fixture
def back(broker: Mosquitto, monkeypatch: pytest.MonkeyPatch) -> Back:
    """What starts a broker that died, and hears it before a table does, however slow this machine is."""
    held, connect = Lock(), Connection._connect

    def connects(connection: Connection) -> None:
        with held:
            connect(connection)

    @contextmanager
    def start() -> Iterator[Ears]:
        ears = Ears(broker)
        with held:
            broker.starts()
            ears.connects()
        try:
            yield ears
        finally:
            ears.leaves()

    monkeypatch.setattr(Connection, "_connect", connects)
    return start
