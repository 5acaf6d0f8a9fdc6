"""NetworkManager over D-Bus: the Wi-Fi device, its active connection, networks in range, and profiles."""

import time
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from jeepney import DBusAddress, HeaderFields, MatchRule

from table.network.bus import Bus, NotThere, Refused
from table.values import Value

NAME = "org.freedesktop.NetworkManager"
_ROOT = "/org/freedesktop/NetworkManager"
_NOTHING = "/"
_WIFI = 2  # NM_DEVICE_TYPE_WIFI
_CAN_BE_ACCESS_POINT = 0x40  # NM_WIFI_DEVICE_CAP_AP
_ACTIVATING, _ACTIVATED = 1, 2  # NMActiveConnectionState
_PRIVACY = 0x1  # NM_802_11_AP_FLAGS_PRIVACY
_CHANGED = "StateChanged"
_POLL_S = 0.2

Settings = Mapping[str, Mapping[str, tuple[str, Any]]]  # a profile by sections, each value with its D-Bus type


class Device(Value):
    """A Wi-Fi device."""

    path: str
    interface: str
    can_be_access_point: bool


class Active(Value):
    """A profile that is active on a device, or is being activated."""

    path: str
    uuid: str
    name: str
    is_up: bool


class AccessPoint(Value):
    """An access point in range: the bytes of its name, its strength from 0 to 100, and how it is secured.

    `keys` are the NM_802_11_AP_SEC_KEY_MGMT flags of WPA and of RSN; `privacy` means it encrypts.
    """

    ssid: bytes
    strength: int
    privacy: bool
    keys: int


class Change(Value):
    """A new state of a device (NMDeviceState), and its reason (NMDeviceStateReason)."""

    state: int
    reason: int


