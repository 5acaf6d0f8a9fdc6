"""The profile of the home Wi-Fi, which the table joins."""

import re
from pathlib import Path
from uuid import NAMESPACE_DNS, uuid5

from table.network.profile import Sections, WifiName

KEYFILE = Path("etc/NetworkManager/system-connections/cardtable-home.nmconnection")
NETPLAN = Path("etc/netplan/76-cardtable-home.yaml")
ID = "cardtable-home"
UUID = str(uuid5(NAMESPACE_DNS, "home.cardtable.local"))
MOST_SSID_BYTES = 32  # IEEE 802.11
WPA = "wpa-psk"  # NetworkManager's name for a network with a password, WPA2 or WPA3


def sections(wifi: WifiName, *, hidden: bool = False) -> Sections:
    """Return the profile as sections, as in nm-settings-keyfile(5). An empty password means an open network."""
    # As bytes: a name such as 1;2;3; would be read as three bytes.
    ssid = "".join(f"{byte};" for byte in wifi.ssid.encode())
    secured: Sections = {"wifi-security": {"key-mgmt": WPA, "psk": _escaped(wifi.password)}}
    return {
        "connection": {"id": ID, "uuid": UUID, "type": "wifi", "autoconnect": "true"},
        "wifi": {"mode": "infrastructure", "ssid": ssid, **({"hidden": "true"} if hidden else {})},
        **(secured if wifi.password else {}),
        "ipv4": {"method": "auto"},
        "ipv6": {"method": "auto"},
    }


def wifi_password(value: str) -> str | None:
    """Return a password if WPA allows it (8 to 63 printable ASCII characters, or 64 hex digits), otherwise None."""
    return value if re.fullmatch("[ -~]{8,63}|[0-9A-Fa-f]{64}", value) else None


def wifi_name(value: str) -> str | None:
    """Return a name if it is valid for a Wi-Fi network (1 to 32 bytes of printable text), otherwise None."""
    return value if value and value.isprintable() and len(value.encode()) <= MOST_SSID_BYTES else None


def _escaped(value: str) -> str:
    """Return a value escaped for a keyfile."""
    escaped = value.replace("\\", "\\\\")
    return f"\\s{escaped[1:]}" if escaped.startswith(" ") else escaped
