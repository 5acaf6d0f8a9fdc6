"""Whom a broker lets do what, by the files that docs/club.md shows; and a hub that it does not let in."""

import json
import subprocess
from collections.abc import Iterator
from pathlib import Path
from platform import machine

import pytest
from structlog.testing import capture_logs

from cardtable_club.hub.database import Database
from cardtable_club.hub.listener import Hub
from cardtable_club.publishing.address import broker as broker_of
from cardtable_club.publishing.retiring import retire
from club.tests.hub.conftest import waits_until
from club.tests.hub.tables import FakeTable, game_of
from club.tests.hub.test_people import KITCHEN
from club.tests.publishing.broker import Ears, Mosquitto
from table.complaints import BadInput

EXAMPLES = Path(__file__).parents[3] / "docs/examples/club"
OF_A_PLACE = ("listener", "certfile", "keyfile", "tls_version", "password_file", "acl_file")  # in mosquitto.conf
# Debian has it beside the broker; it alone says no to those who want to hear something.
DEAF = """allow_anonymous true
plugin /usr/lib/{machine}-linux-gnu/mosquitto_dynamic_security.so
plugin_opt_config_file {folder}/security.json
persistence false
"""


@pytest.fixture
def locked(tmp_path: Path) -> Iterator[Mosquitto]:
    """A broker with the example's settings, and its list of who may do what."""
    passwords = tmp_path / "passwords"
    passwords.write_text("".join(f"{user}:secret\n" for user in ("kitchen", "hall", "hub")))
    (tmp_path / "acl").write_text((EXAMPLES / "acl").read_text())
    example = [line for line in (EXAMPLES / "mosquitto.conf").read_text().splitlines() if line and line[0] != "#"]
    said = [line for line in example if not line.startswith(OF_A_PLACE)]
    files = [f"password_file {passwords}", f"acl_file {tmp_path}/acl"]
    broker = Mosquitto(tmp_path, "\n".join([*said, *files, "persistence false", ""]))
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


def test_a_table_is_retired_by_its_own_account_and_by_no_other_table(locked: Mosquitto, heard: Ears) -> None:
    with Ears(locked, "kitchen", "secret", topics=("cardtable/riverside/kitchen/#",)) as kitchen:
        FakeTable(kitchen).is_there()
    broker, _ = broker_of(f"mqtt://hall@127.0.0.1:{locked.port}")
    with pytest.raises(BadInput, match="the broker does not let us publish as riverside/kitchen: Not authorized"):
        retire(broker, "secret", KITCHEN)
    broker, _ = broker_of(f"mqtt://kitchen@127.0.0.1:{locked.port}")

    assert retire(broker, "secret", KITCHEN) == 1
    heard.waits_until(lambda ears: [one for one in ears.of("status") if not one.payload])


def test_nobody_pushes_another_off_the_broker_by_its_client_name(locked: Mosquitto, heard: Ears) -> None:
    given = {"password": "secret", "client_id": "cardtable_riverside_kitchen"}
    with (
        Ears(locked, "kitchen", topics=("cardtable/riverside/kitchen/#",), **given) as kitchen,
        Ears(locked, "hall", topics=("cardtable/riverside/hall/#",), **given) as hall,
    ):
        hall.says("cardtable/riverside/hall/status", b"{}")
        heard.says("cardtable/riverside/kitchen/ask", b"{}")
        kitchen.waits_until(lambda ears: ears.messages)


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


def test_a_hub_that_may_hear_nothing_is_not_well_and_says_so(tmp_path: Path) -> None:
    access = {"publishClientSend": True, "publishClientReceive": True, "subscribe": False, "unsubscribe": True}
    (tmp_path / "security.json").write_text(json.dumps({"defaultACLAccess": access}))
    database = Database(f"sqlite:///{tmp_path}/club.db")
    with (
        Mosquitto(tmp_path, DEAF.format(machine=machine(), folder=tmp_path)) as deaf,
        capture_logs() as logs,
        Hub(broker_of(deaf.url)[0], None, database) as hub,
    ):
        waits_until(hub, lambda: any("does not let us hear" in one["event"] for one in logs))
        assert not hub.is_connected
    database.close()

    assert {one["topic"] for one in logs if "topic" in one} >= {"cardtable/+/+/status", "cardtable/+/+/events/+"}
