"""wpa_supplicant for tests, run by Debian's Python: an access point with two phones."""

import dbus

BUS_NAME = MAIN_IFACE = "fi.w1.wpa_supplicant1"
MAIN_OBJ = "/fi/w1/wpa_supplicant1"
SYSTEM_BUS = True
INTERFACE = f"{MAIN_OBJ}/Interfaces/1"


def load(mock, _parameters):
    mock.AddMethod(MAIN_IFACE, "GetInterface", "s", "o", f"ret = dbus.ObjectPath({INTERFACE!r})")
    phones = [dbus.ObjectPath(f"{INTERFACE}/Stations/{name}") for name in ("a", "b")]
    mock.AddObject(INTERFACE, f"{MAIN_IFACE}.Interface", {"Stations": dbus.Array(phones, signature="o")}, [])
