"""People who are too few: nobody is dealt in for those who are missing, and the table says how many it needs."""

from typing import Any

import pytest

from table import games
from table.complaints import BadInput
from table.keeping.journal import Journal
from table.running.messages import CallSeat, LeaveSeat, PeopleCome, StartGame
from table.running.seating import gathered, waiting
from tests.emulated import TableInTime


@pytest.fixture
def lent(journal: Journal) -> TableInTime:
    """A table at which a population plays Mito until people come."""
    return lent_for("mito", journal)


def lent_for(game: str, journal: Journal) -> TableInTime:
    table = TableInTime(journal, game=game, seats=4)
    wanted = StartGame(game, ("Ana", "Ben", "Cleo"), {}, seed=5)
    table.controller.take(wanted.for_robots(seed=7))
    table.runs(250)
    return table


def says(table: TableInTime, seat: int, name: str) -> None:
    table.controller.take(CallSeat(seat, name, seed=9))


def names(table: TableInTime) -> dict[int, str]:
    return {seat["seat"]: seat["name"] for seat in table.view["seats"] if seat["name"]}


@pytest.mark.parametrize("game", games.names())
def test_simulated_people_leave_no_names_and_nobody_is_dealt_in(game: str, journal: Journal) -> None:
    with lent_for(game, journal) as table:
        table.controller.take(PeopleCome(seed=9))

        view, fewest = table.view, {2: "Two", 3: "Three"}[games.find(game).fewest_seats]
        assert (view["game"], view["turn"], view["round"], view["running"]) == (None, None, None, False)
        assert names(table) == {}
        assert view["prompt"] == f"{fewest} are needed: take a seat and say your name."
        assert table.controller.board.snapshot.game.started is None


def test_the_table_says_how_many_are_missing_until_all_are_there(lent: TableInTime) -> None:
    lent.controller.take(PeopleCome(seed=9))
    says(lent, 2, "Zoe")
    assert lent.view["headline"] == "Zoe is here"
    assert lent.view["prompt"] == "Two more are needed: take a seat and say your name."
    says(lent, 4, "Yan")
    assert lent.view["headline"] == "Zoe and Yan are here"
    assert lent.view["prompt"] == "One more is needed: take a seat and say your name."
    assert (lent.view["game"], lent.view["turn"]) == (None, None)

    says(lent, 1, "Xi")

    assert names(lent) == {1: "Xi", 2: "Zoe", 4: "Yan"}
    assert lent.view["game"] == "mito"
    assert lent.view["prompt"].startswith("Deal 8 cards each")


def test_who_comes_when_enough_are_there_is_in_as_long_as_nothing_was_played(lent: TableInTime) -> None:
    lent.controller.take(PeopleCome(seed=9))
    for seat, name in enumerate(("Ana", "Ben", "Cleo", "Dan"), start=1):
        says(lent, seat, name)

    assert names(lent) == {1: "Ana", 2: "Ben", 3: "Cleo", 4: "Dan"}


def test_two_who_wait_have_different_names(lent: TableInTime) -> None:
    lent.controller.take(PeopleCome(seed=9))
    says(lent, 1, "Zoe")
    with pytest.raises(BadInput, match="two of them have the same name"):
        says(lent, 2, "Zoe")

    assert names(lent) == {1: "Zoe"}


def test_who_leaves_is_not_waited_for(lent: TableInTime) -> None:
    lent.controller.take(PeopleCome(seed=9))
    says(lent, 1, "Zoe")
    says(lent, 2, "Yan")
    lent.controller.take(LeaveSeat(1, seed=9))

    assert names(lent) == {2: "Yan"}
    assert lent.view["prompt"].startswith("Two more are needed")


def test_who_leaves_before_a_card_is_played_leaves_no_place_behind(lent: TableInTime) -> None:
    lent.controller.take(PeopleCome(seed=9))
    for seat, name in enumerate(("Ana", "Ben", "Cleo", "Dan"), start=1):
        says(lent, seat, name)
    lent.controller.take(LeaveSeat(1, seed=9))
    assert (names(lent), lent.view["game"]) == ({2: "Ben", 3: "Cleo", 4: "Dan"}, "mito")

    lent.controller.take(LeaveSeat(4, seed=9))

    assert (names(lent), lent.view["game"]) == ({2: "Ben", 3: "Cleo"}, None)
    assert lent.view["prompt"].startswith("One more is needed")


def under_way(table: TableInTime) -> None:
    table.controller.take(PeopleCome(seed=9))
    for seat, name in enumerate(("Ana", "Ben", "Cleo"), start=1):
        says(table, seat, name)
    table.runs(250)
    table.card("number2.1").touches("discard")


def test_who_leaves_in_the_middle_is_missed_and_not_in_the_next_game(lent: TableInTime) -> None:
    under_way(lent)
    before = lent.controller.board.snapshot.game.game_id
    lent.controller.take(LeaveSeat(2, seed=9))
    assert lent.controller.board.snapshot.game.left == {2}
    assert lent.controller.board.snapshot.game.game_id == before, "the game goes on"

    lent.controller.take(StartGame.next(lent.controller.board.snapshot, seed=11))

    assert (names(lent), lent.view["game"]) == ({1: "Ana", 3: "Cleo"}, None)
    assert lent.view["prompt"].startswith("One more is needed")


def test_who_comes_to_a_place_that_was_left_plays_on_there(lent: TableInTime) -> None:
    under_way(lent)
    lent.controller.take(LeaveSeat(2, seed=9))
    lent.controller.take(PeopleCome(seed=9, seat=2))

    assert lent.controller.board.snapshot.game.left == frozenset()


def test_names_that_nobody_has_said_are_places_for_whoever_comes(table: TableInTime) -> None:
    before = table.controller.board.snapshot.game.game_id
    table.controller.take(LeaveSeat(2, seed=9))

    assert (names(table), table.controller.board.snapshot.game.game_id) == ({1: "Ana", 2: "Ben", 3: "Cleo"}, before)


def test_simulated_people_do_not_come_back_while_somebody_waits(lent: TableInTime) -> None:
    lent.controller.take(PeopleCome(seed=9))
    with pytest.raises(BadInput, match="people have come to the table"):
        lent.controller.take(StartGame("mito", ("Ana", "Ben", "Cleo"), {}, seed=5).for_robots(seed=7))


def test_nothing_is_kept_of_robots_games_when_people_have_begun(lent: TableInTime, journal: Journal) -> None:
    first = lent.controller.board.snapshot.game.game_id
    assert first is not None
    lent.controller.take(PeopleCome(seed=9))
    assert journal.running() is None, "a power cut now brings nobody's game back"
    for seat, name in enumerate(("Ana", "Ben", "Cleo"), start=1):
        says(lent, seat, name)

    assert journal.facts(first) == []
    assert lent.controller.board.snapshot.game.game_id == first + 1
    with pytest.raises(BadInput, match="there is no game"):
        journal.game(first)


def test_it_says_it_in_words(journal: Journal) -> None:
    def prompt(players: tuple[str | None, ...]) -> Any:
        return waiting(gathered("mytho", players, {}), 3).prompt

    assert prompt(()) == "Two are needed: take a seat and say your name."
    assert prompt((None, "Zoe")) == "One more is needed: take a seat and say your name."
