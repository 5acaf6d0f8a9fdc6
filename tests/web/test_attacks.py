"""What people with bad intentions try: each attempt is refused, and changes nothing."""

import json
import re
import socket
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any
from urllib.error import HTTPError

import pytest
from flask import Flask
from flask.sessions import SecureCookieSessionInterface
from pydantic import ValidationError, create_model
from werkzeug.test import TestResponse

from table.complaints import sentence
from tests.emulated import TableInTime
from tests.playing import PATIENCE_S, Playing, playing
from tests.web.conftest import OWN, PIN, Phone
from web.access.phones import COOKIE
from web.bodies import Body
from web.described.operations import OPERATIONS

Wish = tuple[str, str]  # method and path
SECRETS = {"pin", "password", "secret", "key", "token"}

PAGES = [
    "/", "/virtual", "/host", "/seat/1", "/ear/1", "/decks", "/join.svg", "/rules/mito", "/static/table.css",
    "/games/mito/emblem", "/games/mito/parts.mjs", "/score/mythology_go", "/help", "/setup", "/network", "/recovery",
    "/away",
    "/manifest.webmanifest", "/service-worker.js", "/words/de.js", "/wifi", "/nowhere", "/history", "/history/1",
    "/people", "/people/Ana", "/tournaments", "/metrics", "/screen",
]  # fmt: skip
FOR_EVERYBODY = [
    "/api/v1/table", "/api/v1/me", "/api/v1/events/1/why", "/api/v1/games", "/api/v1/decks", "/api/v1/tags",
    "/api/v1/decks/mito/cards", "/health", "/api/v1/history", "/api/v1/people", "/api/v1/records", "/api/v1/keeping",
    "/api/v1/tournaments", "/api/v1/recovery",
]  # fmt: skip
# What is not there: no game is over, and nobody has played.
NOT_THERE = [
    "/api/v1/history/1", "/api/v1/history/1/events", "/api/v1/history/1/events/1/why", "/api/v1/history/1/pictures/1",
    "/api/v1/history/1/pictures?from=1&to=2", "/api/v1/people/Ana",
    "/api/v1/history/9223372036854775808", "/api/v1/history/99999999999999999999/events",
]  # fmt: skip
TOLD_THE_HOST = [
    "/api/v1/host/events",
    "/api/v1/host/events/1/why",
    "/api/v1/setup",
    "/api/v1/network",
    "/api/v1/wired",
    "/api/v1/backup",
    "/api/v1/update",
    "/api/v1/report",
    "/api/v1/decks/mito/tags",
    "/api/v1/decks/mito/corrections",
]
TOLD_SEAT_1 = ["/api/v1/seats/1/events", "/api/v1/seats/1/events/1/why", "/api/v1/seats/1/offers"]
READ = [*FOR_EVERYBODY, *NOT_THERE, *TOLD_THE_HOST, *TOLD_SEAT_1, "/api/v1/events", "/api/v1/openapi.json",
    "/api/v1/streams?of=/api/v1/events",
]  # fmt: skip
# What is sent that would be done, if whoever sends it might: by the host, by the phone at seat 1, by either.
OF_THE_HOST: dict[Wish, dict[str, Any]] = {
    ("POST", "/api/v1/seats/1/free"): {},
    ("POST", "/api/v1/choices"): {"choice": "pause"},
    ("POST", "/api/v1/enrolment"): {"do": "start", "deck": "mito"},
    ("POST", "/api/v1/setup"): {"do": "begin", "pads": 1, "seats": 1},
    ("POST", "/api/v1/network"): {"do": "look"},
    ("POST", "/api/v1/recovery"): {"do": "new"},
    ("PUT", "/api/v1/decks/mito/tags"): {"tags": {}},
    ("POST", "/api/v1/decks/mito/forget"): {"card": "guard"},
    ("POST", "/api/v1/decks/mito/cards"): {"card": {"code": "bee", "kind": "number", "number": 1}},
    ("POST", "/api/v1/decks/mito/cards/leave"): {"code": "bee"},
    ("PUT", "/api/v1/decks/mito/corrections"): {"toml": ""},
    ("POST", "/api/v1/keeping"): {"keep": False},
    ("POST", "/api/v1/forget"): {"name": "Ana"},
    ("PUT", "/api/v1/backup"): {"at": 0, "part": "AAAA"},
    ("POST", "/api/v1/restore"): {},
    ("PUT", "/api/v1/update"): {"at": 0, "part": "AAAA"},
    ("POST", "/api/v1/update"): {"size": 3},
}
OF_SEAT_1: dict[Wish, dict[str, Any]] = {
    ("POST", "/api/v1/seats/1/leave"): {},
    ("POST", "/api/v1/seats/1/name"): {"name": "Mal"},
    ("POST", "/api/v1/seats/1/button"): {"clock": 1, "said_us": 0},
    ("POST", "/api/v1/choices"): {"seat": 1, "choice": "settle", "value": 1},
    ("POST", "/api/v1/touch"): {"seat": 1, "zone": "discard"},
    ("POST", "/api/v1/hands"): {"do": "draw", "seat": 1},
    ("POST", "/api/v1/practice"): {"seat": 1},
}
OF_PEOPLE: dict[Wish, dict[str, Any]] = {
    ("POST", "/api/v1/hands"): {"do": "deal"},
    ("POST", "/api/v1/games"): {"options": {"rounds": 1}},
    ("POST", "/api/v1/practice/end"): {},
    ("POST", "/api/v1/end"): {},
    ("POST", "/api/v1/robots"): {"seat": 2},
    ("POST", "/api/v1/seats/order"): {"order": [2, 1]},
    ("DELETE", "/api/v1/robots/1"): {},
    ("POST", "/api/v1/tournaments"): {"kind": "ladder", "players": ["Ana", "Ben"]},
    ("DELETE", "/api/v1/tournaments/1"): {},
    ("POST", "/api/v1/tags"): {"do": "ignore", "alias": "ff0000"},
}
SAID_BY_ANYBODY = (
    "host", "host/leave", "host/claim", "seats/1/take", "seats/1/claim", "claim", "tabletop", "quick",
    "score/mythology_go", "score/mythology_go/ranking", "errors",
)  # fmt: skip
OF_ANYBODY = [("POST", f"/api/v1/{path}") for path in SAID_BY_ANYBODY]
WRITTEN = sorted({*OF_THE_HOST, *OF_SEAT_1, *OF_PEOPLE, *OF_ANYBODY})


