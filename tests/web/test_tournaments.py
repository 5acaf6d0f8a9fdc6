"""Tournaments from a phone: begun by whoever sits there, counted by themselves, taken away again."""

from pathlib import Path
from typing import Any

import pytest

from table.history.importing import import_scripts
from tests.history.library import script
from tests.web.conftest import Phone

AMONG = ["Ana", "Ben", "Cleo"]


@pytest.mark.long
def test_whoever_sits_there_begins_one_and_games_count_from_then_on(client: Phone, database: Path) -> None:
    import_scripts([script("mytho-on-pads")], database)
    client.takes(1)
    number = client.asks("tournaments", kind="best_of", players=AMONG, games=["mytho"]).get_json()["id"]
    import_scripts([script("mytho-on-piles")], database)
    import_scripts([script("nur_mut-on-piles")], database)

    (now,) = client.gets("tournaments")
    assert (now["id"], now["best_of"], now["winner"]) == (number, 3, None)
    (game,) = now["counted"]
    assert now["places"][0]["side"] == game["winner"]
    assert [client.gets(f"history/{game['id']}")["game"], now["places"][0]["wins"]] == ["mytho", 1]

    assert client.delete(f"/api/v1/tournaments/{number}").status_code == 200
    assert client.gets("tournaments") == []


@pytest.mark.long
@pytest.mark.parametrize(
    "wrong",
    [
        {"kind": "cup"},
        {"players": ["Ana"]},
        {"players": ["Ana", "Ana "]},
        {"players": ["Ana", ""]},
        {"best_of": 2},
        {"best_of": 0},
        {"games": ["chess"]},
        {"teams": [["Ana", "Zoe"]]},
        {"teams": [["Ana"]]},
        {"title": "x" * 41},
    ],
)
def test_what_makes_no_sense_is_refused_in_a_sentence(host: Phone, wrong: dict[str, Any]) -> None:
    answer = host.asks("tournaments", **{"kind": "best_of", "players": AMONG, **wrong})
    assert answer.status_code == 400
    assert answer.get_json()["error"]
    assert host.gets("tournaments") == []


def test_one_that_never_was_is_not_taken_away(host: Phone) -> None:
    answer = host.delete("/api/v1/tournaments/7")
    assert (answer.status_code, answer.get_json()["error"]) == (400, "there is no tournament 7")


def begin(somebody: Phone, **more: Any) -> Any:
    return somebody.asks("tournaments", kind="ladder", players=["Ana", "Ben"], **more)


def test_a_tournament_is_taken_out_by_the_phone_that_began_it_or_the_host(
    client: Phone, other: Phone, host: Phone, database: Path
) -> None:
    client.takes(1)
    other.takes(2)
    first, second = begin(client).get_json()["id"], begin(client).get_json()["id"]

    assert other.delete(f"/api/v1/tournaments/{first}").status_code == 403
    assert client.delete(f"/api/v1/tournaments/{first}").status_code == 200
    assert host.delete(f"/api/v1/tournaments/{second}").status_code == 200
    number = begin(other).get_json()["id"]
    assert client.delete(f"/api/v1/tournaments/{number}").status_code == 403, "numbers come again, tournaments do not"


def test_nobody_fills_the_table_with_tournaments(client: Phone, other: Phone, host: Phone) -> None:
    client.takes(1)
    assert [begin(client).status_code for _ in range(4)] == [200, 200, 200, 409]
    other.takes(2)
    assert begin(other).status_code == 409, "another cookie is no other phone"
    assert begin(host).status_code == 200
    number = client.gets("tournaments")[-1]["id"]
    client.delete(f"/api/v1/tournaments/{number}")
    assert begin(client).status_code == 200
