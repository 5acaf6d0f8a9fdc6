"""What the service shows of the home's Wi-Fi, and what it asks for at the door; systemd and root are played there."""

import json
import socket
from collections.abc import Callable, Iterator
from pathlib import Path
from queue import SimpleQueue
from threading import Thread
from typing import Any

import pytest

from table.complaints import BadInput
from table.network import profile
from table.network.bus import Bus, NotThere
from table.network.home_wifi import HomeWifi, Seen, looked
from table.network.hotspot import Hotspot
from table.network.network_manager import NAME
from table.network.networks import Network
from tests.network.conftest import Mock
from tests.network.test_joining import PASSWORD, POINTS
from tests.playing import PATIENCE_S

HOME, CAFE = Network("Home", 70, "password"), Network("Café", 80, "open")
OWN = Seen("cardtable-abc", None, profile.ADDRESS, (CAFE, HOME))


class Door:
    """Who answers at the door: `asked` is what came, and each answer is what a test says."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.asked: SimpleQueue[dict[str, Any]] = SimpleQueue()
        self.answers: SimpleQueue[str] = SimpleQueue()
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(path))
        self._listener.listen()
        Thread(target=self._serve, daemon=True).start()

    def close(self) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                asking, _ = self._listener.accept()
            except OSError:
                return
            with asking, asking.makefile("rw") as lines:
                self.asked.put(json.loads(lines.readline()))
                lines.write(self.answers.get(timeout=PATIENCE_S))


@pytest.fixture
def door(tmp_path: Path) -> Iterator[Door]:
    door = Door(tmp_path / "door")
    yield door
    door.close()


class Now:
    """A clock that a test sets."""

    def __init__(self) -> None:
        self.s = 100.0

    def __call__(self) -> float:
        return self.s


def waits(right: Callable[[], bool]) -> None:
    while not right():
        pass


def test_what_was_seen_before_the_own_wifi_came_up_is_listed_with_its_age(door: Door, tmp_path: Path) -> None:
    now, scans = Now(), [OWN, Seen("cardtable-abc", None, profile.ADDRESS, ())]
    wifi = HomeWifi(door.path, lambda: scans.pop(0), tmp_path, now)

    first = wifi.shown
    now.s += 70
    later = wifi.shown

    assert (first.networks, first.age_s, first.own) == ((CAFE, HOME), 0, "cardtable-abc")
    assert (later.networks, later.age_s) == ((CAFE, HOME), 70), "the radio cannot look around meanwhile"


def test_networkmanager_is_asked_now_and_then_only(door: Door, tmp_path: Path) -> None:
    asked: list[None] = []

    def look() -> Seen:
        asked.append(None)
        return OWN

    now = Now()
    wifi = HomeWifi(door.path, look, tmp_path, now)
    for _ in range(9):
        wifi.shown  # noqa: B018
        now.s += 0.5
    assert len(asked) == 3


def test_a_wish_is_asked_for_at_the_door_and_what_came_of_it_is_shown(door: Door, tmp_path: Path) -> None:
    wifi = HomeWifi(door.path, lambda: OWN, tmp_path)
    wifi.join("Home", PASSWORD, hidden=False, country="DE")

    assert door.asked.get(timeout=PATIENCE_S) == {
        "name": "Home", "password": PASSWORD, "hidden": False, "country": "DE",
    }  # fmt: skip
    shown = wifi.shown
    assert (shown.state, shown.wanted, shown.name) == ("trying", "Home", "cardtable.local")
    assert PASSWORD not in str(shown)
    with pytest.raises(BadInput, match="already"):
        wifi.look_around()
    door.answers.put('{"address": null, "why": "password"}\n')
    waits(lambda: wifi.shown.state == "failed")
    assert (wifi.shown.why, wifi.shown.wanted) == ("password", "Home")

    wifi.join("Home", PASSWORD, hidden=False, country=None)
    door.answers.put('{"address": "192.168.1.7", "why": null}\n')
    waits(lambda: wifi.shown.state != "trying")
    assert wifi.shown.state == "ready", "it is in its own, so it has lost the other one since"


def test_joined_is_shown_with_its_address(door: Door, tmp_path: Path) -> None:
    wifi = HomeWifi(door.path, lambda: Seen(None, "Home", "192.168.1.7", (HOME,)), tmp_path)
    wifi.join("Home", PASSWORD, hidden=False, country=None)
    door.answers.put('{"address": "192.168.1.7", "why": null}\n')
    waits(lambda: wifi.shown.state == "joined")

    assert (wifi.shown.inside, wifi.shown.address) == ("Home", "192.168.1.7")


def test_looking_around_brings_a_new_list(door: Door, tmp_path: Path) -> None:
    wifi = HomeWifi(door.path, lambda: Seen("cardtable-abc"), tmp_path)
    assert wifi.shown.age_s is None
    wifi.look_around()
    assert door.asked.get(timeout=PATIENCE_S) == {"do": "look"}
    door.answers.put('{"networks": [{"name": "Home", "strength": 70, "lock": "password", "known": false}]}\n')
    waits(lambda: wifi.shown.state == "ready")

    assert (wifi.shown.networks, wifi.shown.age_s) == ((HOME,), 0)


@pytest.mark.parametrize(("networks", "age_s"), [("null", None), ("[]", 0)])
def test_a_table_that_nobody_has_set_up_looks_around_as_it_starts_unless_a_phone_is_there(
    door: Door, tmp_path: Path, networks: str, age_s: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("table.network.home_wifi._EARLY_POLL_S", 0.01)
    with HomeWifi(door.path, lambda: Seen("cardtable-abc"), tmp_path, Now(), looks_early=True) as wifi:
        assert door.asked.get(timeout=PATIENCE_S) == {"do": "look", "if_alone": True}
        door.answers.put(f'{{"networks": {networks}}}\n')
        waits(lambda: wifi.shown.state == "ready")

        assert wifi.shown.age_s == age_s


@pytest.mark.parametrize("answer", ["", "nonsense\n", '{"why": "refused"}\n'])
def test_a_door_that_says_nothing_right_is_a_refusal(door: Door, tmp_path: Path, answer: str) -> None:
    wifi = HomeWifi(door.path, lambda: OWN, tmp_path)
    wifi.join("Home", PASSWORD, hidden=False, country=None)
    door.answers.put(answer)
    waits(lambda: wifi.shown.state == "failed")

    assert wifi.shown.why == "refused"


def test_where_nobody_listens_there_is_nothing_to_join(tmp_path: Path) -> None:
    wifi = HomeWifi(tmp_path / "door", lambda: OWN, tmp_path)

    assert (wifi.is_there, wifi.shown.state) == (False, "elsewhere")
    assert not wifi.invites("10.42.42.7")
    with pytest.raises(BadInput):
        wifi.join("Home", PASSWORD, hidden=False, country=None)


def test_phones_in_the_own_wifi_are_invited_until_somebody_stays(door: Door, tmp_path: Path) -> None:
    wifi = HomeWifi(door.path, lambda: OWN, tmp_path)

    assert wifi.invites("10.42.42.7")
    assert [wifi.invites(phone) for phone in ("192.168.1.9", "nowhere", None)] == [False] * 3
    wifi.stay()
    assert not wifi.invites("10.42.42.7")


@pytest.mark.parametrize(("name", "password"), [("", PASSWORD), ("ä" * 17, PASSWORD), ("Home", "short")])
def test_what_no_wifi_can_have_is_refused_without_quoting(door: Door, tmp_path: Path, name: str, password: str) -> None:
    wifi = HomeWifi(door.path, lambda: OWN, tmp_path)
    with pytest.raises(BadInput) as refused:
        wifi.join(name, password, hidden=False, country=None)
    assert password not in str(refused.value)
    assert wifi.shown.state == "ready"


def test_a_networkmanager_that_is_not_there_leaves_an_empty_list(door: Door, tmp_path: Path) -> None:
    def look() -> Seen:
        raise NotThere("gone")

    shown = HomeWifi(door.path, look, tmp_path).shown
    assert (shown.networks, shown.own) == ((), None)


@pytest.mark.long
def test_networkmanager_says_where_the_table_is(bus: Bus, play: Mock, tmp_path: Path) -> None:
    play("network_manager", NAME, root=str(tmp_path), device=0x40, points=POINTS, found="Home")
    inside = looked()
    wifi = Hotspot(bus, tmp_path).on(at_once=True)
    own = looked()

    assert (inside.own, inside.inside, inside.address) == (None, "Home", "192.168.1.7")
    assert [one.name for one in inside.networks] == ["Café", "Home", "New", "Work"]
    assert (own.own, own.inside, own.address) == (wifi.ssid, None, profile.ADDRESS)
