"""What a hub answers: tables, games, people, and who may change anything."""

import json
import re
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from flask import Flask
from flask.testing import FlaskClient
from sqlalchemy import select, update
from werkzeug.security import generate_password_hash

from cardtable_club.hub import keeping, reading
from cardtable_club.hub.database import Database
from cardtable_club.hub.heard import EventHeard, GameOver, Status, SummaryHeard
from cardtable_club.hub.listener import Hub
from cardtable_club.hub.schema import GAMES, PARTS
from cardtable_club.publishing.address import Broker, Place
from cardtable_club.web.api import Same
from cardtable_club.web.context import Club
from cardtable_club.web.director import Login
from cardtable_club.web.server import create_app
from cardtable_club.web.tournaments import Correct, End, Join, Leave, NewTournament
from club.tests.hub.tables import game_of, summary
from club.tests.hub.test_people import CAFE, HALL, KITCHEN, plays, says
from web.bodies import Body
from web.context import Config

PASSWORD = generate_password_hash("secret", "pbkdf2:sha256:1")
OWN = {"Origin": "http://localhost"}
WRONG = [
    "history?limit=0", "history?limit=x", "history?before=zz", f"history?before={game_of(9)}", "history?game=chess",
    "history?game=" + "x" * 101, "history?player=%00", "people?before=x", "people?game=chess",
]  # fmt: skip
PAGES = [
    "/", "/history", "/history/{game}", "/people", "/people?game=mytho", "/people/Ana", "/search?q=a", "/director",
    "/tables/riverside/kitchen",
]  # fmt: skip


@pytest.fixture
def hub(database: Database) -> Hub:
    """A hub that nobody has told to listen."""
    return Hub(Broker("nowhere", 1883, False), None, database)


@pytest.fixture
def app(hub: Hub) -> Flask:
    return create_app(Club(hub, ["club.example.org"]), Config(pin_hash=PASSWORD))


@pytest.fixture
def client(app: Flask) -> Iterator[FlaskClient]:
    with app.test_client() as client:
        yield client


@pytest.fixture
def director(client: FlaskClient) -> FlaskClient:
    assert client.post("/api/v1/director", json={"password": "secret"}, headers=OWN).status_code == 200
    return client


def status() -> Status:
    return Status(state="online", version="1", since="2026-01-02T03:00:00+00:00", games={})


def test_tables_are_listed_as_they_are_now(client: FlaskClient, hub: Hub) -> None:
    hub.wall.take_status(KITCHEN, status(), 0.0)
    hub.wall.take_picture(KITCHEN, {"game": "mytho", "title": "Mytho", "seats": [], "piles": {}}, 0.0)

    (table,) = client.get("/api/v1/tables").get_json()
    assert (table["club"], table["table"], table["online"], table["title"]) == ("riverside", "kitchen", True, "Mytho")
    whole = client.get("/api/v1/tables/riverside/kitchen").get_json()
    assert whole["picture"]["game"] == "mytho"
    assert client.get("/api/v1/tables/riverside/cellar").status_code == 404


def test_games_are_listed_latest_first_and_by_pages(client: FlaskClient, database: Database) -> None:
    games = [plays(database, number, KITCHEN, "Ana", "Ben", hour=number) for number in (1, 2, 3)]
    first = client.get("/api/v1/history?limit=2").get_json()
    later = client.get(f"/api/v1/history?limit=2&before={first[-1]['id']}").get_json()

    assert [one["id"] for one in first + later] == games[::-1]
    assert {
        "id",
        "game",
        "players",
        "started_at",
        "ended_at",
        "rounds",
        "totals",
        "winners",
        "robots",
        "termination",
    } <= {*first[0]}
    assert (first[0]["table"], first[0]["winners"]) == ("kitchen", [1])


def test_games_that_ended_together_are_each_on_one_page(client: FlaskClient, database: Database) -> None:
    games = {plays(database, number, KITCHEN, "Ana", "Ben") for number in range(7)}
    found: list[str] = []
    while page := client.get("/api/v1/history?limit=2" + (f"&before={found[-1]}" if found else "")).get_json():
        found += [one["id"] for one in page]

    assert len(found) == 7
    assert {*found} == games


def test_games_are_found_by_game_and_player(client: FlaskClient, database: Database) -> None:
    plays(database, 1, KITCHEN, "Ana", "Ben")
    plays(database, 2, HALL, "Cleo", "Ben")

    assert [one["players"] for one in client.get("/api/v1/history?player=ana").get_json()] == [["Ana", "Ben"]]
    assert len(client.get("/api/v1/history?game=mytho").get_json()) == 2
    assert client.get("/api/v1/history?game=mito").get_json() == []
    assert len(client.get("/api/v1/history?club=riverside&table=hall").get_json()) == 1


