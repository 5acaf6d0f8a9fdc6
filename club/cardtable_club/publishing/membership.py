"""What a table needs to publish: its club, its name there, and its broker."""

from pathlib import Path
from typing import TYPE_CHECKING

from cardtable_club.publishing.address import Broker, Place, broker_and_place
from table.complaints import BadInput
from table.files import opened
from table.saying import Text, say
from table.values import Value, replace

if TYPE_CHECKING:
    import ssl

_MOST_BYTES = 1_000


class Membership(Value):
    """A table's place in a club. `name` is the table's display name. The `repr` hides the password."""

    broker: Broker
    place: Place
    name: str
    password: "Password"
    authority: Path | None = None

    @classmethod
    def at(cls, url: str) -> "Membership":
        """Return the membership for a URL `mqtt://HOST:PORT/CLUB/TABLE`. Raise BadInput if the URL is invalid."""
        broker, password, place = broker_and_place(url)
        return cls(broker, place, place.table, Password(password))

    def with_password_of(self, path: Path | None) -> "Membership":
        """Return the membership with the password from a file, if there is one. Raise BadInput if it is unreadable."""
        return self if path is None else replace(self, password=Password(password_in(path)))

    @property
    def account(self) -> str:
        """The key under which the outbox stores what the table has published at this broker."""
        return f"{self.broker}/{self.place}"

    @property
    def warning(self) -> Text | None:
        """A warning to show, if any: without TLS, anybody on the network can read and change messages."""
        if self.broker.tls:
            return None
        return say(
            "The broker at {broker} is reached without TLS: whoever is on that network can read what the table"
            " publishes, and its password; mqtts:// encrypts both.",
            broker=str(self.broker),
        )


class Password:
    """A password that is hidden in its `repr`."""

    def __init__(self, secret: str | None) -> None:
        self.secret = secret

    def __repr__(self) -> str:
        return "Password(none)" if self.secret is None else "Password(…)"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Password) and other.secret == self.secret

    def __hash__(self) -> int:
        return hash(self.secret)


def trusting(authority: Path | None) -> "ssl.SSLContext":
    """Return a TLS context that checks a broker's certificate against a PEM file or, without one, the system's store.

    Raise BadInput if the file cannot be read or has no certificates.
    """
    import ssl  # only clubs with TLS need it

    try:
        return ssl.create_default_context(cafile=authority)
    except FileNotFoundError:
        raise BadInput(f"{authority}: there is no such file") from None
    except OSError as error:  # SSLError is a subclass
        why = "that is no PEM file" if isinstance(error, ssl.SSLError) else error.strerror
        raise BadInput(f"{authority}: the broker's authority cannot be read: {why}") from None


def password_in(path: Path) -> str:
    """Return the password on the first line of a file. Raise BadInput if it is empty or the file cannot be read."""
    try:
        with opened(path) as file:
            text = file.read(_MOST_BYTES).decode()
    except OSError as error:
        raise BadInput(f"{path}: the password cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: the password cannot be read: this is not UTF-8 text") from None
    first = text.partition("\n")[0].strip("\r")
    if not first:
        raise BadInput(f"{path}: expected the password in the first line, and it is empty")
    return first
