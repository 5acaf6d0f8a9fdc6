"""The pages of a table that has not come up: one of them, and programs are told."""

import pytest
from flask import Flask

from table.complaints import BadInput
from table.saying import Text, say
from tests.web.conftest import _PIN_HASH, COMPILED, PIN, Phone, phone
from web.context import Config
from web.server.app import create_recovery

WHY = say("The disk reports an error: {error}.", error="No space left on device")


class Recovering:
    """What has not come up, and what the host has chosen."""

    def __init__(self) -> None:
        self.why: Text = WHY
        self.chosen: list[str] = []

    def possible(self) -> list[str]:
        return ["retry", "new"]

    def choose(self, what: str) -> None:
        if what == "previous":
            raise BadInput("There is no backup that could be put back.")
        self.chosen.append(what)


@pytest.fixture
def recovering() -> Recovering:
    return Recovering()


@pytest.fixture
def lost(recovering: Recovering) -> Flask:
    app = create_recovery(recovering, Config(pin_hash=_PIN_HASH, now_ns=lambda: 100 * 10**9))
    app.jinja_env.bytecode_cache = COMPILED
    app.test_client_class = Phone
    return app


@pytest.fixture
def stranger(lost: Flask) -> Phone:
    return phone(lost)


def test_every_page_leads_there_and_programs_are_told(stranger: Phone) -> None:
    for path in ("/", "/virtual", "/seat/3", "/rules/mito", "/setup", "/metrics", "/any/thing", "/recovery/x"):
        answer = stranger.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (303, "/recovery"), path
    for path in ("table", "me", "setup", "host/events", "openapi.json", "hosts", "recovery/x"):
        assert stranger.get(f"/api/v1/{path}").status_code == 503, path
    assert stranger.asks("quick", game="mito").status_code == 503
    for method in ("GET", "HEAD", "PUT", "DELETE", "PATCH"):
        assert stranger.open("/api/v1/host", method=method, json={}).status_code == 503, method
    assert stranger.get("/recovery", headers={"Accept-Language": "de"}).text.count("Der Tisch braucht Hilfe") == 1
    assert stranger.get("/health").get_json() == {"ok": False, "state": "recovery", "why": WHY}


def test_the_host_chooses_and_nobody_else(stranger: Phone, recovering: Recovering) -> None:
    assert stranger.asks("recovery", do="new").status_code == 401
    assert stranger.asks("recovery", do="anything", pin=PIN).status_code == 400
    assert recovering.chosen == []
    stranger.becomes_host()
    assert stranger.asks("recovery", do="new").get_json() == {"done": True}
    assert recovering.chosen == ["new"]
    refused = stranger.asks("recovery", do="previous")
    assert (refused.status_code, refused.get_json()) == (400, {"error": "There is no backup that could be put back."})


def test_wrong_pins_have_to_wait_wherever_they_are_typed(stranger: Phone, recovering: Recovering) -> None:
    codes = [stranger.asks("recovery", do="new", pin="000000").status_code for _ in range(4)]
    assert codes == [401] * 4
    assert stranger.asks("recovery", do="new", pin=PIN).status_code == 429
    assert stranger.asks("host", pin=PIN).status_code == 429
    assert recovering.chosen == []


def test_another_page_cannot_choose(lost: Flask, stranger: Phone, recovering: Recovering) -> None:
    stranger.becomes_host()
    answer = stranger.post("/api/v1/recovery", json={"do": "new"}, headers={"Origin": "http://elsewhere"})
    assert answer.status_code == 403
    assert stranger.get("/recovery", base_url="http://elsewhere").status_code == 400
    assert recovering.chosen == []


def test_a_table_that_has_come_up_leads_to_its_start_page(client: Phone, host: Phone) -> None:
    answer = client.get("/recovery")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")
    assert client.gets("recovery") == {"state": "up", "why": "", "can": []}
    assert client.asks("recovery", do="new").status_code == 401
    assert host.asks("recovery", do="new").status_code == 409
    assert "state" not in client.get("/health").get_json()
