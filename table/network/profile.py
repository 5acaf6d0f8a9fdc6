"""The table's own Wi-Fi: its name and password, its profile, and where the system stores the profile."""

import json
import os
import secrets
import shutil
import subprocess
from contextlib import suppress
from pathlib import Path
from uuid import NAMESPACE_DNS, uuid5

from segno.helpers import make_wifi_data

from table.complaints import BadInput
from table.files import opened, parsed_json, write_atomically
from table.values import Value, asdict

# -- The name and password of the table's own Wi-Fi: made once, easy to type, readable only by root

KEPT = Path("etc/cardtable/hotspot.json")
# Lower-case letters only, so that a phone's keyboard shows them all at once; without l and o, which look like 1 and 0,
# and without i, which looks like l.
_LETTERS = "abcdefghjkmnpqrstuvwxyz"
_PASSWORD_LETTERS = 12  # 54 bits: a recorded join can be attacked offline without limit
_MARK_LETTERS = 3  # so that two tables in one house have different names


class WifiName(Value):
    """The name and the password of a Wi-Fi network."""

    ssid: str
    password: str

    def as_qr_text(self) -> str:
        """Return the text for a QR code that lets phones join."""
        text: str = make_wifi_data(self.ssid, self.password, "WPA")
        return text


def kept_or_made(root: Path) -> WifiName:
    """Return the name and password stored below `root`, creating and storing them the first time.

    Raise BadInput if the file is damaged, or cannot be written.
    """
    path = root / KEPT
    try:
        with opened(path) as file:
            return WifiName(**parsed_json(file.read()))
    except FileNotFoundError:
        made = WifiName(f"cardtable-{_random(_MARK_LETTERS)}", _random(_PASSWORD_LETTERS))
        keep(root, made)
        return made
    except (OSError, ValueError, TypeError) as error:
        raise BadInput(f"{path}: this cannot be read ({error}); remove it, and a new password is made") from None


def keep(root: Path, wifi: WifiName) -> None:
    """Store a name and password below `root`. Raise BadInput if they cannot be written."""
    write_atomically(root / KEPT, f"{json.dumps(asdict(wifi), indent=2)}\n".encode(), folder=True)


def _random(letters: int) -> str:
    return "".join(secrets.choice(_LETTERS) for _ in range(letters))


TABLE_NAME = "cardtable.local"  # on every network
ID = "cardtable"
UUID = str(uuid5(NAMESPACE_DNS, "hotspot.cardtable.local"))  # the same on every table, which has only one such network
ADDRESS = "10.42.42.1"  # not 10.42.0.1, which a laptop that shares its network with the Pi takes for itself
NETWORK = "10.42.42.0/24"
_LAST = "-999"  # NetworkManager's lowest priority
_CHANNELS = (1, 6, 11)  # they do not overlap, and are allowed everywhere

Sections = dict[str, dict[str, str]]


def sections(wifi: WifiName) -> Sections:
    """Return the profile as sections with their keys, as in nm-settings-keyfile(5)."""
    return {
        "connection": {"id": ID, "uuid": UUID, "type": "wifi", "autoconnect": "true", "autoconnect-priority": _LAST},
        # 2.4 GHz: every phone supports it, and it reaches further
        "wifi": {"mode": "ap", "ssid": wifi.ssid, "band": "bg", "channel": str(channel(wifi.ssid))},
        "wifi-security": {
            "key-mgmt": "wpa-psk",
            "proto": "rsn;",
            "pairwise": "ccmp;",
            "group": "ccmp;",
            "pmf": "1",  # off: the Wi-Fi chips of several Pis cannot install its key (raspberrypi/linux #7247)
            "psk": wifi.password,
        },
        "ipv4": {"method": "shared", "address1": f"{ADDRESS}/24"},
        "ipv6": {"method": "disabled"},  # without IPv6 addresses, phones do not use IPv6 name servers either
    }


def channel(ssid: str) -> int:
    """Return the channel for the network `ssid`; two tables in a house are likely to get different ones.

    Left to itself, NetworkManager might choose channel 13. While the country is unknown, no access point may start on
    it, so the Wi-Fi would not come up; and phones from America would not see it.
    """
    return _CHANNELS[sum(ssid.encode()) % len(_CHANNELS)]


