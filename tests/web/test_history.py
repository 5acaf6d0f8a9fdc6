"""What phones can look up of games that are over: the same for everybody, page by page, and nothing that was sealed."""

import json
import re
from pathlib import Path
from typing import Any

import pytest

from table.history.archive import Archive
from table.history.importing import import_scripts, played
from tests.history.library import SCRIPTS, among, record, script
from tests.web.conftest import Phone

pytestmark = pytest.mark.long


@pytest.fixture
def library(client: Phone, database: Path) -> list[Path]:
    """Whole games: the first becomes game 2, for game 1 is on."""
    for path in SCRIPTS:
        import_scripts([path], database)
    return SCRIPTS


def test_games_come_newest_first_and_page_by_page(client: Phone, library: list[Path]) -> None:
    first = client.gets("history?limit=3")
    second = client.gets(f"history?limit=3&before={first[-1]['id']}")

    assert [game["id"] for game in first + second] == [9, 8, 7, 6, 5, 4]
    assert client.gets("history") == [*first, *second, *client.gets("history?before=4")]


def test_games_can_be_looked_for_by_kind_and_by_player(client: Phone, library: list[Path]) -> None:
    assert {game["game"] for game in client.gets("history?game=mytho")} == {"mytho"}
    assert all("Dan" in game["players"] for game in client.gets("history?player=Dan"))
    assert client.gets("history?player=Nobody") == []


@pytest.mark.parametrize("asked", ["limit=0", "limit=101", "limit=x", "before=-1", "before=½", "game=chess"])
def test_what_cannot_be_looked_for_is_refused_in_a_sentence(client: Phone, asked: str) -> None:
    answer = client.get(f"/api/v1/history?{asked}")
    assert answer.status_code == 400
    assert asked.split("=")[0] in answer.get_json()["error"]


def test_a_game_has_its_rounds_counts_and_highlights(client: Phone, library: list[Path]) -> None:
    game = client.gets(f"history/{2 + library.index(script('mito-on-a-pile'))}")

    assert [one["scores"] for one in game["rounds_played"]] == [
        {"1": 1, "2": 0, "3": 16, "4": 10},
        {"1": 21, "2": 12, "3": 0, "4": 11},
    ]
    assert game["totals"] == {"1": 22, "2": 12, "3": 16, "4": 21}
    assert game["counts"]["3"]["slaps"] == {"races": 6, "median_ms": 236.5, "best_ms": 167.0, "last": 2}
    kinds = [one["kind"] for one in game["highlights"]]
    assert kinds.count("closest_race") == 1
    assert all(one["said"] for one in game["highlights"] if one["kind"] != "closest_race")
    assert game["highlights"][0]["said"] == "Ben is guilty, and the guard now.", "people have their names"


def test_events_are_those_that_were_told_and_each_has_its_picture_and_why(client: Phone, library: list[Path]) -> None:
    number = 2 + library.index(script("mytho-on-pads"))
    events = client.gets(f"history/{number}/events")
    assert tuple(events) == played(script("mytho-on-pads")).events

    at = next(event["seq"] for event in events if event["event"] == "contest_settled")
    picture, why = client.gets(f"history/{number}/pictures/{at}"), client.gets(f"history/{number}/events/{at}/why")
    assert picture["game"] == "mytho"
    assert picture["news"][0]["seq"] <= at + 3
    assert why["rules"], "the rule is quoted"


def test_events_come_by_pages_to_who_asks_for_pages(client: Phone, library: list[Path]) -> None:
    path = "history/2/events"
    all_of_them = client.gets(path)
    assert client.gets(f"{path}?limit=3") == all_of_them[-3:]
    assert client.gets(f"{path}?before=6") == all_of_them[:5]
    assert client.gets(f"{path}?limit=2&before=6") == all_of_them[3:5]
    assert client.gets(f"{path}?limit=2&before=1") == []
    pages: list[Any] = []
    while page := client.gets(f"{path}?limit=100&before={pages[0]['seq'] if pages else 10**6}"):
        pages = [*page, *pages]
    assert pages == all_of_them
    for wrong in ("limit=0", "limit=101", "limit=x", "before=-1"):
        assert client.get(f"/api/v1/{path}?{wrong}").status_code == 400


def test_pictures_show_nothing_that_was_sealed(client: Phone, library: list[Path]) -> None:
    number = 2 + library.index(script("mytho-on-pads"))
    for event in client.gets(f"history/{number}/events"):
        if event["event"] == "card_played" and event["zone"] == "hidden":
            picture = client.gets(f"history/{number}/pictures/{event['seq']}")
            assert picture["piles"]["hidden"]["top"] is None
            assert "card" not in event


def test_pictures_come_many_at_once_as_they_come_one_by_one(client: Phone, library: list[Path]) -> None:
    several = client.gets("history/2/pictures?from=3&to=7")
    assert several == [client.gets(f"history/2/pictures/{seq}") for seq in range(3, 8)]

    last = client.gets("history/2")["events"]
    assert client.gets(f"history/2/pictures?from={last}&to={last + 4}") == [client.gets(f"history/2/pictures/{last}")]


