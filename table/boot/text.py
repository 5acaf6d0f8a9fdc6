"""Reads `cardtable.txt`. Invalid lines are reported and skipped.

A line is `key = value` or `key: value`. Everything after the first `=` or `:` is the value, so a password may contain
any character. A line that begins with # is a comment, and a key without a value has no effect.
"""

import re
from base64 import b64decode
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Any

from table import languages
from table.complaints import short
from table.network.country import country_code
from table.network.home import wifi_name, wifi_password
from table.saying import Text, message, say
from table.values import Value

FILE = "cardtable.txt"
MOST_BYTES = 65_536  # of the file
_LINE = re.compile(r"\s*([^=:]*?)\s*[=:](.*)")
# For each kind of public SSH key, the length in bytes of each part after the name; None means any length
# (RFC 4253, 5656, 8709, and OpenSSH's PROTOCOL.u2f).
_SSH_KEYS: Mapping[str, tuple[int | None, ...]] = {
    "ssh-ed25519": (32,),
    "ssh-rsa": (None, None),
    "ecdsa-sha2-nistp256": (8, 65),
    "ecdsa-sha2-nistp384": (8, 97),
    "ecdsa-sha2-nistp521": (8, 133),
    "sk-ssh-ed25519@openssh.com": (32, None),
    "sk-ecdsa-sha2-nistp256@openssh.com": (8, 65, None),
}
_SSH_KEY = re.compile(r"([\w@.-]+) ([A-Za-z0-9+/]{40,2800}={0,2})(?: [^\x00-\x1f]{0,200})?")


class BootSettings(Value):
    """The settings in `cardtable.txt` or in Imager's files; None or empty if unset.

    `wifi_password` is None if the network is open. `wifi_hidden` means that it does not broadcast its name; only
    Imager's files can set this. `own_wifi_password` is for the table's own Wi-Fi. `keys` are public SSH keys.
    """

    name: str | None = None
    language: str | None = None
    country: str | None = None
    wifi: str | None = None
    wifi_password: str | None = None
    wifi_hidden: bool = False
    own_wifi_password: str | None = None
    pin: str | None = None
    keys: tuple[str, ...] = ()


class Complaint(Value):
    """A line that was ignored: its number, counted from 1 (0 for the whole file), and a sentence saying why."""

    line: int
    why: Text


