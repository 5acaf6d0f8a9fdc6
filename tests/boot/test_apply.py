"""What a start with `cardtable.txt` leaves below a root of the test's own, and in the log beside the file."""

import stat
import tomllib
from pathlib import Path

import pytest
from click.testing import CliRunner

from table.boot.apply import LOG, apply, log_of
from table.cli import boot as command
from table.network import home, profile
from table.settings.started import read_said

PIN = "var/lib/cardtable/table.db.pin"
SAID = "run/cardtable-boot/said.json"
KEYS = "root/.ssh/authorized_keys"
CONFIG = "etc/cardtable/table.toml"
SSH_KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    folder = tmp_path / "boot"
    folder.mkdir()
    return folder


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A root that the table is installed below."""
    (tmp_path / "root/var/lib/cardtable").mkdir(parents=True)
    return tmp_path / "root"


def says(boot: Path, text: str) -> None:
    (boot / "cardtable.txt").write_text(text)


def mode(path: Path) -> int:
    return stat.S_IMODE(path.stat().st_mode)


def test_without_a_file_the_table_has_its_own_wi_fi_and_a_pin(boot: Path, root: Path) -> None:
    applied = apply(boot, root)

    assert applied.notes == ()
    assert applied.wifi == profile.kept_or_made(root)
    assert f"ssid={applied.wifi.ssid}\n" in (root / profile.KEYFILE).read_text()
    assert (root / PIN).read_text() == f"{applied.pin}\n"
    assert not (root / home.KEYFILE).exists()
    assert apply(boot, root) == applied, "the next start makes no other password and no other PIN"


def test_all_of_a_file_is_done(boot: Path, root: Path) -> None:
    says(
        boot,
        "name = Kitchen\nlanguage = fr\ncountry = FR\nwifi = Chez nous\nwifi_password = back\\slash\n"
        f"own_wifi_password = cards-on-the-table\npin = 123456\nkey = {SSH_KEY}\n",
    )

    applied = apply(boot, root)

    assert applied.notes == ()
    assert (root / PIN).read_text() == "123456\n"
    assert profile.kept_or_made(root).password == "cards-on-the-table"  # noqa: S105
    assert (root / "etc/modprobe.d/cardtable-country.conf").read_text() == "options cfg80211 ieee80211_regdom=FR\n"
    keyfile = (root / home.KEYFILE).read_text()
    assert f"ssid={''.join(f'{byte};' for byte in b'Chez nous')}\n" in keyfile
    assert "psk=back\\\\slash\n" in keyfile, "a key file doubles them"
    assert (root / KEYS).read_text() == f"{SSH_KEY}\n"
    assert [mode(root / path) for path in (home.KEYFILE, KEYS, PIN, "root/.ssh")] == [0o600, 0o600, 0o600, 0o700]
    said = read_said(root / SAID)
    assert (said.name, said.language, said.notes) == ("Kitchen", "fr", ())
    assert mode(root / SAID) == 0o644, "the service reads it"


def test_an_open_wi_fi_has_no_key(boot: Path, root: Path) -> None:
    says(boot, "wifi = Open\n")

    apply(boot, root)

    assert "wifi-security" not in (root / home.KEYFILE).read_text()


def test_a_key_that_is_taken_out_of_the_file_opens_nothing_any_more(boot: Path, root: Path) -> None:
    says(boot, f"key = {SSH_KEY}\n")
    apply(boot, root)
    says(boot, "")

    apply(boot, root)

    assert not (root / KEYS).exists()


def test_a_wi_fi_that_was_joined_from_a_phone_stays(boot: Path, root: Path) -> None:
    keyfile = root / home.KEYFILE
    keyfile.parent.mkdir(parents=True)
    keyfile.write_text("[connection]\n")
    says(boot, "wifi = Home\nwifi_password = short\n")

    apply(boot, root)

    assert keyfile.read_text() == "[connection]\n"


def test_name_and_language_are_written_into_a_table_toml_that_is_there(boot: Path, root: Path) -> None:
    config = root / CONFIG
    config.parent.mkdir(parents=True)
    config.write_text('[table]  # ours\nname = "Old"\nseats = 4\n')
    says(boot, "name = New\nlanguage = de\n")

    apply(boot, root)

    assert tomllib.loads(config.read_text()) == {"table": {"name": "New", "seats": 4, "language": "de"}}
    assert "# ours" in config.read_text()


def test_what_is_the_same_is_not_written_again(boot: Path, root: Path) -> None:
    says(boot, "wifi = Home\nwifi_password = long enough\ncountry = DE\npin = 123456\n")
    apply(boot, root)
    files = [root / path for path in (home.KEYFILE, PIN, profile.KEYFILE, "etc/modprobe.d/cardtable-country.conf")]
    before = [file.stat().st_ino for file in files]

    apply(boot, root)

    assert [file.stat().st_ino for file in files] == before


def test_a_part_that_cannot_be_done_is_told_and_the_others_are_done(boot: Path, root: Path) -> None:
    (root / "etc").mkdir()
    (root / "etc/modprobe.d").write_text("in the way")
    says(boot, "country = DE\npin = 123456\n")

    applied = apply(boot, root)

    assert len(applied.notes) == 1
    assert "cardtable-country.conf" in applied.notes[0]
    assert (root / PIN).read_text() == "123456\n"


def test_a_part_that_fails_unexpectedly_is_told_and_the_others_and_the_log_are_done(
    boot: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept = root / profile.KEPT
    kept.parent.mkdir(parents=True, exist_ok=True)
    kept.write_text('{"ssid": 1, "password": "abc-12345"}')
    (root / "run").write_text("in the way")
    monkeypatch.setattr("os.geteuid", lambda: 0)
    says(boot, "pin = 123456\n")

    done = CliRunner().invoke(command.boot, ["--boot", str(boot), "--root", str(root)])

    assert done.exit_code == 0
    assert (root / PIN).read_text() == "123456\n"
    log = (boot / LOG).read_text()
    assert "cardtable.txt: own: AttributeError" in log
    assert "said.json: this cannot be written" in log


def test_wrong_lines_reach_the_log_and_the_service(boot: Path, root: Path) -> None:
    says(boot, "pin = 12\nname = Kitchen\n")

    applied = apply(boot, root)

    assert [str(note) for note in read_said(root / SAID).notes] == ["cardtable.txt, line 1: a PIN has six digits"]
    log = log_of(applied)
    assert "\r\n  cardtable.txt, line 1: a PIN has six digits\r\n" in log
    assert all(f"{word}" in log for word in (applied.wifi.ssid, applied.wifi.password, applied.pin))


@pytest.mark.parametrize("body", [b"\xff\xfen\x00a\x00", b"#" * 70_000])
def test_a_file_that_is_no_text_is_named_and_changes_nothing(body: bytes, boot: Path, root: Path) -> None:
    (boot / "cardtable.txt").write_bytes(body)

    applied = apply(boot, root)

    assert len(applied.notes) == 1
    assert applied.pin is not None


@pytest.mark.parametrize("body", ["", "{}", "[" * 100_000, '{"name": 1, "language": "xx", "notes": [1]}', "no json"])
def test_the_service_takes_nothing_from_a_damaged_file(body: str, tmp_path: Path) -> None:
    (tmp_path / "said.json").write_text(body)

    said = read_said(tmp_path / "said.json")

    assert (said.name, said.language, said.notes) == (None, None, ())


def test_the_command_writes_the_log_once(boot: Path, root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("os.geteuid", lambda: 0)
    says(boot, "colour = red\n")
    runs = CliRunner()

    first = runs.invoke(command.boot, ["--boot", str(boot), "--root", str(root)])
    inode = (boot / LOG).stat().st_ino
    runs.invoke(command.boot, ["--boot", str(boot), "--root", str(root)])

    assert (first.exit_code, first.output.count("there is no key 'colour'")) == (0, 1)
    assert (boot / LOG).stat().st_ino == inode
