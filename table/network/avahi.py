"""Publishes cardtable.local and the table's page through avahi.

Both last as long as the connection to avahi. A dedicated thread holds the connection, so that nothing else has to wait
for it; if avahi is missing or has restarted, the thread retries periodically.

The name resolves to the computer's address on each network, and is republished when addresses change. An alias for the
computer's own name would not need this, but Windows does not follow aliases (grishy/go-avahi-cname #30,
fairscope/PlanktoScope #705), and an alias also resolves to IPv6 addresses, where no pages are served.
"""

import threading
from collections.abc import Sequence
from ipaddress import ip_address
from typing import Any

from ifaddr import get_adapters
from jeepney import DBusAddress, HeaderFields, MatchRule, Message

from table.log import logger
from table.network.bus import Bus, NotThere, Refused
from table.network.profile import TABLE_NAME

SERVICE = "Card table"
NAME = "org.freedesktop.Avahi"
_SERVER = DBusAddress("/", NAME, f"{NAME}.Server")
_EVERYWHERE, _ANY_PROTOCOL = -1, -1  # AVAHI_IF_UNSPEC, AVAHI_PROTO_UNSPEC
_NO_REVERSE = 16  # AVAHI_PUBLISH_NO_REVERSE: an address still resolves to the computer's own name
_GROUP_COLLISION = 3  # AVAHI_ENTRY_GROUP_COLLISION
_SERVER_RUNNING = 2  # AVAHI_SERVER_RUNNING
_COLLISION = f"{NAME}.CollisionError"
_RETRY_S = 30.0
_POLL_S = 10.0  # how often addresses are checked
_JOIN_S = 2.0
_Entry = tuple[Any, ...]
_log = logger()


class Announced:
    """Publishes the port on which the table is served, under the table's name. A context manager."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._ended = threading.Event()
        self._bus: Bus | None = None
        self._said: set[str] = set()
        self._thread = threading.Thread(target=self._run, name="avahi", daemon=True)

    def __enter__(self) -> "Announced":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        if (bus := self._bus) is not None:
            bus.wake()
        self._thread.join(_JOIN_S)

    def _run(self) -> None:
        while not self._ended.is_set():
            try:
                with Bus() as self._bus:
                    if not self._ended.is_set():
                        self._announce(self._bus)
            except (NotThere, Refused) as why:
                if not self._ended.is_set():
                    self._say("the table has no name in its network", why=f"avahi: {why}")
                    self._ended.wait(_RETRY_S)

    def _announce(self, bus: Bus) -> None:
        """Publish name and service. Return when addresses or avahi's host name change, or when avahi restarts."""
        bus.listen(MatchRule(type="signal", sender=NAME))
        owner = MatchRule(type="signal", sender="org.freedesktop.DBus", member="NameOwnerChanged")
        owner.add_arg_condition(0, NAME)
        bus.listen(owner)
        (host,) = bus.call(_SERVER, "GetHostNameFqdn")
        groups: dict[str | None, str] = {}
        addresses = _addresses()
        if addresses and host != TABLE_NAME:
            entries = [(index, _ANY_PROTOCOL, _NO_REVERSE, TABLE_NAME, address) for index, address in addresses]
            groups[self._publish(bus, TABLE_NAME, "AddAddress", "iiuss", entries)] = TABLE_NAME
        service: _Entry = (_EVERYWHERE, _ANY_PROTOCOL, 0, SERVICE, "_http._tcp", "", "", self._port, [])
        groups[self._publish(bus, SERVICE, "AddService", "iiussssqaay", [service])] = SERVICE
        while (signal := bus.next_signal(_POLL_S)) is None or not _is_new_beginning(signal):
            if signal is not None and _has_collided(signal) and (name := groups.get(_path(signal))):
                self._left_out(name)
            if signal is None and _addresses() != addresses:
                return

    def _publish(self, bus: Bus, name: str, method: str, signature: str, entries: Sequence[_Entry]) -> str | None:
        """Publish entries in a group; return the group's object path, or None if the name is taken."""
        (path,) = bus.call(_SERVER, "EntryGroupNew")
        group = DBusAddress(path, NAME, f"{NAME}.EntryGroup")
        try:
            for entry in entries:
                bus.call(group, method, signature, *entry)
            bus.call(group, "Commit")
        except Refused as why:
            if why.name != _COLLISION:
                raise
            self._left_out(name)
            return None
        return str(path)

    def _left_out(self, name: str) -> None:
        self._say("another table has that name in this network already", name=name)

    def _say(self, what: str, **more: str) -> None:
        """Log a message once."""
        if (key := f"{what} {more}") not in self._said:
            self._said.add(key)
            _log.info(what, **more)


def _is_new_beginning(signal: Message) -> bool:
    """Return whether a signal means that everything has to be republished."""
    match _member(signal):
        case "NameOwnerChanged":
            return True
        case "StateChanged" if _path(signal) == _SERVER.object_path:
            return bool(signal.body[0] == _SERVER_RUNNING)  # perhaps under another name
    return False


def _has_collided(signal: Message) -> bool:
    return _member(signal) == "StateChanged" and signal.body[0] == _GROUP_COLLISION


def _member(signal: Message) -> str | None:
    member: str | None = signal.header.fields.get(HeaderFields.member)
    return member


def _path(signal: Message) -> str | None:
    path: str | None = signal.header.fields.get(HeaderFields.path)
    return path


def _addresses() -> list[tuple[int, str]]:
    """Return the computer's IPv4 addresses, each with its interface number. Pages are served over IPv4 only."""
    found = [(adapter.index, ip.ip) for adapter in get_adapters() for ip in adapter.ips]
    return sorted(
        (index, ip) for index, ip in found if index and isinstance(ip, str) and not ip_address(ip).is_loopback
    )
