"""What lights and the buzzer say: what everybody may know, and nothing else."""

from typing import Any

import pytest

from table.board import GameSnapshot
from table.event import Delivered
from table.events import PlayRefused, PressRefused
from table.keeping.journal import Journal
from table.running.signals import Signals, steady_signals
from table.values import replace
from table.view import CorrectionView, RaceView, SeatView, View
from tests.emulated import TableInTime

CALM = View(seats=tuple(SeatView(seat=seat) for seat in (1, 2, 3)), turn=2)


@pytest.mark.parametrize(
    ("more", "shown"),
    [
        ({}, {"seat.2": "steady"}),
        ({"paused": True}, {"seat.1": "blink", "seat.2": "blink", "seat.3": "blink"}),
        ({"correction": CorrectionView(zone="discard")}, {"seat.2": "steady", "discard": "fast"}),
        ({"turn": None, "waiting": (1, 3)}, {"seat.1": "slow", "seat.3": "slow"}),
        ({"turn": None, "waiting": (3,), "race": RaceView(race="slap", seats=(3,))}, {"seat.3": "pair"}),
    ],
    ids=["a turn", "paused", "something lies wrong", "waited for", "a race"],
)
def test_what_is_shown_while_nothing_happens(more: dict[str, Any], shown: dict[str, str]) -> None:
    assert steady_signals(replace(CALM, **more)) == shown


class Played:
    """Signals that write down what they play."""

    def __init__(self) -> None:
        self.played: list[tuple[str, str]] = []
        self.signals = Signals(lambda light, signal: self.played.append((light, signal)))

    def show(self, **picture: Any) -> list[tuple[str, str]]:
        self.played.clear()
        self.signals.show(GameSnapshot(game_id=1, views={"public": CALM}, **picture))
        return [(light, signal) for light, signal in self.played if light == "buzzer" or signal == "no"]


def test_a_tick_for_what_was_read_and_a_no_for_what_was_refused() -> None:
    played = Played()
    refused = Delivered(1, 0, PlayRefused(2, "discard", "ant1.1", "not_now", "Wait."))
    pressed = Delivered(2, 0, PressRefused(3, "not_now", "Wait."))

    assert played.show(events={"public": ()}) == []
    assert played.show(events={"public": ()}, ticks=1) == [("buzzer", "tick")]
    assert played.show(events={"public": ()}, ticks=1) == [], "nothing was read since"
    assert played.show(events={"public": (refused,)}, ticks=1) == [("buzzer", "no"), ("discard", "no")]
    assert played.show(events={"public": (refused, pressed)}, ticks=1) == [("buzzer", "no"), ("seat.3", "no")]


def test_a_table_that_is_started_again_does_not_repeat_what_it_said() -> None:
    refused = Delivered(1, 0, PlayRefused(2, "discard", "ant1.1", "not_now", "Wait."))

    assert Played().show(events={"public": (refused,)}, ticks=4) == []


def test_two_cards_dropped_as_one_tick_and_shine_as_one(journal: Journal) -> None:
    heard = [_of_a_drop(journal, cards) for cards in (["number1.1"], ["number1.1", "number3.1"])]

    assert heard[0] == heard[1]
    assert [signal for light, signal in heard[0] if light == "buzzer"] == ["tick"]


def _of_a_drop(journal: Journal, cards: list[str]) -> list[tuple[str, str]]:
    with TableInTime(journal) as table:
        table.starts("mito", "Ana", "Ben", "Cleo")
        table.card("number2.1").touches("discard")
        played: list[tuple[str, str]] = []
        signals = Signals(lambda light, signal: played.append((light, signal)))
        before = table.controller.board.snapshot.game.ticks
        table.hardware.tabletop.drop(cards, "discard")
        number = None
        for _ in range(100):
            snapshot = table.controller.board.snapshot
            if snapshot.number != number:
                number = snapshot.number
                signals.show(snapshot.game)
            table.runs(5)
        assert table.controller.board.snapshot.game.ticks == before + 1
        return _changes(played)


def _changes(played: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Leave out what a light plays already: it goes on undisturbed."""
    now: dict[str, str] = {}
    changes = []
    for light, signal in played:
        if light == "buzzer" or now.get(light) != signal:
            changes.append((light, signal))
        now[light] = signal
    return changes
