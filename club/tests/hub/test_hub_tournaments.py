"""Tournaments at a hub: the director decides, and results come in by themselves from the tables."""

from contextlib import closing
from typing import Any

import pytest
from flask.testing import FlaskClient
from sqlalchemy import update
from structlog.testing import capture_logs

from cardtable_club.hub import keeping, tournaments
from cardtable_club.hub.database import Database
from cardtable_club.hub.heard import GameOver, SummaryHeard
from cardtable_club.hub.schema import ENTRIES
from cardtable_club.publishing.address import Place
from cardtable_club.tournament.entries import Begun, Joined
from club.tests.hub.tables import game_of, summary
from club.tests.hub.test_hub_api import OWN, app, client, director, hub
from club.tests.hub.test_people import HALL, KITCHEN

__all__ = ["app", "client", "director", "hub"]
LATER = "2999-01-01T00:00:00+00:00"
WANTED: dict[str, Any] = {
    "title": "Open",
    "players": ["Ana", "Ben", "Cleo", "Dan"],
    "rounds": 2,
    "seed": 3,
    "game": "mytho",
}
TABLES = ["riverside/kitchen", "riverside/hall"]


def plays(database: Database, number: int, place: Place, *names: str, ended: str = LATER, **more: Any) -> str:
    game = game_of(number, place.table)
    over = GameOver.model_validate(summary(game, *names, ended=ended) | more)
    says(database, SummaryHeard(place, game, over, over.model_dump_json()))
    return game


def says(database: Database, said: SummaryHeard) -> None:
    with database.writing() as db:
        keeping.keep(db, [said], tournaments.take)


def post(client: FlaskClient, path: str, **body: Any) -> Any:
    answer = client.post(f"/api/v1/tournaments{path}", json=body, headers=OWN)
    assert answer.status_code == 200, answer.text
    return answer.get_json()


@pytest.fixture
def begun(director: FlaskClient) -> FlaskClient:
    """A director with tournament 1, of which the first round is paired."""
    assert post(director, "", **WANTED, tables=TABLES) == {"id": 1}
    assert post(director, "/1/rounds") == {"round": 1}
    return director


def the(client: FlaskClient) -> dict[str, Any]:
    found: dict[str, Any] = client.get("/api/v1/tournaments/1").get_json()
    return found


def seated(client: FlaskClient, place: Place) -> list[str]:
    names: list[str] = next(one for one in tables(client) if one["at"]["table"] == place.table)["players"]
    return names


def tables(client: FlaskClient) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = the(client)["rounds_paired"][-1]["tables"]
    return found


def test_results_come_in_by_themselves(begun: FlaskClient, database: Database) -> None:
    for place in (KITCHEN, HALL):
        plays(database, 1, place, *seated(begun, place))
    first = tables(begun)

    assert all(one["places"][one["players"][0]] == 1 for one in first)
    assert post(begun, "/1/rounds") == {"round": 2}
    assert [one["points"] for one in the(begun)["standings"]] == [1, 1, 0, 0]
    assert {*map(frozenset, (one["players"] for one in tables(begun)))}.isdisjoint(
        map(frozenset, (one["players"] for one in first))
    )


def test_nobody_asks_whether_the_people_of_a_tournament_are_the_same(begun: FlaskClient, database: Database) -> None:
    for number in (1, 2):
        for place in (KITCHEN, HALL):
            plays(database, number, place, *seated(begun, place))
        if number == 1:
            post(begun, "/1/rounds")
    seats = {frozenset(at["table"] for at in one["tables"]) for one in begun.get("/api/v1/people").get_json()}

    assert frozenset(("kitchen", "hall")) in seats
    assert begun.get("/api/v1/questions").get_json() == []
    assert [one["games"]["mytho"]["games"] for one in begun.get("/api/v1/people").get_json()] == [2] * 4
    plays(database, 3, Place("riverside", "cafe"), "Ana", "Zoe")
    assert [one["other"]["table"] for one in begun.get("/api/v1/questions").get_json()] == ["cafe"]


@pytest.mark.long
def test_who_was_said_to_be_two_people_stays_so_in_a_tournament(director: FlaskClient, database: Database) -> None:
    for place in (KITCHEN, HALL):
        plays(database, 9, place, *WANTED["players"][:2])
    for question in director.get("/api/v1/questions").get_json():
        answer = {"one": question["one"]["id"], "other": question["other"]["id"], "same": False}
        assert director.post("/api/v1/questions", json=answer, headers=OWN).status_code == 200
    post(director, "", **WANTED, tables=TABLES)
    for number in (1, 2):
        post(director, "/1/rounds")
        for place in (KITCHEN, HALL):
            plays(database, number, place, *seated(director, place))

    names = [one["name"] for one in director.get("/api/v1/people").get_json()]
    assert sorted(names) == ["Ana", "Ana", "Ben", "Ben", "Cleo", "Dan"]
    assert director.get("/api/v1/questions").get_json() == []


