"""Decks on phones: what is shown, who may change it, and what is told where it cannot be."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from flask import abort
from flask.testing import FlaskClient

from table import tags
from table.controller import Choose
from table.journal import Journal
from tests.emulated import UntaggedTable
from tests.web.conftest import Shown
from web.app import Config, create_app

A, B = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7"


class Somebody:
    """Access of one who is the host, has a seat, or neither."""

    def __init__(self) -> None:
        self.is_host = True
        self.has_seat = True

    def require_host(self) -> None:
        if not self.is_host:
            abort(403, description="Only the host may do that.")

    def require_person(self) -> None:
        if not (self.is_host or self.has_seat):
            abort(403, description="Take a seat first.")


@pytest.fixture
def somebody() -> Somebody:
    return Somebody()


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "table.db"


@pytest.fixture
def untagged(journal: Journal, database: Path) -> Iterator[UntaggedTable]:
    with UntaggedTable(journal, database) as table:
        table.runs(250)
        yield table


@pytest.fixture
def client(untagged: UntaggedTable, somebody: Somebody) -> Iterator[FlaskClient]:
    with create_app(Shown(untagged), Config(), somebody).test_client() as client:
        yield client


def kept(database: Path) -> dict[str, str]:
    return {uid.hex(): card for uid, card in tags.read(tags.path_of(database, "mito")).items()}


def mito(client: FlaskClient) -> dict[str, Any]:
    (deck,) = client.get("/api/v1/decks").get_json()["decks"]
    return dict(deck)


def test_an_unknown_card_is_named_by_somebody_with_a_seat(
    client: FlaskClient, untagged: UntaggedTable, somebody: Somebody
) -> None:
    somebody.is_host = False
    untagged.starts("mito", "Ana", "Ben", "Cleo")
    assert client.get("/api/v1/tags").get_json() == {"game": None, "unknown": [], "labels": []}
    alias = untagged.touched_with("number2.5")

    asked = client.get("/api/v1/tags").get_json()
    assert (asked["game"], asked["unknown"]) == ("mito", [{"alias": alias, "zone": "discard"}])
    assert asked["labels"][1] == {"label": "2", "code": "number2.1", "left": 9}
    named = client.post("/api/v1/tags", json={"do": "name", "alias": alias, "label": "2"})
    untagged.runs(600)

    assert named.status_code == 200
    assert untagged.view["piles"]["discard"]["top"] == "number2.1"
    untagged.touched_with("number3.5")
    assert client.get("/api/v1/tags").get_json()["labels"][1] == {"label": "2", "code": "number2.2", "left": 8}


def test_a_card_may_be_none_of_ours(client: FlaskClient, untagged: UntaggedTable) -> None:
    untagged.starts("mito", "Ana", "Ben", "Cleo")
    alias = untagged.touched_with("stranger")

    assert client.post("/api/v1/tags", json={"do": "ignore", "alias": alias}).status_code == 200
    again = client.post("/api/v1/tags", json={"do": "ignore", "alias": alias})

    assert (again.status_code, again.get_json()) == (400, {"error": "nobody is asked about that card any more"})


def test_a_deck_is_tagged_card_after_card(client: FlaskClient, untagged: UntaggedTable) -> None:
    for body in ({"do": "start", "game": "mito"}, {"do": "skip"}):
        assert client.post("/api/v1/enrolment", json=body).status_code == 200
    untagged.card("ant1.1").touches("discard")

    shown = client.get("/api/v1/decks").get_json()
    assert (shown["playing"], shown["enrolment"]["said"]) == (False, "The 1 (number1.2) is tagged.")
    assert shown["decks"][0]["tagged"] == [{"code": "number1.2", "label": "1"}]
    assert shown["decks"][0]["kinds"][0] == {"label": "1", "code": "number1.1", "cards": 8, "tagged": 1}
    client.post("/api/v1/enrolment", json={"do": "stop"})
    assert client.get("/api/v1/decks").get_json()["enrolment"] is None


def test_tags_are_saved_in_a_file_and_read_from_one(client: FlaskClient, database: Path) -> None:
    wanted = {"tags": {A: "guard", B: "number4.1"}}
    assert client.put("/api/v1/decks/mito/tags", json=wanted).status_code == 200

    saved = client.get("/api/v1/decks/mito/tags")

    assert saved.get_json() == wanted
    assert saved.headers["Content-Disposition"] == 'attachment; filename="mito.tags.json"'
    assert kept(database) == wanted["tags"]
    assert client.post("/api/v1/decks/mito/forget", json={"card": "guard"}).status_code == 200
    assert kept(database) == {B: "number4.1"}


@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (f'{{"tags": {{"{A}": "gard"}}}}', f"{A}: the deck has no card 'gard'; did you mean guard?"),
        ('{"tags": {"04A1B2C3": "guard"}}', "tags: '04A1B2C3': expected a UID in full, 4, 7 or 10 bytes of lower-case"),
        (f'{{"tags": {{"{A}": "guard", "{A}": "ant1.1"}}}}', f"tags: '{A}' is there twice: a tag is for one card"),
        ('{"tags": {"08a1b2c3": "guard"}}', "08a1b2c3: this is made up by a phone"),
        (f'{{"tags": {{"{A}": 4}}}}', f"tags.{A}: expected a valid string, not 4"),
        ('{"tags": ', "expected one JSON object"),
        ("{}", "tags: this is missing"),
    ],
)
def test_bad_tags_are_named_and_nothing_is_changed(
    client: FlaskClient, database: Path, body: str, complaint: str
) -> None:
    client.put("/api/v1/decks/mito/tags", json={"tags": {B: "guard"}})

    answer = client.put("/api/v1/decks/mito/tags", data=body, content_type="application/json")

    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(complaint)
    assert kept(database) == {B: "guard"}


def test_nobody_but_the_host_changes_a_deck_or_sees_a_uid(
    client: FlaskClient, untagged: UntaggedTable, somebody: Somebody, database: Path
) -> None:
    client.put("/api/v1/decks/mito/tags", json={"tags": {A: "guard"}})
    somebody.is_host = False

    refused = [
        client.get("/api/v1/decks/mito/tags"),
        client.put("/api/v1/decks/mito/tags", json={"tags": {}}),
        client.post("/api/v1/decks/mito/forget", json={"card": "guard"}),
        client.post("/api/v1/enrolment", json={"do": "start", "game": "mito"}),
    ]
    assert [answer.status_code for answer in refused] == [403] * 4
    assert A not in client.get("/decks").get_data(as_text=True) + json.dumps(mito(client))
    assert A not in client.get("/api/v1/table").get_data(as_text=True) + client.get("/health").get_data(as_text=True)
    assert (kept(database), untagged.picture.enrolment) == ({A: "guard"}, None)
    somebody.has_seat = False
    assert client.post("/api/v1/tags", json={"do": "ignore", "alias": "ff0000"}).status_code == 403


def test_who_may_not_answer_is_not_asked(client: FlaskClient, untagged: UntaggedTable, somebody: Somebody) -> None:
    untagged.starts("mito", "Ana", "Ben", "Cleo")
    alias = untagged.touched_with("number2.5")
    somebody.is_host = somebody.has_seat = False

    assert client.get("/api/v1/tags").get_json() == {"game": None, "unknown": [], "labels": []}
    assert client.post("/api/v1/tags", json={"do": "name", "alias": alias, "label": "2"}).status_code == 403
    assert untagged.unknown == [alias]


def test_while_a_game_is_on_its_deck_is_left_alone(client: FlaskClient, untagged: UntaggedTable) -> None:
    untagged.starts("mito", "Ana", "Ben", "Cleo")

    answer = client.post("/api/v1/enrolment", json={"do": "start", "game": "mito"})

    assert (answer.status_code, answer.get_json()["error"]) == (
        400, "a game is on: a deck can be tagged when it is over"
    )  # fmt: skip
    assert client.get("/api/v1/decks").get_json()["playing"]
    untagged.controller.take(Choose(0, "abort"))
    assert not client.get("/api/v1/decks").get_json()["playing"]
    assert client.post("/api/v1/enrolment", json={"do": "start", "game": "mito"}).status_code == 200


@pytest.mark.parametrize(
    ("path", "body", "status", "complaint"),
    [
        ("/api/v1/enrolment", {"do": "start", "game": "chess"}, 404, "There is no game 'chess'."),
        ("/api/v1/enrolment", {"do": "dance"}, 400, "do: expected one of start, skip, back, stop, not 'dance'"),
        ("/api/v1/enrolment", {"do": "skip"}, 400, "no deck is being tagged"),
        ("/api/v1/tags", {"do": "name", "alias": "ff0000"}, 400, "label: this is missing"),
        ("/api/v1/decks/chess/forget", {"card": "guard"}, 404, "There is no game 'chess'."),
        ("/api/v1/decks/mito/forget", {"card": "guard"}, 400, "card: 'guard' carries no tag that could be forgotten"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    client: FlaskClient, path: str, body: object, status: int, complaint: str
) -> None:
    answer = client.post(path, json=body)

    assert (answer.status_code, answer.get_json()["error"]) == (status, complaint)


def test_where_nobody_says_who_may_a_real_table_shows_no_decks(untagged: UntaggedTable) -> None:
    class WithoutHands(Shown):
        tabletop = None

    assert create_app(WithoutHands(untagged)).test_client().get("/decks").status_code == 404
    assert create_app(Shown(untagged)).test_client().get("/decks").status_code == 200
