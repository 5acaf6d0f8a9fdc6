"""Gestures: edges become taps, holds and doubles, each with the press that it is made of."""

from hypothesis import given
from hypothesis import strategies as st

from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    Doubled,
    Fact,
    FoundDown,
    Held,
    Press,
    Pressed,
    Released,
    TableResumed,
    Tapped,
    micros,
)
from table.judging.gestures import Gestures


def play(*edges: tuple[float, int, bool], until: float = 9.0) -> list[Fact]:
    gestures, gestured = Gestures(), []
    for seconds, seat, down in edges:
        t = micros(seconds)
        while (due := gestures.due()) is not None and due < t:
            gestured += gestures.fall_due(due)
        gestured += gestures.take(ButtonDown(t, seat) if down else ButtonUp(t, seat))
    return [*gestured, *gestures.fall_due(micros(until))]


def test_a_short_press_is_a_tap() -> None:
    press = Press(2, micros(1))

    assert play((1, 2, True), (1.5, 2, False)) == [Pressed(press.t, press), Tapped(micros(1.5), press)]


def test_a_press_that_lasts_is_a_hold_and_then_let_go() -> None:
    press = Press(2, micros(1))

    assert play((1, 2, True), (1.7, 2, False)) == [
        Pressed(press.t, press),
        Held(micros(1.6), press),
        Released(micros(1.7), press),
    ]


def test_a_button_that_was_down_before_is_no_gesture() -> None:
    gestures, press = Gestures(), Press(2, micros(1))

    assert gestures.take(ButtonDown(press.t, 2, was_down=True)) == (FoundDown(press.t, press),)
    assert gestures.fall_due(micros(9)) == ()
    assert gestures.take(ButtonUp(micros(9), 2)) == (Released(micros(9), press),)
    assert gestures.take(ButtonDown(micros(10), 2)) == (Pressed(micros(10), Press(2, micros(10))),)


def test_a_hold_that_a_phone_has_timed_is_one_as_soon_as_it_is_told_and_completes_no_double() -> None:
    gestures, press = Gestures(), Press(2, micros(1.3))
    gestures.take(ButtonDown(micros(1), 2))
    gestures.take(ButtonUp(micros(1.1), 2))

    assert gestures.take(ButtonDown(press.t, 2, held=True)) == (Pressed(press.t, press), Held(press.t, press))
    assert gestures.due() is None
    assert gestures.take(ButtonUp(micros(1.4), 2)) == (Released(micros(1.4), press),)


def test_a_hold_whose_end_nobody_saw_ends_with_the_next_press() -> None:
    first, second = Press(2, micros(1)), Press(2, micros(3))

    assert play((1, 2, True), (3, 2, True))[2:4] == [Released(second.t, first), Pressed(second.t, second)]


def test_on_the_very_moment_the_edge_comes_first() -> None:
    press = Press(2, micros(1))

    assert play((1, 2, True), (1.6, 2, False))[-1] == Tapped(micros(1.6), press)


def test_a_second_press_soon_after_is_a_double_whatever_else_it_becomes() -> None:
    first, second = Press(2, micros(1)), Press(2, micros(1.5))
    double = [
        Pressed(first.t, first),
        Tapped(micros(1.1), first),
        Pressed(second.t, second),
        Doubled(second.t, second, first),
    ]

    assert play((1, 2, True), (1.1, 2, False), (1.5, 2, True), (1.6, 2, False)) == [
        *double,
        Tapped(micros(1.6), second),
    ]
    assert play((1, 2, True), (1.1, 2, False), (1.5, 2, True)) == [*double, Held(micros(2.1), second)]


def test_a_third_press_is_no_second_double() -> None:
    gestured = play((1, 2, True), (1.1, 2, False), (1.2, 2, True), (1.3, 2, False), (1.4, 2, True), (1.5, 2, False))

    assert [type(fact) for fact in gestured] == [Pressed, Tapped, Pressed, Doubled, Tapped, Pressed, Tapped]


def test_a_press_whose_release_was_lost_was_a_tap() -> None:
    gestured = play((1, 2, True), (1.5, 2, True), (1.6, 2, False))

    assert [type(fact) for fact in gestured] == [Pressed, Tapped, Pressed, Tapped]


def test_a_table_that_was_off_forgets_every_finger() -> None:
    gestures = Gestures()
    gestures.take(ButtonDown(0, 1))

    assert gestures.take(TableResumed(5)) == (TableResumed(5),)
    assert gestures.due() is None
    assert gestures.take(ButtonUp(9, 1)) == ()


def test_a_second_press_later_is_a_second_tap() -> None:
    gestured = play((1, 2, True), (1.1, 2, False), (1.6, 2, True), (1.7, 2, False))

    assert [type(fact) for fact in gestured] == [Pressed, Tapped, Pressed, Tapped]


def test_seats_do_not_mix() -> None:
    gestured = play((1, 1, True), (1.1, 2, True), (1.2, 1, False), (1.3, 2, False))

    assert [fact.press.seat for fact in gestured if isinstance(fact, Tapped)] == [1, 2]


def test_other_facts_pass() -> None:
    card = CardArrived(1, "discard", "number1.1")

    assert Gestures().take(card) == (card,)


@given(st.lists(st.tuples(st.integers(0, 100), st.integers(1, 3), st.booleans()), unique_by=lambda edge: edge[0]))
def test_every_press_turns_out_to_be_one_thing_at_most(edges: list[tuple[int, int, bool]]) -> None:
    gestured = play(*[(t / 10, seat, down) for t, seat, down in sorted(edges)], until=99)
    used = [fact.press for fact in gestured if isinstance(fact, (Tapped, Held))]

    assert len(used) == len(set(used))
