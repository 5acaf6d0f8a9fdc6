"""Who ends a game, what becomes of a seat that is left, and the names of those who take a robot's chair."""

from collections.abc import Sequence

import pytest
from flask import Flask

from table.board import GameSnapshot
from table.facts import EndAsked, Fact, SeatLeft
from table.keeping.journal import Journal
from table.running.messages import StartGame
from table.values import to_json
from tests.emulated import TableInTime
from tests.web.conftest import Phone, Real, phone, served


@pytest.fixture
def table(journal: Journal) -> TableInTime:
    """A table for four at which nobody plays."""
    return TableInTime(journal, game="mytho", seats=4)


def shown(table: TableInTime) -> GameSnapshot:
    return table.controller.board.snapshot.game


def plays(app: Flask, table: TableInTime, *names: str, robots: Sequence[int] = ()) -> list[Phone]:
    """Seat people by their phones, and robots; deal, and turn the first card up."""
    players = [*names, *("Bolt", "Cog")[: len(robots)]]
    table.controller.take(StartGame("mytho", tuple(players), {}, seed=5, robots=dict.fromkeys(robots, "easy")))
    phones = []
    for seat, name in enumerate(names, start=1):
        one = phone(app)
        assert one.asks(f"seats/{seat}/take").status_code == 200
        assert one.asks(f"seats/{seat}/name", name=name).status_code == 200
        phones.append(one)
    deal(table)
    return phones


def deal(table: TableInTime) -> None:
    table.people.follow(table.controller.board.snapshot)
    table.people.deal()
    table.runs(1500)
    table.people.follow(table.controller.board.snapshot)
    assert table.controller.board.is_on


def options(phone: Phone) -> list[str]:
    question = phone.gets("table")["question"]
    return [] if question is None else [one["answer"] for one in question["options"]]


def names(phone: Phone) -> list[str]:
    return [one["name"] for one in phone.gets("table")["seats"]]


# -- the end


def test_alone_with_robots_one_ends_the_game_and_begins_another(app: Flask, table: TableInTime) -> None:
    (ana,) = plays(app, table, "Ana", robots=(2, 3))

    answer = ana.asks("end")

    assert (answer.status_code, answer.get_json()) == (200, {"done": True})
    assert ana.gets("table")["over"]
    assert ana.asks("quick", game="mytho", robots=1, name="Ana").status_code == 200
    assert names(ana)[0] == "Ana"


def test_all_who_play_agree_by_phone_or_button(app: Flask, table: TableInTime) -> None:
    ana, ben, cleo = plays(app, table, "Ana", "Ben", "Cleo")

    answer = ana.asks("end")
    assert (answer.status_code, answer.get_json()) == (202, {"waits_for": [2, 3]})
    assert options(ben) == ["end", "play_on"]
    assert ben.asks("end").get_json() == {"waits_for": [3]}
    assert not to_json(shown(table).views["public"])["over"]
    table.runs(1100)
    table.seat(3).taps()

    assert ana.gets("table")["over"]
    assert cleo.asks("end").status_code == 409, "no game is on"


def test_one_who_wants_to_play_on_is_enough(app: Flask, table: TableInTime) -> None:
    ana, ben, _ = plays(app, table, "Ana", "Ben", "Cleo")
    ana.asks("end")

    ben.asks("choices", seat=2, choice="settle", value="play_on")

    assert options(ana) == []
    assert ana.asks("end").get_json() == {"waits_for": [2, 3]}, "who wants it has to say so again"


def test_the_host_ends_it_without_asking(app: Flask, table: TableInTime, host: Phone) -> None:
    plays(app, table, "Ana", "Ben")
    assert host.asks("end").get_json() == {"done": True}
    assert host.gets("table")["prompt"] == "The host has ended the game; nobody won."


def test_whoever_does_not_play_has_no_say(app: Flask, table: TableInTime, client: Phone) -> None:
    plays(app, table, "Ana", "Ben")
    assert client.asks("end").status_code == 401
    client.takes(4)
    for path, body in (("end", {}), ("games", {}), ("quick", {"game": "mytho"}), ("hands", {"do": "deal"})):
        assert client.asks(path, **body).status_code == 403, path
    assert not client.gets("table")["over"]


def test_a_seat_that_nobody_holds_counts_once_somebody_has_pressed_its_button(app: Flask, table: TableInTime) -> None:
    (ana, *_) = plays(app, table, "Ana", "Ben")
    table.controller.take(StartGame("mytho", ("Ana", "Ben", "Cleo"), {}, seed=5))
    deal(table)
    phone(app)
    table.seat(3).taps()

    assert ana.asks("end").get_json() == {"waits_for": [2, 3]}


