"""What people did beside what was told of it: each way to be wrong is found, and what nobody can know is excused."""

from copy import deepcopy
from typing import Any

import pytest

from cardtable_lab.simulated.mito.witness import compare

Rows = list[dict[str, Any]]

# Two turns, a race for a mosquito, a race for a cockroach, a call, and the count, as people did them.
DEEDS: Rows = [
    {"t": 1.0, "deed": "touched", "seat": 1, "cards": ["number3.1"], "zone": "discard"},
    {"t": 5.0, "deed": "laid", "seat": 1, "cards": ["number4.1"], "objection": None, "touches": 1, "until": 5.3},
    {"t": 5.0, "deed": "touched", "seat": 1, "cards": ["number4.1"], "zone": "discard"},
    {"t": 5.3, "deed": "lies", "seat": 1, "cards": ["number4.1"]},
    {
        "t": 8.0,
        "deed": "laid",
        "seat": 2,
        "cards": ["number2.1"],
        "objection": "not_adjacent",
        "touches": 1,
        "until": 8.3,
    },
    {"t": 8.0, "deed": "touched", "seat": 2, "cards": ["number2.1"], "zone": "discard"},
    {"t": 11.0, "deed": "laid", "seat": 2, "cards": ["mosquito5.1"], "objection": None, "touches": 1, "until": 11.3},
    {"t": 11.0, "deed": "touched", "seat": 2, "cards": ["mosquito5.1"], "zone": "discard"},
    {"t": 11.3, "deed": "lies", "seat": 2, "cards": ["mosquito5.1"]},
    {"t": 11.4, "deed": "pressed", "seat": 3},
    {"t": 11.5, "deed": "pressed", "seat": 1},
    {"t": 11.8, "deed": "pressed", "seat": 2},
    {"t": 20.0, "deed": "laid", "seat": 3, "cards": ["cockroach1.1"], "objection": None, "touches": 1, "until": 20.3},
    {"t": 20.0, "deed": "touched", "seat": 3, "cards": ["cockroach1.1"], "zone": "discard"},
    {"t": 20.3, "deed": "lies", "seat": 3, "cards": ["cockroach1.1"]},
    {"t": 21.0, "deed": "answered", "seat": 1, "cards": ["number1.1"], "objection": None, "touches": 1, "until": 21.3},
    {"t": 21.0, "deed": "touched", "seat": 1, "cards": ["number1.1"], "zone": "discard"},
    {"t": 21.3, "deed": "lies", "seat": 1, "cards": ["number1.1"]},
    {"t": 30.0, "deed": "called", "seat": 1, "accused": 2, "guilty": True, "made": True},
    {"t": 31.0, "deed": "pleaded", "seat": 2, "guilty": True},
    {"t": 50.0, "deed": "counted", "scores": {"1": 0, "2": 6, "3": 1}, "vanished": 2, "doubtful": 0},
    {"t": 50.0, "deed": "ended", "totals": {"1": 0, "2": 6, "3": 1}, "winners": [1]},
]
TOLD: Rows = [
    {"t": 1.25, "event": "pile_started", "zone": "discard", "card": "number3.1"},
    {"t": 5.25, "event": "card_played", "seat": 1, "zone": "discard", "card": "number4.1"},
    {"t": 8.25, "event": "play_refused", "seat": 2, "zone": "discard", "card": "number2.1", "reason": "not_adjacent"},
    {"t": 11.25, "event": "card_played", "seat": 2, "zone": "discard", "card": "mosquito5.1"},
    {"t": 11.25, "event": "race_opened", "race": "slap", "seats": [1, 2, 3]},
    {"t": 11.9, "event": "race_closed", "race": "slap", "order": [{"seat": 3}, {"seat": 1}, {"seat": 2}], "last": 2,
     "ties": [], "missing": [], "lot": False},
    {"t": 20.25, "event": "card_played", "seat": 3, "zone": "discard", "card": "cockroach1.1"},
    {"t": 20.25, "event": "race_opened", "race": "match", "seats": [1, 2, 3]},
    {"t": 21.03, "event": "card_played", "seat": None, "zone": "discard", "card": "number1.1"},
    {"t": 21.4, "event": "race_closed", "race": "match", "order": [{"seat": 1}], "last": None, "missing": []},
    {"t": 31.6, "event": "call_settled", "accused": 2, "guilty": True, "guard": 2},
    {"t": 50.0, "event": "round_ended", "round": 1, "scores": {"1": 0, "2": 6, "3": 1}, "out": 1},
    {"t": 50.0, "event": "log_opened", "round": 1, "slipped": [], "vanished": 2},
    {"t": 50.0, "event": "game_ended", "totals": {"1": 0, "2": 6, "3": 1}, "winners": [1]},
]  # fmt: skip


