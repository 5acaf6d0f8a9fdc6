"""Who leads, by points and by what decides between equals; and what may be entered into the log of a tournament."""

from fractions import Fraction

import pytest

from cardtable_club.tournament.entries import (
    AnyEntry,
    At,
    Begun,
    Corrected,
    Ended,
    Joined,
    Paired,
    Resulted,
    Table,
    TakenBack,
    Withdrew,
    parsed,
)
from cardtable_club.tournament.standings import points, standings
from cardtable_club.tournament.state import Tournament
from table.complaints import BadInput

KITCHEN, HALL = At(club="riverside", table="kitchen"), At(club="riverside", table="hall")


def log(*names: str, most: int = 2, rounds: int = 3) -> list[AnyEntry]:
    return [Begun(title="Open", players=names, most=most, fewest=2, rounds=rounds, game="mytho")]


def sit(*tables: str, byes: str = "", at_ms: int = 1_000) -> Paired:
    places = (KITCHEN, HALL)
    seated = [Table(players=tuple(names), at=places[n]) for n, names in enumerate(tables)]
    return Paired(tables=seated, byes=tuple(byes), at_ms=at_ms)


def result(number: int, table: int, **places: int) -> Resulted:
    return Resulted(round=number, table=table, places=places, game=f"{number}.{table}")


def test_at_a_table_of_two_a_win_is_one_and_a_draw_a_half() -> None:
    of = Tournament.of([*log(*"ABCD"), sit("AB", "CD"), result(1, 1, A=1, B=2), result(1, 2, C=1, D=1)])

    assert points(of) == {"A": 1, "B": 0, "C": Fraction(1, 2), "D": Fraction(1, 2)}


def test_at_a_larger_table_each_who_is_left_behind_counts_a_part() -> None:
    of = Tournament.of([*log(*"ABCD", most=4), sit("ABCD"), result(1, 1, A=1, B=2, C=2, D=4)])

    assert points(of) == {"A": 1, "B": Fraction(1, 2), "C": Fraction(1, 2), "D": 0}


def test_who_does_not_come_is_left_behind_and_was_not_met() -> None:
    of = Tournament.of([*log(*"ABC", most=3), sit("ABC"), result(1, 1, A=1, B=2)])

    assert points(of) == {"A": 1, "B": Fraction(1, 2), "C": 0}
    assert {*of.met} == {frozenset("AB")}


def test_a_bye_counts_one() -> None:
    of = Tournament.of([*log(*"ABC"), sit("AB", byes="C"), result(1, 1, A=1, B=2)])

    assert points(of)["C"] == 1


def test_of_equal_points_whose_opponents_are_stronger_is_first() -> None:
    of = Tournament.of(
        [
            *log(*"ABCD"),
            sit("AB", "CD"), result(1, 1, A=1, B=2), result(1, 2, C=1, D=2),
            sit("AC", "BD"), result(2, 1, A=1, C=2), result(2, 2, B=1, D=2),
        ]
    )  # fmt: skip
    found = standings(of)

    assert [one.name for one in found][0::3] == ["A", "D"]
    b, c = (next(one for one in found if one.name == name) for name in "BC")
    assert (b.points, b.buchholz, b.sonneborn) == (1, 2, 0)  # met A with 2 and D with 0, beat D
    assert (c.points, c.buchholz, c.sonneborn) == (1, 2, 0)
    assert [one.rank for one in found] == [1, 2, 3, 4]


def test_who_was_not_met_is_replaced_by_oneself() -> None:
    of = Tournament.of([*log(*"ABC"), sit("AB", byes="C"), result(1, 1, A=1)])

    assert {one.name: one.buchholz for one in standings(of)} == {"A": 1, "B": 0, "C": 1}
    assert {one.name: one.played for one in standings(of)} == {"A": 0, "B": 0, "C": 0}


def test_the_game_at_the_assigned_table_is_the_result() -> None:
    of = Tournament.of([*log("Ana", "Ben"), sit_named("Ana", "Ben")])
    found = of.result_of(KITCHEN, 2_000, "mytho", {"ana": 1, "BEN": 2}, "game")

    assert found == Resulted(round=1, table=1, places={"Ana": 1, "Ben": 2}, game="game")


def sit_named(*names: str) -> Paired:
    return Paired(tables=[Table(players=names, at=KITCHEN)], at_ms=1_000)


