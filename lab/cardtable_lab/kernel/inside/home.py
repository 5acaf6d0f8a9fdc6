"""A home Wi-Fi network: the third simulated radio in its own network namespace, with an access point and DHCP."""

from pathlib import Path
from types import TracebackType
from typing import Self

from cardtable_lab.kernel.inside.devices import waits
from cardtable_lab.kernel.inside.served import PATIENCE_S, Running, types

RADIO = "wlan2"
ADDRESS, ADDRESSES = "192.168.77.1", "192.168.77.20,192.168.77.99"
_ITS_OWN = ("ip", "netns", "exec", "home")
_CONFIGURATION = Path("/run/home.conf")
_ACCESS_POINT = """network={{
 ssid="{ssid}"
 mode=2
 frequency=2412
 key_mgmt=WPA-PSK
 proto=RSN
 pairwise=CCMP
 psk="{password}"
}}
"""


class Home:
    """A home Wi-Fi network, as a context manager."""

    def __init__(self, ssid: str, password: str) -> None:
        self.ssid, self.password = ssid, password
        radio = Path(f"/sys/class/net/{RADIO}/phy80211/name").read_text().strip()
        for line in (
            f"nmcli device set {RADIO} managed no", "ip netns add home", f"iw phy {radio} set netns name home",
            "ip netns exec home ip link set lo up", f"ip netns exec home ip link set {RADIO} up",
            f"ip netns exec home ip addr add {ADDRESS}/24 dev {RADIO}",
        ):  # fmt: skip
            done = types(*line.split())
            if done.status:
                raise RuntimeError(f"{line}: {done.text}")
        _CONFIGURATION.write_text(_ACCESS_POINT.format(ssid=ssid, password=password))
        self._point = Running(*_ITS_OWN, "wpa_supplicant", "-i", RADIO, "-D", "nl80211", "-c", str(_CONFIGURATION))
        self._names: Running | None = None
        self.gives_addresses()
        if not waits(self._is_up, PATIENCE_S):
            raise RuntimeError(f"{ssid} did not come up")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.gives_none()
        self._point.__exit__(None, None, None)

    def gives_addresses(self) -> None:
        """Start a DHCP server for devices that join."""
        options = ("--no-daemon", "--conf-file=/dev/null", "--no-resolv", "--bind-interfaces", f"--interface={RADIO}")
        leases = ("--dhcp-leasefile=/run/home.leases", f"--dhcp-range={ADDRESSES},10m")
        self._names = Running(*_ITS_OWN, "dnsmasq", *options, *leases)

    def gives_none(self) -> None:
        """Stop the DHCP server."""
        if self._names is not None:
            self._names.__exit__(None, None, None)
            self._names = None

    def _is_up(self) -> bool:
        return "type AP" in types(*_ITS_OWN, "iw", "dev", RADIO, "info").text
