"""Which address the QR code carries."""

from ipaddress import ip_address

import ifaddr
import pytest

from web.access import addresses


def adapters(*ips: str) -> list[ifaddr.Adapter]:
    return [ifaddr.Adapter(name, name, [ifaddr.IP(name, 24, name)]) for name in ips]


def test_it_is_an_address_of_this_machine_that_others_can_reach() -> None:
    address = addresses.lan_address()

    assert address is None or not ip_address(address).is_loopback


@pytest.mark.parametrize(
    ("known", "outward", "wanted"),
    [
        (("127.0.0.1", "10.0.0.7", "192.168.1.5"), "192.168.1.5", "192.168.1.5"),
        (("127.0.0.1", "192.168.1.5"), None, "192.168.1.5"),
        (("127.0.0.1", "8.8.4.4", "10.0.0.7"), None, "10.0.0.7"),
        (("127.0.0.1",), "127.0.0.1", None),
    ],
    ids=["the way out", "no way out", "at home first", "no network"],
)
def test_of_several_networks_the_right_one(
    monkeypatch: pytest.MonkeyPatch, known: tuple[str, ...], outward: str | None, wanted: str | None
) -> None:
    monkeypatch.setattr(ifaddr, "get_adapters", lambda: adapters(*known))
    monkeypatch.setattr(addresses, "_outward_address", lambda: outward)

    assert addresses.lan_address() == wanted
