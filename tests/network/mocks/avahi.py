"""Avahi for tests, run by Debian's Python. Parameters: `host`, its name; `taken`, names that somebody else has."""

import dbus
import dbusmock

BUS_NAME = "org.freedesktop.Avahi"
MAIN_OBJ = "/"
MAIN_IFACE = "org.freedesktop.Avahi.Server"
SYSTEM_BUS = True
COLLISION = 3

GROUP = """
if args[{name}] in self.taken_at_once:
    raise dbus.exceptions.DBusException("Local name collision", name="org.freedesktop.Avahi.CollisionError")
self.entry = str(args[{name}])
"""


def load(mock, parameters):
    mock.groups = 0
    mock.taken, mock.taken_at_once = parameters.get("taken", []), parameters.get("taken_at_once", [])
    mock.new_group = new_group
    mock.AddMethods(
        MAIN_IFACE,
        [
            ("GetHostNameFqdn", "", "s", f"ret = {parameters.get('host', 'pi.local')!r}"),
            ("EntryGroupNew", "", "o", "ret = self.new_group(self)"),
        ],
    )


def new_group(mock):
    mock.groups += 1
    path = f"/Client1/EntryGroup{mock.groups}"
    mock.AddObject(
        path,
        "org.freedesktop.Avahi.EntryGroup",
        {},
        [
            ("AddAddress", "iiuss", "", GROUP.format(name=3)),
            ("AddService", "iiussssqaay", "", GROUP.format(name=3)),
            ("Commit", "", "", "self.commit(self)"),
        ],
    )
    group = dbusmock.get_object(path)
    group.taken, group.taken_at_once, group.commit = mock.taken, mock.taken_at_once, commit
    return dbus.ObjectPath(path)


def commit(group):
    if group.entry in group.taken:
        group.EmitSignal("org.freedesktop.Avahi.EntryGroup", "StateChanged", "is", [COLLISION, ""])