@pytest.mark.long
def test_a_table_that_tells_ever_other_results_fills_no_log(begun: FlaskClient, database: Database) -> None:
    names = seated(begun, KITCHEN)
    with capture_logs() as logs:
        for turn in range(3 * tournaments.MOST_RESULTS):
            plays(database, 1, KITCHEN, *names, ended=f"2999-01-01T00:00:{turn:02}+00:00")
    log = the(begun)["log"]

    assert [one["entry"] for one in log].count("resulted") == tournaments.MOST_RESULTS
    assert [one["entry"] for one in log].count("taken_back") == tournaments.MOST_RESULTS
    assert {one["event"] for one in logs} == {"a table tells ever other results: the director decides"}
    fixed = {"do": "correct", "round": 1, "table": 1, "places": {names[0]: 1, names[1]: 2}, "reason": "seen"}
    post(begun, "/1", **fixed)


def test_an_end_that_was_taken_back_is_no_result(begun: FlaskClient, database: Database) -> None:
    game = plays(database, 1, KITCHEN, *seated(begun, KITCHEN))
    says(database, SummaryHeard(KITCHEN, game, None, None))

    assert [one["places"] for one in tables(begun)] == [None, None]
    plays(database, 1, KITCHEN, *seated(begun, KITCHEN)[::-1])
    (table,) = [one for one in tables(begun) if one["places"]]
    assert table["places"][table["players"][1]] == 1


def test_a_result_stays_when_its_table_forgets_names(begun: FlaskClient, database: Database) -> None:
    ana, ben = seated(begun, KITCHEN)
    for names in ([ana, ben], ["somebody", ben], ["somebody", "somebody 2"]):
        game = plays(database, 1, KITCHEN, *names)
    (table,) = [one for one in tables(begun) if one["places"]]

    assert (table["places"], table["game"]) == ({ana: 1, ben: 2}, game)
    assert [entry["entry"] for entry in the(begun)["log"]] == ["begun", "paired", "resulted"]
    assert begun.get(f"/api/v1/history/{game}").get_json()["players"] == ["somebody", "somebody 2"]
    assert begun.get(f"/api/v1/people/{ana}").status_code == 404
    plays(database, 1, HALL, *seated(begun, HALL))
    assert post(begun, "/1/rounds") == {"round": 2}


def test_another_outcome_is_another_result(begun: FlaskClient, database: Database) -> None:
    ana, ben = seated(begun, KITCHEN)
    plays(database, 1, KITCHEN, ana, ben)
    plays(database, 1, KITCHEN, ana, ben, totals={"1": 5, "2": 20}, winners=[2])
    (table,) = [one for one in tables(begun) if one["places"]]

    assert table["places"] == {ana: 2, ben: 1}


@pytest.mark.long
@pytest.mark.parametrize("more", [{"termination": "aborted"}, {"kind": "practice"}, {"robots": {"2": "easy"}}])
def test_what_was_no_game_among_them_is_no_result(begun: FlaskClient, database: Database, more: dict[str, Any]) -> None:
    plays(database, 1, KITCHEN, *seated(begun, KITCHEN), **more)

    assert [one["places"] for one in tables(begun)] == [None, None]


def test_a_game_from_before_the_round_is_no_result(begun: FlaskClient, database: Database) -> None:
    plays(database, 1, KITCHEN, *seated(begun, KITCHEN), ended="2026-01-02T04:00:00+00:00")

    assert [one["places"] for one in tables(begun)] == [None, None]


def test_the_director_corrects_and_the_log_says_why(begun: FlaskClient, database: Database) -> None:
    plays(database, 1, KITCHEN, *seated(begun, KITCHEN))
    number = next(one["table"] for one in tables(begun) if one["places"])
    one, other = tables(begun)[number - 1]["players"]
    post(begun, "/1", do="correct", round=1, table=number, places={other: 1, one: 2}, reason="they sat crosswise")

    table = tables(begun)[number - 1]
    assert (table["places"], table["reason"]) == ({other: 1, one: 2}, "they sat crosswise")
    assert [entry["entry"] for entry in the(begun)["log"]] == ["begun", "paired", "resulted", "corrected"]


def test_people_come_and_go_and_it_ends(begun: FlaskClient) -> None:
    post(begun, "/1", do="join", name="Eva")
    post(begun, "/1", do="leave", name="Ana")
    for table in (1, 2):
        post(begun, "/1", do="correct", round=1, table=table, places={}, reason="nobody came")
    post(begun, "/1/rounds")
    now = {name for one in tables(begun) for name in one["players"]}
    assert "Eva" in now
    assert "Ana" not in now
    post(begun, "/1", do="end")

    assert the(begun)["over"]
    answer = begun.post("/api/v1/tournaments/1/rounds", json={}, headers=OWN)
    assert answer.status_code == 400


