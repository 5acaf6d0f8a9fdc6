"""How the hardware is, as items tell it: readers lost and back, sources that stand still, presses and long ones."""

import pytest

from hardware.observations import NS_PER_US as US
from hardware.observations import ButtonChatter, ButtonEdge, ReaderHealth, TagEvent
from table.running.health import Condition
from table.sensing.zones import Antenna

S = 10**6


@pytest.fixture
def condition() -> Condition:
    return Condition({"left": Antenna(("discard",)), "right": Antenna(("seat.1", "seat.2"))})


def test_a_reader_is_lost_until_it_is_back(condition: Condition) -> None:
    assert condition.note("readers", [ReaderHealth(S * US, "left", alive=False, why="gone")], S)
    assert condition.health["lost"] == {"left": "gone"}
    assert condition.lost(5 * S) == [ReaderHealth(5 * S * US, "left", alive=False, why="gone")]

    assert condition.note("readers", [ReaderHealth(2 * S * US, "left", alive=True)], 2 * S)
    assert (condition.health["lost"], condition.lost(5 * S)) == ({}, [])


def test_a_reader_that_was_started_anew_is_counted_and_is_not_lost(condition: Condition) -> None:
    again = ReaderHealth(S * US, "right", alive=True, why="it had forgotten its gain")
    assert condition.note("readers", [again, again], S)

    assert (condition.health["lost"], condition.health["restarts"]) == ({}, {"right": 2})


def test_every_reader_is_listed_from_the_start(condition: Condition) -> None:
    assert condition.health["readers"] == [
        {"reader": "left", "zones": ["discard"], "why": None, "restarts": 0},
        {"reader": "right", "zones": ["seat.1", "seat.2"], "why": None, "restarts": 0},
    ]
    condition.note("readers", [ReaderHealth(S * US, "right", alive=False, why="gone")], S)
    assert [reader["why"] for reader in condition.health["readers"]] == [None, "gone"]


def test_a_source_stands_still_until_it_answers_with_whatever_it_has(condition: Condition) -> None:
    condition.note_stall("readers")
    assert condition.health["stalled"] == ["readers"]

    assert not condition.note("buttons", [], S), "another one"
    assert condition.note("readers", [], S)
    assert condition.health["stalled"] == []


def test_presses_are_counted_by_their_down_edges(condition: Condition) -> None:
    assert condition.note("buttons", [ButtonEdge(S * US, 2, down=True), ButtonEdge((S + 1) * US, 2, down=False)], S + 1)
    assert not condition.note("buttons", [ButtonEdge((S + 2) * US, 2, down=False)], S + 2)

    assert condition.health["presses"] == {2: 1}


def test_nothing_is_new_where_only_cards_are_seen(condition: Condition) -> None:
    assert not condition.note("readers", [TagEvent(S * US, "left", b"card", present=True)], S)


def test_a_button_is_held_when_it_is_down_for_three_seconds(condition: Condition) -> None:
    condition.note("buttons", [ButtonEdge(S * US, 2, down=True)], S)
    assert not condition.note("buttons", [], 4 * S - 1)
    assert condition.held == {}

    assert condition.note("buttons", [], 4 * S)
    assert condition.held == {2: S}
    assert not condition.note("buttons", [ButtonEdge(5 * S * US, 2, down=False)], 6 * S)
    assert condition.held == {2: S}, "it is remembered"


def test_a_button_that_was_let_go_of_is_held_no_longer(condition: Condition) -> None:
    condition.note("buttons", [ButtonEdge(S * US, 2, down=True), ButtonEdge(2 * S * US, 2, down=False)], 9 * S)

    assert condition.held == {}


def test_nothing_depends_on_the_time_until_a_press_becomes_a_long_one(condition: Condition) -> None:
    condition.note("buttons", [ButtonEdge(S * US, 2, down=True), ButtonEdge(2 * S * US, 3, down=True)], 2 * S)
    assert [condition.rests("buttons", at_us) for at_us in (4 * S - 1, 4 * S)] == [True, False]

    condition.note("buttons", [], 4 * S)
    assert [condition.rests("buttons", at_us) for at_us in (5 * S - 1, 5 * S)] == [True, False]

    condition.note("buttons", [ButtonEdge(4 * S * US, 3, down=False)], 4 * S)
    assert condition.rests("buttons", 9 * S)
    assert condition.held == {2: S}


def test_a_long_press_counts_though_it_is_told_when_it_is_over(condition: Condition) -> None:
    presses = [
        ButtonEdge(S * US, 1, down=True),
        ButtonEdge(4 * S * US, 1, down=False),
        ButtonEdge(5 * S * US, 3, down=True),
    ]
    presses += [ButtonEdge(7 * S * US, 3, down=True)]  # an up edge that nobody saw
    condition.note("buttons", presses, 9 * S)

    assert condition.held == {1: S}


def test_nothing_is_long_before_every_source_has_spoken(condition: Condition) -> None:
    assert condition.note("buttons", [ButtonEdge(S * US, 1, down=True)], None)
    assert condition.held == {}


def test_a_button_that_chatters_is_told_with_how_long(condition: Condition) -> None:
    assert "buttons" not in condition.health
    assert condition.note("buttons", [ButtonChatter(S * US, 2, 40_400 * US)], S)

    assert condition.health["buttons"] == {2: {"chatter_ms": 40}}
    assert condition.health["presses"] == {}
