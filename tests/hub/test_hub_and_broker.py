"""Whom a broker lets do what, by the files that docs/club.md shows; and a hub that it does not let in."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from table.club.address import broker as broker_of
from table.hub.database import Database
from table.hub.listener import Hub
from tests.club.broker import Ears, Mosquitto
from tests.hub.conftest import waits_until
from tests.hub.tables import FakeTable, game_of

EXAMPLES = Path(__file__).parents[2] / "docs/examples/club"
LOCKED = "allow_anonymous false\npassword_file {folder}/passwords\nacl_file {folder}/acl\npersistence false\n"


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker with the example's list of who may do what."""
    passwords = tmp_path / "passwords"
    passwords.write_text("".join(f"{user}:secret\n" for user in ("kitchen", "hall", "hub")))
    (tmp_path / "acl").write_text((EXAMPLES / "acl").read_text())
    broker = Mosquitto(tmp_path, LOCKED.format(folder=tmp_path))
    subprocess.run(["mosquitto_passwd", "-U", passwords], check=True, capture_output=True)  # noqa: S607 - where it is
    with broker:
        yield broker


@pytest.fixture
def heard(locked: Mosquitto) -> Iterator[Ears]:
    with Ears(locked, "hub", "secret", topics=("cardtable/#",)) as ears:
        yield ears


def test_a_table_writes_what_is_its_own_and_nothing_else(locked: Mosquitto, heard: Ears) -> None:
    with Ears(locked, "hall", "secret", topics=("cardtable/riverside/hall/#",)) as hall:
        stolen = FakeTable(hall, "kitchen")
        stolen.is_there()
        stolen.tells(game_of(1), 1)
        stolen.finishes(game_of(1), "Eve", "Mallory")
        hall.says("cardtable/riverside/kitchen/ask", b"{}")
        hall.says("cardtable/elsewhere/hall/status", b"{}", retain=True)
        hall.says("homeassistant/device/cardtable_riverside_kitchen/config", b"{}", retain=True)
        FakeTable(hall, "hall").is_there()
        heard.waits_until(lambda ears: ears.messages)

    assert [one.topic for one in heard.messages] == ["cardtable/riverside/hall/status"]


def test_the_hub_asks_and_writes_nothing_else(locked: Mosquitto, heard: Ears) -> None:
    with Ears(locked, "kitchen", "secret", topics=("cardtable/riverside/kitchen/#",)) as kitchen:
        heard.says("cardtable/riverside/kitchen/status", b"{}", retain=True)
        heard.says("cardtable/riverside/kitchen/ask", b"{}")
        kitchen.waits_until(lambda ears: ears.messages)

    assert [one.topic for one in kitchen.messages] == ["cardtable/riverside/kitchen/ask"]


def test_a_hub_at_a_locked_broker_hears_and_asks(locked: Mosquitto, tmp_path: Path) -> None:
    broker, password = broker_of(f"mqtt://hub:secret@127.0.0.1:{locked.port}")
    database = Database(f"sqlite:///{tmp_path}/club.db")
    with Hub(broker, password, database, patience_s=0.1) as hub:
        waits_until(hub, lambda: hub.is_connected)
        with Ears(locked, "kitchen", "secret", topics=("cardtable/riverside/kitchen/#",)) as kitchen:
            FakeTable(kitchen).is_there(**{game_of(1): 3})
            kitchen.waits_until(lambda ears: ears.of("ask"))
    database.close()

    assert hub.counts["refused"] == 0


def test_a_wrong_password_is_one_sentence_and_the_hub_goes_on_trying(locked: Mosquitto, tmp_path: Path) -> None:
    broker, password = broker_of(f"mqtt://hub:wrong@127.0.0.1:{locked.port}")
    database = Database(f"sqlite:///{tmp_path}/club.db")
    with Hub(broker, password, database) as hub:
        waits_until(hub, lambda: hub.wall.away is not None)
        assert hub.wall.away == f"The broker at 127.0.0.1:{locked.port} refuses hub: wrong name or password"
    database.close()
