"""Egyptian Ratscrew: its scripts on piles and on pads, challenges, slaps, what is rare, and whole games of robots."""

import json
from typing import Any

import pytest

from table import facts
from table.facts import GameStarted
from table.games.game import prepare
from table.games.kit.races import CloseSlap, Slap
from table.games.kit.slapped import Lay, Phase, SlapWrongly
from table.judging.session import Session
from table.values import to_json

egyptian_ratscrew = pytest.importorskip("egyptian_ratscrew")
GAME, BOOK = egyptian_ratscrew.EGYPTIAN_RATSCREW, egyptian_ratscrew.rules.BOOK
State = egyptian_ratscrew.rules.State


def state(options: Any = None, **changed: Any) -> Any:
    started = GameStarted(0, "egyptian_ratscrew", ["Ana", "Ben", "Cleo"], options or {})
    begun: Any = GAME.start(prepare(GAME, started))[0].round
    fields = {name: getattr(begun, name) for name in State.__struct_fields__}
    return State(**{**fields, "phase": Phase.PLAYING, **changed})


def lay(before: Any, *cards: str) -> tuple[Any, list[str]]:
    names: list[str] = []
    for card in cards:
        before, more = BOOK.apply(before, Lay(before.turn, card))
        names += [event.name for event in more]
    return before, names


def test_a_figure_challenges_and_another_one_challenges_the_next() -> None:
    after, _ = lay(state(), "5h", "jc", "qd", "2c")

    assert (after.turn, after.challenger, after.chances) == (1, 3, 1)


def test_a_challenge_that_is_not_met_costs_the_pile() -> None:
    after, names = lay(state(), "5h", "jc", "2c")

    assert names[-3:] == ["card_played", "pile_won", "turn_started"]
    assert (after.turn, after.hands[2], after.laid, after.challenger) == (2, 19, (), None)


def test_who_runs_out_leaves_the_chances_to_the_next() -> None:
    after, _ = lay(state(hands={1: 9, 2: 1, 3: 9}, turn=1), "kc", "2c")

    assert (after.turn, after.chances) == (3, 2)


def test_a_challenge_that_nobody_else_can_meet_is_won() -> None:
    after, names = lay(state(hands={1: 9, 2: 2, 3: 0}, turn=1), "ac", "2c", "3c")

    assert names[-2:] == ["pile_won", "turn_started"]
    assert after.hands == {1: 11, 2: 0, 3: 0}


def test_a_player_without_cards_may_still_win_the_own_challenge() -> None:
    after, _ = lay(state(hands={1: 1, 2: 9, 3: 9}, turn=1), "jc", "2c")

    assert after.hands == {1: 2, 2: 8, 3: 9}


@pytest.mark.parametrize(
    ("options", "cards", "slapped"),
    [
        ({}, "5h 5c", True),
        ({"doubles": False}, "5h 5c", False),
        ({}, "5h 6c 5c", True),
        ({"sandwiches": False}, "5h 6c 5c", False),
        ({}, "5h 6c 7c 5c", False),
        ({"top_bottom": True}, "5h 6c 7c 5c", True),
        ({}, "kh qc", False),
        ({"marriages": True}, "kh qc", True),
        ({"marriages": True}, "qc kh", True),
    ],
)
def test_when_the_pile_may_be_slapped(options: Any, cards: str, slapped: bool) -> None:
    after, names = lay(state(options), *cards.split())

    assert (after.race is not None, names[-1] == "race_opened") == (slapped, slapped)


def test_cards_for_false_slaps_are_no_bottom_and_no_sandwich() -> None:
    before = state({"top_bottom": True}, laid=("5h", "6c"), under=1, by=1, turn=2)

    assert lay(before, "5c")[0].race is None
    assert lay(before, "4c", "6h")[0].race is not None


def test_a_slap_comes_before_a_challenge() -> None:
    racing, _ = lay(state(laid=("2h",), by=3), "jh", "2c")
    assert racing.race is not None, "2, jack, 2 is a sandwich"
    slapped, _ = BOOK.apply(BOOK.apply(racing, Slap(3))[0], CloseSlap())
    missed, _ = BOOK.apply(racing, CloseSlap())

    assert (slapped.turn, slapped.hands[3]) == (3, 20)
    assert (missed.turn, missed.hands[1]) == (1, 19)


