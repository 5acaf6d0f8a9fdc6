"""Events as people would say them."""

import pytest

from web.sentences import Narrator

NARRATOR = Narrator({1: "Ana", 2: "Ben"}, {"number4.1": "4"})


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "card_played", "seat": 2, "card": "number4.1"}, "Ben plays a 4."),
        ({"event": "draw_owed", "seat": 1, "count": 1}, "Ana draws a card."),
        ({"event": "draw_owed", "seat": 1, "count": 3}, "Ana draws 3 cards."),
        ({"event": "hand_counted", "seat": 1, "points": 1}, "Ana counts 1 point."),
        ({"event": "hand_counted", "seat": 7, "points": 2}, "Seat 7 counts 2 points."),
        ({"event": "hands_due", "seats": [1], "out": 2}, "Ben is out; to count: Ana."),
        ({"event": "out_withdrawn", "seat": 2}, "Ben is not out after all."),
        ({"event": "game_ended", "winners": [1, 2, 3]}, "The game is over. Ana, Ben and Seat 3 won."),
        ({"event": "game_ended", "winners": [1, 2]}, "The game is over. Ana and Ben won."),
        ({"event": "play_refused", "text": "A 2 does not fit on a 5."}, "A 2 does not fit on a 5."),
        ({"event": "card_played", "seat": None, "card": None}, "Somebody plays a card."),
        ({"event": "play_taken_back", "seat": 1, "card": "number4.1"}, "Ana takes the 4 back."),
        ({"event": "turn_started", "seat": 1}, None),
    ],
)
def test_an_event_is_said(event: dict[str, object], said: str | None) -> None:
    assert NARRATOR.say(event) == said
    assert NARRATOR.told(event) == {**event, "said": said}