def as_keyfile(given: Sections) -> str:
    """Return a profile as a file for /etc/NetworkManager/system-connections."""
    texts = (
        "\n".join([f"[{name}]", *(f"{key}={value}" for key, value in keys.items())]) for name, keys in given.items()
    )
    return "\n\n".join(texts) + "\n"


def as_netplan(given: Sections) -> str:
    """Return a profile as a file for /etc/netplan, which passes it on to NetworkManager unchanged.

    Everything is quoted as JSON, which is valid YAML.
    """
    # netplan would take a short name for an interface, hence NM- and the uuid.
    uuid, name = given["connection"]["uuid"], given["connection"]["id"]
    passed = {f"{name}.{key}": value for name, keys in given.items() for key, value in keys.items()}
    lines = "\n".join(f"          {json.dumps(key)}: {json.dumps(value)}" for key, value in passed.items())
    return f"""\
network:
  version: 2
  nm-devices:
    NM-{uuid}:
      renderer: NetworkManager
      networkmanager:
        uuid: {json.dumps(uuid)}
        name: {json.dumps(name)}
        passthrough:
{lines}
"""


# -- Where the Wi-Fi profile is stored so that it survives a reboot: netplan if it is in use, else a keyfile
#
# At every boot netplan generates NetworkManager's files in /run from those in /etc/netplan, including ours.

KEYFILE = Path("etc/NetworkManager/system-connections/cardtable.nmconnection")
NETPLAN = Path("etc/netplan/75-cardtable.yaml")
NAMES = Path("etc/NetworkManager/dnsmasq-shared.d/cardtable.conf")
_NETPLANS = ("etc/netplan", "run/netplan", "lib/netplan", "usr/lib/netplan")
_GENERATE_S = 60.0
# No other name server is asked, because a phone that gets a real address would try to reach it, and wait.
_ALL_NAMES = f"""\
# Every name leads to the table, so that its page opens by itself on phones.
address=/#/{ADDRESS}
no-resolv
"""


class Storage(Value):
    """Profile files below a root, which is / except in tests."""

    root: Path = Path("/")

    @property
    def by_netplan(self) -> bool:
        """Whether netplan manages the networks of this computer."""
        has_files = (any((self.root / folder).glob("*.yaml")) for folder in _NETPLANS)
        return self._netplan() is not None and any(has_files)

    def write(self, wifi: WifiName) -> bool:
        """Write the profile of the table's Wi-Fi; return whether it has changed. Raise BadInput if that fails."""
        changed = [self._wrote(NAMES, _ALL_NAMES), self.keep(sections(wifi), KEYFILE, NETPLAN)]
        return any(changed)

    def keep(self, given: Sections, keyfile: Path, netplan: Path) -> bool:
        """Write a profile as one of two files; return whether it has changed. Raise BadInput if writing fails."""
        ours, other = (netplan, keyfile) if self.by_netplan else (keyfile, netplan)
        text = as_netplan(given) if ours == netplan else as_keyfile(given)
        changed = [self._wrote(ours, text), self._removed(other)]
        if any(changed):
            self._generate()
        return any(changed)

    def remove(self) -> None:
        """Remove all files that `write` may have written. Raise BadInput if one cannot be removed."""
        removed = [self._removed(path) for path in (NETPLAN, KEYFILE, NAMES)]
        if any(removed):
            self._generate()

    def _wrote(self, path: Path, text: str) -> bool:
        path = self.root / path
        with suppress(OSError):
            if path.read_text() == text:
                return False
        write_atomically(path, text.encode(), folder=True)
        return True

    def _removed(self, path: Path) -> bool:
        try:
            (self.root / path).unlink()
        except FileNotFoundError:
            return False
        except OSError as error:
            raise BadInput(f"{self.root / path}: this cannot be removed: {error.strerror or error}") from None
        return True

    def _netplan(self) -> str | None:
        if self.root == Path("/"):
            return shutil.which("netplan")
        return shutil.which("netplan", path=os.pathsep.join(str(self.root / folder) for folder in ("usr/sbin", "sbin")))

    def _generate(self) -> None:
        """Make netplan write NetworkManager's files, if it is installed."""
        netplan = self._netplan()
        if netplan is None:
            return
        try:
            subprocess.run([netplan, "generate"], capture_output=True, text=True, timeout=_GENERATE_S, check=True)  # noqa: S603
        except (OSError, subprocess.SubprocessError) as error:
            said = str(getattr(error, "stderr", "") or error).strip().splitlines()[-1]
            raise BadInput(f"netplan generate: {said}") from None
