"""Facts as JSON, there and back, and what is said of bad ones."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from table import facts
from table.complaints import BadInput
from table.facts import (
    ButtonDown,
    ButtonUp,
    CardArrived,
    CardLeft,
    ChoiceMade,
    Fact,
    GameStarted,
    TagArrived,
    TimePassed,
    micros,
)

TIMES = st.integers(0, 10**11)
ANY_FACT = st.one_of(
    st.builds(CardArrived, TIMES, st.text(), st.text()),
    st.builds(CardLeft, TIMES, st.text(), st.text()),
    st.builds(TagArrived, TIMES, st.text(), st.binary(min_size=1, max_size=10).map(bytes.hex)),
    st.builds(ButtonDown, TIMES, st.integers(1, 8), st.none() | st.integers(0, 60_000_000)),
    st.builds(ChoiceMade, TIMES, st.integers(0, 8), st.text(), st.none() | st.integers() | st.text()),
    st.builds(TimePassed, TIMES),
    st.builds(GameStarted, TIMES, st.text(), st.lists(st.none() | st.text(), max_size=16), st.just({"wrap": False})),
)


@given(ANY_FACT)
def test_facts_come_back_as_they_were(fact: Fact) -> None:
    assert facts.parse(json.dumps(facts.dump(fact))) == fact


def test_an_error_bound_is_whole_microseconds_here_and_milliseconds_in_json() -> None:
    press = ButtonDown(micros(4), 2, 1_500)

    assert facts.dump(press) == {"t": 4.0, "fact": "button_down", "seat": 2, "error_ms": 1.5}
    assert facts.parse('{"t": 4, "fact": "button_down", "seat": 2, "error_ms": 1.5}') == press


def test_an_error_bound_that_was_written_to_the_nanosecond_can_be_read() -> None:
    older = '{"t": 4, "fact": "button_up", "seat": 2, "error_ms": 0.734321}'

    assert facts.parse(older) == ButtonUp(micros(4), 2, 734)


def test_seconds_are_whole_microseconds() -> None:
    assert facts.parse('{"t": 4.1, "fact": "time_passed"}').t == 4_100_000
    assert micros(4.1) + micros(0.25) == micros(4.35)


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "expected one JSON object: EOF while parsing"),
        ("[1]", "expected an object, not \\[1\\]"),
        ('{"t": 1}', "fact: this is missing"),
        ('{"t": 1, "fact": "sneezed"}', "fact: expected one of game_started, card_arrived, .*, not 'sneezed'"),
        ('{"t": -1, "fact": "time_passed"}', "t: expected a number of seconds, 0 or more, not -1"),
        ('{"t": NaN, "fact": "time_passed"}', "t: expected a number of seconds"),
        ('{"t": "soon", "fact": "time_passed"}', "t: expected a number of seconds, 0 or more, not 'soon'"),
        ('{"t": true, "fact": "time_passed"}', "t: expected a number of seconds"),
        ('{"fact": "time_passed"}', "t: this is missing"),
        ('{"t": 1, "fact": "card_arrived", "zone": "discard"}', "card: this is missing"),
        ('{"t": 1, "fact": "card_arrived", "zone": 5, "card": "guard"}', "zone: expected a valid string, not 5"),
        ('{"t": 1, "fact": "button_down", "seat": 0}', "seat: expected greater than or equal to 1, not 0"),
        ('{"t": 1, "fact": "button_down", "seat": 1, "colour": 3}', "colour: unknown name"),
        ('{"t": 1, "fact": "button_down", "seat": 1, "error_ms": -5}', "error_ms: expected greater than or equal to 0"),
        ('{"t": 1, "fact": "tag_arrived", "zone": "discard", "uid": "04FF"}', "uid: expected text that matches"),
        ('{"t": 1e308, "fact": "time_passed"}', "t: expected a number of seconds, 0 or more"),
        (
            '{"t": 1, "fact": "card_arrived", "zone": "pile.1", "card": "nm01", "face": 1.5}',
            "face: expected a valid integer or a valid string, not 1.5",
        ),
        (f'{{"t": {"9" * 400}, "fact": "time_passed"}}', "t: expected a number of seconds, 0 or more"),
    ],
)
def test_a_bad_line_is_told_in_one_sentence_that_names_the_field(line: str, complaint: str) -> None:
    with pytest.raises(BadInput, match=f"^{complaint}") as caught:
        facts.parse(line)

    assert "\n" not in str(caught.value)


def test_a_fact_says_so_only_where_robots_play_alone() -> None:
    line = '{"t": 0, "fact": "game_started", "game": "mito", "players": ["Ana"]'
    auto = facts.parse(f'{line}, "auto": true}}')

    assert facts.dump(auto)["auto"] is True
    assert "auto" not in facts.dump(facts.parse(f"{line}}}"))


def test_what_could_not_be_read_back_is_found_whatever_came_before() -> None:
    facts.check_readable(ButtonDown(1, 2))
    facts.check_readable(ButtonDown(2, 2))
    facts.check_readable(ChoiceMade(3, 1, "order", [1, 2]))

    for wrong in (ButtonDown(4, 99), ButtonDown(-1, 2), ButtonDown(1.5, 2), ChoiceMade(4, 1, "order", (1, 2))):  # type: ignore[arg-type]
        with pytest.raises(BadInput):
            facts.check_readable(wrong)