def test_a_forgotten_name_is_in_no_picture(client: Phone, library: list[Path], database: Path) -> None:
    names = [seat["name"] for seat in client.gets("history/2/pictures/1")["seats"]]
    with Archive(database) as archive:
        facts = [json.loads(body) for body in archive.record(2).facts]
        archive.change({2: record(among(facts, "somebody", *names[1:]))})

    assert [seat["name"] for seat in client.gets("history/2/pictures/1")["seats"]] == ["somebody", *names[1:]]


@pytest.mark.parametrize("asked", ["from=1", "to=3", "from=3&to=2", "from=1&to=6", "from=x&to=2", "from=1&to=-2"])
def test_no_more_pictures_are_asked_for_than_come_at_once(client: Phone, library: list[Path], asked: str) -> None:
    assert client.get(f"/api/v1/history/2/pictures?{asked}").status_code == 400


@pytest.mark.parametrize(
    "path",
    [
        "77",
        "2/pictures?from=9999&to=9999",
        "2/pictures?from=0&to=3",
        "2/pictures/0",
        "2/pictures/99999",
        "2/pictures/x",
        "2/events/0/why",
    ],
)
def test_what_never_was_is_not_there(client: Phone, library: list[Path], path: str) -> None:
    assert client.get(f"/api/v1/history/{path}").status_code == 404


@pytest.fixture
def broken_off(client: Phone, library: list[Path], database: Path, tmp_path: Path) -> int:
    """A game of Mito that was broken off after its first slap, before a round was over: no list has it."""
    whole = script("mito-on-a-pile")
    record = played(whole)
    slapped = next(of for of, event in zip(record.of, record.events, strict=True) if event["event"] == "race_closed")
    (tmp_path / "begun.jsonl").write_text("\n".join(whole.read_text().splitlines()[: slapped + 1]))
    with Archive(database) as archive:
        begun = played(tmp_path / "begun.jsonl")
        archive.add(77, begun, "1", "2026-01-01T20:00:00+00:00", "2026-01-01T20:01:00+00:00")
    return 77


@pytest.mark.parametrize("path", ["", "/events", "/events/1/why", "/pictures/1", "/pictures?from=1&to=2"])
def test_what_no_list_has_cannot_be_looked_at_either(client: Phone, broken_off: int, path: str) -> None:
    assert broken_off not in [game["id"] for game in client.gets("history")]
    assert client.get(f"/api/v1/history/{broken_off}{path}").status_code == 404
    assert client.get(f"/history/{broken_off}").status_code == 404


def test_ratings_come_with_games_that_can_be_looked_at(client: Phone, broken_off: int) -> None:
    ana = client.gets("people/Ana")["games"]["mito"]
    assert [one["id"] for one in ana["ratings"]] == [
        game["id"] for game in reversed(client.gets("history?game=mito")) if "Ana" in game["players"]
    ]
    assert ana["slaps"]["races"] == 11, "no race of it counts: one may have been open"


def test_people_come_with_their_standing_in_each_game(client: Phone, library: list[Path]) -> None:
    people = client.gets("people")
    assert {one["name"] for one in people} == {"Ana", "Ben", "Cleo", "Dan"}
    first = client.gets("people?limit=1")
    assert [*first, *client.gets(f"people?before={first[0]['place']}")] == people

    ana = client.gets("people/Ana")
    assert ana["games"]["mytho"]["wins"] == 2
    assert sum(ana["games"]["mito"]["times"]["own"].values()) == 11
    assert len(ana["games"]["mito"]["ratings"]) == 2
    assert client.get("/api/v1/people/Zoe").status_code == 404


def test_the_records_of_the_table_are_held(client: Phone, library: list[Path]) -> None:
    held = {one["record"]: one for one in client.gets("records")}
    assert held["fastest_slap"] == {"record": "fastest_slap", "name": "Ana", "game": "mito", "value": 156.0}
    assert json.dumps(held)


def page(client: Phone, path: str) -> dict[str, Any]:
    """What a page is told."""
    found = re.search(r'id="given">(.*?)</script>', client.get(path).get_data(as_text=True), re.DOTALL)
    assert found is not None
    given: dict[str, Any] = json.loads(found[1])
    return given


def test_the_page_of_games_begins_with_the_latest_and_knows_titles_and_people(
    client: Phone, library: list[Path]
) -> None:
    given = page(client, "/history?game=mytho")
    assert given["past"] == client.gets("history?game=mytho")
    assert given["titles"]["mytho"] == {"title": "Mytho"}
    assert given["people"] == ["Ana", "Ben", "Cleo", "Dan"]


def test_a_game_has_a_page_and_one_that_never_was_has_none(client: Phone, library: list[Path]) -> None:
    assert page(client, "/history/2")["whole"] == client.gets("history/2")
    assert client.get("/history/77").status_code == 404


def test_everybody_who_has_played_stands_on_a_page_and_has_one(client: Phone, library: list[Path]) -> None:
    given = page(client, "/people")
    assert given["people"] == client.gets("people")
    assert given["robots"] == client.gets("people?robots")
    assert given["records"] == client.gets("records")
    assert page(client, "/people/Ana")["person"] == client.gets("people/Ana")
    assert client.get("/people/Zoe").status_code == 404
