"""Decks on phones: what is shown, who may change it, and what is told where it cannot be."""

import json
from pathlib import Path
from typing import Any

import pytest

from table.running.messages import Choose
from table.tagging import tags
from tests.emulated import UntaggedTable
from tests.web.conftest import Phone

A, B = "04a1b2c3d4e5f6", "04a1b2c3d4e5f7"
NOTHING = {"game": None, "unknown": [], "labels": []}


@pytest.fixture
def table(untagged: UntaggedTable) -> UntaggedTable:
    return untagged


@pytest.fixture
def playing(table: UntaggedTable) -> UntaggedTable:
    table.starts("mito", "Ana", "Ben", "Cleo")
    return table


def kept(database: Path) -> dict[str, str]:
    return {uid.hex(): card for uid, card in tags.read(tags.path_of(database, "mito")).items()}


def mito(phone: Phone) -> dict[str, Any]:
    return next(deck for deck in phone.gets("decks")["decks"] if deck["name"] == "mito")


def test_an_unknown_card_is_named_by_somebody_with_a_seat(client: Phone, playing: UntaggedTable) -> None:
    client.takes(2)
    assert client.gets("tags") == NOTHING
    alias = playing.touched_with("number2.5")

    asked = client.gets("tags")
    assert (asked["game"], asked["unknown"]) == ("mito", [{"alias": alias, "zone": "discard"}])
    assert asked["labels"][1] == {"label": "2", "code": "number2.1", "left": 9}
    named = client.asks("tags", do="name", alias=alias, label="2")
    playing.runs(600)

    assert named.status_code == 200
    assert playing.view["piles"]["discard"]["top"] == "number2.1"
    playing.touched_with("number3.5")
    assert client.gets("tags")["labels"][1] == {"label": "2", "code": "number2.2", "left": 8}


def test_a_card_may_be_none_of_ours(host: Phone, playing: UntaggedTable) -> None:
    alias = playing.touched_with("stranger")

    assert host.asks("tags", do="ignore", alias=alias).status_code == 200
    again = host.asks("tags", do="ignore", alias=alias)

    assert (again.status_code, again.get_json()) == (400, {"error": "nobody is asked about that card any more"})


def test_a_deck_is_tagged_card_after_card(host: Phone, client: Phone, table: UntaggedTable) -> None:
    for body in ({"do": "start", "deck": "mito"}, {"do": "skip"}):
        assert host.asks("enrolment", **body).status_code == 200
    table.card("ant1.1").touches("discard")

    shown = client.gets("decks")
    assert (shown["playing"], shown["enrolment"]["said"]) == (False, "The 1 (number1.2) is tagged.")
    mito = next(deck for deck in shown["decks"] if deck["name"] == "mito")
    assert mito["tagged"] == [{"code": "number1.2", "label": "1"}]
    assert mito["kinds"][0] == {"label": "1", "code": "number1.1", "cards": 8, "tagged": 1}
    host.asks("enrolment", do="back")
    assert client.gets("decks")["enrolment"]["said"] == "Once more the 1 (number1.2)."
    host.asks("enrolment", do="stop")
    assert client.gets("decks")["enrolment"] is None


def test_tags_are_saved_in_a_file_and_read_from_one(host: Phone, database: Path) -> None:
    wanted = {"tags": {A: "guard", B: "number4.1"}}
    assert host.puts("decks/mito/tags", **wanted).status_code == 200

    saved = host.get("/api/v1/decks/mito/tags")

    assert saved.get_json() == wanted
    assert saved.headers["Content-Disposition"] == 'attachment; filename="mito.tags.json"'
    assert saved.headers["Cache-Control"] == "no-store"
    assert kept(database) == wanted["tags"]
    assert host.asks("decks/mito/forget", card="guard").status_code == 200
    assert kept(database) == {B: "number4.1"}


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "complaint"),
    [
        (f'{{"tags": {{"{A}": "gard"}}}}', f"{A}: the deck has no card 'gard'; did you mean guard?"),
        ('{"tags": {"04A1B2C3": "guard"}}', "tags: '04A1B2C3': expected a UID in full, 4, 7 or 10 bytes of lower-case"),
        (f'{{"tags": {{"{A}": "guard", "{A}": "ant1.1"}}}}', f"tags: '{A}' is there twice: a tag is for one card"),
        ('{"tags": {"08a1b2c3": "guard"}}', "08a1b2c3: a phone makes this up"),
        (f'{{"tags": {{"{A}": 4}}}}', f"tags.{A}: expected a valid string, not 4"),
        ('{"tags": ', "expected one JSON object"),
        ("{}", "tags: this is missing"),
    ],
)
def test_bad_tags_are_named_and_nothing_is_changed(host: Phone, database: Path, body: str, complaint: str) -> None:
    host.puts("decks/mito/tags", tags={B: "guard"})

    answer = host.put("/api/v1/decks/mito/tags", data=body, content_type="application/json")

    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(complaint)
    assert kept(database) == {B: "guard"}