def sends(phone: Phone, wish: Wish, **more: Any) -> TestResponse:
    method, path = wish
    return phone.open(path, method=method, **more)


def rule(path: str) -> str:
    """Return the route of a path that stands here."""
    named = (
        path.partition("?")[0].replace("/history/1", "/history/<int:number>").replace("/pictures/1", "/pictures/<seq>")
    )
    named = named.replace("/tournaments/1", "/tournaments/<int:tournament>")
    named = named.replace("/people/Ana", "/people/<path:name>")
    named = named.replace("/events/1/", "/events/<seq>/").replace("/seats/1/", "/seats/<int:seat>/")
    named = named.replace("/robots/1", "/robots/<int:seat>").replace("/seat/1", "/seat/<int:seat>")
    named = named.replace("/ear/1", "/ear/<int:seat>")
    named = named.replace("/score/mythology_go", "/score/<game>")
    named = named.replace("/decks/mito/", "/decks/<deck>/").replace("/words/de", "/words/<code>")
    return named.replace("/mito/", "/<game>/").replace("/rules/mito", "/rules/<game>")


def test_every_route_is_tried_here(app: Flask) -> None:
    tried = {("GET", rule(path)) for path in PAGES + READ} | {(method, rule(path)) for method, path in WRITTEN}
    routes = {
        (method, iter_rule.rule)
        for iter_rule in app.url_map.iter_rules()
        for method in (iter_rule.methods or set()) - {"HEAD", "OPTIONS"}
    }

    assert routes - tried == {("GET", path) for path in ("/static/<path:filename>", "/games/<game>/<path:file>")}


def test_whatever_only_known_phones_may_ask_is_tried_by_others() -> None:
    known = {(method.upper(), route) for (method, route), asked in OPERATIONS.items() if asked.known}
    read = {("GET", path) for path in TOLD_THE_HOST + TOLD_SEAT_1}

    assert {(method, rule(path)) for method, path in {*OF_THE_HOST, *OF_SEAT_1, *OF_PEOPLE, *read}} == known


# -- people who are somebody else


def everything(table: TableInTime) -> Any:
    """What the table shows, and who holds which cards."""
    return table.controller.board.snapshot, table.people.held