def test_games_of_simulated_people_are_listed_and_count_for_nobody(client: FlaskClient, database: Database) -> None:
    played = plays(database, 1, KITCHEN, "Ana", "Ben")
    shown = plays(database, 2, KITCHEN, "Ana", "Ben", kind="simulated")
    plays(database, 3, KITCHEN, "Ana", "Ben", kind="practice")

    assert {one["id"] for one in client.get("/api/v1/history").get_json()} == {played, shown}
    assert [one["id"] for one in client.get("/api/v1/history?kind=people").get_json()] == [played]
    assert client.get("/api/v1/people/Ana").get_json()["games"]["mytho"]["games"] == 1
    for asked in ("", "?player=ana"):
        page = client.get(f"/history{asked}").text
        assert (played in page, shown in page) == (True, True)
        assert page.count("played by robots alone") == 1
        assert {one["id"] for one in client.get(f"/api/v1/history{asked}").get_json()} == {played, shown}
    person = client.get("/people/Ana").text
    assert (played in person, shown in person) == (True, False)


def test_a_game_and_its_events(client: FlaskClient, database: Database) -> None:
    game = plays(database, 1, KITCHEN, "Ana", "Ben")
    with database.writing() as db:
        keeping.keep(db, [EventHeard(KITCHEN, game, seq, f'{{"seq":{seq}}}') for seq in (2, 1)], lambda *_: None)

    events = f"/api/v1/history/{game}/events"
    assert client.get(events).get_json() == [{"seq": 1}, {"seq": 2}]
    assert client.get(f"{events}?limit=1").get_json() == [{"seq": 2}]
    assert (
        client.get(f"{events}?limit=1&before=2").get_json()
        == client.get(f"{events}?before=2").get_json()
        == [{"seq": 1}]
    )
    assert client.get(f"{events}?before=1").get_json() == []
    assert [client.get(f"{events}?{wrong}").status_code for wrong in ("limit=0", "limit=101", "before=x")] == [400] * 3
    whole = client.get(f"/api/v1/history/{game}").get_json()
    assert (whole["kept"], whole["events"], [*whole["ratings"]]) == (2, 3, ["1", "2"])
    assert client.get(f"/api/v1/history/{game_of(9)}").status_code == 404


def test_the_events_of_a_long_game_are_read_piece_by_piece(client: FlaskClient, database: Database) -> None:
    says_events(database, *range(1, 251))
    read = list(reading.events(database, game_of(1)))

    assert client.get(f"/api/v1/history/{game_of(1)}/events").get_json() == [{"seq": seq} for seq in range(1, 251)]
    assert json.loads("".join(read)) == [{"seq": seq} for seq in range(1, 251)]
    assert max(one.count("seq") for one in read) == 100
    assert "".join(reading.events(database, game_of(2))) == "[]"


def test_a_table_names_the_games_that_are_on(client: FlaskClient, hub: Hub, database: Database) -> None:
    hub.wall.take_status(KITCHEN, status(), 0.0)
    over = plays(database, 2, KITCHEN, "Ana", "Ben")
    says_events(database, 1, 2, 4)

    going_on = client.get("/api/v1/tables/riverside/kitchen").get_json()["going_on"]
    assert going_on == [{"id": game_of(1), "kept": 2, "events": 4}]
    assert len(client.get(f"/api/v1/history/{game_of(1)}/events").get_json()) == 3
    assert client.get(f"/api/v1/history/{over}").status_code == 200


def test_a_game_dated_in_the_future_stands_first_until_another_ends(client: FlaskClient, database: Database) -> None:
    before_ms = time.time() * 1000
    odd = [plays(database, n, KITCHEN, "Eve", "Mallory", ended_at=end) for n, end in enumerate(FUTURES)]
    with database.reading() as db:
        dated = [*db.execute(select(GAMES.c.ended_ms)).scalars(), *db.execute(select(PARTS.c.ended_ms)).scalars()]
    assert all(before_ms - 1 <= one <= time.time() * 1000 for one in dated)
    with database.writing() as db:
        db.execute(update(GAMES).values(ended_ms=GAMES.c.ended_ms - 1000))  # that was a second ago
    ended = datetime.fromtimestamp(time.time(), UTC).isoformat()
    good = plays(database, 9, HALL, "Ana", "Ben", ended_at=ended)
    over = GameOver.model_validate(summary(odd[0], "somebody", "Mallory", ended=FUTURES[0]))
    says(database, SummaryHeard(KITCHEN, odd[0], over, over.model_dump_json()))

    assert client.get("/api/v1/history").get_json()[0]["id"] == good
    assert client.get("/history").status_code == 200


