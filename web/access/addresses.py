"""The addresses at which phones can reach this computer."""

import socket
from ipaddress import ip_address, ip_network

import ifaddr

from table.network.profile import ADDRESS, NETWORK, TABLE_NAME

_ELSEWHERE = ("198.51.100.1", 9)  # a documentation address (RFC 5737): connecting a datagram socket sends nothing


def lan_address() -> str | None:
    """Return the address at which a phone on the same network can reach this computer, or None without a network.

    With several networks, it is the address on the network that has the default route.
    """
    reachable = [ip for ip in _addresses() if ":" not in ip and not ip_address(ip).is_loopback]
    outward = _outward_address()
    if outward in reachable:
        return outward
    return min(reachable, key=lambda ip: not ip_address(ip).is_private, default=None)


def is_own(host: str) -> bool:
    """Return whether a host name or an address, as a browser sends it, belongs to this computer."""
    name = socket.gethostname().lower()
    if host.lower() in ("localhost", TABLE_NAME, name, f"{name}.local"):
        return True
    try:
        return ip_address(host).is_loopback or host in _addresses()
    except ValueError:  # some other name
        return False


def _addresses() -> list[str]:
    """Return this computer's current addresses, which change when it joins another network."""
    found = [ip.ip for adapter in ifaddr.get_adapters() for ip in adapter.ips]
    return [ip if isinstance(ip, str) else ip[0] for ip in found]


def _outward_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:  # no default route; the caller uses another address
            return None
        address: str = probe.getsockname()[0]
        return address


# -- A captive portal: on a phone that has just joined the table's own Wi-Fi, the table's page opens by itself
#
# A phone that joins a network requests a page from its vendor to check for Internet access. On the table's own Wi-Fi
# every name resolves to the table, so the table gets that request, and redirects it to its own page.

PAGE = "/wifi"
_HTTP = "80"


def page_for(phone: str | None, port: str) -> str | None:
    """Return the page to redirect a phone at this address to, or None if it is not on the table's own Wi-Fi."""
    try:
        if phone is None or ip_address(phone) not in ip_network(NETWORK) or not is_own(ADDRESS):
            return None
    except ValueError:  # not an IP address
        return None
    return f"http://{ADDRESS}{'' if port == _HTTP else f':{port}'}{PAGE}"
