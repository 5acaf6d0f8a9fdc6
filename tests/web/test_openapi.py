"""The description of the API holds for what is there; that every answer is described, `conftest.app` checks."""

import re
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from table.history.importing import import_scripts
from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.history.library import script
from tests.web.conftest import PIN, Phone
from tests.web.test_stream import messages
from web.delivery.shown import shown
from web.described.openapi import described
from web.described.schemas import NAMED

LYING = [{"name": "Ana", "terrain": ["harpy.1", "dwarf.1"]}, {"name": "Ben", "terrain": ["goblin.1"]}]
ASKED: list[tuple[str, str, dict[str, Any] | None]] = [
    ("get", "/api/v1/openapi.json", None),
    ("get", "/api/v1/table", None),
    ("get", "/api/v1/streams?of=/api/v1/nowhere", None),
    ("get", "/api/v1/seats/{seat}/events/{seq}/why", None),
    ("get", "/api/v1/host/events/{seq}/why", None),
    ("post", "/api/v1/host", {"pin": "1"}),
    ("post", "/api/v1/host", {"pin": PIN}),
    ("post", "/api/v1/host/claim", {}),
    ("post", "/api/v1/seats/{seat}/take", {}),
    ("post", "/api/v1/seats/{seat}/claim", {}),
    ("post", "/api/v1/claim", {"id": "0", "agree": True}),
    ("get", "/api/v1/events/{seq}/why", None),
    ("get", "/api/v1/seats/{seat}/events/{seq}/why", None),
    ("get", "/api/v1/host/events/{seq}/why", None),
    ("post", "/api/v1/choices", {"choice": "pause"}),
    ("post", "/api/v1/choices", {"choice": "abort"}),
    ("get", "/api/v1/report", None),
    ("get", "/api/v1/backup", None),
    ("post", "/api/v1/forget", {"name": "Dan"}),
    ("post", "/api/v1/tabletop", {"do": "release", "seat": 1}),
    ("get", "/api/v1/me", None),
    ("get", "/api/v1/setup", None),
    ("get", "/api/v1/network", None),
    ("get", "/api/v1/update", None),
    ("get", "/api/v1/recovery", None),
    ("get", "/api/v1/wired", None),
    ("get", "/api/v1/games", None),
    ("post", "/api/v1/enrolment", {"do": "start", "game": "mito"}),
    ("get", "/api/v1/decks", None),
    ("post", "/api/v1/enrolment", {"do": "stop"}),
    ("put", "/api/v1/decks/{deck}/tags", {"tags": {"04a1b2c3d4e5f6": "guard"}}),
    ("get", "/api/v1/decks/{deck}/tags", None),
    ("post", "/api/v1/decks/{deck}/forget", {"card": "guard"}),
    ("post", "/api/v1/decks/{deck}/cards", {"card": {"code": "moth.9", "kind": "moth", "number": 3}}),
    ("get", "/api/v1/decks/{deck}/cards", None),
    ("get", "/api/v1/decks/{deck}/corrections", None),
    ("post", "/api/v1/decks/{deck}/cards/leave", {"code": "moth.9"}),
    ("put", "/api/v1/decks/{deck}/corrections", {"toml": ""}),
    ("post", "/api/v1/score/{scored}", {"board": {"players": LYING}}),
    ("post", "/api/v1/score/{scored}/ranking", {"rounds": [{"Ana": 3, "Ben": 4}]}),
    ("get", "/api/v1/tags", None),
    ("post", "/api/v1/games", {}),
    ("post", "/api/v1/tags", {"do": "ignore", "alias": "ff0000"}),
    ("post", "/api/v1/seats/{seat}/name", {"name": "Zoe"}),
    ("get", "/api/v1/history", None),
    ("get", "/api/v1/history/{number}", None),
    ("get", "/api/v1/history/{number}/events", None),
    ("get", "/api/v1/history/{number}/events/{seq}/why", None),
    ("get", "/api/v1/history/{number}/pictures?from=1&to=3", None),
    ("get", "/api/v1/history/{number}/pictures/{seq}", None),
    ("get", "/api/v1/people", None),
    ("get", "/api/v1/people/{name}", None),
    ("get", "/api/v1/records", None),
    ("post", "/api/v1/tournaments", {"kind": "ladder", "players": ["Ana", "Ben"]}),
    ("get", "/api/v1/tournaments", None),
    ("delete", "/api/v1/tournaments/{tournament}", None),
    ("get", "/api/v1/keeping", None),
    ("post", "/api/v1/keeping", {"keep": True}),
    ("post", "/api/v1/errors", {"page": "/", "error": "TypeError: x is undefined", "where": "/static/hand.mjs:1:2"}),
    ("put", "/api/v1/backup", {"at": 0, "part": "AAAA"}),
    ("post", "/api/v1/restore", {}),
    ("post", "/api/v1/practice", {"seat": 2}),
    ("post", "/api/v1/practice/end", {}),
    ("post", "/api/v1/hands", {"do": "deal"}),
    ("get", "/api/v1/seats/{seat}/offers", None),
    ("post", "/api/v1/end", {}),
    ("post", "/api/v1/seats/{seat}/leave", {}),
    ("post", "/api/v1/seats/{seat}/free", {}),
    ("post", "/api/v1/robots", {"seat": 2}),
    ("post", "/api/v1/seats/order", {"order": [3, 2, 1]}),
    ("delete", "/api/v1/robots/{seat}", None),
    ("post", "/api/v1/quick", {"game": "mito", "robots": 2}),
    ("post", "/api/v1/host/leave", {}),
]


