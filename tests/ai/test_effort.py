"""The usual effort is enough: a keen robot wins where its game's author has said nothing of effort."""

import json
from typing import Any

import pytest

from table import ai, games
from table.ai import search
from table.ai.effort import Effort
from table.robots import duel
from table.robots.duel import Duel
from tests.ai import shedding
from tests.packaged import EXAMPLE

SLOWER, MOST_S = 5, 2.0  # a Pi 4 is so many times slower, and no move takes longer there


@pytest.fixture(params=["shedding", "higher_or_lower"])
def game(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    """A game whose AI names no effort."""
    monkeypatch.syspath_prepend(str(EXAMPLE))
    if request.param == "shedding":
        box, robot_ai = shedding.SHEDDING, shedding.SheddingAI
    else:
        from higher_or_lower import HIGHER_OR_LOWER

        from tests.ai import guessing

        box, robot_ai = HIGHER_OR_LOWER, guessing.HigherOrLowerAI  # type: ignore[assignment]
    assert "effort" not in vars(robot_ai)
    monkeypatch.setattr(games, "find", lambda _: box)
    monkeypatch.setattr(ai, "find", lambda _: robot_ai())
    return str(request.param)


@pytest.mark.long
def test_keen_beats_easy_with_the_usual_effort(game: str) -> None:
    fought = duel.fight(game, ["keen", "easy"], 24, 1)

    assert fought.illegal == 0
    assert fought.share(1)[0] >= 0.6, fought.played


@pytest.mark.long
@pytest.mark.timeout(1800)  # of thinking: a busy machine takes as many times longer
@pytest.mark.parametrize(("game", "seats", "games", "least"), [("president", 3, 8, 0.5), ("crazy_eights", 2, 20, 0.55)])
def test_keen_beats_easy_in_classics(game: str, seats: int, games: int, least: float) -> None:
    """A round that is played to its end shows what a hand was worth; 12 moves ahead, keen robots won no more."""
    fought = duel.fight(game, ["keen", *["easy"] * (seats - 1)], games, 1)

    assert fought.illegal == 0
    assert fought.share(1)[0] >= least, fought.played


@pytest.mark.parametrize(("moved", "options", "worlds"), [(10_000, 13, 2), (400, 4, 10), (8, 2, 24), (0, 2, 24)])
def test_long_rounds_and_many_options_are_tried_in_fewer_worlds(moved: int, options: int, worlds: int) -> None:
    assert search._affordable(Effort().moves, moved, options) == worlds


def played(**measured: Any) -> str:
    return json.dumps(Duel(["keen", "easy"], games=3, **measured).as_json())


def test_what_was_measured_stands_after_what_was_played() -> None:
    one, other = played(seconds=1.5, slowest_s=0.25), played(seconds=9.0, slowest_s=0.75)

    assert one != other
    assert one.partition(', "seconds"')[0] == other.partition(', "seconds"')[0]
    assert [*json.loads(one)][-2:] == ["seconds", "slowest"]
