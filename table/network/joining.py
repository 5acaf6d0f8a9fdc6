"""Joins the home Wi-Fi, as root: tries it, keeps it if it works, and otherwise goes back to the previous one.

A client sends one line of JSON and receives lines of JSON in reply. This lets the table's service, which does not run
as root, request scans and joins but nothing else (docs/decisions/0032-a-wi-fi-of-its-own.md).
"""

import json
import time
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Any

from table.complaints import BadInput
from table.files import parsed_json
from table.log import logger
from table.network import country, home, profile
from table.network.bus import Bus, NotThere, Refused
from table.network.hotspot import PATIENCE_S, Hotspot
from table.network.network_manager import AccessPoint, Active, Change, Device, NetworkManager, Settings, stations
from table.network.networks import Network, Why, in_reach
from table.network.profile import Storage, WifiName
from table.values import Value, asdict

DOOR = Path("/run/cardtable-network.sock")  # the socket on which systemd listens for requests from the service
MOST_BYTES = 4096  # in a request
BEGINS_S = 3.0  # gives people time to read on their phones what will happen
TRIES_S = 35.0
AGAIN_S = 60  # from the request until the table's own Wi-Fi is back
_DHCP_S = 20
_LOOKS_S = 12.0
_POLL_S = 0.3
# NMDeviceState, and NMDeviceStateReason
_DISCONNECTED, _IP_CONFIG, _ACTIVATED, _FAILED = 30, 70, 100, 120
_NEW_ACTIVATION = 60
_NO_ADDRESS = (5, 6, 15, 16, 17)  # IP_CONFIG_UNAVAILABLE, IP_CONFIG_EXPIRED, DHCP_START_FAILED, DHCP_ERROR, DHCP_FAILED
_NO_SECRETS = 7
_NO_REPLY_S = 20.0  # after 25 s without a reply, NetworkManager also reports a wrong password
_log = logger()

LOOK = {"do": "look"}
LOOK_IF_ALONE = {"do": "look", "if_alone": True}  # unless a phone is on the table's own Wi-Fi

Tell = Callable[[dict[str, Any]], None]


class Wish(Value):
    """A network to join.

    `password` is "" for an open network, and None for one with a stored profile. A `country` of None leaves the country
    unchanged.
    """

    name: str
    password: str | None
    hidden: bool = False
    country: str | None = None


def asked(line: str) -> Wish | None:
    """Return the network that a request names, or None for a scan.

    Raise BadInput for any other line, without quoting it.
    """
    try:
        message = parsed_json(line)
        if message in (LOOK, LOOK_IF_ALONE):
            return None
        wish = Wish(message["name"], message["password"], message["hidden"], message["country"])
        right = (
            home.wifi_name(wish.name) is not None
            and (not wish.password or home.wifi_password(wish.password) is not None)
            and isinstance(wish.hidden, bool)
            and (wish.country is None or country.country_code(wish.country) is not None)
        )
    except (ValueError, KeyError, TypeError, AttributeError):
        right = False
    if not right:
        raise BadInput("this is no wish to join a Wi-Fi, and none to look around")
    return wish