@pytest.fixture
def api(client: Phone) -> dict[str, Any]:
    api: dict[str, Any] = client.get("/api/v1/openapi.json").get_json()
    return api


def check(api: dict[str, Any], schema: dict[str, Any], value: Any) -> None:
    Draft202012Validator({**schema, "components": api["components"]}).validate(value)


def test_it_is_openapi(api: dict[str, Any]) -> None:
    validate(api)


def test_every_route_is_described_and_nothing_else(app: Flask, api: dict[str, Any]) -> None:
    routes = {
        (re.sub("<(?:int:|path:)?(.*?)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert {(path, method) for path, methods in api["paths"].items() for method in methods} == routes
    names = [operation["operationId"] for methods in api["paths"].values() for operation in methods.values()]
    assert len(set(names)) == len(names)


def test_what_a_real_table_lacks_is_not_described() -> None:
    real: Any = described(["/api/v1/table"])

    assert set(real["paths"]) == {"/api/v1/table"}
    assert "Deal" not in real["components"]["schemas"]


@pytest.mark.long
def test_answers_are_as_described(api: dict[str, Any], client: Phone, table: TableInTime, database: Path) -> None:
    table.card("number2.1").touches("discard")
    assert import_scripts([script("mito-on-pads")], database) == [2]
    done = set()
    for method, path, body in ASKED:
        table.live.beat()
        answer = client.open(
            path.format(
                seat=2, seq=3, game="mito", deck="mito", scored="mythology_go", number=2, name="Ana", tournament=1
            ),
            method=method,
            json=body,
        )
        path = path.replace("{scored}", "{game}").partition("?")[0]
        schema = api["paths"][path][method]["responses"][str(answer.status_code)]["content"][answer.mimetype]["schema"]
        check(api, schema, answer.get_json() if answer.is_json else answer.get_data().decode(errors="replace"))
        done |= {(method, path)} if answer.status_code == 200 else set()

    streams = {("get", path) for path in api["paths"] if path.endswith("/events")}
    everything = {(method, path) for path, methods in api["paths"].items() for method in methods}
    # No card is unknown here, nobody asks for a seat, this table was started by hand (see test_setting_up), has come up
    # (see test_recovery), what was sent is no backup (see test_keeping), no update is sent, no phone is a
    # button (see test_phone_buttons), and no reader is several zones (see test_zone_choice).
    no_occasion = {
        ("post", "/api/v1/tags"), ("post", "/api/v1/claim"), ("post", "/api/v1/setup"), ("post", "/api/v1/restore"),
        ("post", "/api/v1/network"), ("put", "/api/v1/update"), ("post", "/api/v1/update"),
        ("post", "/api/v1/recovery"), ("post", "/api/v1/touch"), ("post", "/api/v1/seats/{seat}/button"),
    }  # fmt: skip
    assert everything - done - streams == no_occasion


def test_a_claim_is_as_described(api: dict[str, Any], client: Phone, other: Phone, host: Phone, app: Flask) -> None:
    client.takes(1)
    other.takes(2)
    asked = host.asks("seats/1/claim")
    operation = api["paths"]["/api/v1/seats/{seat}/claim"]["post"]
    check(api, operation["responses"]["200"]["content"]["application/json"]["schema"], asked.get_json())
    with other.get("/api/v1/seats/2/events") as answer:
        pieces = {name: data for _, name, data in messages([next(iter(answer.response))])}
    check(api, api["components"]["schemas"]["Room"], pieces["room"])

    assert pieces["room"]["claim"]["sign"] == asked.get_json()["sign"]
    assert other.asks("claim", id=pieces["room"]["claim"]["id"], agree=True).get_json() == {"done": True}


def check_picture(api: dict[str, Any], table: TableInTime, *of_the_game: str) -> None:
    for audience in ("public", "seat:1", "host"):
        picture = shown(table.controller.board.snapshot, audience)
        check(api, api["components"]["schemas"]["Picture"], picture)
        assert set(picture) - set(api["components"]["schemas"]["Picture"]["properties"]) == set(of_the_game)


@pytest.mark.long
def test_pictures_are_as_described(api: dict[str, Any], table: TableInTime) -> None:
    check_picture(api, table, "call", "fits", "may_draw")
    for card in ("number2.1", "number4.1", "number2.1", "mosquito3.1"):
        table.card(card).touches("discard")
        check_picture(api, table, "call", "fits", "may_draw")
    assert table.view["race"]
    for seat in (3, 1):
        table.seat(seat).taps()
    table.runs(6_000)
    assert table.event_names()[-1] == "turn_started"
    check_picture(api, table, "call", "fits", "may_draw")
    table.seat(1).holds()
    for seat in (2, 3):
        table.seat(seat).taps()
    check_picture(api, table, "call", "fits", "may_draw")


def test_pictures_of_a_contest_are_as_described(api: dict[str, Any], tmp_path: Path) -> None:
    with Journal(tmp_path / "other.db") as journal, TableInTime(journal, game="mytho") as table:
        table.starts("mytho", "Ana", "Ben", "Cleo")
        for zone, card in (("visible", "7h"), ("hidden", "3c")):
            table.card(card).touches(zone)
            check_picture(api, table, "draw", "may_draw", "fits")
        assert table.view["race"]["by"] == 1
        table.seat(2).taps()
        assert table.view["correction"]["to"] == "visible"
        check_picture(api, table, "draw", "may_draw", "fits")


def test_a_picture_without_a_game_is_as_described(api: dict[str, Any], tmp_path: Path) -> None:
    with Journal(tmp_path / "other.db") as journal, TableInTime(journal) as table:
        check_picture(api, table)


@pytest.mark.long
@pytest.mark.parametrize("path", ["/api/v1/events", "/api/v1/seats/2/events", "/api/v1/host/events"])
def test_streams_are_as_described(api: dict[str, Any], host: Phone, table: TableInTime, path: str) -> None:
    host.takes(2)
    table.live.beat()
    host.asks("hands", do="deal")
    table.runs(800)
    table.card("stranger").touches("discard")
    names = {"picture": "Picture", "room": "Room", "message": "Event"}
    seen = set()
    with host.get(path, headers={"Last-Event-ID": "0"}) as answer:
        for _, name, data in messages(answer.iter_encoded()):
            schema = api["components"]["schemas"][names[name]]
            check(api, schema, data)
            if name == "room":
                assert set(data) <= set(schema["properties"])
            seen.add(name)
            if seen == names.keys():
                return
    raise AssertionError(f"only {seen} came")


def test_bodies_are_described_as_they_are_checked(api: dict[str, Any]) -> None:
    schemas = api["components"]["schemas"]
    acts = api["paths"]["/api/v1/hands"]["post"]["requestBody"]["content"]["application/json"]["schema"]

    assert schemas["Login"]["properties"]["pin"]["pattern"] == "^[0-9]{3} ?[0-9]{3}$"
    assert len(acts["oneOf"]) == 15
    assert acts["discriminator"]["mapping"]["put_back"] == "#/components/schemas/PutBack"
    assert schemas["Give"]["required"] == ["do", "card", "to"]
    assert all(schema["additionalProperties"] is False for name, schema in schemas.items() if name not in NAMED)


def test_parameters_are_described(api: dict[str, Any]) -> None:
    why = api["paths"]["/api/v1/seats/{seat}/events/{seq}/why"]["get"]

    where = {one["name"]: (one["in"], one.get("required", False)) for one in why["parameters"]}
    assert where == {
        "seat": ("path", True), "seq": ("path", True), "lang": ("query", False), "game_id": ("query", False),
    }  # fmt: skip
    assert "503" in api["paths"]["/api/v1/events"]["get"]["responses"]
