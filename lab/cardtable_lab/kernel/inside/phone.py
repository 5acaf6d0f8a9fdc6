"""A phone: the second simulated radio in its own network namespace, operated with Debian's programs."""

import json
from pathlib import Path
from types import TracebackType
from typing import Self

from cardtable_lab.kernel.inside.devices import waits
from cardtable_lab.kernel.inside.served import PATIENCE_S, Output, Running, types

RADIO = "wlan1"
_ITS_OWN = ("ip", "netns", "exec", "phone")
_CONFIGURATION, _LOG, _LEASE, _COOKIES = (Path("/run") / f"phone.{kind}" for kind in ("conf", "log", "sh", "cookies"))
_NETWORK = """network={{
 ssid="{ssid}"
 psk="{password}"
 key_mgmt=WPA-PSK
}}
"""
_LEASED = """#!/bin/sh
case $1 in
    deconfig) ip addr flush dev "$interface" ;;
    bound | renew)
        ip addr replace "$ip/$mask" dev "$interface"
        ip route replace default via "$router"
        printf 'nameserver %s\\n' $dns >/etc/resolv.conf ;;
esac
"""
# One multicast DNS query (RFC 6762); the address is at the end of the response.
_ASKS_EVERYBODY = """
import socket, struct, sys
labels = b"".join(bytes([len(label)]) + label.encode() for label in sys.argv[1].split("."))
with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as asked:
    asked.settimeout(3)
    question = struct.pack(">6H", 0, 0, 1, 0, 0, 0) + labels + struct.pack(">BHH", 0, 1, 0x8001)
    asked.sendto(question, ("224.0.0.251", 5353))
    print(socket.inet_ntoa(asked.recv(512)[-4:]))
"""


class Phone:
    """A phone on the second radio, as a context manager."""

    def __init__(self) -> None:
        radio = Path(f"/sys/class/net/{RADIO}/phy80211/name").read_text().strip()
        Path("/etc/netns/phone").mkdir(parents=True)
        Path("/etc/netns/phone/resolv.conf").touch()
        _LEASE.write_text(_LEASED)
        _LEASE.chmod(0o755)
        for line in (
            f"nmcli device set {RADIO} managed no", "ip netns add phone", f"iw phy {radio} set netns name phone",
            "ip netns exec phone ip link set lo up", f"ip netns exec phone ip link set {RADIO} up",
        ):  # fmt: skip
            done = types(*line.split())
            if done.status:
                raise RuntimeError(f"{line}: {done.text}")
        self._supplicant: Running | None = None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.forgets()

    def types(self, *command: str, patience_s: float = PATIENCE_S) -> Output:
        """Run a command on the phone."""
        return types(*_ITS_OWN, *command, patience_s=patience_s)

    def joins(self, ssid: str, password: str) -> None:
        """Start joining a network, and rejoin it whenever it is in range; `heard` counts what the radio reports."""
        self.forgets()
        _CONFIGURATION.write_text(_NETWORK.format(ssid=ssid, password=password))
        supplicant = ("wpa_supplicant", "-i", RADIO, "-D", "nl80211", "-c", str(_CONFIGURATION), "-f", str(_LOG))
        self._supplicant = Running(*_ITS_OWN, *supplicant)

    def forgets(self) -> None:
        """Leave the Wi-Fi, and do not rejoin it."""
        if self._supplicant is not None:
            self._supplicant.__exit__(None, None, None)
            self._supplicant = None
        _LOG.unlink(missing_ok=True)

    def heard(self, what: str) -> int:
        """Return how often the radio has reported `what` since it began to join."""
        return _LOG.read_text().count(what) if _LOG.exists() else 0

    def hears(self, what: str, times: int = 1) -> bool:
        """Wait until the radio has made `times` reports of `what`, and return whether it did in time."""
        return waits(lambda: self.heard(what) >= times, PATIENCE_S)

    def has_address(self) -> str:
        """Request an address by DHCP and return it, or "" if the phone gets none."""
        self.types("udhcpc", "-f", "-n", "-q", "-i", RADIO, "-t", "10", "-T", "2", "-s", str(_LEASE))
        interfaces = json.loads(self.types("ip", "-j", "-4", "addr", "show", RADIO).text)
        return " ".join(address["local"] for address in interfaces[0]["addr_info"])

    def finds(self, name: str) -> str:
        """Look up a name with the name server from DHCP, and return the address."""
        return self.types("getent", "ahostsv4", name).text.partition(" ")[0]

    def asks_everybody(self, name: str) -> str:
        """Look up a name with multicast DNS and return the address, or "" if no machine responds."""
        asked = self.types("/opt/cardtable/bin/python", "-c", _ASKS_EVERYBODY, name)
        return "" if asked.status else asked.text

    def gets(self, url: str, *options: str) -> str:
        """Get a page with curl, with the cookies from earlier requests."""
        return self.types("curl", "-s", "-m", "20", "-b", str(_COOKIES), "-c", str(_COOKIES), *options, url).text

    def follows(self, url: str) -> Running:
        """Start following a stream."""
        return Running(*_ITS_OWN, "curl", "-sN", url)