class Joining:
    """Joins a network through NetworkManager; `begins_s` is the delay before the table leaves its current network."""

    def __init__(
        self, bus: Bus, root: Path = Path("/"), *, begins_s: float = BEGINS_S, tries_s: float = TRIES_S
    ) -> None:
        """Connect to NetworkManager. Raise BadInput if it is not running."""
        self._bus = bus
        self._own = Hotspot(bus, root)
        self._networks = NetworkManager(bus)
        self._root = root
        self._begins_s = begins_s
        self._tries_s = tries_s

    def look(self, *, if_alone: bool = False) -> tuple[Network, ...] | None:
        """Scan and return the networks in range; the table's own Wi-Fi goes down for the scan.

        With `if_alone`, return None without scanning if a phone is on the table's own Wi-Fi. Raise BadInput if there is
        no Wi-Fi device, or if the table's own Wi-Fi does not come back.
        """
        device = self._device()
        active = self._networks.active_on(device)
        ours = active is not None and active.uuid == profile.UUID
        if active is not None and ours:
            if if_alone and stations(self._bus, device.interface):
                return None
            if not if_alone:
                time.sleep(self._begins_s)
            self._networks.deactivate(active)
        try:
            points = self._looked(device)
        finally:
            if ours:
                self._own.on(at_once=True)
        return in_reach(points, self._ssid(profile.UUID), self._ssid(home.UUID))

    def join(self, wish: Wish) -> tuple[str | None, Why | None]:
        """Join a network; return the address there, or the reason it failed. Raise BadInput if it cannot even be tried.

        If it fails, the table goes back to the previous network.
        """
        device = self._device()
        before = self._networks.active_on(device)
        if wish.country is not None:
            country.choose(wish.country, self._root)
        time.sleep(self._begins_s)
        self._networks.follow(device)
        why = self._tried(device, wish)
        if why is None:
            self._keep(wish)
            return self._networks.address(device), None
        _log.info("the Wi-Fi was not joined", why=why)
        self._go_back(device, before)
        return None, why

    def _tried(self, device: Device, wish: Wish) -> Why | None:
        """Try to join a network; return the reason it failed, or None if it worked."""
        kept = self._networks.profile(home.UUID)
        began_s = time.monotonic()
        try:
            if wish.password is not None:
                self._networks.try_out(settings(wish), device)
            elif kept is None or self._networks.ssid(kept) != wish.name:
                return "password"
            else:
                self._networks.activate(kept, device)
        except Refused as error:
            _log.error("NetworkManager refuses the Wi-Fi", name=error.name)
            return "refused"
        reached, reason = 0, 0
        for change in self._networks.changes(self._tries_s):
            if change.state == _ACTIVATED:
                return None
            if _is_over(change):
                reason = change.reason
                break
            reached = change.state
        took_s = time.monotonic() - began_s
        if reason in _NO_ADDRESS or (not reason and reached >= _IP_CONFIG):
            return "address"
        if reason == _NO_SECRETS and took_s < _NO_REPLY_S:
            return "password"
        seen = in_reach(self._networks.access_points(device), None, None)
        return "silent" if any(one.name == wish.name for one in seen) else "unseen"

    def _keep(self, wish: Wish) -> None:
        """Store a network, so that the table joins it at every boot."""
        if wish.password is None:
            return
        given = home.sections(WifiName(wish.name, wish.password), hidden=wish.hidden)
        Storage(self._root).keep(given, home.KEYFILE, home.NETPLAN)
        self._networks.load(self._root / home.KEYFILE)

    def _go_back(self, device: Device, before: Active | None) -> None:
        """Go back to the previous network, or to the table's own Wi-Fi."""
        path = None if before is None else self._networks.profile(before.uuid)
        if before is None or path is None or before.uuid == profile.UUID:
            self._own.on(at_once=True)
        else:
            self._networks.activate(path, device)

    def _looked(self, device: Device) -> list[AccessPoint]:
        last = self._networks.looks(device)
        until_s = time.monotonic() + _LOOKS_S
        asked = False
        while time.monotonic() < until_s and self._networks.looks(device) == last:
            if not asked:
                with suppress(Refused):  # too early, or a scan is in progress
                    self._networks.look(device)
                    asked = True
            time.sleep(_POLL_S)
        return self._networks.access_points(device)

    def _ssid(self, uuid: str) -> str | None:
        path = self._networks.profile(uuid)
        return None if path is None else self._networks.ssid(path)

    def _device(self) -> Device:
        device = self._networks.wifi()
        if device is None:
            raise BadInput("this machine has no Wi-Fi device that NetworkManager knows")
        return device


def settings(wish: Wish) -> Settings:
    """Return the profile to try, in NetworkManager's format, set up so that a wrong password ends the attempt."""
    secured: Settings = {"802-11-wireless-security": {"key-mgmt": ("s", home.WPA), "psk": ("s", wish.password)}}
    return {
        "connection": {
            "id": ("s", home.ID),
            "type": ("s", "802-11-wireless"),
            "autoconnect": ("b", False),
            "auth-retries": ("i", 1),
        },
        "802-11-wireless": {
            "mode": ("s", "infrastructure"),
            "ssid": ("ay", wish.name.encode()),
            "hidden": ("b", wish.hidden),
        },
        **(secured if wish.password else {}),
        # Pages are served over IPv4, so a network without an IPv4 address counts as failed.
        "ipv4": {"method": ("s", "auto"), "may-fail": ("b", False), "dhcp-timeout": ("i", _DHCP_S)},
        "ipv6": {"method": ("s", "auto")},
    }


def answered(line: str, tell: Tell) -> None:
    """Carry out a request, and send the result: networks, an address, or the reason the request failed."""
    try:
        wish = asked(line)
        with Bus(PATIENCE_S) as bus:
            joining = Joining(bus)
            if wish is None:
                found = joining.look(if_alone=json.loads(line) == LOOK_IF_ALONE)
                tell({"networks": None if found is None else [*map(asdict, found)]})
            else:
                address, why = joining.join(wish)
                tell({"address": address, "why": why})
    except (BadInput, NotThere, Refused) as error:
        _log.error("the Wi-Fi could not be joined", why=str(error))
        tell({"why": "refused"})


def _is_over(change: Change) -> bool:
    """Return whether an attempt has failed. Leaving the previous network is not a failure."""
    return change.state == _FAILED or (change.state == _DISCONNECTED and change.reason != _NEW_ACTIVATION)