def goes_on_after_a_power_cut(table: TableInTime, journal: Journal, last: type[Fact]) -> None:
    """Resume the game from its journal, whose last fact is of that kind."""
    recorded = journal.running()
    assert recorded is not None
    assert isinstance(journal.facts(recorded.game_id)[-1], last)
    table.controller.resume(recorded)


def test_what_is_asked_is_a_fact_and_asked_again_after_a_power_cut(
    app: Flask, table: TableInTime, journal: Journal
) -> None:
    ana, ben, _ = plays(app, table, "Ana", "Ben", "Cleo")
    ana.asks("end")
    goes_on_after_a_power_cut(table, journal, EndAsked)

    assert options(ben) == ["end", "play_on"]
    assert ben.asks("end").get_json() == {"waits_for": [3]}


def test_at_a_real_table_whoever_plays_by_cards_is_asked_and_answers_by_button(table: TableInTime) -> None:
    table.controller.take(StartGame("mytho", ("Ana", "Ben", "Cleo"), {}, seed=5))
    ana = phone(served(Real(table)))
    ana.takes(1)
    table.runs(250)
    table.card("5h").touches("visible")
    assert table.controller.board.is_on

    assert ana.asks("end").get_json() == {"waits_for": [2, 3]}
    assert ana.asks("quick", game="mytho").status_code == 403
    table.runs(1100)
    table.seat(2).taps()
    table.seat(3).taps()

    assert table.view["over"]


def test_at_a_real_table_a_phone_at_a_free_seat_is_nobody(table: TableInTime) -> None:
    table.controller.take(StartGame("mytho", ("Ana", "Ben"), {}, seed=5))
    somebody = phone(served(Real(table)))
    before = shown(table).game_id

    assert somebody.asks("quick", game="mytho").status_code == 401
    assert somebody.is_known_as() == (False, []), "who is refused has taken no seat"
    somebody.takes(3)
    assert somebody.asks("quick", game="mytho").status_code == 403
    assert shown(table).game_id == before


# -- somebody leaves


def test_whoever_leaves_is_replaced_by_a_robot_if_somebody_says_so(app: Flask, table: TableInTime) -> None:
    ana, ben, cleo = plays(app, table, "Ana", "Ben", "Cleo")

    cleo.asks("seats/3/leave")

    assert (options(ana), ana.gets("table")["left"]) == (["robot", "wait", "end"], [3])
    assert ben.asks("choices", seat=2, choice="settle", value="robot").status_code == 200
    assert (shown(table).robots, shown(table).left, options(ana)) == ({3: "easy"}, frozenset(), [])
    assert names(ana)[2] == "Cleo"


def test_without_an_answer_a_robot_plays_on_after_a_minute(app: Flask, table: TableInTime) -> None:
    _, _, cleo = plays(app, table, "Ana", "Ben", "Cleo")
    cleo.asks("seats/3/leave")
    table.runs(59_000)
    assert shown(table).robots == {}
    table.runs(1_500)
    assert (shown(table).robots, shown(table).left) == ({3: "easy"}, frozenset())


@pytest.mark.long
def test_a_phone_that_is_silent_has_not_left(app: Flask, table: TableInTime) -> None:
    ana, *_ = plays(app, table, "Ana", "Ben", "Cleo")
    table.runs(120_000)
    assert (options(ana), shown(table).robots) == ([], {})


def test_where_nobody_is_left_but_robots_the_game_is_given_up(app: Flask, table: TableInTime) -> None:
    (ana,) = plays(app, table, "Ana", robots=(2, 3))

    ana.asks("seats/1/leave")

    gathering = table.controller.board.snapshot.table.gathering
    assert (shown(table).game_id, shown(table).robots) == (None, {})
    assert gathering is not None
    assert gathering.names == {}
    assert phone(app).asks("quick", game="mytho", name="Zoe").status_code == 200, "the start page offers games"


def test_people_who_were_named_and_never_came_do_not_play_on(app: Flask, table: TableInTime) -> None:
    table.controller.take(StartGame("mytho", ("Ana", "Ben", "Cleo"), {}, seed=5))
    ana = phone(app)
    ana.takes(1)
    deal(table)

    ana.asks("seats/1/leave")

    assert shown(table).game_id is None


