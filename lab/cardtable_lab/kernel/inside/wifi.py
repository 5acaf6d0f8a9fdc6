"""The table's own Wi-Fi: NetworkManager opens it on one simulated radio, and a phone on another joins and plays."""

import json
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

from cardtable_lab.kernel.inside.console import measured, sees, stepped
from cardtable_lab.kernel.inside.devices import waits
from cardtable_lab.kernel.inside.phone import Phone
from cardtable_lab.kernel.inside.served import CARDS, PATIENCE_S, Running, Table, is_well, types
from table.network.computer import saves_power
from table.network.profile import ADDRESS, KEYFILE, NETWORK, TABLE_NAME, channel

DEVICE, URL = "wlan0", f"http://{ADDRESS}"
PROBES = {
    "Android": "http://connectivitycheck.gstatic.com/generate_204",
    "an iPhone": "http://captive.apple.com/hotspot-detect.html",
    "Windows": "http://www.msftconnecttest.com/connecttest.txt",
    "Firefox": "http://detectportal.firefox.com/canonical.html",
}
JOINED, WRONG_KEY, GONE = "CTRL-EVENT-CONNECTED", "reason=WRONG_KEY", "CTRL-EVENT-DISCONNECTED"
_BOOTS_S, _COMES_UP_S = 180.0, 150.0


def run() -> None:
    """Switch the Wi-Fi on, join it, play, and switch it off and on again."""
    types("systemctl", "is-system-running", "--wait", patience_s=_BOOTS_S)
    with Table() as table, Phone() as phone:
        table.restarts()
        sees("the table is served", waits(is_well, PATIENCE_S))
        wifi = _is_up()
        if not wifi["up"]:
            print(types("journalctl", "--no-pager", "-u", "NetworkManager", "-u", "wpa_supplicant", "-n", "60").text)
            return
        _joins(phone, wifi["ssid"], wifi["password"])
        with stepped("names lead to the table"):
            _finds(phone)
        with stepped("the phone plays"):
            _plays(phone, table)
        with stepped("the Wi-Fi is switched off and on"):
            _goes_and_comes_back(phone, wifi["password"])
        with stepped("the Wi-Fi comes up with NetworkManager"):
            _outlasts_network_manager(phone)


def status() -> dict[str, Any]:
    """Return the output of `cardtable hotspot status`."""
    answer: dict[str, Any] = json.loads(types("cardtable", "hotspot", "status", "--json").text)
    return answer


def _switched_on() -> dict[str, Any]:
    began = time.monotonic()
    said = types("cardtable", "hotspot", "on", "--now", "--json", patience_s=_COMES_UP_S)
    measured("cardtable hotspot on --now", f"{time.monotonic() - began:.1f} s")
    answer: dict[str, Any] = json.loads(said.text) if not said.status else {"up": False, "said": said.text}
    return answer


def _is_up() -> dict[str, Any]:
    sees("the table's own Wi-Fi is off at first", not status()["on"], status())
    answer = _switched_on()
    sees("hotspot on --now returns when the Wi-Fi is up", answer["up"] and answer["on"], answer)
    mode = types("stat", "-c", "%a %U", f"/{KEYFILE}").text
    sees("its profile is readable only by root", mode == "600 root", mode)
    if not answer["up"]:
        return answer
    radio = types("iw", "dev", DEVICE, "info").text
    wanted = ("type AP", f"ssid {answer['ssid']}", f"channel {channel(answer['ssid'])} ")
    sees("the kernel has an access point with its name, on its channel", all(words in radio for words in wanted), radio)
    firewall = types("nft", "list", "ruleset").text
    sees("NetworkManager shares the connection with nftables", f"nm-shared-{DEVICE}" in firewall, firewall[:200])
    says = types("iw", "dev", DEVICE, "get", "power_save").text
    sees("our driver and iw report the same power saving", saves_power(DEVICE) is ("on" in says.split()), says)
    return answer


