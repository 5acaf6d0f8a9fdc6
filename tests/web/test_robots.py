"""Robots through the API: who may seat them and send them away, and a whole game with them at once."""

from typing import Any

import pytest

from table.board import GameSnapshot
from table.keeping.journal import Journal
from tests.emulated import TableInTime
from tests.web.conftest import Phone


@pytest.fixture
def table(journal: Journal) -> TableInTime:
    """A table for six, where Ana and Ben have agreed on Mytho and nothing is dealt."""
    table = TableInTime(journal, game="mytho", seats=6)
    table.starts("mytho", "Ana", "Ben")
    return table


def shown(table: TableInTime) -> GameSnapshot:
    return table.controller.board.snapshot.game


def kinds(client: Phone) -> dict[int, str]:
    return {one["seat"]: one["robot"] for one in client.gets("table")["seats"] if one["robot"] is not None}


def names(client: Phone) -> list[str]:
    return [one["name"] for one in client.gets("table")["seats"]]


def is_on(table: TableInTime) -> None:
    """Deal, so that the game is under way."""
    table.people.follow(table.controller.board.snapshot)
    table.people.deal()
    table.runs(1500)
    assert shown(table).is_on(dealt=False)


def test_whoever_sits_may_seat_a_robot_before_the_cards_are_dealt(client: Phone) -> None:
    client.takes(1)

    assert client.asks("robots", seat=3, kind="keen").status_code == 200

    assert kinds(client) == {3: "keen"}
    assert names(client) == ["Ana", "Ben", "Bolt"]


def test_the_first_fact_of_a_game_says_who_is_a_robot(client: Phone, table: TableInTime) -> None:
    client.takes(1)
    client.asks("robots", seat=4)

    started = shown(table).started
    assert started is not None
    assert started.robots == {"4": "easy"}


def test_it_leaves_as_it_came(client: Phone) -> None:
    client.takes(1)
    client.asks("robots", seat=3)

    assert client.delete("/api/v1/robots/3").status_code == 200

    assert (kinds(client), names(client)) == ({}, ["Ana", "Ben"])
    assert client.delete("/api/v1/robots/3").status_code == 400, "there is none any more"


def test_a_stranger_may_not(client: Phone) -> None:
    assert client.asks("robots", seat=3).status_code == 401
    assert client.delete("/api/v1/robots/3").status_code == 401


@pytest.mark.long
@pytest.mark.parametrize(
    "body", [{"seat": 3, "kind": "clever"}, {"seat": 0}, {"seat": 99}, {}, {"seat": 3, "kind": None}]
)
def test_what_makes_no_sense_is_refused_in_a_sentence(client: Phone, body: dict[str, Any]) -> None:
    client.takes(1)
    answer = client.asks("robots", **body)
    assert answer.status_code == 400
    assert answer.get_json()["error"]


def test_where_somebody_sits_no_robot_does(client: Phone, other: Phone) -> None:
    client.takes(1)
    other.takes(2)

    assert client.asks("robots", seat=2).status_code == 409
    assert kinds(client) == {}


def test_once_cards_are_dealt_only_the_host_may(client: Phone, host: Phone, table: TableInTime) -> None:
    client.takes(1)
    client.asks("robots", seat=3)
    is_on(table)

    assert client.asks("robots", seat=2).status_code == 403
    assert client.delete("/api/v1/robots/3").status_code == 403
    assert host.asks("robots", seat=2, kind="keen").status_code == 200
    assert kinds(client) == {2: "keen", 3: "easy"}
    assert names(client)[1] == "Ben", "it plays on with the cards that lie there, by the name that is told"


def test_it_takes_the_seat_of_somebody_who_has_left_and_gives_it_back(
    client: Phone, other: Phone, host: Phone, table: TableInTime
) -> None:
    client.takes(1)
    client.asks("seats/1/name", name="Ana")
    other.takes(2)
    other.asks("seats/2/name", name="Ben")
    is_on(table)
    other.asks("seats/2/leave")
    assert shown(table).left == {2}

    host.asks("robots", seat=2)
    assert (shown(table).left, kinds(client)) == (frozenset(), {2: "easy"})

    other.takes(2)
    assert (shown(table).left, kinds(client)) == (frozenset(), {})
    assert shown(table).is_on(dealt=False), "the game goes on"


