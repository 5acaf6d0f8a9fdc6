"""Joining a table to the home Wi-Fi from a phone. The table gives up its own Wi-Fi, and restores it on failure."""

import json
import time
from collections.abc import Mapping
from pathlib import Path
from threading import Event, Thread
from typing import Any

from cardtable_lab.kernel.inside.console import measured, sees, stepped
from cardtable_lab.kernel.inside.devices import Header, waits
from cardtable_lab.kernel.inside.home import Home
from cardtable_lab.kernel.inside.phone import Phone
from cardtable_lab.kernel.inside.served import PATIENCE_S, SERVICE, USER, Browser, types
from cardtable_lab.kernel.inside.wifi import DEVICE, PROBES, status
from table.network import country, home, profile
from table.network.profile import ADDRESS, TABLE_NAME

URL = f"http://{ADDRESS}"
NAME, PASSWORD, WRONG = "Home sweet home", "hello from the sofa", "hello from the roof"
COUNTRY = "DE"
AGAIN_S = 60.0  # the table's own Wi-Fi must be back within this time
_BOOTS_S, _COMES_S = 180.0, 150.0


def run() -> None:
    """Fail to join in every possible way, then join with a phone, start again, and search for leaked passwords."""
    types("systemctl", "is-system-running", "--wait", patience_s=_BOOTS_S)
    Header()
    with Home(NAME, PASSWORD) as there, Phone() as phone, Lines() as lines:
        types("cardtable", "hotspot", "on", patience_s=_COMES_S)
        types("systemctl", "restart", SERVICE, patience_s=_COMES_S)
        own = json.loads(Path(f"/{profile.KEPT}").read_text())
        with stepped("scanning before a phone connects"):
            _has_looked()
        guest = Guest(phone, own["ssid"], own["password"])
        if not sees_page(guest):
            print(types("journalctl", "--no-pager", "-u", SERVICE, "-u", "NetworkManager", "-n", "80").text)
            return
        with stepped("networks in range"):
            _lists(guest)
        with stepped("permissions of the service"):
            _may_no_more()
        with stepped("a wrong password"):
            _fails(guest, "a wrong password", "password", password=WRONG)
        with stepped("a name that is not in range"):
            _fails(guest, "a Wi-Fi out of range", "unseen", name="Not here", hidden=True)
        with stepped("no address"):
            there.gives_none()
            _fails(guest, "a Wi-Fi that gives no address", "address")
            there.gives_addresses()
        with stepped("a scan"):
            _looks(guest)
        with stepped("the right password"):
            _joins(guest)
        with stepped("a restart of the table"):
            _starts_again(phone)
        with stepped("secrets"):
            _says_nothing(lines)


class Guest:
    """A phone on the table's own Wi-Fi, with the table's page open."""

    def __init__(self, phone: Phone, ssid: str, password: str) -> None:
        self.phone, self.ssid, self.password = phone, ssid, password

    def comes(self) -> str:
        """Join the table's own Wi-Fi and return the phone's address on it."""
        self.phone.joins(self.ssid, self.password)
        self.phone.hears("CTRL-EVENT-CONNECTED")
        return self.phone.has_address()

    def asks(self, path: str, body: object = None) -> dict[str, Any]:
        """Send a request to the API and return the response, or {} if it is not JSON."""
        kind = ("-H", "Content-Type: application/json", "-H", f"Origin: {URL}")
        sent = () if body is None else ("-d", json.dumps(body))
        try:
            answer: dict[str, Any] = json.loads(self.phone.gets(f"{URL}/api/v1/{path}", *kind, *sent))
        except ValueError:
            return {}
        return answer


class Lines:
    """A context manager that records the command lines and environments of all programs that run during its block."""

    def __init__(self) -> None:
        self.seen: set[bytes] = set()
        self._ended = Event()
        self._thread = Thread(target=self._look, daemon=True)

    def __enter__(self) -> "Lines":
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._ended.set()
        self._thread.join()

    def _look(self) -> None:
        while not self._ended.wait(0.1):
            for at in Path("/proc").glob("[0-9]*"):
                for name in ("cmdline", "environ"):
                    try:
                        said = (at / name).read_bytes()
                    except OSError:  # the process has ended
                        continue
                    if b"curl" not in said and b"wpa_supplicant\0-i" not in said:  # our own commands
                        self.seen.add(said)


