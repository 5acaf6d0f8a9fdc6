"""Simulated people at Slapjack and Egyptian Ratscrew: all that is told is true, and what is not is found."""

from collections.abc import Callable
from copy import deepcopy
from typing import Any

import pytest

from cardtable_lab import simulated
from cardtable_lab.simulation.batches import FORBIDDEN
from cardtable_lab.simulation.trial import Trial, try_one
from cardtable_lab.simulation.virtual import Setting

SHORT = {"slapjack": {"jacks": 4}, "egyptian_ratscrew": {"piles": 4}}
LONG = [
    ("slapjack", 2, "clean", {}),
    ("slapjack", 3, "harsh", {}),
    ("slapjack", 4, "typical", {"false_slap": "under_pile"}),
    ("slapjack", 5, "typical", {"last_chance": False}),
    ("egyptian_ratscrew", 2, "clean", {"piles": 60}),
    ("egyptian_ratscrew", 3, "harsh", {"piles": 60, "penalty": 3}),
    ("egyptian_ratscrew", 4, "typical", {"piles": 60, "top_bottom": True, "marriages": True}),
    ("egyptian_ratscrew", 5, "typical", {"piles": 60, "slap_in": False}),
]


@pytest.mark.parametrize("game", SHORT)
def test_what_the_table_tells_of_a_short_game_is_what_was_done(game: str) -> None:
    trial = played(game)

    assert trial.findings == []
    assert trial.events[-1]["event"] == "game_ended"
    assert trial.plays > 10


@pytest.mark.long
@pytest.mark.parametrize(("game", "players", "noise", "options"), LONG)
def test_what_the_table_tells_of_a_game_is_what_was_done(
    game: str, players: int, noise: str, options: dict[str, Any]
) -> None:
    for seed in (1, 2):
        trial = try_one(Setting(game, players, noise, seed, options=options))

        assert [finding for finding in trial.findings if finding.kind in FORBIDDEN[noise]] == []
        assert trial.events[-1]["event"] == "game_ended"


def played(game: str) -> Trial:
    return try_one(Setting(game, 4, "clean", seed=3, options=SHORT[game]))


@pytest.fixture(scope="module")
def trial() -> Trial:
    """A game with races, false slaps and refused cards."""
    return try_one(Setting("slapjack", 4, "clean", seed=8, options={"jacks": 16}))


def first(events: list[Any], event: str) -> Any:
    return next(one for one in events if one["event"] == event)


def slapped(events: list[Any]) -> Any:
    return next(one for one in events if one["event"] == "race_closed" and len(one["order"]) > 1)


def without(event: str) -> Callable[[list[Any]], None]:
    return lambda events: events.remove(first(events, event))


def altered(event: str, **changed: Any) -> Callable[[list[Any]], None]:
    return lambda events: first(events, event).update(changed)


def another_first(events: list[Any]) -> None:
    closed = slapped(events)
    closed["first"] = closed["order"][-1]["seat"]


def refused(events: list[Any]) -> None:
    events[3:3] = [{**first(events, "card_played"), "event": "play_refused", "reason": "not_now"}]


def a_hand_less(events: list[Any]) -> None:
    slapped(events)["order"].pop(0)


@pytest.mark.parametrize(
    ("spoils", "kind"),
    [
        (without("pile_won"), "wrong_verdict"),
        (without("race_opened"), "wrong_verdict"),
        (without("slapped_wrongly"), "wrong_verdict"),
        (altered("gift_owed", receiver=0), "wrong_verdict"),
        (altered("turn_started", seat=4), "wrong_verdict"),
        (altered("card_played", seat=3), "wrong_seat"),
        (altered("game_ended", winners=[]), "wrong_totals"),
        (without("card_played"), "missed_unnoticed"),
        (refused, "wrong_verdict"),
        (another_first, "wrong_race"),
        (a_hand_less, "wrong_race"),
    ],
)
def test_what_is_told_wrongly_is_found(trial: Trial, spoils: Callable[[list[Any]], None], kind: str) -> None:
    people, events = simulated.find("slapjack"), deepcopy([*trial.events])
    assert people.compare(trial.deeds, events) == []
    spoils(events)

    assert kind in {finding.kind for finding in people.compare(trial.deeds, events)}