def test_who_took_the_pile_unslapped_goes_on_at_once() -> None:
    racing, _ = lay(state(laid=("2h",), by=3), "jh", "2c")
    after, names = lay(racing, "2d")

    assert names == ["race_closed", "pile_won", "turn_started", "card_played", "turn_started"]
    assert (after.laid, after.race) == (("2d",), None), "the 2 of clubs is gone"


def test_false_slaps() -> None:
    before = state({"penalty": 2}, hands={1: 9, 2: 1, 3: 0}, laid=("2h",), by=1, turn=1)

    assert BOOK.apply(before, SlapWrongly(1))[0].owing == (1, 1)
    assert BOOK.apply(before, SlapWrongly(2))[0].owing == (2,), "it has no other card"
    assert BOOK.apply(before, SlapWrongly(3))[0].out == {3}


def test_without_slapping_in_who_has_no_card_is_out_once_the_pile_is_taken() -> None:
    before = state({"slap_in": False}, hands={1: 9, 2: 1, 3: 9}, turn=1)
    racing, _ = lay(before, "5h", "5c")
    assert racing.race is not None
    assert 2 in racing.race.seats

    assert BOOK.apply(BOOK.apply(racing, Slap(1))[0], CloseSlap())[0].out == {2}
    assert BOOK.apply(BOOK.apply(racing, Slap(2))[0], CloseSlap())[0].out == frozenset()


def test_whoever_has_all_cards_has_won() -> None:
    racing, _ = lay(state(hands={1: 50, 2: 1, 3: 0}, laid=("5h",), by=1, turn=2), "5c")
    after, delivered = BOOK.apply(BOOK.apply(racing, Slap(1))[0], CloseSlap())

    assert after.over
    assert (delivered[-1].name, getattr(delivered[-1], "winners", None)) == ("game_ended", (1,))


def test_the_pile_goes_to_whoever_laid_the_very_last_card() -> None:
    after, names = lay(state(hands={1: 0, 2: 1, 3: 0}, turn=2, laid=("3h",), by=1), "2c")

    assert names[-2:] == ["pile_won", "turn_started"]
    assert after.hands == {1: 0, 2: 2, 3: 0}


def test_after_an_undo_the_last_card_comes_off() -> None:
    lines = [
        {"t": 0, "fact": "game_started", "game": "egyptian_ratscrew", "players": ["Ana", "Ben"]},
        {"t": 1, "fact": "card_arrived", "zone": "discard", "card": "jh"},
        {"t": 2, "fact": "card_arrived", "zone": "discard", "card": "2h"},
        {"t": 3, "fact": "choice_made", "seat": 0, "choice": "undo"},
    ]
    session, _ = Session.replay([facts.parse(json.dumps(line)) for line in lines])
    view: Any = to_json(session.view("public"))

    assert view["correction"] == {"zone": "discard", "cards": ["2h"]}
    assert ([seat["hand"] for seat in view["seats"]], view["turn"]) == ([25, 26], 2)


@pytest.mark.parametrize(("at", "turn", "wrong"), [(3.0, 1, True), (3.5, 2, False)])
def test_a_card_just_after_a_race_is_of_whoever_would_have_gone_on(at: float, turn: int, wrong: bool) -> None:
    """Whoever won the race first takes the pile."""
    lines = [
        {"t": 0, "fact": "game_started", "game": "egyptian_ratscrew", "players": ["Ana", "Ben", "Cleo"]},
        {"t": 1, "fact": "card_arrived", "zone": "discard", "card": "5h"},
        {"t": 2, "fact": "card_arrived", "zone": "discard", "card": "5c"},
        {"t": 2.4, "fact": "button_down", "seat": 1, "error_ms": 1},
        {"t": 2.5, "fact": "button_up", "seat": 1},
        {"t": at, "fact": "card_arrived", "zone": "discard", "card": "6c"},
    ]
    session, _ = Session.replay([facts.parse(json.dumps(line)) for line in lines])
    view: Any = to_json(session.view("public"))

    assert (view["correction"] is not None, view["turn"]) == (wrong, turn)