def test_who_sends_one_away_from_a_game_leaves_its_seat_to_somebody(host: Phone, table: TableInTime) -> None:
    host.asks("robots", seat=3)
    is_on(table)

    host.delete("/api/v1/robots/3")

    assert shown(table).left == {3}
    assert "Bolt has left" in host.gets("table")["notice"]


def test_who_takes_the_seat_of_a_robot_before_the_game_plays_there(client: Phone) -> None:
    client.takes(1)
    client.asks("robots", seat=2)
    client.asks("robots", seat=3)

    client.takes(3)
    client.asks("seats/3/name", name="Cleo")

    assert (kinds(client), names(client)) == ({2: "easy"}, ["Ana", "Bolt", "Cleo"])


def test_another_game_has_the_same_robots(client: Phone, host: Phone, table: TableInTime) -> None:
    host.asks("robots", seat=3, kind="keen")
    is_on(table)
    host.asks("choices", choice="abort")

    host.asks("games")

    assert (kinds(client), names(client)) == ({3: "keen"}, ["Ana", "Ben", "Bolt"])


def test_robots_do_not_stay_when_everybody_has_left(client: Phone, table: TableInTime) -> None:
    client.takes(2)
    client.asks("seats/2/name", name="Ben")
    client.asks("robots", seat=1)
    client.asks("robots", seat=3)

    client.asks("seats/2/leave")

    assert kinds(client) == {}
    assert not shown(table).with_robots


# -- quick


def test_a_stranger_is_in_a_game_with_robots_by_one_request(client: Phone, table: TableInTime) -> None:
    answer = client.asks("quick", game="mytho", robots=2, kind="keen", name="Zoe")

    assert (answer.status_code, answer.get_json()["seats"]) == (200, [1])
    assert (names(client), kinds(client)) == (["Zoe", "Bolt", "Cog"], {2: "keen", 3: "keen"})
    table.runs(1500)
    assert client.gets("table")["running"], "it is dealt, and on"
    assert len(table.people.held.hand(1)) == 5


def test_without_a_number_as_many_come_as_the_game_needs(client: Phone) -> None:
    client.asks("quick", game="mytho")
    assert kinds(client) == {2: "easy"}
    assert names(client)[0] == "Guest 1", "not Ana, who sat there before the page was opened"


def test_who_says_no_name_is_a_guest_in_his_own_language(client: Phone) -> None:
    client.asks("quick?lang=de", game="mytho")
    client.takes(2)
    client.asks("quick?lang=de", game="mytho", robots=1)

    assert "Gast 2" in names(client)


def test_everybody_who_sits_at_the_table_plays_too(client: Phone, other: Phone) -> None:
    other.takes(4)
    other.asks("seats/4/name", name="Dan")

    client.asks("quick", game="mytho", robots=2, name="Zoe")

    assert names(client) == ["Zoe", "Bolt", "Cog", "Dan"]


@pytest.mark.parametrize(("robots", "said"), [(9, "expected 1 to 5"), (0, "expected 1 to 5")])
def test_too_many_or_too_few_are_refused(client: Phone, robots: int, said: str) -> None:
    answer = client.asks("quick", game="mytho", robots=robots)
    assert answer.status_code == 400
    assert said in answer.get_json()["error"]
    assert client.is_known_as() == (False, []), "who is refused has taken no seat"


def test_a_game_that_others_play_is_the_hosts_to_end(client: Phone, other: Phone, table: TableInTime) -> None:
    other.takes(2)
    is_on(table)
    assert client.asks("quick", game="mytho", name="Zoe").status_code in (401, 403)


def test_a_game_that_robots_cannot_play_says_so(client: Phone) -> None:
    answer = client.asks("quick", game="chess")
    assert answer.status_code == 400


def test_robots_stay_in_a_game_for_which_the_host_names_them_again(host: Phone, client: Phone) -> None:
    host.asks("robots", seat=3, kind="keen")

    assert host.asks("games", players=["Ana", "Ben", "Bolt"]).status_code == 200
    assert kinds(client) == {3: "keen"}
    assert host.asks("games", players=["Ana", "Ben"]).status_code == 200
    assert kinds(client) == {}
