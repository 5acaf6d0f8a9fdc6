"""The home's Wi-Fi over the API: for the host alone, as described, and the first page in the table's own Wi-Fi."""

import logging
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from table.network.networks import Network, NetworkView
from table.values import replace
from tests.emulated import TableInTime
from tests.table.test_set_up_session import Room
from tests.web.conftest import Phone, Shown, served
from web.described.openapi import described

IN_THE_OWN, IN_ANOTHER = "10.42.42.7", "192.168.1.7"
PASSWORD = "not for logs"  # noqa: S105
WISH = {"do": "join", "name": "Home", "password": PASSWORD, "hidden": False, "country": "DE"}


REACH = NetworkView(own="cardtable-abc", networks=(Network("Home", 70, "password"),), age_s=3)


@dataclass
class Joined:
    """A table's own Wi-Fi that only remembers what was wished for."""

    is_there: bool = True
    stays: bool = False
    wishes: list[object] = field(default_factory=list)
    shown: NetworkView = REACH

    def invites(self, phone: str | None) -> bool:
        return phone == IN_THE_OWN and not self.stays

    def join(self, name: str, password: str | None, *, hidden: bool, country: str | None) -> None:
        self.wishes.append((name, password, hidden, country))
        self.shown = replace(self.shown, state="trying", wanted=name)

    def look_around(self) -> None:
        self.wishes.append("look")

    def stay(self) -> None:
        self.stays = True


@pytest.fixture
def home() -> Joined:
    return Joined()


@pytest.fixture
def phone(table: TableInTime, tmp_path: Path, home: Joined) -> Phone:
    return phone_of(table, tmp_path, home)


def phone_of(table: TableInTime, tmp_path: Path, home: Joined | None) -> Phone:
    client = served(Shown(table, setup=Room(tmp_path / "wired.toml").session, home_wifi=home)).test_client()
    assert isinstance(client, Phone)
    return client


def fits(answer: Any) -> None:
    api = described(["/api/v1/network"])
    schema = {"$ref": "#/components/schemas/HomeWifi", "components": api["components"]}
    Draft202012Validator(schema).validate(answer)


def test_only_the_host_sees_networks_and_joins_one(phone: Phone, home: Joined) -> None:
    assert phone.get("/api/v1/network").status_code == 401
    assert phone.asks("network", **WISH).status_code == 401
    phone.takes(2)
    assert phone.asks("network", **WISH).status_code == 403
    assert "Home" not in phone.get("/network").get_data(as_text=True)
    assert home.wishes == []


def test_a_wish_is_passed_on_and_each_answer_is_as_described(phone: Phone, home: Joined) -> None:
    phone.becomes_host()
    fits(phone.gets("network"))
    answer = phone.asks("network", **WISH)
    phone.asks("network", do="look")

    fits(answer.get_json())
    assert answer.get_json()["state"] == "trying"
    assert home.wishes == [("Home", PASSWORD, False, "DE"), "look"]
    assert PASSWORD not in answer.get_data(as_text=True)


@pytest.mark.parametrize(
    "wrong",
    [
        {"do": "leave"},
        {**WISH, "name": ""},
        {**WISH, "name": "x" * 33},
        {**WISH, "password": PASSWORD * 10},
        {**WISH, "password": [PASSWORD]},
        {**WISH, "country": "Germany"},
        {**WISH, "more": 1},
    ],
)
def test_what_is_no_wish_is_refused_and_no_password_is_quoted_or_logged(
    phone: Phone, home: Joined, wrong: dict[str, Any], caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    phone.becomes_host()
    refused = phone.asks("network", **wrong)

    assert refused.status_code == 400
    assert home.wishes == []
    assert PASSWORD not in refused.get_data(as_text=True) + caplog.text


def test_a_table_that_was_started_by_hand_cannot_join(client: Phone) -> None:
    client.becomes_host()
    assert client.gets("network")["state"] == "elsewhere"
    assert client.asks("network", do="look").status_code == 409


def led(phone: Phone, path: str, address: str) -> str | None:
    return phone.get(path, environ_base={"REMOTE_ADDR": address}).headers.get("Location")


def test_in_the_own_wifi_it_is_the_first_page_until_somebody_stays(phone: Phone, home: Joined) -> None:
    assert led(phone, "/", IN_THE_OWN) == "/network"
    assert led(phone, "/", IN_ANOTHER) == "/setup"
    assert led(phone, "/?play", IN_THE_OWN) is None
    phone.becomes_host()
    phone.asks("network", do="stay")
    assert home.stays
    assert led(phone, "/", IN_THE_OWN) == "/setup"


def test_the_set_up_comes_next_and_the_game_where_all_is_set_up(
    phone: Phone, table: TableInTime, tmp_path: Path, home: Joined
) -> None:
    (tmp_path / "wired.toml").touch()
    wired = phone_of(table, tmp_path, home)

    assert 'data-then="/setup"' in phone.get("/network").get_data(as_text=True)
    assert 'data-then="/"' in wired.get("/network").get_data(as_text=True)
    assert led(wired, "/", IN_THE_OWN) is None, "a table that is set up shows its scoreboard"
