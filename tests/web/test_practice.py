"""One minute of practice: a stacked game for one who is alone at the table, and the real one comes back."""

from pathlib import Path

import pytest

from table import cards, games
from table.facts import GameStarted
from table.games.game import prepare
from table.keeping.journal import Journal
from table.running.messages import StartGame
from tests.emulated import TableInTime
from tests.web.conftest import Phone
from tests.web.test_hands import room
from web.api import practice

LESSONS = practice.games_with_lessons()


def test_the_learner_gets_the_lessons_hand_and_the_first_turn(client: Phone, table: TableInTime) -> None:
    client.takes(2)

    assert client.asks("practice", seat=2).status_code == 200
    table.runs(800)

    assert table.people.held.hand(2)[:2] == ("number3.1", "number5.1")
    assert table.view["piles"]["discard"]["top"] == "number2.1"
    assert table.view["turn"] == 2


def test_a_lesson_says_which_belief_the_learner_has(client: Phone, table: TableInTime) -> None:
    client.takes(2)

    assert client.asks("practice", seat=2, game="mythology_go", name="Zoe").status_code == 200

    assert "hope.1" in table.people.held.hand(2), "with it five cards are drawn, as the lesson says"


def test_after_practice_the_game_is_as_it_was_agreed_on(client: Phone, host: Phone, table: TableInTime) -> None:
    host.asks("games", options={"rounds": 2})
    client.takes(2)
    client.asks("practice", seat=2)
    table.runs(800)
    assert table.view["running"]

    assert client.asks("practice/end").status_code == 200

    started = table.controller.board.snapshot.game.started
    assert started is not None
    assert started.options == {"rounds": 2}
    assert client.asks("practice/end").status_code == 409, "nobody practises any more"


def test_who_practises_again_gets_the_real_game_back_too(client: Phone, host: Phone, table: TableInTime) -> None:
    host.asks("games", options={"rounds": 2})
    client.takes(2)
    for _ in range(2):
        assert client.asks("practice", seat=2).status_code == 200
        table.runs(800)
        host.asks("choices", choice="abort")

    client.asks("practice/end")

    started = table.controller.board.snapshot.game.started
    assert started is not None
    assert started.options == {"rounds": 2}


@pytest.mark.parametrize("resumed", [False, True])
def test_another_game_after_practice_is_the_real_one(
    client: Phone, host: Phone, table: TableInTime, journal: Journal, *, resumed: bool
) -> None:
    host.asks("games", options={"rounds": 2})
    client.takes(2)
    assert not room(client, 2)["practice"]
    client.asks("practice", seat=2)
    if resumed:
        recorded = journal.running()
        assert recorded is not None
        table.controller.resume(recorded)
    assert room(client, 2)["practice"]

    host.asks("games")

    assert not room(client, 2)["practice"]
    assert started(table).options == {"rounds": 2}
    assert started(table).catalogue is None


def test_whoever_has_a_seat_ends_the_practice_of_a_table_that_was_off(
    client: Phone, other: Phone, table: TableInTime, journal: Journal
) -> None:
    deck = cards.shipped_deck("mito")
    table.controller.take(StartGame("mito", ("Ana", "Ben", "Cleo"), {"rounds": 2}, 7, catalogue=deck))
    client.takes(2)
    client.asks("practice", seat=2)
    recorded = journal.running()
    assert recorded is not None
    table.controller.resume(recorded)
    other.takes(3)

    assert other.asks("practice/end").status_code == 200

    assert (started(table).options, started(table).catalogue) == ({"rounds": 2}, deck)


def started(table: TableInTime) -> GameStarted:
    started = table.controller.board.snapshot.game.started
    assert started is not None
    return started


def test_where_a_game_has_no_lesson_nothing_is_begun(
    client: Phone, table: TableInTime, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "_lesson", lambda _: None)
    client.takes(2)
    before = table.controller.board.snapshot.game.game_id

    answer = client.asks("practice", seat=2)

    assert (answer.status_code, answer.get_json()["error"]) == (404, "There is no practice for mito yet.")
    assert table.controller.board.snapshot.game.game_id == before


def test_nobody_practises_while_others_are_at_the_table(client: Phone, other: Phone, table: TableInTime) -> None:
    client.takes(2)
    other.takes(3)
    assert client.asks("practice", seat=2).status_code == 409
    other.asks("seats/3/leave")
    table.card("number2.1").touches("discard")

    assert client.asks("practice", seat=2).status_code == 409, "a round is on"


def test_a_game_that_is_under_way_is_not_thrown_away_for_practice(client: Phone, table: TableInTime) -> None:
    client.takes(2)
    table.card("number2.1").touches("discard")
    table.seat(1).holds()
    for seat in (2, 3):
        table.seat(seat).taps()
    assert not table.view["running"]
    before = table.controller.board.snapshot.game.game_id

    assert client.asks("practice", seat=2).status_code == 409, "between rounds, too"
    assert table.controller.board.snapshot.game.game_id == before


def test_practice_needs_the_seat(client: Phone, other: Phone) -> None:
    client.takes(2)

    assert other.asks("practice", seat=2).status_code == 401
    assert other.asks("practice/end").status_code == 401


def test_another_game_that_the_host_began_is_not_ended_with_the_practice(
    client: Phone, host: Phone, table: TableInTime
) -> None:
    client.takes(2)
    client.asks("practice", seat=2)
    host.asks("games", options={"rounds": 1})

    assert client.asks("practice/end").status_code == 409
    assert table.view["rounds"] == 1


@pytest.mark.parametrize("game", LESSONS)
def test_a_lesson_can_be_dealt(game: str) -> None:
    text = (Path(practice.__file__).parents[1] / "games" / game / "practice.json").read_text()
    lesson = practice.Lesson.model_validate_json(text)
    deck = [str(card["code"]) for card in games.find(game).deck(None)]
    options = {name: 1 if value == "learner" else value for name, value in lesson.options.items()}
    setup = prepare(games.find(game), GameStarted(0, game, ["A", "B", "C"], options))
    dealing = games.find(game).dealing(setup)

    besides = {card for group in dealing.besides for card in group}
    first = dealing.hand or setup.options.draw  # where nothing is dealt the turn begins by drawing
    assert len({*lesson.hand} - besides) == first
    assert len(set(lesson.up)) == len(dealing.turn_up)
    assert {*lesson.hand, *lesson.up, *lesson.sides} <= set(deck)


def test_a_stranger_practises_a_game_by_name(client: Phone, table: TableInTime) -> None:
    client.takes(2)

    assert client.asks("practice", seat=2, game="mito", name="Zoe").status_code == 200

    started = table.controller.board.snapshot.game.started
    assert started is not None
    assert (started.game, started.players[1]) == ("mito", "Zoe")
    assert client.asks("practice/end").status_code == 200
    assert client.gets("table")["gathering"] == {"game": "mito", "missing": 2}, "the partners were made up"