def _joins(phone: Phone, ssid: str, password: str) -> None:
    phone.joins(ssid, password[::-1])
    sees("a phone with a wrong password cannot join", phone.hears(WRONG_KEY) and not phone.heard(JOINED))
    phone.forgets()
    sees("once it has given up, no phone is counted", waits(lambda: status()["clients"] == 0, PATIENCE_S), status())
    began = time.monotonic()
    phone.joins(ssid, password)
    sees("a phone with the right password joins", phone.hears(JOINED))
    address = phone.has_address()
    measured("a phone has an address", f"{time.monotonic() - began:.1f} s after it began to join")
    sees("it gets an address", address.startswith(NETWORK.rpartition(".")[0]) and address != ADDRESS, address)
    sees("one phone is counted", waits(lambda: status()["clients"] == 1, PATIENCE_S), status())


def _finds(phone: Phone) -> None:
    for name in (TABLE_NAME, "connectivitycheck.gstatic.com", "a.name.of.nobody"):
        sees(f"{name} leads to the table", phone.finds(name) == ADDRESS, phone.finds(name))
    announced = waits(lambda: phone.asks_everybody(TABLE_NAME) == ADDRESS, PATIENCE_S)
    sees(f"avahi answers for {TABLE_NAME}, too", announced, phone.asks_everybody(TABLE_NAME))
    for who, probe in PROBES.items():
        answer = phone.gets(probe, "-o", "/dev/null", "-w", "%{http_code} %{redirect_url}")
        sees(f"{who} detects the captive portal", answer == f"302 {URL}/wifi", answer)
    page = phone.gets(PROBES["Android"], "-L")
    sees("the portal's page says where to go", f"<strong>{ADDRESS}</strong>" in page and "<h1>" in page, page[:100])
    sees("the scoreboard is served", "<!doctype html>" in phone.gets(f"{URL}/").lower())


def _plays(phone: Phone, table: Table) -> None:
    kind = ("-H", "Content-Type: application/json", "-H", f"Origin: {URL}")
    with phone.follows(f"{URL}/api/v1/events") as stream:
        table.begins()
        taken = phone.gets(f"{URL}/api/v1/seats/1/take", *kind, "-d", "{}")
        me = json.loads(phone.gets(f"{URL}/api/v1/me"))
        sees("the phone has taken a seat, and is known by its cookie", me["seats"] == [1], (taken, me))
        for card in [*CARDS.values()][:3]:
            before = len(events(stream))
            table.touches(card)
            sees(f"the phone gets an event for {card}", waits(lambda: len(events(stream)) > before, PATIENCE_S), before)  # noqa: B023
        heard = events(stream)
    sees("no event is missing", [event["seq"] for event in heard] == [*range(1, len(heard) + 1)], len(heard))


def events(stream: Running) -> list[dict[str, Any]]:
    """Return the events that a stream has delivered so far."""
    found = []
    for line in [*stream.lines]:
        with suppress(ValueError):
            event = json.loads(line.removeprefix("data: "))
            if isinstance(event, dict) and "seq" in event:
                found.append(event)
    return found


def _goes_and_comes_back(phone: Phone, password: str) -> None:
    before = phone.heard(JOINED)
    said = types("cardtable", "hotspot", "off")
    sees("hotspot off confirms it", said.text == "The table's own Wi-Fi is off.", said.text)
    sees("the phone is disconnected", phone.hears(GONE))
    sees("no profile is left", not status()["on"] and not Path(f"/{KEYFILE}").exists(), status())
    answer = _switched_on()
    sees("switched on again, it has the same password", answer.get("password") == password, answer)
    sees("the phone comes back by itself", phone.hears(JOINED, before + 1))
    _reads(phone)


def _outlasts_network_manager(phone: Phone) -> None:
    before = phone.heard(JOINED)
    types("systemctl", "restart", "NetworkManager")
    sees("with no known network in range, it comes up by itself", waits(lambda: status()["up"], _COMES_UP_S), status())
    sees("the phone comes back", phone.hears(JOINED, before + 1))
    _reads(phone)


def _reads(phone: Phone) -> None:
    address = phone.has_address()
    page = phone.gets(f"{URL}/")
    sees("the phone has an address again, and reads the page", address and "<!doctype html>" in page.lower(), address)
