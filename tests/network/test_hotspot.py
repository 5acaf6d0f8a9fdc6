"""The table's own Wi-Fi, against what plays NetworkManager."""

import json
import stat
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from table.cli.hotspot import hotspot as commands
from table.complaints import BadInput
from table.network import profile
from table.network.bus import ANSWER_S, NO_ANSWER, Bus, NotThere
from table.network.hotspot import Hotspot, Status
from table.network.network_manager import NAME
from table.network.profile import KEYFILE, NAMES, NETPLAN
from tests.network.conftest import Mock

ACCESS_POINT, ONLY_A_CLIENT = 0x40, 0x00
Networks = Callable[..., Hotspot]
command = sys.modules["table.cli.hotspot"]  # the room calls the command so, too


@pytest.fixture
def networks(bus: Bus, play: Mock, tmp_path: Path) -> Networks:
    """Have NetworkManager played, with a Wi-Fi device; return what switches the table's own."""

    def networks(device: int = ACCESS_POINT, **parameters: Any) -> Hotspot:
        play("network_manager", NAME, root=str(tmp_path), device=device, **parameters)
        return Hotspot(bus, tmp_path)

    return networks


@pytest.mark.long
def test_it_comes_up_where_no_known_network_is_and_goes_again(bus: Bus, play: Mock, tmp_path: Path) -> None:
    played = play("network_manager", NAME, root=str(tmp_path), device=ACCESS_POINT)
    hotspot = Hotspot(bus, tmp_path)
    play("supplicant", "fi.w1.wpa_supplicant1")

    wifi = hotspot.on()

    assert hotspot.status() == Status(True, True, wifi.ssid, profile.ADDRESS, clients=2, network=None)
    assert hotspot.off()
    assert len(played.called("DeactivateConnection")) == 1
    assert hotspot.status() == Status(False, False, None, profile.ADDRESS, clients=None, network=None)
    assert not hotspot.off()
    assert [(tmp_path / path).exists() for path in (KEYFILE, NAMES, NETPLAN)] == [False] * 3
    assert hotspot.on() == wifi, "its password is kept, for phones have kept it, too"


@pytest.mark.long
def test_a_known_network_is_left_alone_unless_that_is_asked_for(networks: Networks) -> None:
    hotspot = networks(found="Home")

    wifi = hotspot.on()

    assert hotspot.status() == Status(True, False, wifi.ssid, profile.ADDRESS, clients=None, network="Home")
    hotspot.on(at_once=True)
    assert hotspot.status().is_up
    assert hotspot.status().network is None


def test_one_that_networkmanager_brings_up_by_itself_is_not_brought_up_twice(
    bus: Bus, play: Mock, tmp_path: Path
) -> None:
    played = play("network_manager", NAME, root=str(tmp_path), device=ACCESS_POINT, quick=True)
    hotspot = Hotspot(bus, tmp_path)

    hotspot.on()
    hotspot.on()

    assert hotspot.status().is_up
    assert played.called("ActivateConnection") == []


def test_what_does_not_come_up_is_said(networks: Networks) -> None:
    with pytest.raises(BadInput, match=r"cardtable-\w{3} did not come up; `journalctl"):
        networks(fails=True).on()


def test_a_device_that_can_only_join_is_no_hotspot(networks: Networks, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="wlan0: this Wi-Fi device can join networks, but not be one"):
        networks(device=ONLY_A_CLIENT).on()
    assert not list(tmp_path.rglob("cardtable*"))


@pytest.mark.long
def test_without_networkmanager_or_without_wifi_one_sentence(bus: Bus, play: Mock, tmp_path: Path) -> None:
    with pytest.raises(BadInput, match="NetworkManager does not run here"):
        Hotspot(bus, tmp_path)

    play("network_manager", NAME, root=str(tmp_path))

    for done in (Hotspot(bus, tmp_path).on, Hotspot(bus, tmp_path).status):
        with pytest.raises(BadInput, match="no Wi-Fi device that NetworkManager knows"):
            done()


@pytest.mark.long
def test_a_radio_that_may_not_send_is_told_with_its_cure(networks: Networks, tmp_path: Path) -> None:
    radio = tmp_path / "sys/class/rfkill/rfkill0"
    for path, said in ((radio / "type", "wlan"), (radio / "soft", "1"), (radio / "hard", "0")):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"{said}\n")
    hotspot = networks()

    with pytest.raises(BadInput, match="sudo nmcli radio wifi on"):
        hotspot.on()
    (tmp_path / "proc/device-tree").mkdir(parents=True)
    (tmp_path / "proc/device-tree/model").write_text("Raspberry Pi 4 Model B Rev 1.4\0")
    with pytest.raises(BadInput, match="sudo raspi-config nonint do_wifi_country XX"):
        hotspot.on()
    (radio / "hard").write_text("1\n")
    with pytest.raises(BadInput, match="a switch or a key"):
        hotspot.on()
    assert not (tmp_path / KEYFILE).exists()


@pytest.mark.long
def test_the_command_prints_what_phones_need(
    networks: Networks, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    networks()
    monkeypatch.setattr(command, "Hotspot", partial(Hotspot, root=tmp_path))
    monkeypatch.setattr("os.geteuid", lambda: 0)

    def says(*arguments: str) -> str:
        return CliRunner().invoke(commands, [*arguments], catch_exceptions=False).stdout

    details = json.loads(says("on", "--json"))

    assert {name: details[name] for name in ("on", "up", "network")} == {"on": True, "up": True, "network": None}
    assert f"Password   {details['password']}\n" in (printed := says("on"))
    assert "█" in printed
    assert says("status") == f"{details['ssid']} is up: http://10.42.42.1/\n"
    assert json.loads(says("status", "--json")) == {name: details[name] for name in details if name != "password"}
    assert says("off") == "The table's own Wi-Fi is off.\n"
    assert says("status") == "The table's own Wi-Fi is off.\n"
    monkeypatch.setattr("os.geteuid", lambda: 1000)
    for what in ("on", "off"):
        with pytest.raises(BadInput, match=f"this needs root: sudo cardtable hotspot {what}"):
            says(what)
    assert stat.S_IMODE((tmp_path / "etc/cardtable/hotspot.json").stat().st_mode) == 0o600


def test_without_a_bus_the_command_says_so(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", f"unix:path={tmp_path}/nowhere")

    with pytest.raises(BadInput, match=r"bus \(D-Bus\) cannot be reached"):
        CliRunner().invoke(commands, ["status"], catch_exceptions=False)


def test_networkmanager_is_given_the_time_that_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    class Slow:
        """A bus whose services answer after half a minute."""

        def __init__(self, answer_s: float = ANSWER_S) -> None:
            self._answer_s = answer_s

        def __enter__(self) -> "Slow":
            return self

        def __exit__(self, *_: object) -> None:
            pass

        def get(self, *_: object) -> object:
            raise NotThere(NO_ANSWER if self._answer_s < 30 else "nobody")

    monkeypatch.setattr(command, "Bus", Slow)
    result = CliRunner().invoke(commands, ["status"], standalone_mode=False)
    assert str(result.exception).startswith("NetworkManager does not run here"), "it has answered"

    with pytest.raises(BadInput, match=r"^NetworkManager does not answer;"):
        Hotspot(Slow())  # type: ignore[arg-type]
