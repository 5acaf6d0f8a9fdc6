"""In which language a phone is told what it asks for."""

import re
from collections.abc import Iterator

import pytest
from flask.testing import FlaskClient

from tests.emulated import TableInTime
from tests.web.conftest import Phone, Shown
from web.context import Config
from web.server.app import create_app


@pytest.fixture
def german(table: TableInTime) -> Iterator[FlaskClient]:
    """A phone at a table that speaks German."""
    with create_app(Shown(table), Config(language="de")).test_client() as client:
        yield client


@pytest.mark.long
@pytest.mark.parametrize(
    ("prefers", "spoken"),
    [
        ("de", "Runde 1"),
        ("fr-CH, de;q=0.5", "Manche 1"),
        ("it, fr;q=0.8, en;q=0.9", "Round 1"),
        ("it", "Round 1"),
        ("", "Round 1"),
        ("xx", "⟦Round 1⟧"),
    ],
)
def test_a_phone_is_told_all_in_the_language_that_its_browser_prefers(
    client: FlaskClient, prefers: str, spoken: str
) -> None:
    answer = client.get("/api/v1/table", headers={"Accept-Language": prefers})

    assert answer.get_json()["headline"] == spoken


def test_whoever_prefers_nothing_that_it_speaks_is_told_in_the_tables_language(german: FlaskClient) -> None:
    assert german.get("/api/v1/table", headers={"Accept-Language": "it"}).get_json()["headline"] == "Runde 1"
    assert german.get("/api/v1/table", headers={"Accept-Language": "en"}).get_json()["headline"] == "Round 1"


def test_what_a_request_names_goes_before_all_else_and_a_page_remembers_it(client: FlaskClient) -> None:
    prefers = {"Accept-Language": "en"}
    assert client.get("/api/v1/table?lang=fr", headers=prefers).get_json()["headline"] == "Manche 1"
    assert client.get("/api/v1/table", headers=prefers).get_json()["headline"] == "Round 1"

    page = client.get("/help?lang=fr", headers=prefers)
    assert page.headers["Content-Language"] == "fr"
    assert {"Accept-Language", "Cookie"} <= {*page.headers["Vary"].split(", ")}
    assert client.get("/api/v1/table", headers=prefers).get_json()["headline"] == "Manche 1"


def test_the_big_screen_speaks_the_tables_language_and_no_phone_keeps_it(german: FlaskClient) -> None:
    prefers = {"Accept-Language": "fr"}
    assert german.get("/screen", headers=prefers).headers["Content-Language"] == "de"
    named = german.get("/screen?lang=en", headers=prefers)
    assert named.headers["Content-Language"] == "en"
    assert "Set-Cookie" not in named.headers
    assert german.get("/help", headers=prefers).headers["Content-Language"] == "fr"


def test_a_language_that_it_does_not_speak_is_told(client: FlaskClient) -> None:
    for path, status in (("/api/v1/table", 400), ("/help", 404)):
        answer = client.get(f"{path}?lang=tlh")
        assert (answer.status_code, answer.get_json()["error"]) == (status, "The table does not speak 'tlh'.")


DOUBLING = {"code": "x", "name": "x", "kind": "spell", "effects": [{"keyword": "double"}]}


@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("quick", {"game": "chess"}),
        ("quick", {"game": "mito", "kind": "mad"}),
        ("choices", {"choice": "fly"}),
        ("choices", {"seat": "one", "choice": "undo"}),
        ("choices", {"choice": "undo", "value": [1]}),
        ("choices", {"choice": "undo", "value": 10**6}),
        ("choices", {"choice": "undo", "value": 1}),
        ("choices", {}),
        ("choices", {"choice": "undo", "colour": 1}),
        ("choices", []),
        ("tabletop", {"do": "fly"}),
        ("tabletop", {"do": "touch", "card": "ace", "zone": "discard"}),
        ("score/mythology_go", {"players": [], "catalogue": [DOUBLING]}),
    ],
)
def test_whatever_is_wrong_with_a_request_is_told_in_the_phones_language(host: Phone, path: str, body: object) -> None:
    answer = host.post(f"/api/v1/{path}?lang=xx", json=body)

    assert answer.status_code == 400
    assert re.fullmatch("⟦.*⟧", answer.get_json()["error"]), answer.get_json()


def test_a_stream_is_in_one_language_and_another_one_in_another(client: FlaskClient) -> None:
    first = {}
    for code in ("en", "de", "fr"):
        answer = client.get(f"/api/v1/events?lang={code}")
        first[code] = bytes(next(iter(answer.response))).decode()
        answer.close()

    assert "Round 1" in first["en"]
    assert "Runde 1" in first["de"]
    assert "Manche 1" in first["fr"]


def test_complaints_are_in_it_too(client: FlaskClient) -> None:
    answer = client.post("/api/v1/seats/9/take?lang=de", json={}, headers={"Origin": "http://localhost"})

    assert answer.status_code >= 400
    assert client.get("/nothing?lang=de").get_json()["error"] == "Hier gibt es nichts."


def test_pages_have_their_words_in_a_script_that_is_sent_once(client: FlaskClient) -> None:
    words = client.get("/words/de.js")
    assert words.mimetype == "text/javascript"
    assert words.get_data(as_text=True).startswith('globalThis.words={"code":"de"')
    again = client.get("/words/de.js", headers={"If-None-Match": words.headers["ETag"]})
    assert again.status_code == 304
    assert client.get("/words/tlh.js").status_code == 404