def test_a_stranger_changes_nothing(client: Phone, table: TableInTime) -> None:
    before = everything(table)

    for wishes in (OF_THE_HOST, OF_SEAT_1, OF_PEOPLE):
        for wish, body in wishes.items():
            assert sends(client, wish, json=body).status_code == 401, wish
    assert everything(table) == before


def test_a_seat_does_nothing_for_the_host_or_for_another_seat(client: Phone, other: Phone, table: TableInTime) -> None:
    client.takes(2)
    other.takes(1)
    before = everything(table)

    for wishes in (OF_THE_HOST, OF_SEAT_1):
        for wish, body in wishes.items():
            assert sends(client, wish, json=body).status_code == 403, wish
    assert everything(table) == before
    assert other.is_known_as() == (False, [1])


def test_not_even_the_host_does_anything_for_a_seat(host: Phone, other: Phone, table: TableInTime) -> None:
    other.takes(1)
    before = everything(table)

    for wish, body in OF_SEAT_1.items():
        assert sends(host, wish, json=body).status_code == 403, wish
    assert everything(table) == before


def test_what_is_told_to_some_is_refused_to_others(client: Phone, other: Phone, host: Phone) -> None:
    other.takes(2)

    for path in TOLD_THE_HOST + TOLD_SEAT_1:
        assert (client.get(path).status_code, other.get(path).status_code) == (401, 403), path
    for path in TOLD_SEAT_1:
        assert host.get(path).status_code == 403, path


# -- cross-site requests


@pytest.mark.long
@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "http://localhost:9000", "https://localhost", "http://localhost.evil.example", "null", ""],
)
def test_another_page_cannot_use_the_hosts_cookie(host: Phone, origin: str) -> None:
    for wish in WRITTEN:
        before = host.is_known_as()

        assert sends(host, wish, json={"pin": PIN}, headers={"Origin": origin}).status_code == 403, wish
        assert host.is_known_as() == before


def test_a_cookie_without_an_origin_is_refused(host: Phone) -> None:
    del host.environ_base["HTTP_ORIGIN"]

    for wish in WRITTEN:
        assert sends(host, wish, json={}).status_code == 403, wish


@pytest.mark.long
@pytest.mark.parametrize("kind", ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "text/plain"])
def test_what_a_form_can_send_is_refused(host: Phone, kind: str) -> None:
    for wish in WRITTEN:
        assert sends(host, wish, data=json.dumps({}), content_type=kind).status_code == 415, wish


def test_a_script_without_cookies_needs_no_origin(client: Phone) -> None:
    del client.environ_base["HTTP_ORIGIN"]

    assert client.asks("tabletop", do="press", seat=1).status_code == 200


def test_the_cookie_stays_with_our_pages(client: Phone) -> None:
    cookie = client.asks("host", pin=PIN).headers["Set-Cookie"]

    name, *attributes = cookie.split("; ")
    assert name.startswith(f"{COOKIE}=")
    assert {"HttpOnly", "SameSite=Strict", "Path=/"} <= set(attributes)
    assert not any(one.startswith(("Domain", "Secure")) for one in attributes)


# -- names that were made to point here


@pytest.mark.long
@pytest.mark.parametrize("name", ["evil.example", "evil.example:8000", "198.51.100.9", "me@localhost", "["])
def test_other_names_are_not_answered(host: Phone, name: str) -> None:
    for path in PAGES + READ:
        answer = host.get(path, headers={"Host": name})

        assert (answer.status_code, answer.mimetype) == (400, "application/json")
        assert "Ana" not in answer.get_data(as_text=True)


def test_other_names_change_nothing(host: Phone) -> None:
    for wish in WRITTEN:
        rebound = {"Host": "evil.example", "Origin": "http://evil.example"}

        assert sends(host, wish, json={}, headers=rebound).status_code == 400, wish


# -- guessing


def test_no_header_makes_a_guess_another_address(client: Phone) -> None:
    def guess(number: int) -> int:
        address = f"10.0.0.{number}"
        forged = {"X-Forwarded-For": address, "X-Real-IP": address, "Forwarded": f"for={address}"}
        return client.post("/api/v1/host", json={"pin": f"{number:06d}"}, headers=forged).status_code

    assert [guess(number) for number in range(8)] == [401] * 4 + [429] * 4


def test_addresses_are_not_worth_changing(client: Phone) -> None:
    def guess(number: int) -> int:
        other = {"REMOTE_ADDR": f"10.0.{number // 250}.{number % 250}"}
        return client.post("/api/v1/host", json={"pin": f"{number:06d}"}, environ_overrides=other).status_code

    assert [guess(number) for number in range(40)] == [401] * 10 + [429] * 30


