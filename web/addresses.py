"""Under which addresses a phone can reach this machine."""

import socket
from ipaddress import ip_address

import ifaddr

_ELSEWHERE = ("198.51.100.1", 9)  # a documentation address (RFC 5737): connecting a datagram socket sends nothing


def lan_address() -> str | None:
    """Return the address that a phone in the same network can reach, or None if there is no network.

    The way to the rest of the world tells which of several networks it is.
    """
    known = [str(ip.ip) for adapter in ifaddr.get_adapters() for ip in adapter.ips if ip.is_IPv4]
    reachable = [ip for ip in known if not ip_address(ip).is_loopback]
    outward = _outward_address()
    if outward in reachable:
        return outward
    return min(reachable, key=lambda ip: not ip_address(ip).is_private, default=None)


def _outward_address() -> str | None:
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(_ELSEWHERE)
        except OSError:  # no route: then there is no outward address, and the caller looks for another
            return None
        address: str = probe.getsockname()[0]
        return address