FUTURES = ("9999-12-31T23:59:59-23:59", "2999-01-01T00:00:00+00:00")


def says_events(database: Database, *seqs: int) -> None:
    said = [EventHeard(KITCHEN, game_of(1), seq, json.dumps({"seq": seq})) for seq in seqs]
    with database.writing() as db:
        keeping.keep(db, said, lambda *_: None)


def test_people_and_one_of_them(client: FlaskClient, database: Database) -> None:
    plays(database, 1, KITCHEN, "Ana", "Ben")
    plays(database, 2, KITCHEN, "Ana", "Cleo", hour=5)
    plays(database, 1, HALL, "Ana", "Dan", hour=6)

    names = [one["name"] for one in client.get("/api/v1/people").get_json()]
    assert sorted(names[:2]) == ["Ana", "Dan"]
    assert len(names) == 5
    ana = client.get("/api/v1/people/Ana").get_json()
    assert (ana["games"]["mytho"]["games"], ana["games"]["mytho"]["wins"]) == (2, 2)
    assert ana["games"]["mytho"]["rating"]["mu"] > 25
    (other,) = ana["others"]
    assert client.get(f"/api/v1/people/Ana?id={other}").get_json()["games"]["mytho"]["games"] == 1
    assert client.get("/api/v1/people/Zoe").status_code == 404
    assert [one["name"] for one in client.get("/api/v1/people?game=mytho&limit=1").get_json()] == ["Ana"]


def test_who_has_finished_no_game_is_not_among_the_people(client: FlaskClient, database: Database) -> None:
    plays(database, 1, KITCHEN, "Ana", "Ben")
    plays(database, 2, KITCHEN, "Ana", "Cleo", termination="abandoned")
    plays(database, 3, KITCHEN, "Ana", "Cleo", game="mito", termination="abandoned")

    assert {one["name"] for one in client.get("/api/v1/people").get_json()} == {"Ana", "Ben"}
    assert client.get("/api/v1/people?game=mito").get_json() == []
    assert client.get("/api/v1/people/Cleo").get_json()["games"]["mytho"]["games"] == 0


def test_a_game_that_only_a_newer_table_knows_is_found(client: FlaskClient, database: Database) -> None:
    game = plays(database, 1, KITCHEN, "Ana", "Ben", game="chess")

    assert [one["id"] for one in client.get("/api/v1/history?game=chess").get_json()] == [game]


def test_what_tables_publish_is_described(client: FlaskClient) -> None:
    assert client.get("/asyncapi.json").get_json()["asyncapi"] == "3.0.0"


def test_only_the_director_says_who_is_who(client: FlaskClient, database: Database) -> None:
    plays(database, 1, KITCHEN, "Ana", "Ben")
    plays(database, 1, HALL, "Ana", "Cleo")
    (question,) = client.get("/api/v1/questions").get_json()
    answer = {"one": question["one"]["id"], "other": question["other"]["id"], "same": True}

    assert client.post("/api/v1/questions", json=answer, headers=OWN).status_code == 401
    assert client.post("/api/v1/director", json={"password": "wrong"}, headers=OWN).status_code == 401
    client.post("/api/v1/director", json={"password": "secret"}, headers=OWN)
    assert client.post("/api/v1/questions", json=answer, headers=OWN).get_json() == {"done": True}
    assert client.get("/api/v1/questions").get_json() == []
    assert client.get("/api/v1/people/Ana").get_json()["games"]["mytho"]["games"] == 2


@pytest.mark.long
@pytest.mark.parametrize("path", WRONG)
def test_what_cannot_be_asked_is_one_sentence(client: FlaskClient, path: str) -> None:
    answer = client.get(f"/api/v1/{path}")

    assert answer.status_code == 400
    assert "expected" in answer.get_json()["error"]


def test_how_the_hub_is(client: FlaskClient, hub: Hub) -> None:
    said = client.get("/health").get_json()

    assert (said["kind"], said["ok"], said["broker"]["ok"], said["database"]["ok"]) == ("hub", False, False, True)
    assert said == client.get("/api/v1/health").get_json()


def test_the_hub_says_that_it_is_one(client: FlaskClient) -> None:
    assert " hub " in client.get("/asyncapi.json").get_json()["info"]["title"]
    for page in ("/", "/history", "/director", "/nowhere"):
        assert "· Hub</title>" in client.get(page, headers={"Accept": "text/html"}).text


