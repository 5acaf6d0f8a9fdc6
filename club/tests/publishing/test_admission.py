"""Whom a broker lets in, whom a table trusts, and what the host hears of it: real Mosquitto, real certificates."""

import json
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
import trustme

from cardtable_club.publishing.membership import Membership
from cardtable_club.publishing.publisher import Publisher
from club.tests.publishing.broker import OPEN, Ears, Mosquitto
from club.tests.publishing.conftest import Publishing
from club.tests.publishing.evening import all_came, came, plays, public_events
from table.saying import Text
from table.values import replace
from tests.emulated import TableInTime

LOCKED = "allow_anonymous false\npassword_file {folder}/passwords\nacl_file {folder}/acl\npersistence false\n"


@pytest.fixture
def locked(tmp_path: Path) -> Mosquitto:
    """A broker that lets in the kitchen, which may write below its own topic, and a hub."""
    for user in ("kitchen", "hall", "hub"):
        line = [
            "mosquitto_passwd",
            *(["-c"] if user == "kitchen" else []),
            "-b",
            tmp_path / "passwords",
            user,
            "secret",
        ]
        subprocess.run(line, check=True, capture_output=True)
    (tmp_path / "acl").write_text(
        "user kitchen\ntopic cardtable/riverside/kitchen/#\ntopic write homeassistant/#\n"
        "user hall\ntopic cardtable/riverside/hall/#\nuser hub\ntopic read #\n"
    )
    return Mosquitto(tmp_path, LOCKED.format(folder=tmp_path))


def publishes_at(publishing: Publishing, broker: Mosquitto, who: str) -> Publisher:
    return publishing(Membership.at(f"mqtt://{who}@127.0.0.1:{broker.port}/riverside/kitchen"))


def test_a_wrong_password_is_one_sentence_and_play_goes_on(
    table: TableInTime, publishing: Publishing, locked: Mosquitto, remarks: list[Text | None]
) -> None:
    with locked, publishes_at(publishing, locked, "kitchen:wrong") as publisher:
        while not remarks:
            table.runs(50)
        plays(table, "number2.1", "number1.1")
        assert publisher.health["connected"] is False

    where = f"127.0.0.1:{locked.port}"
    assert remarks == [
        f"The broker at {where} refuses kitchen: wrong name or password. Play goes on, and what happens is sent later."
    ]
    assert "card_played" in [event["event"] for event in public_events(table)]


def test_a_stranger_cannot_write_what_another_table_says(
    table: TableInTime, publishing: Publishing, locked: Mosquitto, remarks: list[Text | None]
) -> None:
    with locked, Ears(locked, "hub", "secret") as ears:
        with publishes_at(publishing, locked, "hall:secret"):
            while not any(remarks):
                plays(table, "number2.1", "number1.1")
        strange = list(ears.messages)
        remarks.clear()
        with publishes_at(publishing, locked, "kitchen:secret"):
            ears.waits_until(lambda ears: all_came(table, ears))

    assert strange == []
    assert json.dumps(came(ears)) == json.dumps(public_events(table))
    assert not any(remarks)


# -- certificates


Certified = Callable[[trustme.CA, str], Mosquitto]


@pytest.fixture
def certified(tmp_path: Path) -> Iterator[Certified]:
    """What starts a broker with a certificate of an authority for a name."""
    brokers = []

    def start(authority: trustme.CA, name: str) -> Mosquitto:
        issued = authority.issue_cert(name)
        for number, blob in enumerate(issued.cert_chain_pems):
            blob.write_to_path(tmp_path / "broker.pem", append=number > 0)
        issued.private_key_pem.write_to_path(tmp_path / "broker.key")
        secured = f"certfile {tmp_path}/broker.pem\nkeyfile {tmp_path}/broker.key\n"
        broker = Mosquitto(tmp_path, f"{OPEN}listener {{secure_port}} 127.0.0.1\n{secured}")
        broker.starts()
        brokers.append(broker)
        return broker

    yield start
    for broker in brokers:
        broker.dies()


def securely(publishing: Publishing, broker: Mosquitto, authority: Path | None) -> Publisher:
    member = Membership.at(f"mqtts://127.0.0.1:{broker.secure_port}/riverside/kitchen")
    return publishing(replace(member, authority=authority))


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")  # paho leaves sockets to the garbage
def test_an_authority_that_is_replaced_is_read_without_a_new_start(
    table: TableInTime, publishing: Publishing, certified: Certified, tmp_path: Path, remarks: list[Text | None]
) -> None:
    """It is replaced as files are: for a moment there is none."""
    old, new = trustme.CA(), trustme.CA()
    path = tmp_path / "club.pem"
    old.cert_pem.write_to_path(path)
    broker = certified(new, "127.0.0.1")

    with Ears(broker) as ears, securely(publishing, broker, path):
        while "cannot be trusted" not in str(remarks[-1:]):
            table.runs(50)
        path.unlink()
        while "there is no such file" not in str(remarks[-1:]):
            table.runs(50)
        new.cert_pem.write_to_path(path)
        ears.waits_until(lambda ears: all_came(table, ears))

    assert remarks[-1] is None


def test_a_broker_of_the_clubs_own_authority_is_trusted(
    table: TableInTime, publishing: Publishing, certified: Certified, tmp_path: Path, remarks: list[Text | None]
) -> None:
    authority = trustme.CA()
    authority.cert_pem.write_to_path(tmp_path / "club.pem")
    broker = certified(authority, "127.0.0.1")

    with Ears(broker) as ears, securely(publishing, broker, tmp_path / "club.pem"):
        ears.waits_until(lambda ears: all_came(table, ears))

    assert json.dumps(came(ears)) == json.dumps(public_events(table))
    assert not any(remarks)


# paho-mqtt leaves a socket on which no TLS came about to the garbage collector.
@pytest.mark.long
@pytest.mark.filterwarnings("ignore:unclosed <ssl.SSLSocket:ResourceWarning")
@pytest.mark.parametrize(
    ("name", "trusts", "why"),
    [
        ("127.0.0.1", False, "cannot be trusted: unable to get local issuer certificate"),
        ("another.example", True, "cannot be trusted: IP address mismatch"),
    ],
)
def test_a_broker_of_somebody_else_is_not(
    table: TableInTime,
    publishing: Publishing,
    certified: Certified,
    tmp_path: Path,
    remarks: list[Text | None],
    name: str,
    trusts: bool,
    why: str,
) -> None:
    authority = trustme.CA()
    (authority if trusts else trustme.CA()).cert_pem.write_to_path(tmp_path / "club.pem")
    broker = certified(authority, name)

    with Ears(broker) as ears, securely(publishing, broker, tmp_path / "club.pem"):
        while not remarks:
            table.runs(50)
        plays(table, "number2.1")

    assert why in str(remarks[0])
    assert ears.messages == []
    assert "pile_started" in [event["event"] for event in public_events(table)]