@pytest.mark.parametrize(
    ("at", "ended_ms", "kind", "places"),
    [
        (HALL, 2_000, "mytho", {"Ana": 1, "Ben": 2}),  # another table
        (KITCHEN, 999, "mytho", {"Ana": 1, "Ben": 2}),  # before the round
        (KITCHEN, 2_000, "mito", {"Ana": 1, "Ben": 2}),  # another game
        (KITCHEN, 2_000, "mytho", {"Ana": 1, "Cleo": 2}),  # a stranger played
        (KITCHEN, 2_000, "mytho", {"Ana": 1}),  # alone, with robots
    ],
)
def test_other_games_count_for_nothing(at: At, ended_ms: int, kind: str, places: dict[str, int]) -> None:
    of = Tournament.of([*log("Ana", "Ben"), sit_named("Ana", "Ben")])

    assert of.result_of(at, ended_ms, kind, places, "game") is None


def test_the_first_game_counts_until_its_end_is_taken_back() -> None:
    of = Tournament.of([*log("Ana", "Ben"), sit_named("Ana", "Ben")])
    first = of.result_of(KITCHEN, 2_000, "mytho", {"Ana": 1, "Ben": 2}, "one")
    assert first is not None
    then = of.after(first)

    assert then.result_of(KITCHEN, 3_000, "mytho", {"Ana": 2, "Ben": 1}, "two") is None
    again = then.after(TakenBack(game="one"))
    assert again.rounds[0].tables[0].places is None
    assert again.result_of(KITCHEN, 3_000, "mytho", {"Ana": 2, "Ben": 1}, "two") is not None


def test_the_director_corrects_and_says_why() -> None:
    entries = [*log(*"AB"), sit("AB"), result(1, 1, A=1, B=2)]
    entries.append(Corrected(round=1, table=1, places={"B": 1, "A": 2}, reason="names were swapped"))
    of = Tournament.of(entries)

    assert points(of) == {"A": 0, "B": 1}
    assert (of.rounds[0].tables[0].reason, len(of.notes)) == ("names were swapped", 1)
    assert of.after(TakenBack(game="1.1")).rounds[0].tables[0].places == {"B": 1, "A": 2}, "the director has said so"


WRONG: list[tuple[AnyEntry, str]] = [
    (Joined(name="a"), "a is in it already"),
    (Withdrew(name="Z"), "Z is not in it"),
    (Corrected(round=2, table=1, places={}, reason="x"), "there is no table 1 in round 2"),
    (Corrected(round=1, table=1, places={"Z": 1}, reason="x"), "Z does not sit at this table"),
    (Corrected(round=1, table=1, places={"A": 1, "B": 3}, reason="x"), "places: expected 1, 2, 3 and so on"),
    (Corrected(round=1, table=1, places={"A": 2, "B": 2}, reason="x"), "places: expected 1, 2, 3 and so on"),
    (Paired(tables=[]), "table 1 has no result yet"),
    (Begun(title="x", players=()), "a tournament begins once"),
]


@pytest.mark.parametrize(("entry", "why"), WRONG, ids=lambda given: given if isinstance(given, str) else "")
def test_what_cannot_be_is_one_sentence_and_changes_nothing(entry: AnyEntry, why: str) -> None:
    of = Tournament.of([*log(*"AB"), sit("AB")])
    with pytest.raises(BadInput, match=why):
        of.after(entry)


def test_once_it_is_over_only_corrections_count() -> None:
    of = Tournament.of([*log(*"AB"), sit("AB"), Ended()])

    with pytest.raises(BadInput, match="the tournament is over"):
        of.after(Joined(name="C"))
    assert points(of.after(Corrected(round=1, table=1, places={"A": 1}, reason="late")))["A"] == 1


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"players": ("Ana", "ana")}, "players: somebody is named twice"),
        ({"most": 2, "fewest": 3}, "fewest: expected 2 at most, not 3"),
        ({"tables": (KITCHEN, KITCHEN)}, "tables: a table is named twice"),
    ],
)
def test_what_is_agreed_on_has_to_make_sense(more: dict[str, object], why: str) -> None:
    with pytest.raises(BadInput, match=why):
        Tournament.of([Begun.model_validate({"title": "x", "players": ("A", "B"), **more})])


def test_who_left_may_come_back() -> None:
    of = Tournament.of([*log(*"ABC"), Withdrew(name="B")])

    assert of.active == ("A", "C")
    assert of.after(Joined(name="B")).active == ("A", "B", "C")


@pytest.mark.parametrize("entry", [*log(*"AB"), sit("AB"), result(1, 1, A=1), *(one for one, _ in WRONG), Ended()])
def test_an_entry_is_read_as_it_was_written(entry: AnyEntry) -> None:
    assert parsed(entry.model_dump_json()).model_dump_json() == entry.model_dump_json()


@pytest.mark.parametrize(
    "body", ["", "{}", '{"entry": "sung"}', '{"entry": "joined", "name": ""}', '{"entry": "joined"}']
)
def test_what_is_no_entry_is_one_sentence(body: str) -> None:
    with pytest.raises(BadInput):
        parsed(body)
