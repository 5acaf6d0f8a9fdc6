"""An update from the host's page: who may send one, in parts, and what the page is told of it."""

import base64
from pathlib import Path

import pytest
from flask import Flask

from table.running.messages import Choose
from table.saying import say
from table.updating import outcome
from table.updating.desk import Desk
from table.updating.outcome import Outcome
from table.values import replace
from table.version import release
from tests.emulated import TableInTime
from tests.updating.desks import desk_in
from tests.web.conftest import Phone, Shown, phone, served
from web.context import Config
from web.server.app import create_app

BODY = bytes(range(256)) * 400


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    return desk_in(tmp_path, monkeypatch)


@pytest.fixture
def installed(table: TableInTime, desk: Desk, host: Phone) -> Phone:
    """The host's phone at an installed table, while nobody plays."""
    table.controller.take(Choose(0, "abort", None))
    return host


@pytest.fixture
def app(table: TableInTime, desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Flask:
    monkeypatch.setattr(
        "tests.web.conftest.create_app",
        lambda shown, config, *more: create_app(shown, replace(config, updates=desk), *more),
    )
    return served(Shown(table))


def sends(host: Phone, body: bytes = BODY, size: int = 45_000) -> None:
    for at in range(0, len(body), size):
        part = base64.b64encode(body[at : at + size]).decode()
        assert host.puts("update", at=at, part=part).get_json() == {"size": min(len(body), at + size)}


def test_the_host_sends_an_update_in_parts_and_root_is_asked_for_it(installed: Phone, desk: Desk) -> None:
    assert installed.gets("update") == {"version": release(), "why": "", "state": "none", "said": "", "detail": ""}
    sends(installed)
    assert not desk.wanted.exists()
    assert installed.asks("update", size=len(BODY)).get_json()["state"] == "waiting"

    assert desk.sent.read_bytes() == BODY
    assert desk.wanted.exists()


def test_one_that_was_cut_off_is_not_installed(installed: Phone, desk: Desk) -> None:
    sends(installed, BODY[:50_000])
    refused = installed.asks("update", size=len(BODY))

    assert (refused.status_code, refused.get_json()["error"]) == (
        400, f"Only 50000 of {len(BODY)} bytes of this update have arrived. Send it again.",
    )  # fmt: skip
    assert installed.puts("update", at=60_000, part="AAAA").status_code == 400
    assert not desk.wanted.exists()


def test_during_a_game_the_host_says_so_once_more(host: Phone, desk: Desk) -> None:
    sends(host)
    refused = host.asks("update", size=len(BODY))

    assert (refused.status_code, refused.get_json()["error"]) == (
        409, "A game is on, and an update would interrupt it for a few minutes.",
    )  # fmt: skip
    assert not desk.wanted.exists()
    assert host.asks("update", size=len(BODY), anyway=True).get_json()["state"] == "waiting"


def test_nobody_else_sends_asks_or_looks(client: Phone, app: Flask, desk: Desk) -> None:
    player = phone(app)
    player.takes(1)
    for one in (client, player):
        answers = [
            one.puts("update", at=0, part="AAAA"), one.asks("update", size=3, anyway=True), one.get("/api/v1/update"),
        ]  # fmt: skip
        assert {answer.status_code for answer in answers} <= {401, 403}
    assert not desk.sent.exists()


def test_the_page_is_told_what_became_of_it_in_its_language(installed: Phone, tmp_path: Path) -> None:
    became = Outcome("updated", say("Updated to version {version}.", version="2.0"))
    outcome.write(became, tmp_path / "run")

    assert installed.gets("update")["said"] == "Updated to version 2.0."
    german = installed.get("/api/v1/update", headers={"Accept-Language": "de"}).get_json()
    assert (german["state"], german["said"]) == ("updated", "Auf Version 2.0 aktualisiert.")


@pytest.mark.parametrize("part", ["AAA", "é", "A" * 60_001])
def test_what_is_no_part_is_refused(installed: Phone, part: str) -> None:
    assert installed.puts("update", at=0, part=part).status_code == 400


def test_a_table_that_was_started_by_hand_takes_none(table: TableInTime) -> None:
    app = create_app(Shown(table), Config(pin_hash=None))
    app.test_client_class = Phone
    with app.test_client() as by_hand:
        assert by_hand.get("/api/v1/update").status_code in (401, 403)