def test_a_robot_that_the_host_sends_away_leaves_as_people_do(app: Flask, table: TableInTime, host: Phone) -> None:
    ana, ben = plays(app, table, "Ana", "Ben", robots=(3,))
    assert ana.delete("/api/v1/robots/3").status_code == 403, "the cards are dealt"

    assert host.delete("/api/v1/robots/3").status_code == 200

    assert options(ana) == ["robot", "wait", "end"]
    ana.asks("choices", seat=1, choice="settle", value="end")
    assert ben.asks("end").get_json() == {"done": True}


def test_the_host_frees_a_lost_phones_seat_and_the_game_goes_on_with_whoever_takes_it(
    app: Flask, table: TableInTime, host: Phone, client: Phone
) -> None:
    ana, _ = plays(app, table, "Ana", "Ben")
    host.asks("seats/2/free")
    assert options(ana) == ["robot", "wait", "end"]
    client.takes(2)
    assert (options(ana), shown(table).left) == ([], frozenset())

    host.asks("seats/2/free")
    client.takes(2)
    host.asks("seats/1/free")
    host.asks("seats/2/free")
    assert shown(table).game_id is not None, "nobody has left: both may come back"


@pytest.mark.long
def test_who_has_left_is_gone_after_a_power_cut_and_the_others_are_asked_on(
    app: Flask, table: TableInTime, journal: Journal
) -> None:
    ana, _, cleo = plays(app, table, "Ana", "Ben", "Cleo")
    cleo.asks("seats/3/leave")
    goes_on_after_a_power_cut(table, journal, SeatLeft)

    assert (options(ana), shown(table).left) == (["robot", "wait", "end"], {3})
    table.runs(61_000)
    assert shown(table).robots == {3: "easy"}


# -- a robot makes room


def robots_chair(app: Flask, table: TableInTime) -> None:
    plays(app, table, "Ana", robots=(2, 3))


def test_a_name_said_at_a_robots_chair_is_its_name_at_once(app: Flask, table: TableInTime, client: Phone) -> None:
    robots_chair(app, table)

    assert client.asks("seats/2/take", name="Zoe").status_code == 200

    assert names(client)[1] == "Zoe"
    assert shown(table).robots == {3: "easy"}
    with client.get("/api/v1/events") as stream:
        assert b"Zoe" in next(iter(stream.response)), "on all phones"


def test_a_name_said_afterwards_counts_too_and_only_once(app: Flask, table: TableInTime, client: Phone) -> None:
    robots_chair(app, table)
    client.takes(2)

    assert client.asks("seats/2/name", name="Zoe").get_json() == {"name": "Zoe", "next": False}
    assert names(client)[1] == "Zoe"
    assert client.asks("seats/2/name", name="Yan").get_json() == {"name": "Yan", "next": True}
    assert names(client)[1] == "Zoe"


@pytest.mark.parametrize("name", ["", "x" * 21, "Ana", "a\nb"])
def test_a_refused_name_leaves_robot_and_chair_as_they_were(
    app: Flask, table: TableInTime, client: Phone, name: str
) -> None:
    robots_chair(app, table)
    before = shown(table)

    assert client.asks("seats/2/take", name=name).status_code == 400

    assert client.is_known_as() == (False, [])
    assert (shown(table).robots, shown(table).views) == (before.robots, before.views)


def test_before_the_deal_the_name_is_in_the_game_at_once_or_the_robot_stays(
    app: Flask, table: TableInTime, client: Phone
) -> None:
    table.controller.take(StartGame("mytho", ("Ana", "Bolt"), {}, seed=5, robots={2: "easy"}))
    assert client.asks("seats/2/take", name="Ana").status_code == 400
    assert shown(table).robots == {2: "easy"}

    assert client.asks("seats/2/take", name="Zoe").status_code == 200
    assert (names(client), shown(table).robots) == (["Ana", "Zoe"], {})


def test_the_name_is_kept_in_the_next_game_and_after_a_power_cut(
    app: Flask, table: TableInTime, client: Phone, host: Phone, journal: Journal
) -> None:
    robots_chair(app, table)
    client.asks("seats/2/take", name="Zoe")
    recorded = journal.running()
    assert recorded is not None
    table.controller.resume(recorded)
    assert names(client)[1] == "Zoe"
    host.asks("end")

    host.asks("games")

    assert names(client)[:2] == ["Ana", "Zoe"]


def test_play_now_without_a_name_never_takes_that_of_whoever_sat_there(
    app: Flask, table: TableInTime, client: Phone
) -> None:
    (ana,) = plays(app, table, "Ana", robots=(2,))
    ana.asks("seats/1/leave")

    client.asks("quick", game="mytho")

    assert names(client)[0] == "Guest 1"
