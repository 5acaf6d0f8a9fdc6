"""Who is who in a club, and what they have come to: names are never put together without an answer."""

from collections.abc import Iterator

import pytest
from sqlalchemy import select

from cardtable_club.hub import keeping, people
from cardtable_club.hub.counting import Recount
from cardtable_club.hub.database import Database
from cardtable_club.hub.heard import GameOver, SummaryHeard
from cardtable_club.hub.schema import NAMES, PARTS, STANDINGS
from cardtable_club.publishing.address import Place
from club.tests.hub.tables import game_of, summary
from table.complaints import BadInput
from table.history.standings import Rating, rated

KITCHEN, HALL, CAFE = (Place("riverside", name) for name in ("kitchen", "hall", "cafe"))


@pytest.fixture
def both(each_url: str) -> Iterator[Database]:
    database = Database(each_url)
    database.migrate()
    yield database
    database.close()


def plays(database: Database, number: int, place: Place, *names: str, hour: int = 4, **more: object) -> str:
    """Play a game that ended in an hour; the first one has won it."""
    game = game_of(number, place.table)
    over = GameOver.model_validate(summary(game, *names, ended=f"2026-01-02T{hour:02}:00:00+00:00") | more)
    says(database, SummaryHeard(place, game, over, over.model_dump_json()))
    return game


def says(database: Database, *said: SummaryHeard) -> None:
    with database.writing() as db:
        keeping.keep(db, said, lambda *_: None)


def answers(database: Database, one: int, other: int, *, same: bool | None) -> None:
    with database.writing() as db:
        recount = Recount(db)
        recount.regroup(people.answer(db, one, other, same=same))
        recount.finish()


def standings(database: Database, game: str = "mytho") -> dict[tuple[str, str], tuple[int, int, float]]:
    """By name and first table: games, wins, mu."""
    wanted = select(NAMES.c.name, NAMES.c.tablename, STANDINGS).join(NAMES).where(STANDINGS.c.game == game)
    with database.reading() as db:
        found = db.execute(wanted).fetchall()
    return {(row.name, row.tablename): (row.games, row.wins, round(row.mu, 6)) for row in found}


def asked(database: Database) -> list[tuple[str, str, str]]:
    with database.reading() as db:
        found = people.questions(db, 10)
    return [(one.one.name, one.one.place.table, one.other.place.table) for one in found]


@pytest.mark.long
def test_ratings_go_by_when_games_ended(both: Database) -> None:
    plays(both, 2, KITCHEN, "Ben", "Ana", hour=6)
    plays(both, 1, HALL, "Cleo", "Dan", hour=5)
    plays(both, 1, KITCHEN, "Ana", "Ben", hour=4)  # comes late: its table was away
    first = rated([Rating(), Rating()], [1, 2])
    ben, ana = rated([first[1], first[0]], [1, 2])

    assert standings(both)["Ana", "kitchen"] == (2, 1, round(ana.mu, 6))
    assert standings(both)["Ben", "kitchen"] == (2, 1, round(ben.mu, 6))
    assert standings(both)["Cleo", "hall"] == (1, 1, round(first[0].mu, 6))


@pytest.mark.parametrize("kind", ["robots", "simulated", "practice"])
def test_only_what_people_play_for_its_own_sake_counts(database: Database, kind: str) -> None:
    plays(database, 1, KITCHEN, "Ana", "Ben", kind=kind)

    assert standings(database) == {}


def test_robots_are_no_people(database: Database) -> None:
    plays(database, 1, KITCHEN, "Ana", "Robbie", "Ben", robots={"2": "easy"})

    assert {name for name, _ in standings(database)} == {"Ana", "Ben"}