# -- sessions


def cookie_of(phone: Phone) -> str:
    cookie = phone.get_cookie(COOKIE)
    assert cookie is not None
    return cookie.value


def forged(app: Flask, content: dict[str, Any], key: str | bytes | None = None) -> str:
    """Sign a cookie; without a key, with the table's own."""
    signing = Flask("forger")
    signing.secret_key = key or app.secret_key
    serializer = SecureCookieSessionInterface().get_signing_serializer(signing)
    assert serializer is not None
    cookie: str = serializer.dumps(content)
    return cookie


def test_a_planted_cookie_is_worth_nothing_after_its_victim_logged_in(client: Phone, other: Phone) -> None:
    client.asks("host/claim")
    planted = cookie_of(client)
    other.set_cookie(COOKIE, planted)
    other.becomes_host()

    assert client.is_known_as() == (False, [])
    assert cookie_of(other) != planted


def test_logging_in_again_renews_what_is_known(host: Phone, other: Phone) -> None:
    other.set_cookie(COOKIE, cookie_of(host))
    assert other.is_known_as() == (True, [])
    host.becomes_host()

    assert (host.is_known_as(), other.is_known_as()) == ((True, []), (False, []))


def test_a_cookie_is_worth_nothing_after_its_host_left(host: Phone, other: Phone) -> None:
    other.set_cookie(COOKIE, cookie_of(host))
    host.asks("host/leave")

    assert other.is_known_as() == (False, [])
    assert other.asks("choices", choice="pause").status_code == 401


def test_a_cookie_is_worth_nothing_after_its_seat_was_freed(client: Phone, other: Phone, host: Phone) -> None:
    client.takes(2)
    other.set_cookie(COOKIE, cookie_of(client))
    host.asks("seats/2/free")
    client.takes(2)

    assert (client.is_known_as(), other.is_known_as()) == ((False, [2]), (False, []))
    assert other.get("/api/v1/seats/2/events").status_code == 401


@pytest.mark.parametrize("key", ["", "dev", "secret", b"\0" * 32])
def test_a_cookie_signed_by_somebody_else_is_not_believed(app: Flask, client: Phone, key: str | bytes) -> None:
    client.set_cookie(COOKIE, forged(app, {"host": "x", "seats": {"1": "x"}}, key or "x"))

    assert client.is_known_as() == (False, [])


def test_not_even_the_key_makes_a_host(app: Flask, client: Phone, other: Phone) -> None:
    other.takes(1)
    with other.session_transaction() as session:
        nonce = session["seats"]["1"]
    client.set_cookie(COOKIE, forged(app, {"host": nonce, "seats": {"2": nonce}}))

    assert client.is_known_as() == (False, [1]), "what holds one seat holds nothing else, whatever it is called"


def test_a_cookie_that_was_changed_is_not_believed(host: Phone) -> None:
    good = cookie_of(host)
    for position in range(len(good) - 1):
        changed = "A" if good[position] != "A" else "B"
        host.set_cookie(COOKIE, good[:position] + changed + good[position + 1 :])
        assert host.is_known_as() == (False, []), position
    host.set_cookie(COOKIE, good)
    assert host.is_known_as() == (True, [])


# -- bodies


@pytest.mark.parametrize(
    "body",
    [b"", b"{", b"[]", b"null", b"NaN", b'{"a":' * 2700, b"[" * 16_000, b'{"__proto__": 1}', b"\xff\xfe", b'"\\ud800"',
     b'{"pin": {"$ne": 1}}', b'{"seat": 1e999}', b'{"seat": ' + b"9" * 5000 + b"}"],
    ids=lambda body: body[:12].decode(errors="replace"),
)  # fmt: skip
def test_what_is_no_wish_is_told_in_one_sentence(host: Phone, body: bytes) -> None:
    for wish in WRITTEN:
        host.takes(1)
        before = host.get("/api/v1/table").get_json()
        answer = sends(host, wish, data=body, content_type="application/json")

        assert answer.status_code == 400, wish
        assert "\n" not in answer.get_json()["error"]
        assert host.get("/api/v1/table").get_json() == before


def fields_of(kind: type[Body]) -> Iterator[tuple[type[Body], str]]:
    """Yield the fields of all bodies of a kind, which derive from it."""
    for body in kind.__subclasses__():
        yield from ((body, name) for name in body.model_fields)
        yield from fields_of(body)