def kinds(deeds: Rows, events: Rows) -> list[str]:
    numbered = [{"seq": seq, **event} for seq, event in enumerate(events, start=1)]
    return sorted({finding.kind for finding in compare(sorted(deeds, key=lambda deed: deed["t"]), numbered)})


def changed(rows: Rows, place: int, **fields: Any) -> Rows:
    copied = deepcopy(rows)
    copied[place] |= fields
    return copied


def without(rows: Rows, place: int) -> Rows:
    return [*rows[:place], *rows[place + 1 :]]


def test_nothing_is_found_where_all_is_told_as_it_was() -> None:
    assert kinds(DEEDS, TOLD) == []


@pytest.mark.parametrize(
    ("events", "found"),
    [
        (without(TOLD, 1), ["missed_unnoticed"]),
        (changed(TOLD, 1, card="number4.2"), ["misread", "missed_unnoticed"]),
        (changed(TOLD, 1, seat=3), ["wrong_seat"]),
        (changed(TOLD, 1, event="play_refused", reason="not_adjacent"), ["missed_unnoticed", "wrong_verdict"]),
        (changed(TOLD, 2, event="card_played"), ["wrong_verdict"]),
        (changed(TOLD, 2, reason="moth_not_playable"), ["wrong_verdict"]),
        (changed(TOLD, 5, last=1), ["wrong_race"]),
        (changed(TOLD, 5, order=[{"seat": 1}, {"seat": 3}, {"seat": 2}]), ["wrong_race"]),
        (changed(TOLD, 5, order=[{"seat": 3}, {"seat": 1}], missing=[2]), ["wrong_race"]),
        (changed(TOLD, 9, order=[{"seat": 3}]), ["wrong_seat"]),
        (changed(TOLD, 9, order=[]), ["wrong_seat"]),
        (changed(TOLD, 10, guilty=False), ["wrong_verdict"]),
        (without(TOLD, 10), ["wrong_verdict"]),
        (changed(TOLD, 11, scores={"1": 0, "2": 5, "3": 1}), ["wrong_totals"]),
        (changed(TOLD, 13, winners=[3]), ["wrong_totals"]),
        (without(TOLD, 13), ["wrong_totals"]),
        (changed(TOLD, 12, vanished=3), ["wrong_log"]),
    ],
)  # fmt: skip
def test_what_is_told_otherwise_is_found(events: Rows, found: list[str]) -> None:
    assert kinds(DEEDS, events) == found


@pytest.mark.parametrize(
    "deed",
    [{"deed": "touched_again", "kind": "missed"}, {"deed": "disputed", "kind": "disputed"}],
    ids=lambda deed: deed["deed"],
)
def test_what_people_had_to_do_again_or_put_right_is_found(deed: dict[str, Any]) -> None:
    assert kinds([*DEEDS, {"t": 6.0, **deed}], TOLD) == [deed["kind"]]


@pytest.mark.parametrize(
    ("deeds", "events"),
    [
        (changed(DEEDS, 4, either=True), changed(TOLD, 2, event="card_played")),
        ([*DEEDS, {"t": 4.9, "deed": "called", "seat": 1}], changed(TOLD, 1, event="play_refused", reason="paused")),
        (changed(DEEDS, 10, t=11.401), changed(TOLD, 5, order=[{"seat": 1}, {"seat": 3}, {"seat": 2}])),
        (changed(DEEDS, 20, doubtful=1), changed(TOLD, 12, vanished=3)),
    ],
    ids=["fits on the hidden card", "meets a call", "within the error", "taken back and gone again"],
)  # fmt: skip
def test_what_nobody_can_know_is_excused(deeds: Rows, events: Rows) -> None:
    assert set(kinds(deeds, events)) <= {"missed_unnoticed"}


def test_a_press_that_came_too_late_for_the_race_before_is_no_slap_of_the_next() -> None:
    pressed_before = [*DEEDS, {"t": 10.9, "deed": "pressed", "seat": 2}]  # and again in the race
    a_race_before = {"t": 10.2, "event": "race_closed", "race": "slap", "order": [], "last": 2, "missing": [2]}

    assert kinds(pressed_before, TOLD) == ["wrong_race"]
    assert kinds(pressed_before, [*TOLD[:3], a_race_before, *TOLD[3:]]) == []
