"""The profile of the table's own Wi-Fi, as a NetworkManager keyfile and as a netplan file.

It has the lowest priority of all profiles: when NetworkManager looks for a network to join, every known one in range
goes first. An access point is always "in range", so without a known one it is this.
"""

import json
from uuid import NAMESPACE_DNS, uuid5

from table.network.wifi_name import WifiName

TABLE_NAME = "cardtable.local"  # in whatever network it is
ID = "cardtable"
UUID = str(uuid5(NAMESPACE_DNS, "hotspot.cardtable.local"))  # the same on every table: none has two
ADDRESS = "10.42.42.1"  # not 10.42.0.1, which a laptop that shares its network with the Pi takes for itself
NETWORK = "10.42.42.0/24"
_LAST = "-999"  # NetworkManager's lowest priority
_NETPLAN_ID = f"NM-{UUID}"  # a short one would be taken for the name of the interface

Sections = dict[str, dict[str, str]]


def sections(wifi: WifiName) -> Sections:
    """Return the profile by sections, as in nm-settings-keyfile(5)."""
    return {
        "connection": {"id": ID, "uuid": UUID, "type": "wifi", "autoconnect": "true", "autoconnect-priority": _LAST},
        "wifi": {"mode": "ap", "ssid": wifi.ssid, "band": "bg"},  # 2.4 GHz: every phone has it, and it reaches further
        "wifi-security": {
            "key-mgmt": "wpa-psk",
            "proto": "rsn;",
            "pairwise": "ccmp;",
            "group": "ccmp;",
            "pmf": "1",  # off: the Wi-Fi chips of several Pis cannot install its key (raspberrypi/linux #7247)
            "psk": wifi.password,
        },
        "ipv4": {"method": "shared", "address1": f"{ADDRESS}/24"},
        "ipv6": {"method": "disabled"},  # what has no address here asks no names that way either
    }


def as_keyfile(given: Sections) -> str:
    """Return a profile as a file for /etc/NetworkManager/system-connections."""
    told = (
        "\n".join([f"[{name}]", *(f"{key}={value}" for key, value in keys.items())]) for name, keys in given.items()
    )
    return "\n\n".join(told) + "\n"


def as_netplan(given: Sections) -> str:
    """Return a profile as a file for /etc/netplan, which passes it on to NetworkManager word for word.

    Everything is quoted as JSON, which YAML reads alike.
    """
    passed = {f"{name}.{key}": value for name, keys in given.items() for key, value in keys.items()}
    lines = "\n".join(f"          {json.dumps(key)}: {json.dumps(value)}" for key, value in passed.items())
    return f"""\
network:
  version: 2
  nm-devices:
    {_NETPLAN_ID}:
      renderer: NetworkManager
      networkmanager:
        uuid: {json.dumps(UUID)}
        name: {json.dumps(ID)}
        passthrough:
{lines}
"""
