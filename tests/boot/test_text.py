"""`cardtable.txt`: what is taken, what is named, and that a wrong line costs no other."""

import base64
import string
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table.boot.text import BootSettings, read

KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI" + "A" * 43 + " ana@laptop"
WHOLE = f"""\
# Our table
name = Küche
Language: DE
country = gb

wifi = Home = sweet: home
wifi-password =  #1 pass=word:\\
own_wifi_password = cards-on-the-table
PIN: 123 456
key = {KEY}
key = {KEY}2
"""


def whys(text: str) -> list[tuple[int, str]]:
    return [(complaint.line, str(complaint.why)) for complaint in read(text)[1]]


@pytest.mark.parametrize("ends", ["\n", "\r\n"])
@pytest.mark.parametrize("begins", ["", "\ufeff"])
def test_a_whole_file(begins: str, ends: str) -> None:
    settings, complaints = read(begins + WHOLE.replace("\n", ends))

    assert complaints == ()
    assert settings == BootSettings(
        name="Küche",
        language="de",
        country="GB",
        wifi="Home = sweet: home",
        wifi_password="#1 pass=word:\\",  # noqa: S106
        own_wifi_password="cards-on-the-table",  # noqa: S106
        pin="123456",
        keys=(KEY, f"{KEY}2"),
    )


def test_keys_without_a_value_say_nothing() -> None:
    assert read("name =\npin:\nwifi=  \nkey =\n") == (BootSettings(), ())


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("name", "expected “key = value”, such as “country = GB”"),
        ("nmae = Kitchen", "there is no key 'nmae': is name meant?"),
        ("volume = 11", "there is no key 'volume'; those that there are: name, language,"),
        ("name = " + "x" * 101, "expected a name of at most 100 letters, not 'xxx"),
        ("language = klingon", "expected one of en, de, fr, not 'klingon'"),
        ("country = Germany", "expected the two letters of a country, such as GB, DE or FR, not 'Germany'"),
        ("wifi = " + "ü" * 17, "expected the name of a Wi-Fi, of at most 32 letters"),
        ("own_wifi_password = short", "a Wi-Fi password has 8 to 63 letters, digits and signs of a US keyboard"),
        ("pin = 12345", "a PIN has six digits"),
        ("key = ssh-dss AAAA", "expected one whole line of a public SSH key"),
        ("wifi_password = long enough", "a Wi-Fi password needs the name of its Wi-Fi"),
    ],
)
def test_a_wrong_line_is_named_and_the_rest_counts(line: str, why: str) -> None:
    settings, complaints = read(f"key = {KEY}\n{line}\nkey = {KEY}2\n")

    assert [complaint.line for complaint in complaints] == [2]
    assert str(complaints[0].why).startswith(why)
    assert settings == BootSettings(keys=(KEY, f"{KEY}2"))


def public(kind: str, *parts: bytes, name: str | None = None) -> str:
    """A public SSH key of such parts, as RFC 4253 builds it: each with its length before it."""
    blob = b"".join(struct.pack(">I", len(part)) + part for part in ((name or kind).encode(), *parts))
    return f"{kind} {base64.b64encode(blob).decode()}"


ED25519, RSA = public("ssh-ed25519", bytes(32)), public("ssh-rsa", b"\1\0\1", bytes(257))
P256 = (b"nistp256", b"\4" + bytes(64))


@pytest.mark.parametrize(
    "key",
    [
        ED25519,
        f"{ED25519} ana@laptop, the old one",
        RSA,
        public("ecdsa-sha2-nistp256", *P256),
        public("ecdsa-sha2-nistp384", b"nistp384", b"\4" + bytes(96)),
        public("ecdsa-sha2-nistp521", b"nistp521", b"\4" + bytes(132)),
        public("sk-ssh-ed25519@openssh.com", bytes(32), b"ssh:"),
        public("sk-ecdsa-sha2-nistp256@openssh.com", *P256, b"ssh:"),
    ],
)
def test_a_key_of_each_kind_counts(key: str) -> None:
    assert read(f"key = {key}\n") == (BootSettings(keys=(key,)), ())


@pytest.mark.parametrize(
    "key",
    [
        ED25519[:-4],
        RSA[:-40],
        f"{ED25519[:-1]}!",
        f"{ED25519}AAAA",
        ED25519[:-1],
        public("ssh-ed25519", bytes(31)),
        public("ssh-ed25519", bytes(32), b"more"),
        public("ssh-ed25519", bytes(32), name="ssh-rsa"),
        public("ssh-rsa", b"\1\0\1" * 20, b""),
        public("ssh-rsa", bytes(257)),
        public("ssh-dss", *[bytes(20)] * 4),
        f'command="ls" {ED25519}',
        ED25519.replace("ssh-ed25519 ", ""),
        "ssh-ed25519 " + "A" * 68,
        "-----BEGIN OPENSSH PRIVATE KEY-----",
    ],
)
def test_a_key_that_was_cut_mistyped_or_is_of_another_kind_is_named(key: str) -> None:
    settings, complaints = read(f"key = {key}\nkey = {KEY}\n")

    assert settings.keys == (KEY,)
    (wrong,) = complaints
    assert wrong.line == 1
    assert str(wrong.why).startswith("expected one whole line of a public SSH key, such as")


def test_of_two_lines_with_one_key_the_first_counts() -> None:
    settings, _ = read("country = DE\ncountry = FR\n")

    assert settings == BootSettings(country="DE")
    assert whys("country = DE\ncountry = FR\n") == [(2, "country is already set in line 1, and that line is used")]


def test_a_wi_fi_whose_password_is_wrong_is_not_joined_as_an_open_one() -> None:
    settings, _ = read("wifi = Home\nwifi_password = short\n")

    assert settings == BootSettings()
    assert whys("wifi = Home\nwifi_password = short\n") == [
        (1, "this Wi-Fi is not joined, because its password is wrong"),
        (2, "a Wi-Fi password has 8 to 63 letters, digits and signs of a US keyboard"),
    ]


@given(st.sampled_from(["wifi_password", "own_wifi_password", "pin", "key"]), st.text(string.printable, min_size=12))
def test_no_complaint_quotes_a_secret(key: str, secret: str) -> None:
    secret = "".join(secret.split()) or "é" * 12
    complaints = "".join(why for _, why in whys(f"wifi = Home\n{key} = \x07{secret}é\n"))

    assert len(secret) < 8 or secret not in complaints


@given(st.text())
def test_any_text_is_read_and_each_complaint_names_a_line_of_it(text: str) -> None:
    settings, complaints = read(text)

    assert all(1 <= complaint.line <= text.count("\n") + 1 for complaint in complaints)
    assert settings.wifi_password is None or settings.wifi is not None


@given(st.lists(st.text(st.characters(codec="utf-8", exclude_characters="\n"))))
def test_no_lines_before_or_after_change_what_a_good_one_says(others: list[str]) -> None:
    besides = [f"# {line}" for line in others] + [
        f"no such key {line}".replace("=", "").replace(":", "") for line in others
    ]
    settings, complaints = read("\n".join([*besides, "pin = 123456", *besides]))

    assert settings == BootSettings(pin="123456")
    assert len(complaints) == 2 * len(others)