def sees_page(guest: Guest) -> bool:
    """Join the table's own Wi-Fi, check its pages and become host. Return whether the host sees the network."""
    address = guest.comes()
    sees("a phone is in the table's own Wi-Fi", address.startswith("10.42.42."), address)
    answer = guest.phone.gets(PROBES["Android"], "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}")
    sees("the captive portal opens the table's page", answer == f"302 {URL}/wifi", answer)
    first = guest.phone.gets(f"{URL}/", "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}")
    sees("the first page is the one for choosing a Wi-Fi", first == f"302 {URL}/network", first)
    stranger = guest.phone.gets(f"{URL}/api/v1/network", "-o", "/dev/null", "-w", "%{http_code}")
    sees("only the host gets the networks", stranger == "401", stranger)
    guest.asks("host", {"pin": types("cardtable", "pin").text})
    shown = guest.asks("network")
    sees("the host sees the table's own Wi-Fi", shown.get("own") == guest.ssid, shown)
    return shown.get("own") == guest.ssid


def _has_looked() -> None:
    """Check that the table has scanned for networks by itself, and that its own Wi-Fi is up again."""
    began = time.monotonic()
    types("iw", "reg", "reload")  # without modules, the kernel asked for the list of channels before it had a disk
    here = Browser()
    here.asks("host", {"pin": types("cardtable", "pin").text})
    sees("the table scans before a phone connects", waits(lambda: _listed(here), PATIENCE_S), _listed(here))
    measured("networks are listed", f"{time.monotonic() - began:.1f} s after the service started")
    sees("its own Wi-Fi is up again", waits(_sends, _COMES_S) and waits(lambda: status()["up"], _COMES_S), status())


def _listed(here: Browser) -> list[str]:
    return [network["name"] for network in here.asks("network")["networks"]]


def _lists(guest: Guest) -> None:
    shown = guest.asks("network")
    found = [network for network in shown["networks"] if network["name"] == NAME]
    sees("the home's Wi-Fi is listed, though the radio is busy", found and found[0]["lock"] == "password", shown)
    sees("the list has an age", isinstance(shown["age_s"], int), shown["age_s"])
    sees("the table's own Wi-Fi is not listed", guest.ssid not in [one["name"] for one in shown["networks"]], shown)


def _may_no_more() -> None:
    done = types("nmcli", "-s", "-g", "802-11-wireless-security.psk", "connection", "show", profile.ID, user=USER)
    psk = json.loads(Path(f"/{profile.KEPT}").read_text())["password"]
    sees("the service's user cannot read NetworkManager's passwords", psk not in done.text, done.text)
    done = types("nmcli", "connection", "add", "type", "wifi", "ssid", "x", "con-name", "x", user=USER)
    sees("the service's user cannot add a network", done.status != 0, done.text)
    door = types("stat", "-c", "%U %G %a", "/run/cardtable-network.sock").text
    sees("only the service may request another Wi-Fi", door == "root cardtable 660", door)


def _wish(guest: Guest, **change: object) -> Mapping[str, Any]:
    wish = {"do": "join", "name": NAME, "password": PASSWORD, "hidden": False, "country": COUNTRY, **change}
    return guest.asks("network", wish)


def _fails(guest: Guest, what: str, why: str, **change: object) -> None:
    began = time.monotonic()
    answer = _wish(guest, **change)
    sees(f"{what}: the page is told what will happen", answer.get("state") == "trying" and answer.get("goes"), answer)
    sees(f"{what}: the table's own Wi-Fi goes down", waits(lambda: not _sends(), PATIENCE_S))
    sees(
        f"{what}: the table's own Wi-Fi comes back",
        waits(_sends, _COMES_S) and waits(lambda: status()["up"], _COMES_S),
        status(),
    )
    took = time.monotonic() - began
    measured(f"{what}: the table's own Wi-Fi is back", f"{took:.1f} s after the request")
    sees(f"{what}: it is back within {AGAIN_S:.0f} s", took <= AGAIN_S, f"{took:.1f} s")
    guest.comes()
    again = time.monotonic() - began
    measured(f"{what}: the phone is back", f"{again:.1f} s after the request")
    sees(f"{what}: the page says why", waits(lambda: guest.asks("network").get("why") == why, PATIENCE_S),
         guest.asks("network"))  # fmt: skip
    sees(f"{what}: no profile is stored", not Path(f"/{home.KEYFILE}").exists())


