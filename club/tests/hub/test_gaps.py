"""What is lacking is asked for: not at once, ever less often, and not of everybody at the same time."""

from itertools import pairwise

from cardtable_club.hub.listener import MOST, Ask, Gaps
from cardtable_club.publishing.address import Place

KITCHEN, HALL = Place("riverside", "kitchen"), Place("riverside", "hall")
BOTH = frozenset({KITCHEN, HALL})


def test_what_may_be_on_its_way_is_not_asked_for() -> None:
    gaps = Gaps()
    gaps.note(KITCHEN, "a", 3, 5, 0.0)

    assert gaps.due(BOTH, 1.9) == []
    assert gaps.due(BOTH, 2.1) == [Ask(KITCHEN, "a", 4)]
    assert gaps.due(BOTH, 2.2) == [], "it is given time to answer"


def test_what_comes_puts_it_off_and_what_is_whole_is_not_asked_for() -> None:
    gaps = Gaps()
    gaps.note(KITCHEN, "a", 3, 5, 0.0)
    gaps.note(KITCHEN, "a", 4, 5, 1.5)
    assert gaps.due(BOTH, 3.4) == []
    gaps.note(KITCHEN, "a", 5, 5, 3.4)

    assert gaps.due(BOTH, 99.0) == []
    assert len(gaps) == 0


def test_who_does_not_answer_is_asked_ever_less_often() -> None:
    gaps = Gaps()
    gaps.note(KITCHEN, "a", 0, 5, 0.0)
    asked = [second for second in range(2_000) if gaps.due(BOTH, float(second))]

    assert [later - sooner for sooner, later in pairwise(asked)][:6] == [2, 4, 8, 16, 32, 64]
    assert asked[-1] - asked[-2] == 300


def test_a_table_is_asked_for_two_games_at_a_time_and_others_meanwhile() -> None:
    gaps = Gaps()
    for game in "abcd":
        gaps.note(KITCHEN, game, 0, 1, 0.0)
    gaps.note(HALL, "e", 0, 1, 0.0)

    assert [ask.game for ask in gaps.due(BOTH, 3.0)] == ["a", "b", "e"]
    assert [ask.game for ask in gaps.due(frozenset({HALL}), 3.0)] == []
    gaps.note(KITCHEN, "a", 1, 1, 4.0)
    assert [ask.game for ask in gaps.due(BOTH, 4.0)] == ["c"]


def test_games_that_do_not_come_do_not_keep_others_waiting() -> None:
    gaps = Gaps()
    for game in "abcd":
        gaps.note(KITCHEN, game, 0, 1, 0.0)
    asked = [ask.game for second in range(3, 8) for ask in gaps.due(BOTH, float(second))]

    assert asked[:4] == ["a", "b", "c", "d"]


def test_after_a_new_connection_all_is_asked_for_soon() -> None:
    gaps = Gaps()
    gaps.note(KITCHEN, "a", 0, 5, 0.0)
    for second in range(300):
        gaps.due(BOTH, float(second))
    gaps.begin_anew(300.0)

    assert gaps.due(BOTH, 302.0) == [Ask(KITCHEN, "a", 1)]


def test_a_table_that_has_come_is_asked_soon_and_no_other() -> None:
    gaps = Gaps()
    gaps.note(KITCHEN, "a", 0, 5, 0.0)
    gaps.note(HALL, "b", 0, 5, 0.0)
    for second in range(300):
        gaps.due(BOTH, float(second))
    gaps.begin_anew(300.0, KITCHEN)

    assert gaps.due(BOTH, 302.0) == [Ask(KITCHEN, "a", 1)]


def test_a_table_that_makes_up_games_takes_room_from_no_other() -> None:
    gaps = Gaps()
    gaps.note(HALL, "real", 3, 5, 0.0)
    for number in range(11_000):
        gaps.note(KITCHEN, f"made up {number}", 0, 1, 0.0)
    gaps.note(HALL, "another", 0, 5, 1.0)

    assert len(gaps) == MOST + 2
    assert {ask.game for ask in gaps.due(frozenset({HALL}), 3.0)} == {"real", "another"}


def test_a_table_without_room_gives_up_first_what_was_asked_for_in_vain_most_often() -> None:
    gaps = Gaps()
    for number in range(MOST):
        gaps.note(KITCHEN, f"{number}", 0, 1, 0.0)
    (first, second) = gaps.due(BOTH, 2.0)
    gaps.note(KITCHEN, "new", 0, 1, 3.0)
    gaps.note(KITCHEN, "newer", 0, 1, 3.0)

    later = [ask.game for second in range(4, 2 * MOST) for ask in gaps.due(BOTH, float(second))]
    assert {first.game, second.game}.isdisjoint(later)
    assert {"new", "newer"} <= {*later}


def test_what_was_dropped_has_its_turn_when_there_is_room() -> None:
    gaps = Gaps()
    for number in range(MOST + 1):
        gaps.note(KITCHEN, f"{number}", 0, 1, 0.0)
    assert gaps.with_room() == []
    for number in range(MOST):
        gaps.note(KITCHEN, f"{number}", 1, 1, 1.0)

    assert gaps.with_room() == [KITCHEN]
    gaps.fill(KITCHEN, {"0": (0, 1)}, 2.0)
    assert gaps.with_room() == []
    assert "0" in [ask.game for ask in gaps.due(BOTH, 4.0)]
