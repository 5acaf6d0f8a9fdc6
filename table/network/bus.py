"""D-Bus through jeepney: calls, properties and signals on the system bus."""

import socket
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from jeepney import DBusAddress, DBusErrorResponse, MatchRule, Message, Properties, new_method_call
from jeepney.bus_messages import message_bus
from jeepney.io.blocking import DBusConnection, open_dbus_connection
from jeepney.wrappers import unwrap_msg

ANSWER_S = 10.0
NO_ANSWER = "no answer"
# Errors that the bus, or systemd for it, returns for a service that is not running and cannot be started.
_NOBODY = (
    "org.freedesktop.DBus.Error.ServiceUnknown",
    "org.freedesktop.DBus.Error.NameHasNoOwner",
    "org.freedesktop.DBus.Error.Spawn.",
    "org.freedesktop.systemd1.",
)


class NotThere(Exception):
    """D-Bus or the service is unavailable."""


class Refused(Exception):
    """The service replied with an error, which has a `name` and a message."""

    def __init__(self, name: str, text: str) -> None:
        super().__init__(text or name)
        self.name = name


class Bus:
    """A connection to the system bus. A context manager; use it from one thread."""

    def __init__(self, answer_s: float = ANSWER_S) -> None:
        """Connect. `answer_s` is how long a service may take to reply. Raise NotThere if there is no bus."""
        self._answer_s = answer_s
        with _not_there():
            self._connection: DBusConnection = open_dbus_connection("SYSTEM")
        self._signals: deque[Message] = deque()
        self._connection.filter(MatchRule(type="signal"), queue=self._signals)  # also those that arrive before a reply

    def __enter__(self) -> "Bus":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the connection; services discard everything that they keep for it."""
        self._connection.close()

    def wake(self) -> None:
        """If `next_signal` is waiting in another thread, make it raise NotThere at once."""
        with suppress(OSError):  # it has ended already
            self._connection.sock.shutdown(socket.SHUT_RDWR)

    def call(self, address: DBusAddress, method: str, signature: str = "", *arguments: Any) -> tuple[Any, ...]:
        """Call a method and return its reply. Raise NotThere or Refused."""
        return self._ask(new_method_call(address, method, signature or None, arguments))

    def get(self, address: DBusAddress, name: str) -> Any:
        """Return a property. Raise NotThere or Refused."""
        ((_, value),) = self._ask(Properties(address).get(name))
        return value

    def listen(self, rule: MatchRule) -> None:
        """Subscribe to signals, which `next_signal` returns."""
        self._ask(message_bus.AddMatch(rule))

    def next_signal(self, timeout_s: float) -> Message | None:
        """Wait for a signal; return None after `timeout_s` seconds. Raise NotThere if the bus is gone."""
        with _not_there():
            try:
                return self._connection.recv_until_filtered(self._signals, timeout=timeout_s)
            except TimeoutError:
                return None

    def _ask(self, message: Message) -> tuple[Any, ...]:
        try:
            with _not_there():
                answer: tuple[Any, ...] = unwrap_msg(
                    self._connection.send_and_get_reply(message, timeout=self._answer_s)
                )
                return answer
        except DBusErrorResponse as error:
            if error.name.startswith(_NOBODY):
                raise NotThere(error.name) from None
            raise Refused(error.name, " ".join(str(part) for part in error.data)) from None


@contextmanager
def _not_there() -> Iterator[None]:
    """Raise NotThere if the bus cannot be reached, or does not reply in time."""
    try:
        yield
    except TimeoutError:
        raise NotThere(NO_ANSWER) from None
    except (OSError, RuntimeError) as error:  # RuntimeError for an invalid address
        raise NotThere(str(error)) from None