def quoted_secrets() -> tuple[set[str], list[str]]:
    """Return the fields of loaded bodies that are secret by their name, and the refusals that quote what was typed."""
    typed = "12345x"
    secret = [(body, name) for body, name in fields_of(Body) if {*re.split("_|s$|s_", name)} & SECRETS]
    quoting = []
    for body, name in secret:
        field: Any = body.model_fields[name]
        alone = create_model(body.__name__, __base__=Body, **{name: (field.annotation, field)})
        for wrong in ([typed], {typed: typed}, [[typed]], typed * 100, f"{typed}\0"):
            try:
                alone.model_validate({name: wrong})  # some fields take any text
            except ValidationError as error:
                quoting += [why for why in [sentence(error)] if typed in why]
    return {f"{body.__module__}.{body.__qualname__}.{name}" for body, name in secret}, quoting


def test_no_refusal_quotes_a_secret() -> None:
    secret, quoting = quoted_secrets()

    assert {"web.access.roles.Login.pin", "web.api.recovery.Wish.pin", "web.api.joining.Join.password"} <= secret
    assert quoting == []


@pytest.mark.parametrize("wish", [("host", {}), ("recovery", {"do": "retry"})], ids=["host", "recovery"])
def test_a_mistyped_pin_is_not_repeated(client: Phone, wish: tuple[str, dict[str, str]]) -> None:
    path, more = wish
    refused = client.asks(path, **more, pin="12345x")

    assert refused.status_code == 400
    assert refused.get_json()["error"].startswith("pin: expected text that matches")
    assert "12345x" not in refused.text


def test_what_is_too_long_is_refused(host: Phone) -> None:
    host.takes(1)

    for wish in WRITTEN:
        assert sends(host, wish, data=b" " * 65_537, content_type="application/json").status_code == 413, wish


# -- paths, methods, headers


@pytest.mark.long
@pytest.mark.parametrize(
    "path",
    ["/static/../serve.py", "/static/%2e%2e/serve.py", "/static/..%2fserve.py",
     "/games/mito/../../../app.py", "/games/../static/table.css", "/games/mito/..%2f..%2fapp.py",
     "/games/%2e%2e/serve.py", "/rules/../serve", "/static/%00", "/rules/mito%0d%0aSet-Cookie:%20a=b"],
)  # fmt: skip
def test_no_path_leads_out_of_its_folder(client: Phone, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code == 404
    assert "Set-Cookie" not in answer.headers


@pytest.mark.parametrize("path", ["/static//evil.example", "/\\evil.example"])
def test_no_path_leads_to_another_site(client: Phone, path: str) -> None:
    answer = client.get(path)

    assert answer.status_code in (308, 404)
    assert answer.headers.get("Location", f"{OWN}/").startswith(f"{OWN}/")


@pytest.mark.long
@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "PATCH", "DELETE", "TRACE"])
def test_no_other_method_changes_anything(host: Phone, method: str) -> None:
    override = {"X-HTTP-Method-Override": "POST", "X-HTTP-Method": "POST", "X-Method-Override": "POST"}
    for path in {path for wanted, path in WRITTEN if wanted != method}:
        answer = host.open(f"{path}?_method=POST", method=method, json={"pin": PIN}, headers=override)

        is_read = path in READ and method in ("GET", "HEAD")
        too_early = path == "/api/v1/backup"  # for a game is on
        is_written = ("PUT", path) in WRITTEN and method == "PUT"  # by itself, and this is no part of a file
        expected = 400 if is_written or (is_read and too_early) else 200 if is_read else 405
        assert answer.status_code == expected, path


@pytest.mark.parametrize("path", PAGES + READ)
def test_every_answer_is_guarded(host: Phone, path: str) -> None:
    host.takes(1)
    with host.get(path, headers={"Accept": "text/html"}) as answer:
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Cross-Origin-Resource-Policy"] == "same-origin"
        is_file = path.startswith(("/static", "/games", "/words"))
        if not is_file:  # that is no page
            assert "camera=()" in answer.headers["Permissions-Policy"]
            assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
        assert not any(name.startswith("Access-Control") for name in dict(answer.headers))
        assert answer.headers["Cache-Control"] == ("no-cache" if is_file else "no-store")