def test_nobody_but_the_host_changes_a_deck_or_sees_a_uid(
    host: Phone, client: Phone, other: Phone, table: UntaggedTable, database: Path
) -> None:
    host.puts("decks/mito/tags", tags={A: "guard"})
    other.takes(1)

    for phone, status in ((client, 401), (other, 403)):
        refused = [
            phone.get("/api/v1/decks/mito/tags"),
            phone.puts("decks/mito/tags", tags={}),
            phone.asks("decks/mito/forget", card="guard"),
            phone.asks("enrolment", do="start", deck="mito"),
        ]
        assert [answer.status_code for answer in refused] == [status] * 4
        assert A not in phone.get("/decks").get_data(as_text=True) + json.dumps(mito(phone))
        assert A not in json.dumps([phone.gets("table"), phone.get("/health").get_json()])
    assert (kept(database), table.snapshot.host.enrolment) == ({A: "guard"}, None)


def test_who_may_not_answer_is_not_asked(client: Phone, host: Phone, playing: UntaggedTable) -> None:
    alias = playing.touched_with("number2.5")

    assert client.gets("tags") == NOTHING
    assert client.asks("tags", do="name", alias=alias, label="2").status_code == 401
    assert playing.unknown == [alias]
    assert host.gets("tags")["unknown"] == [{"alias": alias, "zone": "discard"}]


def test_while_a_round_is_on_its_deck_is_left_alone(host: Phone, playing: UntaggedTable) -> None:
    host.asks("tags", do="name", alias=playing.touched_with("number2.5"), label="2")
    playing.runs(600)
    answer = host.asks("enrolment", do="start", deck="mito")

    assert (answer.status_code, answer.get_json()["error"]) == (
        400, "a round is on: change the deck when it is over"
    )  # fmt: skip
    assert host.gets("decks")["playing"]
    playing.controller.take(Choose(0, "abort"))
    assert not host.gets("decks")["playing"]
    assert host.asks("enrolment", do="start", deck="mito").status_code == 200


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "body", "status", "complaint"),
    [
        ("enrolment", {"do": "start", "deck": "chess"}, 404, "There is no deck 'chess'."),
        ("enrolment", {"do": "dance"}, 400, "do: expected one of start, skip, back, stop, not 'dance'"),
        ("enrolment", {"do": "skip"}, 400, "no deck is being tagged"),
        ("tags", {"do": "name", "alias": "ff0000"}, 400, "label: this is missing"),
        ("decks/chess/forget", {"card": "guard"}, 404, "There is no deck 'chess'."),
        ("decks/mito/forget", {"card": "guard"}, 400, "card: 'guard' carries no tag that could be forgotten"),
    ],
)
def test_what_cannot_be_is_told_in_one_sentence(
    host: Phone, path: str, body: dict[str, Any], status: int, complaint: str
) -> None:
    answer = host.asks(path, **body)

    assert (answer.status_code, answer.get_json()["error"]) == (status, complaint)


def test_there_is_no_deck_of_a_game_that_nobody_knows(host: Phone) -> None:
    answers = [host.get("/api/v1/decks/chess/tags"), host.puts("decks/chess/tags", tags={A: "king"})]

    assert [(answer.status_code, answer.get_json()["error"]) for answer in answers] == [
        (404, "There is no deck 'chess'.")
    ] * 2
