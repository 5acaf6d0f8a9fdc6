"""NetworkManager for tests, run by Debian's Python: that of python-dbusmock, which here reads profiles from files.

Parameters: `root`, where the files are; `found`, a known network that is in range; `fails`: nothing comes up;
`quick`: an access point is activated as soon as its profile is read, as NetworkManager does with an idle device;
`points`: the access points in reach, each its name, strength and security; `ends`: what becomes of a profile that is
tried, as the states and reasons of the device.
"""

import configparser
import stat
from pathlib import Path

import dbus
import dbusmock
from dbusmock.templates import networkmanager as known
from dbusmock.templates.networkmanager import *  # noqa: F403 - methods that dbusmock looks for in here
from dbusmock.templates.networkmanager import BUS_NAME, IS_OBJECT_MANAGER, MAIN_OBJ, SYSTEM_BUS  # noqa: F401

FOLDERS = ("etc/NetworkManager/system-connections", "run/NetworkManager/system-connections")
FAILED, ACTIVATING = 4, 1
ACTIVATED = 100  # of a device
IP4_CONFIG = "/org/freedesktop/NetworkManager/IP4Config/1"
NAMES = {"wifi": "802-11-wireless", "wifi-security": "802-11-wireless-security"}


def load(mock, parameters):
    known.load(mock, parameters)
    manager, settings = dbusmock.get_object(known.MANAGER_OBJ), dbusmock.get_object(known.SETTINGS_OBJ)
    settings.root, settings.quick = Path(str(parameters["root"])), parameters.get("quick", False)
    settings.read_files = read_files
    settings.AddMethods(
        known.SETTINGS_IFACE,
        [
            ("LoadConnections", "as", "bas", "self.read_files(self); ret = (True, [])"),
            ("ReloadConnections", "", "b", "self.read_files(self); ret = True"),
        ],
    )
    settings.ends, settings.tried = parameters.get("ends", [[ACTIVATED, 0]]), set()
    manager.try_out = try_out
    manager.AddMethod(
        known.MANAGER_IFACE,
        "AddAndActivateConnection2",
        "a{sa{sv}}ooa{sv}",
        "ooa{sv}",
        "ret = self.try_out(self, args[0], args[1], args[3])",
    )
    if parameters.get("fails"):
        manager.activate_connection = fail
    if "device" in parameters:
        wifi = mock.AddWiFiDevice("wlan0", "wlan0", dbus.UInt32(30))
        can = dbus.UInt32(parameters["device"], variant_level=1)
        dbusmock.get_object(wifi).Set(known.WIRELESS_DEVICE_IFACE, "WirelessCapabilities", can)
        sees(mock, wifi, parameters.get("points", []))
        if found := parameters.get("found"):
            profile = settings.SettingsAddConnection(settings_of({"id": found, "uuid": "home", "type": "wifi"}, found))
            manager.activate_connection(manager, profile, dbus.ObjectPath(wifi), "/")


def sees(mock, wifi, points):
    """Have the device see access points, look around when it is asked to, and have an address."""
    device = dbusmock.get_object(wifi)
    for number, (name, strength, security) in enumerate(points):
        mock.AddAccessPoint(wifi, str(number), name, "", 2, 2412, 1, strength, security)
    device.AddProperty(known.WIRELESS_DEVICE_IFACE, "LastScan", dbus.Int64(-1))
    device.looked = lambda: device.Set(known.WIRELESS_DEVICE_IFACE, "LastScan", dbus.Int64(1, variant_level=1))
    device.AddMethod(known.WIRELESS_DEVICE_IFACE, "RequestScan", "a{sv}", "", "self.looked()")
    address = dbus.Dictionary({"address": "192.168.1.7", "prefix": dbus.UInt32(24)}, signature="sv")
    data = dbus.Array([address], signature="a{sv}")
    mock.AddObject(IP4_CONFIG, "org.freedesktop.NetworkManager.IP4Config", {"AddressData": data}, [])
    device.AddProperty(known.DEVICE_IFACE, "Ip4Config", dbus.ObjectPath(IP4_CONFIG))


def try_out(manager, profile, device, options):
    """Add a profile that is in no file, and tell what becomes of it."""
    settings = dbusmock.get_object(known.SETTINGS_OBJ)
    path = settings.SettingsAddConnection(profile)
    settings.tried.add(str(path))
    wifi = dbusmock.get_object(device)
    wifi.Set(known.DEVICE_IFACE, "ActiveConnection", dbus.ObjectPath("/", variant_level=1))  # it leaves what it was in
    for state, reason in settings.ends:
        values = [dbus.UInt32(state), dbus.UInt32(0), dbus.UInt32(reason)]
        wifi.EmitSignal(known.DEVICE_IFACE, "StateChanged", "uuu", values)
    active = dbus.ObjectPath("/")
    if settings.ends[-1][0] == ACTIVATED:
        active = known.activate_connection(manager, path, device, "/")
    return path, active, dbus.Dictionary({}, signature="sv")


def settings_of(connection, ssid):
    if ssid.endswith(";"):  # as numbers
        ssid = bytes(int(byte) for byte in ssid.split(";")[:-1]).decode()
    ssid = dbus.ByteArray(ssid.encode())
    return {
        "connection": dbus.Dictionary(connection, signature="sv"),
        "802-11-wireless": dbus.Dictionary({"ssid": ssid}, signature="sv"),
    }


def read_files(self):
    """Take the profiles of files that nobody else can read, and forget those whose file has gone."""
    paths = [path for folder in FOLDERS for path in (self.root / folder).glob("*.nmconnection")]
    read = {}
    for path in paths:
        if not stat.S_IMODE(path.stat().st_mode) & 0o077:
            parser = configparser.ConfigParser(interpolation=None, delimiters="=")
            parser.read(path)
            read[parser["connection"]["uuid"]] = parser
    here = {str(dbusmock.get_object(path).settings["connection"]["uuid"]): path for path in self.ListConnections()}
    manager = dbusmock.get_object(known.MANAGER_OBJ)
    for uuid in here.keys() - read.keys() - {"home"}:
        if here[uuid] not in self.tried:
            forget(self, manager, here[uuid])
    for uuid in read.keys() - here.keys():
        connection = {key: read[uuid]["connection"][key] for key in ("id", "uuid", "type")}
        path = self.SettingsAddConnection(settings_of(connection, read[uuid]["wifi"]["ssid"]))
        if self.quick:
            manager.activate_connection(manager, path, manager.GetDevices()[0], "/")


def forget(self, manager, path):
    for active in manager.Get(known.MANAGER_IFACE, "ActiveConnections"):
        if dbusmock.get_object(active).Get(known.ACTIVE_CONNECTION_IFACE, "Connection") == path:
            known.deactivate_connection(manager, active)
    left = dbus.Array([one for one in self.ListConnections() if one != path], signature="o")
    self.Set(known.SETTINGS_IFACE, "Connections", left)
    self.RemoveObject(path)


def fail(manager, profile, device, _access_point):
    """Begin, and end at once without a network."""
    path = known.activate_connection(manager, profile, device, "/")
    dbusmock.get_object(path).Set(known.ACTIVE_CONNECTION_IFACE, "State", dbus.UInt32(FAILED, variant_level=1))
    return path
