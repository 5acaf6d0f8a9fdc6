"""NetworkManager for tests, run by Debian's Python: that of python-dbusmock, which here reads profiles from files.

Parameters: `root`, where the files are; `found`, a known network that is in range; `fails`: nothing comes up;
`quick`: an access point is activated as soon as its profile is read, as NetworkManager does with an idle device.
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
    if parameters.get("fails"):
        manager.activate_connection = fail
    if "device" in parameters:
        wifi = mock.AddWiFiDevice("wlan0", "wlan0", dbus.UInt32(30))
        can = dbus.UInt32(parameters["device"], variant_level=1)
        dbusmock.get_object(wifi).Set(known.WIRELESS_DEVICE_IFACE, "WirelessCapabilities", can)
        if found := parameters.get("found"):
            profile = settings.SettingsAddConnection(settings_of({"id": found, "uuid": "home", "type": "wifi"}, found))
            manager.activate_connection(manager, profile, dbus.ObjectPath(wifi), "/")


def settings_of(connection, ssid):
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
