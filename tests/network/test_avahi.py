"""The table's name in its network, against what plays avahi."""

import os
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from ifaddr import IP, Adapter
from structlog.testing import capture_logs

from table.network import avahi
from table.network.avahi import NAME, SERVICE, Announced
from table.network.bus import Bus
from table.network.profile import TABLE_NAME
from tests.network.conftest import Mock, Played


@pytest.fixture
def ended() -> Iterator[None]:
    """Nothing of it goes on after a test."""
    yield
    assert "avahi" not in [thread.name for thread in threading.enumerate()]


def adapter(name: str, index: int, *addresses: str) -> Adapter:
    return Adapter(name, name, [IP(address, 24, name) for address in addresses], index)


@pytest.fixture(autouse=True)
def adapters(monkeypatch: pytest.MonkeyPatch) -> list[Adapter]:
    """What the machine's network adapters are; a test may change it."""
    loopback, wired = adapter("lo", 1, "127.0.0.1"), adapter("eth0", 2, "192.168.1.7")
    wired.ips.append(IP(("fe80::1", 0, 2), 64, "eth0"))
    found = [loopback, wired, adapter("wlan0", 3, "10.42.42.1")]
    monkeypatch.setattr(avahi, "get_adapters", lambda: found)
    return found


def waits_for(played: Played, method: str, times: int) -> list[str]:
    """Wait until a method was called so often; the test's own time is up otherwise."""
    while len(called := played.called(method)) < times:
        assert played.process.poll() is None
    return called


@pytest.mark.long
@pytest.mark.usefixtures("ended")
def test_the_table_has_its_name_and_its_service(play: Mock) -> None:
    played = play("avahi", NAME, host="pi.local")

    with Announced(8000):
        waits_for(played, "Commit", 2)

    wired, wireless = played.called("AddAddress")
    assert wired.endswith(f'AddAddress 2 -1 16 "{TABLE_NAME}" "192.168.1.7"')
    assert wireless.endswith(f'AddAddress 3 -1 16 "{TABLE_NAME}" "10.42.42.1"')
    (service,) = played.called("AddService")
    assert f'"{SERVICE}" "_http._tcp"' in service
    assert "8000" in service


@pytest.mark.long
@pytest.mark.usefixtures("ended")
def test_a_machine_of_that_name_has_it_already(play: Mock) -> None:
    played = play("avahi", NAME, host=TABLE_NAME)

    with Announced(80):
        waits_for(played, "Commit", 1)

    assert played.called("AddAddress") == []


@pytest.mark.usefixtures("ended")
def test_the_name_follows_the_addresses_of_the_machine(
    play: Mock, adapters: list[Adapter], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(avahi, "_POLL_S", 0.01)
    adapters.clear()
    played = play("avahi", NAME)

    with Announced(80):
        waits_for(played, "AddService", 1)
        assert played.called("AddAddress") == [], "a machine without a network has no name in it"
        adapters.append(adapter("wlan0", 3, "10.0.0.9"))
        (joined,) = waits_for(played, "AddAddress", 1)
        waits_for(played, "AddService", 2)

    assert '"10.0.0.9"' in joined


@pytest.mark.long
@pytest.mark.usefixtures("ended")
@pytest.mark.parametrize("taken", ["taken", "taken_at_once"], ids=["in the network", "on this machine"])
def test_a_second_table_does_without_the_name(play: Mock, taken: str) -> None:
    played = play("avahi", NAME, **{taken: [TABLE_NAME]})

    with capture_logs() as logs, Announced(80):
        waits_for(played, "AddService", 1)
        while not logs:
            pass

    assert [(entry["log_level"], entry["name"]) for entry in logs] == [("info", TABLE_NAME)]


@pytest.mark.long
@pytest.mark.usefixtures("ended")
def test_it_is_published_anew_when_avahi_has_another_name_or_starts_anew(
    play: Mock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(avahi, "_RETRY_S", 0.01)
    played = play("avahi", NAME)

    with Announced(80):
        waits_for(played, "Commit", 2)
        played.emits("/", f"{NAME}.Server", "StateChanged", "is", ("i", 2), ("s", ""))
        waits_for(played, "Commit", 4)
        played.ends()
        waits_for(play("avahi", NAME), "Commit", 2)


@pytest.mark.usefixtures("ended")
def test_without_a_bus_or_without_avahi_one_line_is_logged(
    address: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    tried: list[str] = []

    def counted() -> Bus:
        tried.append(os.environ["DBUS_SYSTEM_BUS_ADDRESS"])
        return Bus()

    monkeypatch.setattr(avahi, "_RETRY_S", 0.001)
    monkeypatch.setattr(avahi, "Bus", counted)
    for bus in (address, f"unix:path={tmp_path}/nowhere"):
        monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
        tried.clear()
        with capture_logs() as logs, Announced(80):
            while len(tried) < 4:
                pass

        entries = [(entry["log_level"], entry["event"]) for entry in logs]
        assert entries == [("info", "the table has no name in its network")]
