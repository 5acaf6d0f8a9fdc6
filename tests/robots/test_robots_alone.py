"""Games that robots play by themselves: they are marked, they give way to people, and nothing of them is kept."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from table import facts
from table.cards import shipped_deck
from table.cli.playing.sitting import resumed
from table.complaints import BadInput
from table.facts import GameStarted, TimePassed
from table.judging import script
from table.judging.session import Session
from table.keeping.journal import Journal
from table.running.messages import CallSeat, Choose, PeopleCome, StartGame
from tests.emulated import TableInTime

EXAMPLE = Path(__file__).parents[1] / "scripts" / "examples" / "mito-first-turns.jsonl"
DECK = [card for card in shipped_deck("mito") if card["code"] != "moth1.1"]
FOUND = StartGame("mito", ("Ana", "Ben", "Cleo"), {"wrap": False}, seed=5, catalogue=DECK)


@pytest.fixture
def lent(journal: Journal) -> TableInTime:
    """A table at which robots play until people come."""
    table = TableInTime(journal)
    table.controller.take(FOUND.for_robots(seed=7))
    table.runs(250)
    return table


def come(table: TableInTime) -> None:
    """Enough people come for a game, and say their names."""
    table.controller.take(PeopleCome(seed=9))
    for seat, name in enumerate(("Xi", "Yan", "Zoe"), start=1):
        table.controller.take(CallSeat(seat, name, seed=9))


def started(table: TableInTime) -> GameStarted:
    found = table.controller.board.snapshot.game.started
    assert found is not None
    return found


def test_robots_play_the_game_that_was_agreed_on_one_at_each_seat(lent: TableInTime) -> None:
    snapshot = lent.controller.board.snapshot

    assert snapshot.game.auto
    assert not snapshot.game.practice
    assert (started(lent).options, started(lent).catalogue, started(lent).seed) == ({"wrap": False}, DECK, 7)
    assert started(lent).robots == {"1": "easy", "2": "easy", "3": "easy"}
    assert len({*started(lent).players}) == 3
    assert {*started(lent).players}.isdisjoint(FOUND.players)


def test_people_find_the_game_that_was_agreed_on(lent: TableInTime) -> None:
    lent.card("number2.1").touches("discard")
    come(lent)

    found = started(lent)
    assert (found.auto, found.instead_of, found.robots) == (None, None, None)
    assert (found.options, found.catalogue, found.seed) == ({"wrap": False}, DECK, 9)
    assert found.players == ["Xi", "Yan", "Zoe"]
    assert lent.view["piles"]["discard"]["count"] == 0


def test_where_people_play_already_those_who_come_change_nothing(table: TableInTime) -> None:
    table.card("number2.1").touches("discard")
    before = table.controller.board.snapshot
    table.controller.take(PeopleCome(seed=9))

    assert table.controller.board.snapshot is before


def test_robots_never_take_a_table_from_people(table: TableInTime) -> None:
    with pytest.raises(BadInput, match="people have come to the table"):
        table.controller.take(FOUND.for_robots(seed=7))

    assert not table.controller.board.snapshot.game.auto


def test_one_game_of_robots_follows_another(lent: TableInTime) -> None:
    lent.controller.take(FOUND.for_robots(seed=8))

    assert lent.controller.board.snapshot.game.game_id == 2
    assert lent.controller.board.snapshot.game.auto


def test_a_script_of_robots_tells_what_any_other_does(tmp_path: Path) -> None:
    first, *rest = EXAMPLE.read_text().splitlines()
    marked = tmp_path / "marked.jsonl"
    marked.write_text("\n".join([json.dumps({**json.loads(first), "auto": True}), *rest]))

    (session, delivered), (_, expected) = script.play(marked), script.play(EXAMPLE)

    assert delivered == expected
    assert facts.dump(session.started)["auto"] is True


def test_an_interrupted_game_of_robots_is_given_up_and_told_to_nobody(
    journal: Journal, lent: TableInTime, capsys: pytest.CaptureFixture[str]
) -> None:
    assert journal.running() is not None

    assert resumed(journal, lambda *_: pytest.fail("no table is laid for it"), new=False, keep=False) is None
    assert journal.running() is None
    assert capsys.readouterr().out == ""


def test_nothing_is_kept_of_a_game_of_robots_and_no_number_is_given_twice(lent: TableInTime, journal: Journal) -> None:
    first = lent.controller.board.snapshot.game.game_id
    assert first is not None
    assert len(journal.facts(first)) == 1
    come(lent)
    second = lent.controller.board.snapshot.game.game_id

    assert journal.facts(first) == []
    assert second == first + 1
    with pytest.raises(BadInput, match="there is no game"):
        journal.game(first)
    assert journal.game(second).game == "mito"


def games_of(journal: Journal) -> list[int]:
    return [game_id for game_id in range(1, 20) if journal.facts(game_id)]


def test_a_game_of_robots_that_was_given_up_at_a_start_leaves_the_journal_with_the_next_one(
    journal: Journal, lent: TableInTime
) -> None:
    lent.card("number2.1").touches("discard")
    assert resumed(journal, lambda *_: pytest.fail("no table is laid for it"), new=False, keep=False) is None
    TableInTime(journal).starts("mito", "Ana", "Ben", "Cleo")

    assert games_of(journal) == [2]


def test_a_game_of_robots_that_the_host_ended_leaves_the_journal_with_the_next_one(
    journal: Journal, lent: TableInTime
) -> None:
    lent.controller.take(Choose(0, "abort"))
    assert journal.running() is None
    TableInTime(journal).starts("mito", "Ana", "Ben", "Cleo")  # the table was started again

    assert games_of(journal) == [2]


def test_games_that_older_tables_left_behind_leave_the_journal_with_the_next_one(database: Path) -> None:
    with Journal(database) as journal:
        TableInTime(journal).starts("mito", "Ana", "Ben", "Cleo")
        TableInTime(journal).controller.take(FOUND.for_robots(seed=7))
    with Journal(database) as journal:
        assert games_of(journal) == [1, 2]
        TableInTime(journal).starts("mito", "Uma", "Vic", "Wes")

        assert games_of(journal) == [1, 3]


def test_a_damaged_game_keeps_nobody_from_beginning_another(database: Path) -> None:
    with Journal(database) as journal:
        TableInTime(journal).starts("mito", "Ana", "Ben", "Cleo")
        with closing(sqlite3.connect(database)) as damage, damage:
            damage.execute("UPDATE facts SET body = '{' || body")
        TableInTime(journal).starts("mito", "Uma", "Vic", "Wes")

        assert journal.game(1).game == journal.game(2).game


def test_a_night_of_games_of_robots_takes_no_more_pages_than_a_few_of_them(database: Path) -> None:
    pages = []
    with Journal(database) as journal, closing(sqlite3.connect(database)) as looks:
        for number in range(40):
            started = GameStarted(0, "mito", ["Ana", "Ben", "Cleo"], seed=number, auto=True)
            session = Session(started)
            game_id = journal.begin("mito", "1", started, session.opening)
            for t in range(1, 11):
                fact = TimePassed(t)
                journal.append(game_id, t, fact, session.take(fact), ended=t == 10)
            pages.append(looks.execute("PRAGMA page_count").fetchone()[0])

    assert max(pages[5:]) == max(pages[:5])


def test_a_game_of_people_is_kept_whatever_follows(table: TableInTime, journal: Journal) -> None:
    table.starts("mito", "Ana", "Ben", "Cleo")
    table.starts("mito", "Ana", "Ben", "Cleo")

    assert journal.game(1).ended_at is not None
    assert journal.facts(1) != []
