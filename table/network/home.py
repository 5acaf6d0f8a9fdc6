"""The profile of the home's Wi-Fi, which the table joins."""

from pathlib import Path
from uuid import NAMESPACE_DNS, uuid5

from table.network.profile import Sections, WifiName

KEYFILE = Path("etc/NetworkManager/system-connections/cardtable-home.nmconnection")
ID = "cardtable-home"
UUID = str(uuid5(NAMESPACE_DNS, "home.cardtable.local"))


def sections(wifi: WifiName) -> Sections:
    """Return the profile by sections, as in nm-settings-keyfile(5). An empty password is that of an open Wi-Fi."""
    # As bytes: a name such as 1;2;3; would be read as three bytes.
    ssid = "".join(f"{byte};" for byte in wifi.ssid.encode())
    secured: Sections = {"wifi-security": {"key-mgmt": "wpa-psk", "psk": _escaped(wifi.password)}}
    return {
        "connection": {"id": ID, "uuid": UUID, "type": "wifi", "autoconnect": "true"},
        "wifi": {"mode": "infrastructure", "ssid": ssid},
        **(secured if wifi.password else {}),
        "ipv4": {"method": "auto"},
        "ipv6": {"method": "auto"},
    }


def _escaped(value: str) -> str:
    """Return a value as a key file has it."""
    escaped = value.replace("\\", "\\\\")
    return f"\\s{escaped[1:]}" if escaped.startswith(" ") else escaped
