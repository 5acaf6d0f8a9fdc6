"""[club] in table.toml, and `--club`: what they may say, and that every complaint names what is wrong."""

from pathlib import Path

import pytest
import trustme

from cardtable_club.publishing.membership import Membership
from cardtable_club.publishing.section import Joined
from table.complaints import BadInput
from table.settings.model import load_settings
from tests.playing import run

CLUB = """\
[table]
name = "Kitchen"
seats = 4

[[reader]]
zone = "discard"
backend = "emulated"

[club]
broker = "mqtts://kitchen@broker.example:8883"
club = "riverside"
table = "kitchen"
password_file = "password"
"""


@pytest.fixture
def toml(tmp_path: Path) -> Path:
    (tmp_path / "password").write_text("secret\nnot this\n")
    (tmp_path / "table.toml").write_text(CLUB)
    return tmp_path / "table.toml"


def joined(toml: Path) -> Membership:
    (found,) = load_settings(toml).listeners
    assert isinstance(found, Joined)
    return found.membership


def complaint(toml: Path) -> str:
    with pytest.raises(BadInput) as found:
        _ = load_settings(toml).listeners
    return str(found.value)


def test_a_table_says_which_club_it_is_in(toml: Path) -> None:
    found = joined(toml)

    assert (str(found.broker), found.broker.tls, found.broker.user) == ("broker.example:8883", True, "kitchen")
    assert (str(found.place), found.name, found.password.secret) == ("riverside/kitchen", "Kitchen", "secret")
    assert found.warning is None


def test_nothing_prints_the_password(toml: Path) -> None:
    assert "secret" not in repr(load_settings(toml).listeners)
    assert "secret" not in repr(Membership.at("mqtt://kitchen:secret@127.0.0.1/riverside/kitchen"))


def test_without_tls_there_is_a_warning() -> None:
    warning = Membership.at("mqtt://127.0.0.1:1883/riverside/kitchen").warning

    assert str(warning).startswith("The broker at 127.0.0.1:1883 is reached without TLS")


def test_a_table_without_a_club_publishes_nothing(toml: Path) -> None:
    toml.write_text(CLUB.partition("[club]")[0])

    assert load_settings(toml).listeners == ()


@pytest.mark.parametrize(
    ("old", "new", "why"),
    [
        ("mqtts://", "http://", "line 10: club: broker: expected mqtt://"),
        (":8883", ":88830", "line 10: club: broker: "),
        ('"riverside"', '"River side"', "line 11: club: club: expected 1 to 40 letters a-z, digits, _ or -"),
        ('"kitchen"', '"a/b"', "line 12: club: table: expected 1 to 40 letters a-z, digits, _ or -"),
        ('table = "kitchen"\n', "", "line 9: club: table: this is missing"),
        ("password_file", "password", "line 13: club: password: unknown name; did you mean password_file?"),
    ],
)
def test_a_complaint_names_line_and_key(toml: Path, old: str, new: str, why: str) -> None:
    toml.write_text(CLUB.replace(old, new))

    assert why in complaint(toml)


@pytest.mark.parametrize(
    ("file", "given", "why"),
    [
        ("password", None, "password: the password cannot be read: No such file or directory"),
        ("password", b"\nsecret", "password: expected the password in the first line, and it is empty"),
        ("password", b"\xff\xfe", "password: the password cannot be read: this is not UTF-8 text"),
        ("authority", None, "authority: there is no such file"),
        ("authority", b"no certificate", "authority: the broker's authority cannot be read: that is no PEM file"),
    ],
)
def test_a_file_that_cannot_be_read_is_named(toml: Path, file: str, given: bytes | None, why: str) -> None:
    toml.write_text(f'{CLUB}authority = "authority"\n')
    (toml.parent / "authority").write_bytes(trustme.CA().cert_pem.bytes())
    (toml.parent / file).unlink()
    if given is not None:
        (toml.parent / file).write_bytes(given)

    assert complaint(toml).endswith(f"/{why}")


@pytest.mark.long
@pytest.mark.parametrize(
    ("options", "why"),
    [
        (["--club-password", "x"], "--club-password: this needs --club"),
        (["--club", "mqtt://127.0.0.1"], "--club: the broker: expected mqtt"),
        (["--club", "mqtt://127.0.0.1/riverside"], "it ends with /CLUB/TABLE"),
        (["--club", "mqtt://127.0.0.1/river.side/kitchen"], "not 'river.side'"),
        (["--club", "mqtt://127.0.0.1/a/b", "--club-password", "nowhere"], "the password cannot be read"),
    ],
)
def test_what_is_wrong_with_a_clubs_address_is_one_sentence(options: list[str], why: str, tmp_path: Path) -> None:
    done = run("play", "--port", "1", *options, "--database", tmp_path / "table.db")

    assert done.returncode == 2
    assert why in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.iterdir())
