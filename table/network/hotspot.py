"""Switches the table's own Wi-Fi on and off. It comes up when no known network is in range, or at once."""

from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeGuard

from table.complaints import BadInput
from table.network import profile
from table.network.bus import NO_ANSWER, Bus, NotThere, Refused
from table.network.network_manager import Active, Device, NetworkManager, stations
from table.network.profile import KEYFILE, Storage, WifiName, kept_or_made
from table.values import Value

# -- Whether the Wi-Fi radio may transmit. On Raspberry Pi OS, it may not until a country is set.

NO_COUNTRY = (
    "the Wi-Fi is blocked until the Pi knows in which country it is: `sudo raspi-config nonint do_wifi_country XX`,"
    " with the two letters of yours (DE, FR, GB, ...), tells it"
)
SWITCHED_OFF = "the Wi-Fi is switched off: `sudo nmcli radio wifi on` switches it on"
HARD_BLOCKED = "the Wi-Fi is switched off by a switch or a key of this machine"
_UNKNOWN_COUNTRY = "00"


def what_forbids(root: Path, *, wireless_on: bool) -> str | None:
    """Return a message saying why the radio may not transmit and how to fix it, or None if it may.

    `wireless_on` is NetworkManager's wireless setting.
    """
    radios = [path for path in (root / "sys/class/rfkill").glob("rfkill*") if _said(path / "type") == "wlan"]
    if any(_said(radio / "hard") == "1" for radio in radios):
        return HARD_BLOCKED
    if wireless_on and not any(_said(radio / "soft") == "1" for radio in radios):
        return None
    country = _said(root / "sys/module/cfg80211/parameters/ieee80211_regdom")
    return NO_COUNTRY if country in ("", _UNKNOWN_COUNTRY) and _is_pi(root) else SWITCHED_OFF


def _is_pi(root: Path) -> bool:
    return "Raspberry Pi" in _said(root / "proc/device-tree/model")


def _said(path: Path) -> str:
    with suppress(OSError, ValueError):
        return path.read_text().strip().strip("\0")
    return ""


PATIENCE_S = 120.0  # longer than NetworkManager tries, even on a busy Pi


class Status(Value):
    """The state of the table's own Wi-Fi.

    `is_on` means it has a profile, and comes up when no known network is in range. `is_up` means phones can join.
    `clients` is the number of phones that have joined, or None if unknown. `network` is the known network that the
    table has joined instead.
    """

    is_on: bool
    is_up: bool
    ssid: str | None
    address: str
    clients: int | None
    network: str | None


class Hotspot:
    """The table's own Wi-Fi. Every method raises BadInput if this computer cannot do what is asked."""

    def __init__(self, bus: Bus, root: Path = Path("/")) -> None:
        self._bus = bus
        self._root = root
        self._storage = Storage(root)
        with _user_errors():
            self._networks = NetworkManager(bus)

    def on(self, *, at_once: bool = False) -> WifiName:
        """Enable the Wi-Fi: it comes up whenever no known network is in range or, with `at_once`, immediately."""
        with _user_errors():
            device = self._device()
            if not device.can_be_access_point:
                raise BadInput(f"{device.interface}: this Wi-Fi device can join networks, but not be one")
            if why := what_forbids(self._root, wireless_on=self._networks.is_wireless_on()):
                raise BadInput(why)
            wifi = kept_or_made(self._root)
            before = self._networks.active_on(device)
            changed = self._storage.write(wifi)
            self._networks.load(self._root / KEYFILE)
            if not self._comes_up(device, before, changed=changed, at_once=at_once):
                raise BadInput(f"{wifi.ssid} did not come up; `journalctl -u NetworkManager` says why")
            return wifi

    def off(self) -> bool:
        """Switch the Wi-Fi off and remove its profile, but not its password; return whether it was on."""
        with _user_errors():
            was_on = self._networks.profile(profile.UUID) is not None
            device = self._networks.wifi()
            active = None if device is None else self._networks.active_on(device)
            if _is_ours(active):
                self._networks.deactivate(active)
            self._storage.remove()
            self._networks.load(self._root / KEYFILE)
            return was_on

    def status(self) -> Status:
        with _user_errors():
            device = self._device()
            path, active = self._networks.profile(profile.UUID), self._networks.active_on(device)
            ours = _is_ours(active)
            return Status(
                is_on=path is not None,
                is_up=active is not None and ours and active.is_up,
                ssid=None if path is None else self._networks.ssid(path),
                address=profile.ADDRESS,
                clients=stations(self._bus, device.interface) if ours else None,
                network=active.name if active is not None and active.is_up and not ours else None,
            )

    def _device(self) -> Device:
        device = self._networks.wifi()
        if device is None:
            raise BadInput("this machine has no Wi-Fi device that NetworkManager knows")
        return device

    def _comes_up(self, device: Device, before: Active | None, *, changed: bool, at_once: bool) -> bool:
        """Activate the profile if no other network is active, or if `at_once` is set; return whether that worked."""
        path = self._networks.profile(profile.UUID)
        if path is None:
            raise BadInput("NetworkManager does not take the profile; `journalctl -u NetworkManager` says why")
        active = self._networks.active_on(device)
        if active is not None and active.uuid != profile.UUID and not at_once:
            return True
        if _is_ours(active) and not (changed and _is_ours(before)):  # NetworkManager was faster, or it was up before
            return self._networks.is_up_in_time(active.path, PATIENCE_S)
        return self._networks.is_up_in_time(self._networks.activate(path, device), PATIENCE_S)


def _is_ours(active: Active | None) -> TypeGuard[Active]:
    return active is not None and active.uuid == profile.UUID


@contextmanager
def _user_errors() -> Iterator[None]:
    """Turn D-Bus errors into BadInput, with a sentence saying what is missing or was refused."""
    try:
        yield
    except NotThere as why:
        raise BadInput(_missing(str(why))) from None
    except Refused as why:
        raise BadInput(f"NetworkManager refuses: {why}") from None


def _missing(why: str) -> str:
    if why == NO_ANSWER:
        return "NetworkManager does not answer; `journalctl -u NetworkManager` says why"
    return f"NetworkManager does not run here, and the table's own Wi-Fi needs it ({why})"
