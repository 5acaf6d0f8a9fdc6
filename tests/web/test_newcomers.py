"""Phones that join the table's own Wi-Fi: the table's page opens by itself, and nothing else is told to other names."""

import ifaddr
import pytest

from table.network.profile import ADDRESS
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Shown, phone, served
from web.described.operations import OPERATIONS

# What systems ask for when they join a network: (name, path).
PROBES = [
    ("connectivitycheck.gstatic.com", "/generate_204"),  # Android
    ("clients3.google.com", "/gen_204"),
    ("captive.apple.com", "/hotspot-detect.html"),  # iOS, macOS
    ("www.apple.com", "/library/test/success.html"),
    ("www.msftconnecttest.com", "/connecttest.txt"),  # Windows
    ("www.msftconnecttest.com", "/redirect"),
    ("www.msftncsi.com", "/ncsi.txt"),
    ("detectportal.firefox.com", "/canonical.html"),  # Firefox
    ("detectportal.firefox.com", "/success.txt?ipv4"),
    ("spectrum.s3.amazonaws.com", "/kindle-wifi/wifistub.html"),  # Kindle
    ("nmcheck.gnome.org", "/check_network_status.txt"),
]
IN_ITS_WIFI, AT_HOME = "10.42.42.57", "192.168.1.57"


@pytest.fixture
def adapters(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The addresses that this machine has."""
    own = ["127.0.0.1", "192.168.1.5", ADDRESS]

    def adapters() -> list[ifaddr.Adapter]:
        return [ifaddr.Adapter("a", "a", [ifaddr.IP(ip, 24, ip) for ip in own])]

    monkeypatch.setattr(ifaddr, "get_adapters", adapters)
    return own


@pytest.fixture
def joined(table: TableInTime, adapters: list[str]) -> Phone:
    """A phone in the table's own Wi-Fi that holds a seat."""
    joined = phone(served(Shown(table)))
    joined.takes(1)
    joined.environ_base["REMOTE_ADDR"] = IN_ITS_WIFI
    return joined


def test_a_phone_that_joins_is_sent_to_the_tables_page(joined: Phone) -> None:
    for name, path in PROBES:
        answer = joined.get(path, headers={"Host": name})

        assert (answer.status_code, answer.headers["Location"]) == (302, "http://10.42.42.1/wifi"), path
        assert answer.get_data() == b""
        assert answer.headers["Cache-Control"] == "no-store"
        assert "Set-Cookie" not in answer.headers


def test_the_page_says_where_to_go_on(joined: Phone) -> None:
    said = joined.get("/wifi", headers={"Host": ADDRESS})

    assert said.status_code == 200
    assert "<strong>10.42.42.1</strong>" in said.get_data(as_text=True)


def test_it_goes_to_the_port_that_was_asked(joined: Phone) -> None:
    answer = joined.get("/", headers={"Host": "example.org:8000"}, environ_overrides={"SERVER_PORT": "8000"})

    assert answer.headers["Location"] == "http://10.42.42.1:8000/wifi"


@pytest.mark.long
def test_other_names_are_told_nothing_else_in_its_wifi_either(joined: Phone) -> None:
    """Whatever can be asked, by whichever method: a way to the first page, or a refusal."""
    before = joined.is_known_as()
    paths = [rule.rule.replace("<int:seat>", "1") for rule in joined.application.url_map.iter_rules()]
    for path in [*paths, *(rule for _, rule in OPERATIONS)]:
        for method in ("GET", "HEAD", "OPTIONS", "POST", "PUT", "DELETE"):
            answer = joined.open(path, method=method, headers={"Host": "evil.example", "Origin": "http://evil.example"})
            assert answer.status_code == (302 if method == "GET" else 400), (method, path)
            assert "Ana" not in answer.get_data(as_text=True)
            assert "Set-Cookie" not in answer.headers
            assert answer.headers.get("Location", "http://10.42.42.1/wifi") == "http://10.42.42.1/wifi"
    assert joined.is_known_as() == before


def test_in_other_networks_other_names_are_refused(joined: Phone) -> None:
    for address in (AT_HOME, "127.0.0.1", "203.0.113.9", ""):
        joined.environ_base["REMOTE_ADDR"] = address

        assert joined.get("/generate_204", headers={"Host": "captive.apple.com"}).status_code == 400, address


def test_a_table_that_is_a_guest_in_such_a_network_sends_nobody_anywhere(joined: Phone, adapters: list[str]) -> None:
    adapters.remove(ADDRESS)

    assert joined.get("/generate_204", headers={"Host": "captive.apple.com"}).status_code == 400
