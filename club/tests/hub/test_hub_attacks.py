"""What people with bad intentions try at a hub: each attempt is refused in one sentence, and nothing goes wrong."""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from flask import Flask
from flask.testing import FlaskClient

from cardtable_club.hub.listener import Hub
from club.tests.hub.test_hub_api import OWN, app, client, director, hub, status
from club.tests.hub.test_hub_tournaments import TABLES, WANTED, post
from club.tests.hub.test_people import KITCHEN, plays
from tests.web.test_attacks import quoted_secrets

pytestmark = pytest.mark.long

__all__ = ["app", "client", "director", "hub"]

NUMBERS = ["0", "1", "-1", "1.5", "2147483648", "9223372036854775808", "9" * 20, "9" * 5_000, "\u0661", "²", "x"]
WORDS = [
    "Ana", "", "\0", "a\0b", "é", "\u202e", "\U0001f0a1", "'", "' OR 1=1 --", "%", "_", "..", "../..", "x" * 2_000,
    "\ud800",
]  # fmt: skip
USUAL = {"of": "riverside", "table": "kitchen", "name": "Ana", "game": "mytho", "number": "1", "code": "de"}
ASKED = {
    **dict.fromkeys(("game", "player", "club", "table", "kind", "search", "q", "lang"), WORDS),
    "limit": NUMBERS,
    "id": NUMBERS,
    "before": [*NUMBERS, *WORDS],
}
BODIES = [
    b"", b"{", b"[]", b"null", b"NaN", b'{"a":' * 2_700, b"[" * 16_000, b"\xff\xfe", b'"\\ud800"', b'{"do": "\\ud800"}',
    b'{"do": "leave", "name": "\\ud800"}', b'{"password": "\\u0000"}', b'{"one": 1e999}', b'{"do": 1}',
    b'{"one": 1, "other": ' + b"9" * 5_000 + b', "same": true}', b'{"one": 2147483648, "other": 1, "same": true}',
    b'{"one": 1, "other": 1, "same": true}', b'{"one": 2147483647, "other": 1, "same": null}',
    b'{"do": "correct", "round": 99, "table": 1, "places": {}, "reason": "x"}',
    b'{"do": "correct", "round": 1, "table": 1, "places": {"\\u0000": 1}, "reason": "x"}',
    b'{"title": "\\u0000", "players": []}', b'{"title": "x", "players": ["\\u007f"], "rounds": 1e3}',
    b'{"title": "x", "players": [], "seed": 99999999999999999999}', b'{"title": "x", "players": [], "game": "\\u0000"}',
    b'{"title": "x", "players": [], "tables": ["\\u0000/\\u0000"]}',
]  # fmt: skip


@pytest.fixture
def url(each_url: str) -> str:
    """Either kind of database: they take different things for numbers."""
    return each_url


@pytest.fixture
def tried(director: FlaskClient, hub: Hub) -> FlaskClient:
    """The director of a hub that has one of everything."""
    hub.wall.take_status(KITCHEN, status(), 0.0)
    plays(hub.database, 1, KITCHEN, "Ana", "Ben")
    post(director, "", **WANTED, tables=TABLES)
    return director


def test_no_address_is_an_error_of_the_hub(tried: FlaskClient, app: Flask) -> None:
    for method, path in routes(app):
        for odd in filled(path):
            never_fails(tried, method, odd, json={})


def test_nothing_behind_an_address_is_an_error_of_the_hub(tried: FlaskClient, app: Flask) -> None:
    paths = [usual(path) for method, path in routes(app) if method == "GET"]
    for path in [path for path in paths if re.search("history|people|questions|search", path)]:
        for asked, odds in ASKED.items():
            for odd in odds:
                never_fails(tried, "GET", f"{path}?{asked}={quoted(odd)}")


def test_no_refusal_quotes_a_secret() -> None:
    secret, quoting = quoted_secrets()

    assert "cardtable_club.web.director.Login.password" in secret
    assert quoting == []


@pytest.mark.parametrize("body", BODIES, ids=lambda body: body[:40].decode(errors="replace"))
def test_what_is_no_wish_is_told_in_one_sentence(tried: FlaskClient, app: Flask, body: bytes) -> None:
    before = everything(tried)
    for path in [usual(path) for method, path in routes(app) if method == "POST" and "leave" not in path]:
        answer = tried.post(path, data=body, content_type="application/json", headers=OWN)

        assert answer.status_code in (400, 401, 429), (path, answer.text)
        assert "\n" not in answer.get_json()["error"]
    assert everything(tried) == before


@pytest.mark.parametrize("method", ["GET", "POST", "PUT", "PATCH", "DELETE", "TRACE"])
def test_no_other_method_changes_anything(tried: FlaskClient, app: Flask, method: str) -> None:
    before = everything(tried)
    known = {*routes(app)}
    for path in {path for _, path in known if (method, path) not in known}:
        assert tried.open(usual(path), method=method, json={}, headers=OWN).status_code in (404, 405), path
    assert everything(tried) == before


def test_a_number_that_no_database_has_is_not_there(tried: FlaskClient) -> None:
    for number in NUMBERS[4:7]:
        for path in (f"/tournaments/{number}", f"/tournaments/{number}/board", f"/api/v1/tournaments/{number}"):
            assert tried.get(path).status_code == 404, path[:60]
        for path, body in (("", {"do": "end"}), ("/rounds", {})):
            answer = tried.post(f"/api/v1/tournaments/{number}{path}", json=body, headers=OWN)
            assert answer.status_code == 404, path[:60]


def everything(client: FlaskClient) -> list[object]:
    paths = ("history", "people", "questions", "tournaments", "tournaments/1")
    return [client.get(f"/api/v1/{path}").get_json() for path in paths]


def routes(app: Flask) -> list[tuple[str, str]]:
    """Every method and path that a hub answers, with parts that are to be filled."""
    return sorted(
        (method, rule.rule)
        for rule in app.url_map.iter_rules()
        for method in (rule.methods or set()) - {"HEAD", "OPTIONS"}
    )


def usual(path: str, **parts: str) -> str:
    """Return a path of which all parts are as they should be, but those that are given."""
    known = USUAL | parts
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda part: quoted(known.get(part[1], "x")), path)


def filled(path: str) -> Iterator[str]:
    """Return the path with odd things in each of its parts, one after the other."""
    parts = re.findall(r"<(?:\w+:)?(\w+)>", path)
    if not parts:
        yield path
    for part in parts:
        for odd in (*NUMBERS, *WORDS):
            yield usual(path, **{part: odd})


def quoted(text: str) -> str:
    return quote(text, safe="", errors="surrogatepass")


def never_fails(client: FlaskClient, method: str, path: str, **more: Any) -> None:
    with client.open(path, method=method, headers=OWN, **more) as answer:
        assert answer.status_code < 500, (method, path[:80])
