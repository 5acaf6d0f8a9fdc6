"""Robots by themselves: the pages say so, nobody disturbs them, and whoever comes to play sends them home."""

from typing import Any

import pytest

from table.keeping.journal import Journal
from table.running.messages import StartGame
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Shown, phone, served
from web.access.permissions import PLAYING

FOUND = StartGame("mito", ("Ana", "Ben", "Cleo"), {"rounds": 2}, seed=5)


@pytest.fixture
def table(journal: Journal) -> TableInTime:
    """A table at which robots play by themselves; a card is turned up."""
    table = TableInTime(journal)
    table.controller.take(FOUND.for_robots(seed=7))
    table.runs(250)
    table.card("number2.1").touches("discard")
    table.live.beat()
    return table


def held_from_before(client: Phone, table: TableInTime, seat: int) -> None:
    """Hold a seat since before the robots came."""
    client.takes(seat)
    table.controller._playing.game = table.controller._seating.gathering = None
    table.controller.take(FOUND.for_robots(seed=8))
    table.runs(250)
    table.card("number2.1").touches("discard")
    table.live.beat()


def plays(client: Phone) -> bool:
    auto: bool = client.gets("table")["auto"]
    return auto


def test_everybody_hears_that_robots_play(client: Phone) -> None:
    assert plays(client)
    with client.get("/api/v1/events") as stream:
        assert b'"auto": true' in next(iter(stream.response))


def test_who_takes_a_seat_finds_the_game_as_it_was_agreed_on(client: Phone, table: TableInTime) -> None:
    for seat, name in enumerate(("Xi", "Yan", "Zoe"), start=1):
        client.takes(seat)
        assert not plays(client)
        client.asks(f"seats/{seat}/name", name=name)

    found = table.controller.board.snapshot.game.started
    assert found is not None
    assert (found.players, found.options) == (["Xi", "Yan", "Zoe"], {"rounds": 2})
    assert client.gets("table")["piles"]["discard"]["count"] == 0
    table.live.beat()
    assert client.asks("hands", do="deal").status_code == 200


def test_who_asks_for_a_seat_that_is_held_sends_nobody_home(client: Phone, other: Phone, table: TableInTime) -> None:
    held_from_before(other, table, 2)

    assert client.asks("seats/2/take").status_code == 409
    assert client.asks("seats/9/take").status_code == 404
    assert plays(client)


def test_of_two_who_come_the_second_finds_the_game_of_the_first(client: Phone, other: Phone) -> None:
    client.takes(1)
    client.asks("seats/1/name", name="Zoe")
    other.takes(2)

    view = client.gets("table")
    assert [seat["name"] for seat in view["seats"]] == ["Zoe", None, None]
    assert (view["title"], view["game"], view["gathering"]) == ("Mito", None, {"game": "mito", "missing": 2})
    assert view["prompt"] == "Two more are needed: take a seat and say your name."
    other.asks("seats/2/name", name="Yan")
    assert client.gets("table")["prompt"].startswith("One more is needed")


def test_who_is_too_early_may_practise_with_partners_who_are_gone_afterwards(client: Phone, table: TableInTime) -> None:
    client.takes(1)
    client.asks("seats/1/name", name="Zoe")
    table.runs(250)
    assert client.asks("practice", seat=1).status_code == 200
    assert [seat["name"] for seat in client.gets("table")["seats"]] == ["Zoe", "Partner 2", "Partner 3"]

    assert client.asks("practice/end").status_code == 200

    view = client.gets("table")
    assert ([seat["name"] for seat in view["seats"]], view["game"]) == (["Zoe", None, None], None)
    assert view["prompt"].startswith("Two more are needed")


def test_who_leaves_while_others_are_awaited_is_not_there_any_more(client: Phone, other: Phone) -> None:
    client.takes(1)
    client.asks("seats/1/name", name="Zoe")
    other.takes(2)
    other.asks("seats/2/name", name="Yan")
    client.asks("seats/1/leave")

    assert [seat["name"] for seat in other.gets("table")["seats"]] == [None, "Yan", None]


def test_those_who_wait_may_want_another_game(client: Phone, other: Phone) -> None:
    client.takes(1)
    client.asks("seats/1/name", name="Zoe")
    assert client.asks("games", game="mytho").status_code == 200
    assert client.gets("table")["gathering"] == {"game": "mytho", "missing": 1}

    assert client.asks("games", players=["Zoe"]).status_code == 400, "who names players means a game now"
    assert client.gets("table")["gathering"] == {"game": "mytho", "missing": 1}


