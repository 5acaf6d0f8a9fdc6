"""The description of the API holds for what is there; that every answer is described, `conftest.app` checks."""

import re
from typing import Any

import pytest
from flask import Flask
from jsonschema import Draft202012Validator
from openapi_spec_validator import validate

from tests.emulated import TableInTime
from tests.web.conftest import PIN, Phone
from web.openapi import described


@pytest.fixture
def api(client: Phone) -> dict[str, Any]:
    api: dict[str, Any] = client.get("/api/v1/openapi.json").get_json()
    return api


def test_it_is_openapi(api: dict[str, Any]) -> None:
    validate(api)


def test_every_route_is_described_and_nothing_else(app: Flask, api: dict[str, Any]) -> None:
    routes = {
        (re.sub("<int:(.*?)>", r"{\1}", rule.rule), method.lower())
        for rule in app.url_map.iter_rules()
        if rule.rule.startswith("/api/")
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert {(path, method) for path, methods in api["paths"].items() for method in methods} == routes
    names = [told["operationId"] for methods in api["paths"].values() for told in methods.values()]
    assert len(set(names)) == len(names)


def test_what_a_real_table_lacks_is_not_described() -> None:
    assert set(described(["/api/v1/table"])["paths"]) == {"/api/v1/table"}


@pytest.mark.parametrize("playing", [True, False])
def test_answers_are_as_described(api: dict[str, Any], client: Phone, table: TableInTime, playing: bool) -> None:
    if playing:
        table.card("number2.1").touches("discard")
        table.card("number3.1").touches("discard")
    asked: list[tuple[str, str, dict[str, Any] | None]] = [
        ("get", "/api/v1/table", None),
        ("post", "/api/v1/host", {"pin": PIN}),
        ("post", "/api/v1/host", {"pin": "1"}),
        ("post", "/api/v1/host/claim", {}),
        ("post", "/api/v1/seats/{seat}/take", {}),
        ("post", "/api/v1/seats/{seat}/free", {}),
        ("post", "/api/v1/choices", {"choice": "pause"}),
        ("post", "/api/v1/tabletop", {"do": "press", "seat": 1}),
        ("get", "/api/v1/me", None),
        ("post", "/api/v1/host/leave", {}),
    ]
    for method, path, body in asked:
        answer = client.open(path.replace("{seat}", "2"), method=method, json=body)
        told = api["paths"][path][method]["responses"][str(answer.status_code)]["content"][answer.mimetype]["schema"]
        Draft202012Validator({**told, "components": api["components"]}).validate(answer.get_json())


def test_bodies_are_described_as_they_are_checked(api: dict[str, Any]) -> None:
    schemas = api["components"]["schemas"]

    assert schemas["Login"]["properties"]["pin"]["pattern"] == "^[0-9]{3} ?[0-9]{3}$"
    assert all(schemas[name]["additionalProperties"] is False for name in ("Login", "Choice", "Nothing", "Touch"))