def _looks(guest: Guest) -> None:
    began = time.monotonic()
    guest.asks("network", {"do": "look"})
    sees("for a scan, the table's own Wi-Fi goes down", waits(lambda: not _sends(), PATIENCE_S))
    sees("it comes back after the scan", waits(_sends, _COMES_S) and waits(lambda: status()["up"], _COMES_S), status())
    measured("a scan", f"{time.monotonic() - began:.1f} s until the table's own Wi-Fi is back")
    guest.comes()
    waits(lambda: guest.asks("network").get("state") == "ready", PATIENCE_S)
    shown = guest.asks("network")
    sees("the list is new", NAME in [one["name"] for one in shown["networks"]] and shown["age_s"] < PATIENCE_S, shown)


def _joins(guest: Guest) -> None:
    began = time.monotonic()
    answer = _wish(guest)
    sees("the page gets the table's name before the Wi-Fi goes down", answer.get("name") == TABLE_NAME, answer)
    sees("the table is in the home's Wi-Fi", waits(lambda: status()["network"] == home.ID, _COMES_S), status())
    measured("the table is in the home's Wi-Fi", f"{time.monotonic() - began:.1f} s after the request")
    sees("its profile is stored, readable only by root", waits(lambda: _kept() == "600 root", PATIENCE_S), _kept())
    kept = Path(f"/{country.KEPT}").read_text().strip()
    sees("the country is stored", kept == f"options cfg80211 ieee80211_regdom={COUNTRY}", kept)
    sees(
        "the country is in force",
        f"country {COUNTRY}" in types("iw", "reg", "get").text,
        types("iw", "reg", "get").text,
    )
    guest.phone.joins(NAME, PASSWORD)
    sees(
        "the phone joins the home's Wi-Fi, too", guest.phone.hears("CTRL-EVENT-CONNECTED") and guest.phone.has_address()
    )
    _finds(guest.phone)
    measured("the phone has found the table there", f"{time.monotonic() - began:.1f} s after the request")


def _finds(phone: Phone) -> None:
    """Check that the phone finds the table by name and by address, and that both lead to the set-up page."""
    found = waits(lambda: phone.asks_everybody(TABLE_NAME).startswith("192.168.77."), PATIENCE_S)
    address = phone.asks_everybody(TABLE_NAME)
    sees(f"{TABLE_NAME} is found in the home's network", found, address)
    where = "%{http_code} %{redirect_url}"
    for url, more in ((f"http://{address}", ()), (f"http://{TABLE_NAME}", ("--resolve", f"{TABLE_NAME}:80:{address}"))):
        led = phone.gets(f"{url}/", "-o", "/dev/null", "-w", where, *more)
        sees(f"{url.removeprefix('http://')} leads to the set-up", led == f"302 {url}/setup", led)


def _starts_again(phone: Phone) -> None:
    services = ("cardtable.service", "NetworkManager.service", "wpa_supplicant.service")
    types("systemctl", "stop", *services, patience_s=_COMES_S)
    types("ip", "link", "set", DEVICE, "down")
    began = time.monotonic()
    types("systemctl", "start", "--no-block", *services)
    sees("the table joins the home's Wi-Fi by itself", waits(lambda: _inside() == home.ID, _COMES_S), _inside())
    measured("after a restart, the table is in the home's Wi-Fi", f"{time.monotonic() - began:.1f} s")
    _finds(phone)


def _says_nothing(lines: Lines) -> None:
    said = types("journalctl", "--no-pager", "-o", "cat", patience_s=PATIENCE_S).text
    for secret in (PASSWORD, WRONG):
        sees("no log has a password", secret not in said, [line for line in said.splitlines() if secret in line])
        listed = [line for line in lines.seen if secret.encode() in line]
        sees(f"none of {len(lines.seen)} command lines and environments has a password", not listed, listed)
    kept = types("grep", "-rl", PASSWORD, "/var/lib/cardtable", "/etc/cardtable", "/var/log").text
    sees("no file of the service has the password", not kept, kept)


def _sends() -> bool:
    """Return whether the table's radio is running as an access point."""
    return "type AP" in types("iw", "dev", DEVICE, "info").text


def _kept() -> str:
    return types("stat", "-c", "%a %U", f"/{home.KEYFILE}").text


def _inside() -> str:
    try:
        return str(status()["network"])
    except ValueError:  # NetworkManager is not up yet
        return ""