@pytest.mark.long
def test_an_end_that_was_taken_back_counts_for_nobody(both: Database) -> None:
    game = plays(both, 1, KITCHEN, "Ana", "Ben")
    plays(both, 2, KITCHEN, "Ana", "Cleo", hour=5)
    says(both, SummaryHeard(KITCHEN, game, None, None))

    assert standings(both) == {
        ("Ana", "kitchen"): (1, 1, round(rated([Rating(), Rating()], [1, 2])[0].mu, 6)),
        ("Cleo", "kitchen"): (1, 0, round(rated([Rating(), Rating()], [1, 2])[1].mu, 6)),
    }


def test_a_game_that_was_not_played_to_its_end_is_no_game_won(database: Database) -> None:
    plays(database, 1, KITCHEN, "Ana", "Ben", termination="aborted", winners=[])

    assert standings(database)["Ana", "kitchen"] == (0, 0, 25.0)


def test_one_name_at_two_tables_is_asked_about(both: Database) -> None:
    plays(both, 1, KITCHEN, "Ana", "Ben")
    plays(both, 1, HALL, "ana ", "Cleo", hour=5)

    assert asked(both) == [("Ana", "kitchen", "hall")]
    assert standings(both)["Ana", "kitchen"][0] == standings(both)["ana ", "hall"][0] == 1


@pytest.mark.long
def test_who_is_the_same_has_played_both(both: Database) -> None:
    plays(both, 1, KITCHEN, "Ana", "Ben")
    plays(both, 1, HALL, "Ana", "Cleo", hour=5)
    with both.reading() as db:
        (question,) = people.questions(db, 10)
    answers(both, question.one.id, question.other.id, same=True)
    after_one = rated([Rating(), Rating()], [1, 2])[0]
    after_two = rated([after_one, Rating()], [1, 2])[0]

    assert asked(both) == []
    assert standings(both)["Ana", "kitchen"] == (2, 2, round(after_two.mu, 6))
    assert ("Ana", "hall") not in standings(both)

    answers(both, question.other.id, question.one.id, same=None)
    assert standings(both)["Ana", "hall"] == (1, 1, round(after_one.mu, 6))
    assert asked(both) == [("Ana", "kitchen", "hall")]


def test_who_is_somebody_else_is_not_asked_about_again(database: Database) -> None:
    for place in (KITCHEN, HALL, CAFE):
        plays(database, 1, place, "Ana", "Ben")
    with database.reading() as db:
        ids = {one.place: one.id for one in people.known(db, "Ana")}
    answers(database, ids[KITCHEN], ids[HALL], same=False)
    assert ("Ana", "kitchen", "cafe") in asked(database)
    answers(database, ids[KITCHEN], ids[CAFE], same=True)

    assert [one for one in asked(database) if one[0] == "Ana"] == []


def test_nobody_asks_whether_ana_is_ben(database: Database) -> None:
    plays(database, 1, KITCHEN, "Ana", "Ben")
    with pytest.raises(BadInput, match="nobody asks whether these two are the same"):
        answers(database, 1, 2, same=True)


def test_of_a_name_that_was_forgotten_nothing_is_left_and_the_others_stay(both: Database) -> None:
    game = plays(both, 1, KITCHEN, "Ana", "Ben")
    plays(both, 1, HALL, "Ana", "Cleo")
    with both.reading() as db:
        (question,) = people.questions(db, 10)
    answers(both, question.one.id, question.other.id, same=True)
    over = GameOver.model_validate(summary(game, "somebody", "Ben"))
    says(both, SummaryHeard(KITCHEN, game, over, over.model_dump_json()))

    assert {*standings(both)} == {("somebody", "kitchen"), ("Ben", "kitchen"), ("Ana", "hall"), ("Cleo", "hall")}
    assert asked(both) == []


def test_equal_places_are_equal(database: Database) -> None:
    game = plays(database, 1, KITCHEN, "Ana", "Ben", "Cleo", totals={"1": 5, "2": 9, "3": 9}, winners=[1])
    with database.reading() as db:
        found = db.execute(select(PARTS.c.place).where(PARTS.c.uuid == game).order_by(PARTS.c.seat)).scalars().all()

    assert found == [1, 2, 2]
