"""What Raspberry Pi Imager writes on a boot partition counts where `cardtable.txt` says nothing."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.boot import imager
from table.boot.apply import apply, log_of
from table.boot.text import BootSettings
from table.network import home

SSH_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43
HASHED = "0123456789abcdef" * 4
NETWORK = f"""\
network:
  version: 2
  wifis:
    wlan0:
      dhcp4: true
      regulatory-domain: "DE"
      access-points:
        "Zuhause: unten":
          hidden: true
          password: "{HASHED}"
      optional: true
"""
USER = f"""\
#cloud-config
hostname: raspberrypi
users:
- name: ana
  passwd: "$5$secret"
  ssh_authorized_keys:
    - {SSH_KEY}
"""


# What PyYAML raises for some of these is no error of YAML.
ODD = ["2024-02-30", "0b_", "0x_", '"\\U00110000"', '!!int ""', "!!float zz", "!!timestamp z", "9" * 5000, "[" * 500]
PIECES = [*ODD[:-1], *'[]{},"-_1 \n', "!!", "&a", "*a", "<<", "? ", ": ", *NETWORK.split(), *USER.split()]


def wrote(boot: Path, network: str | None = None, user: str | None = None) -> Path:
    for name, text in ((imager.NETWORK, network), (imager.USER, user)):
        if text is not None:
            (boot / name).write_text(text)
    return boot


def test_without_its_files_it_says_nothing(tmp_path: Path) -> None:
    assert imager.read(tmp_path) == (BootSettings(), [])


def test_wi_fi_country_and_keys_count(tmp_path: Path) -> None:
    settings, notes = imager.read(wrote(tmp_path, NETWORK, USER))

    assert notes == []
    assert (settings.wifi, settings.wifi_password, settings.wifi_hidden) == ("Zuhause: unten", HASHED, True)
    assert (settings.country, settings.keys) == ("DE", (SSH_KEY,))


def test_an_open_wi_fi_has_no_password(tmp_path: Path) -> None:
    text = "network: {wifis: {wlan0: {access-points: {Cafe: }}}}"

    assert imager.read(wrote(tmp_path, text))[0] == BootSettings(wifi="Cafe")


@pytest.mark.parametrize(
    ("network", "why"),
    [
        ("network: [", "it is not valid YAML"),
        ("- 1\n- 2\n", "it is built in another way"),
        ("", "it is built in another way"),
        ("network: {wifis: {wlan0: {access-points: {Home: {password: short}}}}}", "a Wi-Fi password has"),
        ("network: {wifis: {wlan0: {access-points: {Work: {auth: {key-management: eap}}}}}}", "a Wi-Fi password has"),
        ("network: {wifis: {wlan0: {access-points: {12: {}}}}}", "it is built in another way"),
        ("network: {wifis: {wlan0: {regulatory-domain: Germany}}}", "expected the two letters of a country"),
    ],
)
def test_what_makes_no_sense_is_named_and_joins_nothing(tmp_path: Path, network: str, why: str) -> None:
    settings, notes = imager.read(wrote(tmp_path, network))

    assert settings == BootSettings()
    assert [str(note).startswith(f"network-config: {why}") for note in notes] == [True]
    assert "short" not in str(notes)


@pytest.mark.parametrize("name", [imager.NETWORK, imager.USER])
@pytest.mark.parametrize("odd", ODD, ids=lambda odd: odd[:12])
def test_an_odd_value_is_not_valid_yaml_and_leaves_the_rest(tmp_path: Path, name: str, odd: str) -> None:
    (tmp_path / "root/var/lib/cardtable").mkdir(parents=True)
    wrote(tmp_path, NETWORK, USER)
    (tmp_path / name).write_text(f"expire: {odd}\n")
    (tmp_path / "cardtable.txt").write_text("pin = 123456\n")

    applied = apply(tmp_path, tmp_path / "root")

    assert [str(note) for note in applied.notes] == [f"{name}: it is not valid YAML"]
    assert (applied.pin, bool(applied.settings.keys)) == ("123456", name == imager.NETWORK)


@given(st.lists(st.sampled_from(PIECES), max_size=30).map("".join), st.sampled_from([imager.NETWORK, imager.USER]))
def test_whatever_is_in_its_files_is_settings_or_notes(
    tmp_path_factory: pytest.TempPathFactory, text: str, name: str
) -> None:
    boot = tmp_path_factory.mktemp("boot")
    (boot / name).write_text(text)

    imager.read(boot)


def test_a_user_may_be_a_word_and_a_file_may_be_empty(tmp_path: Path) -> None:
    assert imager.read(wrote(tmp_path, user="users: [default]\n")) == (BootSettings(), [])
    assert imager.read(wrote(tmp_path, user="#cloud-config\n")) == (BootSettings(), [])


def test_a_key_that_is_none_is_named(tmp_path: Path) -> None:
    settings, notes = imager.read(wrote(tmp_path, user=f"ssh_authorized_keys: [nonsense, {SSH_KEY}]\n"))

    assert settings.keys == (SSH_KEY,)
    assert str(notes[0]).startswith("user-data: expected one whole line of a public SSH key")


def test_cardtable_txt_goes_first(tmp_path: Path) -> None:
    boot, root = tmp_path / "boot", tmp_path / "root"
    boot.mkdir()
    (root / "var/lib/cardtable").mkdir(parents=True)
    wrote(boot, NETWORK, USER)

    applied = apply(boot, root)
    profile = (root / home.KEYFILE).read_text()
    assert f"psk={HASHED}" in profile
    assert "hidden=true" in profile
    assert (root / "root/.ssh/authorized_keys").read_text() == f"{SSH_KEY}\n"
    assert "read cardtable.txt, network-config, user-data." in log_of(applied)

    (boot / "cardtable.txt").write_text("wifi = Attic\nwifi_password = abc-12345\ncountry = FR\n")
    assert apply(boot, root).settings.country == "FR"
    profile = (root / home.KEYFILE).read_text()
    assert "psk=abc-12345" in profile
    assert "hidden" not in profile