class NetworkManager:
    """The part of NetworkManager that the table needs. Every method may raise NotThere or Refused."""

    def __init__(self, bus: Bus) -> None:
        """Check that NetworkManager is running. Raise NotThere if it is not."""
        self._bus = bus
        self._manager = _of(_ROOT)
        self._settings = _of(f"{_ROOT}/Settings", "Settings")
        bus.get(self._manager, "Version")

    def is_wireless_on(self) -> bool:
        """Return whether radios may transmit: neither a switch nor the system's rfkill blocks them."""
        return bool(self._bus.get(self._manager, "WirelessEnabled"))

    def wifi(self) -> Device | None:
        """Return the Wi-Fi device, preferring one that can act as an access point; None if this computer has none."""
        (paths,) = self._bus.call(self._manager, "GetDevices")
        found = [device for path in paths if (device := self._device(path)) is not None]
        return max(found, key=lambda device: device.can_be_access_point, default=None)

    def active_on(self, device: Device) -> Active | None:
        """Return the profile that is active on a device, or None."""
        path = self._bus.get(_of(device.path, "Device"), "ActiveConnection")
        return None if path == _NOTHING else self._active(path)

    def profile(self, uuid: str) -> str | None:
        """Return the object path of a profile, or None if it is unknown."""
        try:
            (path,) = self._bus.call(self._settings, "GetConnectionByUuid", "s", uuid)
        except Refused:
            return None
        return str(path)

    def ssid(self, profile: str) -> str:
        """Return the name of a profile's network."""
        (sections,) = self._bus.call(_of(profile, "Settings.Connection"), "GetSettings")
        _, ssid = sections["802-11-wireless"]["ssid"]
        return bytes(ssid).decode(errors="replace")

    def ssid_of(self, active: Active) -> str:
        """Return the name of an active profile's network."""
        return self.ssid(self._bus.get(_of(active.path, "Connection.Active"), "Connection"))

    def load(self, keyfile: Path) -> None:
        """Make NetworkManager reload its profile files, and load `keyfile` even if its folder is not watched."""
        self._bus.call(self._settings, "LoadConnections", "as", [str(keyfile)])
        self._bus.call(self._settings, "ReloadConnections")

    def activate(self, profile: str, device: Device) -> str:
        """Start activating a profile; return the object path of the active connection."""
        (path,) = self._bus.call(self._manager, "ActivateConnection", "ooo", profile, device.path, _NOTHING)
        return str(path)

    def try_out(self, settings: Settings, device: Device) -> str:
        """Start activating a profile that is removed once inactive; return the object path of the active connection."""
        volatile = {"persist": ("s", "volatile")}
        signature = "a{sa{sv}}ooa{sv}"
        _, active, _ = self._bus.call(
            self._manager, "AddAndActivateConnection2", signature, settings, device.path, _NOTHING, volatile
        )
        return str(active)

    def follow(self, device: Device) -> None:
        """Subscribe to state changes of a device, for `changes`."""
        self._bus.listen(MatchRule(type="signal", interface=f"{NAME}.Device", member=_CHANGED, path=device.path))

    def changes(self, patience_s: float) -> Iterator[Change]:
        """Yield the state changes of a followed device for `patience_s` seconds."""
        until_s = time.monotonic() + patience_s
        while (left_s := until_s - time.monotonic()) > 0:
            signal = self._bus.next_signal(left_s)
            if signal is not None and signal.header.fields.get(HeaderFields.member) == _CHANGED:
                state, _, reason = signal.body
                yield Change(state, reason)

    def access_points(self, device: Device) -> list[AccessPoint]:
        """Return the access points that a device has seen recently."""
        (paths,) = self._bus.call(_of(device.path, "Device.Wireless"), "GetAllAccessPoints")
        found = (self._access_point(path) for path in paths)
        return [point for point in found if point is not None]

    def looks(self, device: Device) -> int:
        """Return when a device last finished a scan, in ms of CLOCK_BOOTTIME, or -1 if it never did."""
        return int(self._bus.get(_of(device.path, "Device.Wireless"), "LastScan"))

    def look(self, device: Device) -> None:
        """Request a scan from a device. Raise Refused if it may not scan, or is already scanning."""
        self._bus.call(_of(device.path, "Device.Wireless"), "RequestScan", "a{sv}", {})

    def address(self, device: Device) -> str | None:
        """Return the device's IPv4 address, or None if it has none."""
        path = self._bus.get(_of(device.path, "Device"), "Ip4Config")
        if path == _NOTHING:
            return None
        data = self._bus.get(_of(path, "IP4Config"), "AddressData")
        return str(data[0]["address"][1]) if data else None

    def is_up_in_time(self, active: str, patience_s: float) -> bool:
        """Wait for a connection that is being activated; return whether it came up."""
        until_s = time.monotonic() + patience_s
        while time.monotonic() < until_s:
            try:
                state = self._bus.get(_of(active, "Connection.Active"), "State")
            except Refused:  # the activation has failed, and the object is gone
                return False
            if state != _ACTIVATING:
                return bool(state == _ACTIVATED)
            time.sleep(_POLL_S)
        return False

    def deactivate(self, active: Active) -> None:
        """Deactivate an active profile."""
        self._bus.call(self._manager, "DeactivateConnection", "o", active.path)

    def _device(self, path: str) -> Device | None:
        device = _of(path, "Device")
        if self._bus.get(device, "DeviceType") != _WIFI:
            return None
        can = int(self._bus.get(_of(path, "Device.Wireless"), "WirelessCapabilities"))
        return Device(path, str(self._bus.get(device, "Interface")), bool(can & _CAN_BE_ACCESS_POINT))

    def _access_point(self, path: str) -> AccessPoint | None:
        point = _of(path, "AccessPoint")
        try:
            ssid, strength, flags, wpa, rsn = (
                self._bus.get(point, name) for name in ("Ssid", "Strength", "Flags", "WpaFlags", "RsnFlags")
            )
        except Refused:  # the access point is gone
            return None
        return AccessPoint(bytes(ssid), int(strength), bool(flags & _PRIVACY), int(wpa | rsn))

    def _active(self, path: str) -> Active | None:
        active = _of(path, "Connection.Active")
        try:
            uuid, name, state = (self._bus.get(active, what) for what in ("Uuid", "Id", "State"))
        except Refused:  # the connection is gone
            return None
        return Active(path, uuid, name, state == _ACTIVATED)


def stations(bus: Bus, interface: str) -> int | None:
    """Return how many phones are on an interface's Wi-Fi, according to wpa_supplicant, or None if unknown."""
    supplicant = "fi.w1.wpa_supplicant1"
    try:
        root = DBusAddress("/fi/w1/wpa_supplicant1", supplicant, supplicant)
        (path,) = bus.call(root, "GetInterface", "s", interface)
        return len(bus.get(DBusAddress(path, supplicant, f"{supplicant}.Interface"), "Stations"))
    except (NotThere, Refused):
        return None


def _of(path: str, interface: str = "") -> DBusAddress:
    return DBusAddress(path, NAME, f"{NAME}.{interface}" if interface else NAME)