def test_without_its_database_it_says_so(client: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardtable_club.hub.database import DatabaseAway

    def away(_: Database) -> Any:
        raise DatabaseAway("the disk is full")

    monkeypatch.setattr(Database, "reading", away)
    assert client.get("/health").status_code == 503
    answer = client.get("/api/v1/history")
    assert (answer.status_code, answer.get_json()) == (503, {"error": "the disk is full"})


@pytest.mark.parametrize("host", ["localhost", "club.example.org", "CLUB.example.org:8100"])
def test_the_hub_answers_to_its_names(client: FlaskClient, host: str) -> None:
    assert client.get("/api/v1/tables", headers={"Host": host}).status_code == 200


def test_and_to_no_other(client: FlaskClient) -> None:
    assert client.get("/api/v1/tables", headers={"Host": "evil.example.org"}).status_code == 400
    foreign = client.post(
        "/api/v1/director", json={"password": "secret"}, headers={"Origin": "http://evil.example.org"}
    )
    assert foreign.status_code == 403


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de", "fr", "xx"])
@pytest.mark.parametrize("path", PAGES)
def test_pages_are_there_in_every_language(director: FlaskClient, hub: Hub, path: str, language: str) -> None:
    hub.wall.take_status(KITCHEN, status(), 0.0)
    game = plays(hub.database, 1, KITCHEN, "Ana", "<b>Ben</b>")
    plays(hub.database, 1, CAFE, "Ana", "Cleo")
    answer = director.get(path.format(game=game), query_string={"lang": language} if "?" not in path else None)

    assert answer.status_code == 200
    assert "<b>Ben</b>" not in answer.text


def test_the_stream_begins_with_all_tables_and_goes_on_with_what_changes(app: Flask, hub: Hub) -> None:
    hub.wall.take_status(KITCHEN, status(), 0.0)
    with app.test_client() as client, client.get("/api/v1/events", buffered=False) as answer:
        said = answer.iter_encoded()
        first = next(said).decode()
        hub.wall.take_status(HALL, status(), 0.0)
        second = next(said).decode()
        hub.wall.take_status(Place("riverside", "kitchen"), None, 0.0)
        third = next(said).decode()

    assert '"all": true' in first
    assert '"kitchen"' in first
    assert '"hall"' in second
    assert '"kitchen"' not in second
    assert '"gone": [{"club": "riverside", "table": "kitchen"}]' in third


def test_the_stream_of_a_table_has_its_picture(app: Flask, hub: Hub) -> None:
    hub.wall.take_picture(KITCHEN, {"game": "mytho", "headline": "Ana’s turn"}, 0.0)
    with app.test_client() as client, client.get("/api/v1/tables/riverside/kitchen/events", buffered=False) as answer:
        first = next(answer.iter_encoded()).decode()

    assert "event: picture" in first
    assert "Ana’s turn" in first


def test_what_is_measured_is_openmetrics(client: FlaskClient, hub: Hub) -> None:
    from prometheus_client.openmetrics.parser import text_string_to_metric_families as families

    hub.counts["events"] = 7
    answer = client.get("/metrics", headers={"Accept": "application/openmetrics-text; version=1.0.0"})
    figures = {sample.name: sample.value for family in families(answer.text) for sample in family.samples}

    assert answer.content_type.startswith("application/openmetrics-text")
    assert (figures["cardtable_hub_events_total"], figures["cardtable_hub_broker_connected"]) == (7, 0)
    assert figures["cardtable_hub_database_up"] == 1


PAGE = (Path(__file__).parents[3] / "docs/club.md").read_text()
TAKEN: Mapping[str, Sequence[type[Body]]] = {
    "/api/v1/director": [Login],
    "/api/v1/director/leave": [],
    "/api/v1/questions": [Same],
    "/api/v1/tournaments": [NewTournament],
    "/api/v1/tournaments/NUMBER": [Join, Leave, Correct, End],
    "/api/v1/tournaments/NUMBER/rounds": [],
}


def test_the_page_on_clubs_has_every_route_that_takes_a_body_and_its_fields(app: Flask) -> None:
    written = {route: row for row in PAGE.splitlines() for route in re.findall(r"^. `POST (/api/v1/[\w/]+)`", row)}
    taking = {
        re.sub(r"<[^>]+>", "NUMBER", one.rule) for one in app.url_map.iter_rules() if "POST" in (one.methods or ())
    }

    assert written.keys() == TAKEN.keys() == taking
    for route, bodies in TAKEN.items():
        for name in {name for body in bodies for name in body.model_fields}:
            assert f"`{name}`" in written[route], (route, name)