@pytest.mark.parametrize("path", ["/static/icon.svg", "/service-worker.js", "/join.svg"])
def test_a_file_that_can_be_opened_or_runs_alone_may_do_no_more_than_a_page(client: Phone, path: str) -> None:
    with client.get(path) as answer:
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]


@pytest.mark.long
def test_what_everybody_may_read_betrays_nobody(app: Flask, host: Phone, client: Phone, table: TableInTime) -> None:
    host.takes(1)
    with host.session_transaction() as session:
        secrets = [session["host"], session["seats"]["1"], PIN, bytes(app.secret_key or b"").hex()]
    uids = [uid.hex() for uid in table.controller.board.snapshot.host.decks["mito"].tags]
    assert len(uids) > 50
    secrets += uids
    table.card("stranger").touches("discard")

    for path in PAGES + FOR_EVERYBODY:
        with client.get(path) as answer:
            text = answer.get_data().decode(errors="replace")  # there are pictures
        assert [secret for secret in secrets if secret in text] == []
        assert "uid" not in text


# -- a table in a process of its own


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Playing]:
    folder: Path = tmp_path_factory.mktemp("attacks")
    with playing(folder / "table.db") as table:
        yield table


def raw(table: Playing, request: bytes) -> bytes:
    """Send bytes as they are; return all that is said."""
    said = b""
    with socket.create_connection(("127.0.0.1", int(table.url.rsplit(":", 1)[1])), PATIENCE_S) as connection:
        connection.sendall(request)
        while heard := connection.recv(65536):
            said += heard
    return said


@pytest.mark.parametrize(
    ("request_line", "status"),
    [
        (b"GET /static/../../etc/passwd HTTP/1.1", b"404"),
        (b"GET http://evil.example/static/../serve.py HTTP/1.1", b"404"),
        (b"GET /%2e%2e/%2e%2e/etc/passwd HTTP/1.1", b"404"),
        (b"GET /x%0d%0aSet-Cookie:%20a=b HTTP/1.1", b"404"),
        (b"GET //evil.example/x HTTP/1.1", b"404"),
        (b"BREW / HTTP/1.1", b"415"),
        (b"GET / HTTP/1.1\r\nX-A: b\nSet-Cookie: a=b", b"400"),
        (b"GET / HTTP/1.1\r\nTransfer-Encoding: gzip", b"501"),
        (b"GET / HTTP/1.1\r\nContent-Length: 999999", b"413"),
        (b"GET / HTTP/1.1\r\nX-Long: " + b"x" * 20_000, b"431"),
    ],
    ids=lambda value: value[:40].decode(),
)
def test_raw_requests_get_nowhere(real: Playing, request_line: bytes, status: bytes) -> None:
    said = raw(real, request_line + b"\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n")

    head, _, body = said.partition(b"\r\n\r\n")
    assert head.split(b" ", 2)[1] == status
    assert b"Set-Cookie" not in head
    assert b"root:" not in body


def test_a_chunked_body_is_bounded_too(real: Playing) -> None:
    head = b"POST /api/v1/host HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\nConnection: close\r\n"
    chunks = b"".join(b"1000\r\n" + b" " * 0x1000 + b"\r\n" for _ in range(17))
    said = raw(real, head + b"Transfer-Encoding: chunked\r\n\r\n" + chunks + b"0\r\n\r\n")

    assert said.startswith(b"HTTP/1.1 413")


def test_guesses_at_once_are_judged_one_after_the_other_and_leave_no_trace(tmp_path: Path) -> None:
    def guess(pin: str) -> int:
        try:
            table.phone().asks("host", pin=pin)
        except HTTPError as refused:
            refused.close()
            return refused.code
        return 200

    with playing(tmp_path / "table.db") as table:
        wrong = [pin for pin in map("{:06d}".format, range(41)) if pin != table.pin]
        with ThreadPoolExecutor(20) as guessing:
            answers = list(guessing.map(guess, [*wrong[:39], table.pin]))
        table.process.terminate()
        said = "".join(table.process.communicate(timeout=PATIENCE_S))

    assert answers.count(401) <= 4
    assert answers.count(429) >= 35
    assert table.pin not in said


@pytest.mark.long
def test_a_host_of_one_table_is_nobody_at_another(real: Playing, tmp_path: Path) -> None:
    host = real.host()
    with playing(tmp_path / "table.db") as other:
        host.url = other.url
        with pytest.raises(HTTPError) as refused:
            host.asks("choices", choice="pause")
        refused.value.close()
    assert refused.value.code == 401
    assert other.url != OWN
