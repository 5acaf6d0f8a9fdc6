"""What the gestures of a button say is derived from how games read them: each hold and double press has a name."""

import pytest

from table.values import to_json
from tests.browser.phases import played

SAID = {
    ("mito", "turn", 1): {"tap": "draw", "hold": "out", "double": "call"},
    ("mito", "turn", 2): {"hold": "out"},
    ("mito", "call", 1): {"hold": "withdraw"},
    ("mito", "call", 3): {"tap": "innocent", "hold": "guilty"},
    ("mito", "count", 2): {"hold": "withdraw"},
    ("mito", "question", 1): {},
    ("mito", "round over", 2): {"hold": "next_round"},
    ("mytho", "turn", 1): {"tap": "drew"},
    ("mytho", "drawn", 1): {"tap": "pass"},
    ("mytho", "contest", 3): {"tap": "contest", "hold": "believe"},
    ("nur_mut", "turn", 1): {"tap": "courage", "hold": "pass", "double": "under"},
    ("nur_mut", "turn", 2): {},
    ("nur_mut", "courage", 1): {"hold": "misfit"},
    ("nur_mut", "game over", 1): {},
    ("mythology_go", "laid", 1): {"tap": "end_turn", "double": "take_back"},
}


@pytest.mark.parametrize("moment", SAID, ids=str)
def test_a_seat_is_told_what_its_gestures_say_now(moment: tuple[str, str, int]) -> None:
    game, phase, seat = moment
    gestures = to_json(played(game, phase).game.views[f"seat:{seat}"])["gestures"]
    assert {gesture: said["choice"] for gesture, said in gestures.items()} == SAID[moment]


def test_nobody_else_is_told_what_a_seat_may_say() -> None:
    assert to_json(played("nur_mut", "turn").game.views["public"])["gestures"] == {}
