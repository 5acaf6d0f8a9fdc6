"""Where the profile of the table's own Wi-Fi lies, below a root of the test's own."""

import configparser
import shutil
import stat
from pathlib import Path

import pytest

from table.complaints import BadInput
from table.network import profile
from table.network.profile import KEPT, KEYFILE, NAMES, NETPLAN, Storage, WifiName, kept_or_made
from tests import lacking

WIFI = WifiName("cardtable-abc", "dyeezvwphatx")
SCRIPT = '#!/bin/sh\necho "$@" >>{root}/asked\n{then}\n'


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def with_netplan(root: Path, then: str = "") -> Storage:
    """A system that netplan rules."""
    for path, text in (
        (root / "usr/sbin/netplan", SCRIPT.format(root=root, then=then)),
        (root / "etc/netplan/50-cloud-init.yaml", "network: {version: 2, renderer: NetworkManager}\n"),
    ):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        path.chmod(0o700)
    return Storage(root)


def read(path: Path) -> configparser.ConfigParser:
    parser = configparser.ConfigParser(interpolation=None, delimiters="=")
    parser.read(path)
    return parser


def test_without_netplan_it_is_a_keyfile(tmp_path: Path) -> None:
    storage = Storage(tmp_path)
    (tmp_path / "etc/netplan").mkdir(parents=True)

    assert storage.write(WIFI)

    written = read(tmp_path / KEYFILE)
    assert (written["wifi"]["mode"], written["ipv4"]["method"]) == ("ap", "shared")
    assert written["connection"]["autoconnect-priority"] == "-999", "every known network goes first"
    assert written["wifi-security"]["psk"] == WIFI.password
    assert mode(tmp_path / KEYFILE) == 0o600, "NetworkManager ignores what others can read"
    assert "address=/#/10.42.42.1\n" in (tmp_path / NAMES).read_text()
    assert not (tmp_path / NETPLAN).exists()
    assert not storage.write(WIFI)
    assert storage.write(WifiName(WIFI.ssid, "another-one"))


def test_its_channel_is_allowed_everywhere_and_depends_on_its_name() -> None:
    names = [WifiName(f"cardtable-ab{letter}", "dyeezvwphatx") for letter in "cde"]
    channels = [profile.sections(name)["wifi"]["channel"] for name in names]

    assert sorted(channels, key=int) == ["1", "6", "11"], "NetworkManager itself may take 13"
    assert channels == [profile.sections(name)["wifi"]["channel"] for name in names]


def test_where_netplan_rules_it_is_netplans(tmp_path: Path) -> None:
    Storage(tmp_path).write(WIFI)  # before an upgrade that brought netplan
    storage = with_netplan(tmp_path)

    assert storage.write(WIFI)

    assert mode(tmp_path / NETPLAN) == 0o600
    assert not (tmp_path / KEYFILE).exists(), "of two profiles with one UUID only one would be taken"
    assert not storage.write(WIFI)
    assert (tmp_path / "asked").read_text() == "generate\n"
    storage.remove()
    assert (tmp_path / "asked").read_text() == "generate\n" * 2
    assert [path.name for path in (tmp_path / "etc/netplan").iterdir()] == ["50-cloud-init.yaml"]


def test_netplan_passes_it_on_word_for_word(tmp_path: Path) -> None:
    if (real := shutil.which("netplan")) is None:
        lacking.skip("no netplan to ask: Debian has it as netplan.io")
    generate = f'exec {real} "$@" --root-dir {tmp_path}'

    with_netplan(tmp_path, then=generate).write(WIFI)

    (made,) = (tmp_path / "run/NetworkManager/system-connections").iterdir()
    wanted = {name: {**keys} for name, keys in profile.sections(WIFI).items()}
    assert {name: {**keys} for name, keys in read(made).items() if keys} == wanted
    assert mode(made) == 0o600


def test_what_netplan_says_is_passed_on(tmp_path: Path) -> None:
    storage = with_netplan(tmp_path, then="echo first >&2; echo 'Error in network definition' >&2; exit 1")

    with pytest.raises(BadInput, match=r"^netplan generate: Error in network definition$"):
        storage.write(WIFI)


def test_a_password_is_made_once_and_is_easy_to_type(tmp_path: Path) -> None:
    wifi = kept_or_made(tmp_path)

    assert len(wifi.password) == 12
    assert wifi.password.isalpha()
    assert wifi.password.islower()
    assert not set("ilo") & {*wifi.password, *wifi.ssid.removeprefix("cardtable-")}
    assert kept_or_made(tmp_path) == wifi
    assert mode(tmp_path / KEPT) == 0o600
    assert wifi.as_qr_text() == f"WIFI:T:WPA;S:{wifi.ssid};P:{wifi.password};;"
    assert kept_or_made(tmp_path / "another").password != wifi.password


@pytest.mark.parametrize("damaged", ['{"ssid": 1', "[" * 100_000], ids=["cut off", "deep"])
def test_a_damaged_password_is_said(tmp_path: Path, damaged: str) -> None:
    kept_or_made(tmp_path)
    (tmp_path / KEPT).write_text(damaged)

    with pytest.raises(BadInput, match=r"hotspot\.json: this cannot be read .* a new password is made"):
        kept_or_made(tmp_path)
