"""Addresses: the URL of a broker, and the club and name of a table that publishes there."""

import re
from urllib.parse import SplitResult, unquote, urlsplit

from table.complaints import BadInput
from table.saying import Text, say
from table.values import Value

_PORTS = {"mqtt": 1883, "mqtts": 8883}  # IANA
# A name is part of topics, client IDs and Home Assistant's IDs: these characters have no special meaning there.
NAME = re.compile(r"[A-Za-z0-9_-]{1,40}")
BROKER_URL = "mqtt://HOST:PORT or mqtts://USER@HOST:PORT"
_MOST_LETTERS = 500


class Broker(Value):
    """A broker; `tls` means the connection is encrypted. The password is separate, so that no `repr` shows it."""

    host: str
    port: int
    tls: bool
    user: str | None = None

    def __str__(self) -> str:
        host = f"[{self.host}]" if ":" in self.host else self.host
        return f"{host}:{self.port}"


class Place(Value):
    """A table of a club."""

    club: str
    table: str

    def __str__(self) -> str:
        return f"{self.club}/{self.table}"


def broker(url: str) -> tuple[Broker, str | None]:
    """Return the broker in a URL, and the password, if any. Raise BadInput if the URL is invalid."""
    parts = _split(url)
    if parts.path not in ("", "/"):
        raise _misfit(say("after the port nothing is expected"))
    return _broker(parts)


def broker_and_place(url: str) -> tuple[Broker, str | None, Place]:
    """Return the broker, the password if any, and the table in a URL `mqtt://HOST:PORT/CLUB/TABLE`.

    Raise BadInput if the URL is invalid.
    """
    parts = _split(url)
    names = parts.path.split("/")[1:]
    if len(names) != 2:
        raise _misfit(say("it ends with /CLUB/TABLE"))
    for name in names:
        check_name(name)
    return (*_broker(parts), Place(*names))


def place(text: str) -> Place:
    """Return the table named by `CLUB/TABLE`. Raise BadInput if the text is invalid."""
    club, _, table = text.partition("/")
    return Place(check_name(club), check_name(table))


def check_name(name: str) -> str:
    """Return the name of a club or table unchanged. Raise BadInput if it cannot be part of a topic."""
    if not NAME.fullmatch(name):
        raise BadInput(say("expected a name of 1 to 40 letters a-z, digits, _ or -, not {name!r}", name=name[:60]))
    return name


def _split(url: str) -> SplitResult:
    try:
        parts = urlsplit(url if len(url) <= _MOST_LETTERS else "")
        known = parts.scheme in _PORTS and bool(parts.hostname) and parts.port != 0
    except ValueError:
        raise _misfit(say("that is no address")) from None
    if not known or parts.query or parts.fragment or not parts.netloc.isprintable() or " " in parts.netloc:
        raise _misfit(say("that is no address"))
    return parts


def _broker(parts: SplitResult) -> tuple[Broker, str | None]:
    user = unquote(parts.username) if parts.username else None
    password = None if parts.password is None else unquote(parts.password)
    host = str(parts.hostname)
    return Broker(host, parts.port or _PORTS[parts.scheme], parts.scheme == "mqtts", user), password


def _misfit(why: Text) -> BadInput:
    return BadInput(say("the broker: expected {expected}: {why}", expected=BROKER_URL, why=why))
