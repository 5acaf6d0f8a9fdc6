"""Games by the rules alone: they end, and as points and winners are counted by hand; what is wrong is found."""

from collections.abc import Mapping
from typing import Any

import pytest

from cardtable_lab.bench.exploring import alone
from cardtable_lab.bench.exploring.alone import Playing, part
from table import events
from table.values import replace
from tests.own import OWN_GAMES

A_FEW = 25


@pytest.mark.long
@pytest.mark.parametrize("game", OWN_GAMES)
def test_games_by_chance_end_as_counted_by_hand(game: str) -> None:
    played = part(game, range(A_FEW))

    assert dict(played.wrong) == {}
    assert played.games == A_FEW
    assert A_FEW < played.counted <= 2 * A_FEW
    assert played.moves > played.counted * 10


class Changed:
    """An AI of which each step is changed."""

    def __init__(self, ai: Any, change: Any) -> None:
        self._ai, self._change = ai, change

    def __getattr__(self, name: str) -> Any:
        return getattr(self._ai, name)

    def plays(self, *given: Any) -> Any:
        return self._change(*self._ai.plays(*given))


def wrong_if(change: Any) -> Mapping[str, int]:
    """Return what is found wrong in a game of Mytho of which each step is changed."""
    playing = Playing("mytho")
    playing.ai = Changed(playing.ai, change)
    return playing.plays(1).wrong


def changed(kind: type[Any], **fields: Any) -> Any:
    def change(after: Any, delivered: Any) -> Any:
        return after, tuple(replace(one, **fields) if isinstance(one, kind) else one for one in delivered)

    return change


def test_points_that_are_not_those_of_the_hands_are_found() -> None:
    found = wrong_if(changed(events.RoundEnded, scores=dict.fromkeys(range(1, 7), 77)))
    assert found["points are not as counted by hand"] > 0


def test_winners_that_have_not_won_are_found() -> None:
    assert wrong_if(changed(events.GameEnded, winners=()))["others have won than the totals say"] == 1


def test_a_card_in_two_hands_is_found() -> None:
    def doubled(after: Any, delivered: Any) -> Any:
        return replace(after, draw=(*after.draw, "7h", "7h")), delivered

    assert wrong_if(doubled)["a card is in two places"] > 0


def test_a_game_without_an_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(alone, "_MOST_MOVES", 5)
    assert dict(Playing("mytho").plays(1).wrong) == {"no end": 1}