@pytest.mark.long
@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({**WANTED, "players": ["Ana", "ana"]}, "players: somebody is named twice"),
        ({**WANTED, "rounds": 0}, "rounds: expected greater than or equal to 1, not 0"),
        ({**WANTED, "game": "chess"}, "game: expected one of"),
        ({"title": "x"}, "players: this is missing"),
        ({**WANTED, "title": " \u2003"}, "title: expected more than spaces"),
        ({**WANTED, "players": [" ", "  "]}, "players: expected more than spaces"),
        ({**WANTED, "tables": ["riverside/kitchen/sink"]}, "tables: expected CLUB/TABLE, each of"),
        *(
            ({**WANTED, "tables": ["riverside/hall", at]}, "tables: expected CLUB/TABLE, each of 1 to 40 letters")
            for at in (
                "kitchen",
                "/",
                " ",
                "",
                "riverside/",
                "/kitchen",
                "x" * 41 + "/a",
                "a/" + "x" * 41,
                "a/ü",
                "a /b",
            )
        ),
    ],
)
def test_what_makes_no_sense_begins_nothing(director: FlaskClient, body: dict[str, Any], why: str) -> None:
    answer = director.post("/api/v1/tournaments", json=body, headers=OWN)

    assert (answer.status_code, answer.get_json()["error"][: len(why)]) == (400, why)
    assert director.get("/api/v1/tournaments").get_json() == []


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ({"do": "join", "name": "  "}, "name: expected more than spaces"),
        ({"do": "leave", "name": " "}, "name: expected more than spaces"),
        (
            {"do": "correct", "round": 1, "table": 1, "places": {}, "reason": " "},
            "reason: expected more than spaces",
        ),
    ],
)
def test_spaces_decide_nothing(begun: FlaskClient, body: dict[str, Any], why: str) -> None:
    answer = begun.post("/api/v1/tournaments/1", json=body, headers=OWN)

    assert (answer.status_code, answer.get_json()["error"]) == (400, why)
    assert [entry["entry"] for entry in the(begun)["log"]] == ["begun", "paired"]


def test_spaces_around_what_is_written_are_left_out(director: FlaskClient) -> None:
    post(director, "", **WANTED | {"title": " Open ", "players": ["Ana ", " Ben"]}, tables=[f" {TABLES[0]} "])
    post(director, "/1", do="leave", name=" Ana")
    post(director, "/1", do="join", name="Cleo ")

    assert (the(director)["title"], the(director)["players"], the(director)["left"]) == (
        "Open",
        ["Ana", "Ben", "Cleo"],
        ["Ana"],
    )


def test_only_the_director_decides(begun: FlaskClient) -> None:
    begun.post("/api/v1/director/leave", json={}, headers=OWN)
    for path, body in (("", WANTED), ("/1", {"do": "end"}), ("/1/rounds", {})):
        assert begun.post(f"/api/v1/tournaments{path}", json=body, headers=OWN).status_code == 401
    assert not the(begun)["over"]


def test_what_is_not_there_is_not_found(director: FlaskClient) -> None:
    assert director.get("/api/v1/tournaments/9").status_code == 404
    assert director.get("/tournaments/9").status_code == 404
    assert director.post("/api/v1/tournaments/9", json={"do": "end"}, headers=OWN).status_code == 404


@pytest.mark.long
@pytest.mark.parametrize("language", ["en", "de", "fr"])
@pytest.mark.parametrize("path", ["/tournaments", "/tournaments/1", "/tournaments/1/board"])
def test_its_pages_speak_every_language(begun: FlaskClient, database: Database, path: str, language: str) -> None:
    plays(database, 1, KITCHEN, *seated(begun, KITCHEN))
    answer = begun.get(f"{path}?lang={language}")

    assert answer.status_code == 200
    assert "Open" in answer.text


def test_a_log_is_told_in_its_order_however_the_database_keeps_it(each_url: str) -> None:
    with closing(Database(each_url)) as database:
        database.migrate()
        number = tournaments.begin(database, Begun(title="Open", players=["Ana", "Ben"]))
        tournaments.change(database, number, lambda _: Joined(name="Cleo"))
        with database.writing() as db:  # PostgreSQL writes it behind the others, and reads so few without an index
            db.execute(update(ENTRIES).where(ENTRIES.c.number == 1).values(at_ms=1))
            db.exec_driver_sql("ANALYZE entries")
        with database.reading() as db:
            log = tournaments.described(db, number)["log"]

    assert [entry["entry"] for entry in log] == ["begun", "joined"]


def test_the_latest_tournaments_are_listed(director: FlaskClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tournaments, "MOST_SHOWN", 2)
    for _ in range(3):
        post(director, "", **WANTED)

    assert [one["id"] for one in director.get("/api/v1/tournaments").get_json()] == [3, 2]


def test_a_result_that_comes_once_more_is_no_second_one(begun: FlaskClient, database: Database) -> None:
    for _ in range(2):
        plays(database, 1, KITCHEN, *seated(begun, KITCHEN))

    assert [entry["entry"] for entry in the(begun)["log"]].count("resulted") == 1