def test_who_has_left_in_the_middle_is_told_of_until_somebody_takes_the_place(
    client: Phone, other: Phone, table: TableInTime
) -> None:
    for seat, name in enumerate(("Xi", "Yan", "Zoe"), start=1):
        client.takes(seat)
        client.asks(f"seats/{seat}/name", name=name)
    table.runs(250)
    table.card("number2.1").touches("discard")
    client.asks("seats/3/leave")
    view = other.gets("table")
    assert (view["turn"], view["notice"]) == (1, "Zoe has left. Whoever takes seat 3 plays on.")

    other.takes(3)
    assert other.gets("table")["notice"] is None


def test_a_turn_never_stands_with_somebody_who_has_gone(client: Phone, other: Phone, table: TableInTime) -> None:
    for seat, name in enumerate(("Xi", "Yan", "Zoe"), start=1):
        client.takes(seat)
        client.asks(f"seats/{seat}/name", name=name)
    table.runs(250)
    table.card("number2.1").touches("discard")
    assert other.gets("table")["headline"] == "Xi’s turn"

    client.asks("seats/1/leave")
    assert other.gets("table")["headline"] == "Xi has left", "the others are asked what becomes of the seat"
    client.asks("choices", seat=2, choice="settle", value="wait")

    view = other.gets("table")
    assert (view["turn"], view["headline"], view["notice"]) == (None, "One is needed", None)
    assert view["prompt"] == (
        "Xi has left. Whoever takes seat 1 plays on. The host may give the turn to somebody else."
    )
    other.takes(1)
    assert [other.gets("table")[name] for name in ("turn", "headline")] == [1, "Xi’s turn"]


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("tabletop", {"do": "touch", "card": "number3.1", "zone": "discard"}),
        ("tabletop", {"do": "press", "seat": 3}),
        ("tabletop", {"do": "press", "seat": 1}),
        ("hands", {"do": "deal"}),
        ("hands", {"do": "show", "seat": 1}),
        ("choices", {"seat": 1, "choice": "settle", "value": 1}),
        ("host/claim", {}),
    ],
)
def test_nobody_disturbs_them_not_even_who_holds_a_seat_from_before(
    client: Phone, table: TableInTime, path: str, body: dict[str, Any]
) -> None:
    held_from_before(client, table, 1)
    before = table.event_names()
    refused = client.asks(path, **body)
    table.runs(1_000)

    assert (refused.status_code, refused.get_json()) == (409, {"error": PLAYING})
    assert table.event_names() == before
    assert plays(client)


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("seats/1/take", {}),
        ("seats/1/name", {"name": "Zoe"}),
        ("games", {}),
    ],
)
def test_who_holds_a_seat_from_before_plays_by_saying_so(
    client: Phone, table: TableInTime, path: str, body: dict[str, Any]
) -> None:
    held_from_before(client, table, 1)

    assert client.asks(path, **body).status_code == 200
    assert not plays(client)


@pytest.mark.parametrize(("path", "body"), [("games", {}), ("enrolment", {"do": "start", "deck": "mito"})])
def test_a_host_who_begins_something_sends_them_home(host: Phone, path: str, body: dict[str, Any]) -> None:
    assert host.asks(path, **body).status_code == 200
    assert not plays(host)


@pytest.mark.long
@pytest.mark.parametrize(
    ("path", "body"),
    [
        ("seats/2/take", {}),
        ("seats/1/name", {"name": "Zoe"}),
        ("games", {}),
        ("practice", {"seat": 1, "game": "mito", "name": "Zoe"}),
        ("enrolment", {"do": "start", "deck": "mito"}),
    ],
)
def test_hands_are_off_before_a_game_of_people_begins(
    table: TableInTime, monkeypatch: pytest.MonkeyPatch, path: str, body: dict[str, Any]
) -> None:
    asked: list[bool] = []
    monkeypatch.setattr(Shown, "make_way", lambda shown: asked.append(shown.board.snapshot.game.auto))
    visitor = phone(served(Shown(table)))
    visitor.becomes_host()
    held_from_before(visitor, table, 1)
    asked.clear()
    for _ in range(2):
        visitor.asks(path, **body)

    assert asked == [True], "once, and not in a game of people"