def read(text: str) -> tuple[BootSettings, tuple[Complaint, ...]]:
    """Return a file's settings, and complaints about invalid lines, which never quote a password, a PIN or a key."""
    lines = Lines()
    for number, line in enumerate(text.removeprefix("\ufeff").replace("\r", "").split("\n"), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            why = lines.take(number, *_parted(line))
            if why is not None:
                lines.wrong.append(Complaint(number, why))
    lines.join_wifi()
    return BootSettings(**lines.said, keys=tuple(lines.keys)), tuple(sorted(lines.wrong, key=lambda wrong: wrong.line))


class Lines:
    """The lines read so far: their settings, the line of each setting, and the complaints."""

    def __init__(self) -> None:
        self.said: dict[str, Any] = {}
        self.keys: list[str] = []
        self.wrong: list[Complaint] = []
        self._at: dict[str, int] = {}
        self._refused: set[str] = set()

    def take(self, number: int, key: str, value: str) -> Text | None:
        """Store a line's setting. Return the reason if the line is ignored, otherwise None."""
        if key not in _KNOWN:
            return _unknown(key)
        if not value:
            return None
        if key in self.said:
            return say("{key} is already set in line {line}, and that line is used", key=key, line=self._at[key])
        taken = _KNOWN[key](value)
        if taken is None:
            self._refused.add(key)
            return _misfit(key, value)
        if key == "key":
            self.keys.append(taken)
        else:
            self.said[key], self._at[key] = taken, number
        return None

    def join_wifi(self) -> None:
        """Remove a network whose password is invalid, and a password without a network."""
        if "wifi" in self.said and "wifi_password" in self._refused:  # or it would be joined as an open one
            del self.said["wifi"]
            why = say("this Wi-Fi is not joined, because its password is wrong")
            self.wrong.append(Complaint(self._at["wifi"], why))
        elif "wifi_password" in self.said and "wifi" not in self.said:
            del self.said["wifi_password"]
            if "wifi" not in self._refused:
                why = say("a Wi-Fi password needs the name of its Wi-Fi: wifi = ...")
                self.wrong.append(Complaint(self._at["wifi_password"], why))


def _parted(line: str) -> tuple[str, str]:
    found = _LINE.fullmatch(line)
    if found is None:
        return "", ""
    return re.sub(r"[\s-]+", "_", found[1].strip().lower()), found[2].strip()


def _unknown(key: str) -> Text:
    if not key:
        return say("expected “key = value”, such as “country = GB”")
    close = get_close_matches(key, _KNOWN, 1)
    if close:
        return say("there is no key {key}: is {known} meant?", key=short(key), known=close[0])
    return say("there is no key {key}; those that there are: {known}", key=short(key), known=", ".join(_KNOWN))


def expected(key: str) -> Text:
    """Return a sentence saying what the value of a key must be."""
    return say(_EXPECTED[key], languages=", ".join(languages.codes()))


def _misfit(key: str, value: str) -> Text:
    wanted = expected(key)
    if key in _SECRET:
        return wanted
    return say("{expected}, not {given}", expected=wanted, given=short(value))


# -- parsers, one for each kind of value; each returns None for an invalid value


def _name(value: str) -> str | None:
    return value if value.isprintable() and len(value) <= 100 else None


def _language(value: str) -> str | None:
    return value.lower() if value.lower() in languages.codes() else None


def _pin(value: str) -> str | None:
    digits = value.replace(" ", "")
    return digits if re.fullmatch("[0-9]{6}", digits) else None


def ssh_key(value: str) -> str | None:
    """Return a public SSH key as a line for `authorized_keys`, or None if it is invalid, cut off or mistyped."""
    line = _SSH_KEY.fullmatch(value)
    if line is None or line[1] not in _SSH_KEYS:
        return None
    try:
        name, *parts = _ssh_parts(b64decode(line[2], validate=True))
        fits = [size in (None, len(part)) for size, part in zip(_SSH_KEYS[line[1]], parts, strict=True)]
    except ValueError:
        return None
    return value if name == line[1].encode() and all(fits) and all(parts) else None


def _ssh_parts(blob: bytes) -> list[bytes]:
    """Return the length-prefixed parts of an SSH key. Raise ValueError if it is truncated."""
    parts = []
    while blob:
        end = 4 + int.from_bytes(blob[:4])
        if len(blob) < max(4, end):
            raise ValueError
        parts.append(blob[4:end])
        blob = blob[end:]
    return parts


_KNOWN: Mapping[str, Callable[[str], str | None]] = {
    "name": _name,
    "language": _language,
    "country": country_code,
    "wifi": wifi_name,
    "wifi_password": wifi_password,
    "own_wifi_password": wifi_password,
    "pin": _pin,
    "key": ssh_key,
}
_SECRET = ("wifi_password", "own_wifi_password", "pin", "key")
_PASSWORD = message("a Wi-Fi password has 8 to 63 letters, digits and signs of a US keyboard")
_EXPECTED = {
    "name": message("expected a name of at most 100 letters"),
    "language": message("expected one of {languages}"),
    "country": message("expected the two letters of a country, such as GB, DE or FR"),
    "wifi": message("expected the name of a Wi-Fi, of at most 32 letters"),
    "wifi_password": _PASSWORD,
    "own_wifi_password": _PASSWORD,
    "pin": message("a PIN has six digits"),
    "key": message("expected one whole line of a public SSH key, such as “ssh-ed25519 AAAA...”"),
}
