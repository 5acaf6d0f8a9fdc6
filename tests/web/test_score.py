"""Counting without playing, over the API and as a page."""

from typing import Any

import pytest

from tests.web.conftest import Phone

PLAYERS: list[dict[str, Any]] = [{"name": "Ana", "terrain": ["harpy.1"]}, {"name": "Ben", "terrain": ["dwarf.1"]}]


def test_anybody_may_count(client: Phone) -> None:
    answer = client.asks("score/mythology_go", board={"players": PLAYERS}).get_json()

    assert [(player["name"], player["total"]) for player in answer["players"]] == [("Ana", 7), ("Ben", 8)]
    assert answer["steps"][1] == {
        "stage": "cards",
        "player": 0,
        "card": "harpy.1",
        "keyword": "outnumber",
        "points": 4,
        "why": "Outnumber: 1 here, and nobody else has as many",
    }


def test_rounds_are_ranked(client: Phone) -> None:
    rounds = [{"Ana": 20, "Ben": 30}, {"Ana": 20, "Ben": 12}, {"Ana": 10, "Ben": 8}]

    assert client.asks("score/mythology_go/ranking", rounds=rounds).get_json() == {
        "ranking": [{"names": ["Ana"], "points": 50, "won": 2}, {"names": ["Ben"], "points": 50, "won": 1}],
        "next": "Ben",
    }


def test_rounds_are_ranked_as_was_agreed(client: Phone) -> None:
    rounds = [{"Ana": 20, "Ben": 30}, {"Ana": 20, "Ben": 12}, {"Ana": 8, "Ben": 6}, {"Ana": 3, "Ben": 3}]
    agreed = {"final_tie": "shared", "low_tie_starter": "lot"}

    assert client.asks("score/mythology_go/ranking", rounds=rounds, options=agreed).get_json() == {
        "ranking": [{"names": ["Ana", "Ben"], "points": 51, "won": 3}],
        "next": "Ana",
        "among": ["Ana", "Ben"],
    }


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "body", "said"),
    [
        ("", {"board": {"players": PLAYERS[:1]}}, "players: expected"),
        ("", {"board": {"players": [PLAYERS[0], PLAYERS[0]]}}, "players.1.name: there are two players called 'Ana'"),
        ("", {"lying": {}}, "board: this is missing"),
        ("/ranking", {"rounds": []}, "rounds: expected everybody's points in at least one round"),
        ("/ranking", {"rounds": [{}]}, "rounds: expected everybody's points in at least one round"),
        ("/ranking", {"rounds": [{"Ana": 1}] * 17}, "rounds: expected"),
        ("/ranking", {"rounds": [{"Ana": 10**304}]}, "rounds.0.Ana: expected"),
        ("/ranking", {"rounds": [{"Ana": 1}], "options": {"final_tie": "duel"}}, "options.final_tie: expected"),
    ],
)
def test_what_cannot_be_counted_is_one_sentence(client: Phone, path: str, body: Any, said: str) -> None:
    answer = client.post(f"/api/v1/score/mythology_go{path}", json=body)

    assert answer.status_code == 400
    assert answer.get_json()["error"].startswith(said)


@pytest.mark.parametrize("game", ["mito", "chess"])  # Mito's hands are counted too, but not on a page
def test_there_is_no_page_for_what_nobody_counts_on_one(client: Phone, game: str) -> None:
    answers = [client.get(f"/score/{game}"), client.asks(f"score/{game}", board={})]

    assert [answer.status_code for answer in answers] == [404, 404]
    assert f"{game!r} cannot be counted here." in answers[1].get_json()["error"]


def test_the_page_brings_the_cards_of_this_table(client: Phone) -> None:
    page = client.get("/score/mythology_go").get_data(as_text=True)

    assert '"code":"harpy","colour":"yellow","copies":4' in page.replace(" ", "")
    assert "/games/mythology_go/score.mjs" in page
