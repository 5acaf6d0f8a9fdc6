"""The home's Wi-Fi is joined, or the table's own is back: against what plays NetworkManager."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from table.complaints import BadInput
from table.network import country, home, joining, profile
from table.network.bus import Bus
from table.network.hotspot import Hotspot
from table.network.joining import Joining, Wish
from table.network.network_manager import NAME
from table.network.networks import Network
from tests.network.conftest import Mock, Played
from tests.network.test_storing import mode, read, with_netplan

OPEN, PSK, WPA3, ENTERPRISE, WEP = 0, 0x100, 0x400, 0x200, 0x1
POINTS = [["Home", 40, PSK], ["Home", 70, PSK], ["Café", 80, OPEN], ["New", 9, WPA3], ["Work", 5, ENTERPRISE]]
PASSWORD = "not for logs"  # noqa: S105
HOME = Wish("Home", PASSWORD)
FAILED, DISCONNECTED, IP_CONFIG, ACTIVATED = 120, 30, 70, 100
NEW_ACTIVATION = [DISCONNECTED, 60]  # the device leaves the own Wi-Fi
Table = Callable[..., tuple[Joining, Played]]


@pytest.fixture
def in_its_own(bus: Bus, play: Mock, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table in its own Wi-Fi, and what plays NetworkManager; nothing is told to this machine's kernel."""
    monkeypatch.setenv("PATH", str(tmp_path))

    def table(**parameters: Any) -> tuple[Joining, Played]:
        played = play("network_manager", NAME, root=str(tmp_path), device=0x40, points=POINTS, **parameters)
        Hotspot(bus, tmp_path).on()
        return Joining(bus, tmp_path, begins_s=0, tries_s=0.5), played

    return table


def test_a_wifi_that_takes_the_password_is_kept_for_each_start(in_its_own: Table, tmp_path: Path) -> None:
    table, played = in_its_own(ends=[[110, 60], NEW_ACTIVATION, [40, 0], [IP_CONFIG, 0], [ACTIVATED, 0]])

    assert table.join(Wish("Home", PASSWORD, country="DE")) == ("192.168.1.7", None)

    kept = read(tmp_path / home.KEYFILE)
    assert (kept["wifi-security"]["psk"], kept["wifi"]["ssid"]) == (PASSWORD, "72;111;109;101;")
    assert kept["connection"]["autoconnect"] == "true"
    assert mode(tmp_path / home.KEYFILE) == 0o600
    assert (tmp_path / country.KEPT).read_text() == "options cfg80211 ieee80211_regdom=DE\n"
    (tried,) = played.called("AddAndActivateConnection2")
    assert "volatile" in tried, "what is tried is in no file"


@pytest.mark.long
@pytest.mark.parametrize(
    ("ends", "wish", "why"),
    [
        ([[40, 0], [60, 8], [FAILED, 7]], HOME, "password"),
        ([[40, 0], [FAILED, 11]], HOME, "silent"),
        ([[40, 0], [50, 0]], HOME, "silent"),
        ([[40, 0], [FAILED, 53]], Wish("Elsewhere", PASSWORD, hidden=True), "unseen"),
        ([[IP_CONFIG, 0], [FAILED, 5]], HOME, "address"),
        ([[50, 0], [IP_CONFIG, 0]], HOME, "address"),
    ],
)
def test_where_it_does_not_work_the_own_is_back_and_it_is_said_why(
    in_its_own: Table, bus: Bus, tmp_path: Path, ends: list[list[int]], wish: Wish, why: str
) -> None:
    table, _ = in_its_own(ends=[NEW_ACTIVATION, *ends])

    assert table.join(wish) == (None, why)

    assert Hotspot(bus, tmp_path).status().is_up
    assert not (tmp_path / home.KEYFILE).exists()


@pytest.mark.long
def test_the_network_that_the_table_was_in_is_back_if_another_cannot_be_joined(
    bus: Bus, play: Mock, tmp_path: Path
) -> None:
    play("network_manager", NAME, root=str(tmp_path), device=0x40, found="Home", ends=[[FAILED, 7]])

    assert Joining(bus, tmp_path, begins_s=0).join(Wish("Other", PASSWORD)) == (None, "password")

    assert Hotspot(bus, tmp_path).status().network == "Home"


@pytest.mark.long
def test_a_known_one_needs_no_password(in_its_own: Table, bus: Bus, tmp_path: Path) -> None:
    table, played = in_its_own()
    assert table.join(Wish("Home", None)) == (None, "password"), "it is not known yet"
    table.join(HOME)
    Hotspot(bus, tmp_path).on(at_once=True)
    before = len(played.called("AddAndActivateConnection2"))

    assert [one.name for one in table.look() or () if one.known] == ["Home"]
    table = Joining(bus, tmp_path, begins_s=0, tries_s=0.1)
    table.join(Wish("Home", None))

    assert len(played.called("AddAndActivateConnection2")) == before
    assert read(tmp_path / home.KEYFILE)["wifi-security"]["psk"] == PASSWORD


@pytest.mark.long
def test_looking_around_lists_each_name_once_and_the_own_is_back(in_its_own: Table, bus: Bus, tmp_path: Path) -> None:
    table, played = in_its_own()

    assert table.look() == (
        Network("Café", 80, "open"),
        Network("Home", 70, "password"),
        Network("New", 9, "password"),
        Network("Work", 5, "other"),
    )
    assert len(played.called("RequestScan")) == 1
    assert len(played.called("DeactivateConnection")) == 1
    assert Hotspot(bus, tmp_path).status().is_up


@pytest.mark.long
def test_where_a_phone_is_in_the_own_wifi_the_table_does_not_look_by_itself(
    in_its_own: Table, bus: Bus, play: Mock, tmp_path: Path
) -> None:
    table, played = in_its_own()
    assert table.look(if_alone=True), "nobody is there"
    play("supplicant", "fi.w1.wpa_supplicant1")

    assert table.look(if_alone=True) is None
    assert len(played.called("RequestScan")) == 1


def test_an_open_one_is_kept_without_a_password() -> None:
    assert "802-11-wireless-security" not in joining.settings(Wish("Café", ""))
    assert "wifi-security" not in home.sections(profile.WifiName("Café", ""), hidden=True)
    assert home.sections(profile.WifiName("Café", ""), hidden=True)["wifi"]["hidden"] == "true"


def test_under_netplan_it_is_kept_there(tmp_path: Path) -> None:
    storage = with_netplan(tmp_path)

    assert storage.keep(home.sections(profile.WifiName("Home", PASSWORD)), home.KEYFILE, home.NETPLAN)

    written = (tmp_path / home.NETPLAN).read_text()
    assert f"NM-{home.UUID}" in written
    assert f'"wifi-security.psk": "{PASSWORD}"' in written
    assert not (tmp_path / home.KEYFILE).exists()


WRONG = [
    "", "{", "[]", "[" * 100_000, '{"do": "leave"}', '{"name": "Home"}',
    json.dumps({"name": "", "password": PASSWORD, "hidden": False, "country": None}),
    json.dumps({"name": "x" * 33, "password": PASSWORD, "hidden": False, "country": None}),
    json.dumps({"name": "a\nb", "password": PASSWORD, "hidden": False, "country": None}),
    json.dumps({"name": "Home", "password": "short", "hidden": False, "country": None}),
    json.dumps({"name": "Home", "password": 12345678, "hidden": False, "country": None}),
    json.dumps({"name": "Home", "password": PASSWORD, "hidden": "yes", "country": None}),
    json.dumps({"name": "Home", "password": PASSWORD, "hidden": False, "country": "DE\noptions x"}),
]  # fmt: skip


@pytest.mark.parametrize("line", WRONG)
def test_whatever_else_is_asked_for_is_refused_and_never_quoted(line: str) -> None:
    with pytest.raises(BadInput) as refused:
        joining.asked(line)
    assert PASSWORD not in str(refused.value)


def test_what_is_asked_for_is_told_apart() -> None:
    assert joining.asked('{"do": "look"}') is None
    line = {"name": "Home", "password": PASSWORD, "hidden": False, "country": "DE"}
    assert joining.asked(json.dumps(line)) == Wish("Home", PASSWORD, False, "DE")


def test_who_cannot_help_says_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere")
    answers: list[dict[str, Any]] = []

    joining.answered(
        json.dumps({"name": "Home", "password": PASSWORD, "hidden": False, "country": None}), answers.append
    )

    assert answers == [{"why": "refused"}]
    assert PASSWORD not in "".join(capsys.readouterr())
