"""Events as people would say them."""

import pytest

from table import games
from table.event import Delivered
from table.sentences import Narrator
from table.wording import Names
from tests.own import OWN_GAMES

OWN = {name: kind for game in OWN_GAMES for name, kind in games.find(game).events.items()}
KINDS = {**games.events_of(None), **OWN}
NARRATOR = Narrator(Names({1: "Ana", 2: "Ben"}, {"number4.1": "4", "ant1.1": "ant 1"}))


@pytest.mark.parametrize(
    ("event", "said"),
    [
        ({"event": "card_played", "seat": 2, "card": "number4.1"}, "Ben plays a 4."),
        ({"event": "draw_owed", "seat": 1, "count": 1}, "Ana draws a card."),
        ({"event": "draw_owed", "seat": 1, "count": 3}, "Ana draws 3 cards."),
        ({"event": "hand_counted", "seat": 1, "points": 1}, "Ana scores 1 point."),
        ({"event": "hand_counted", "seat": 7, "points": 2}, "Seat 7 scores 2 points."),
        ({"event": "hands_due", "seats": [1], "out": 2}, "Ben is out. Still to count: Ana."),
        ({"event": "card_put_back", "seat": 2}, "Ben puts the drawn card back."),
        ({"event": "out_withdrawn", "seat": 2}, "Ben is not out after all."),
        ({"event": "game_ended", "winners": [1, 2, 3]}, "The game is over. Ana, Ben and Seat 3 won."),
        ({"event": "game_ended", "winners": [1, 2]}, "The game is over. Ana and Ben won."),
        ({"event": "play_refused", "text": "A 2 does not fit on a 5."}, "A 2 does not fit on a 5."),
        ({"event": "card_played", "seat": None, "card": "ant1.1"}, "Somebody plays an ant 1."),
        ({"event": "card_played", "seat": 2, "card": "Elf"}, "Ben plays an Elf."),
        ({"event": "play_taken_back", "seat": 1, "card": "number4.1"}, "Ana takes the 4 back."),
        ({"event": "gift_owed", "giver": 1, "receiver": 2, "count": 1}, "Ana owes Ben a card."),
        ({"event": "gift_owed", "giver": 1, "receiver": None, "count": 2}, "Ana has to give somebody 2 cards."),
        (
            {"event": "race_closed", "race": "slap", "order": [], "last": 2, "lot": True},
            "The table drew a name: Ben was last.",
        ),
        ({"event": "race_closed", "race": "match", "order": [{"seat": 1}], "last": None}, "Ana answered first."),
        ({"event": "race_closed", "race": "match", "order": [], "last": None}, "The race is over."),
        ({"event": "call_settled", "accused": 2, "guilty": True}, "Ben is guilty, and the guard now."),
        ({"event": "call_settled", "accused": 2, "guilty": False}, "Ben is innocent."),
        ({"event": "question_settled", "answer": 2, "label": "Ben"}, "It was Ben."),
        ({"event": "question_settled", "answer": "joker", "label": "the joker"}, "It was the joker."),
        ({"event": "question_settled", "answer": None, "label": None}, None),
        ({"event": "turn_passed", "seat": 1, "how": "under"}, "Ana puts the card under the pile."),
        ({"event": "courage_declared", "seat": 2}, "Courage, Ben!"),
        ({"event": "courage_rewarded", "seat": 2}, "Ben was brave and plays again."),
        ({"event": "courage_failed", "seat": 2, "zone": None, "lot": False}, "No luck: Ben takes the highest pile."),
        (
            {"event": "courage_failed", "seat": 2, "zone": "pile.3", "lot": True},
            "No luck: Ben takes pile 3, drawn by lot.",
        ),
        ({"event": "pile_refilled", "seat": 1, "zone": "pile.3"}, "Ana starts pile 3 again."),
        ({"event": "contest_made", "seat": 1}, "Ana does not believe it."),
        (
            {"event": "contest_settled", "player": 2, "truthful": True, "card": "number4.1"},
            "Ben was honest: it is the 4.",
        ),
        ({"event": "contest_settled", "player": 2, "truthful": False, "card": "number4.1"}, "Ben lied: it is the 4."),
        ({"event": "card_drawn", "seat": 2, "count": 1}, "Ben draws a card."),
        ({"event": "card_played", "seat": 2, "zone": "hidden"}, "Ben plays a card face down."),
        ({"event": "log_opened", "slipped": [], "vanished": 0}, None),
        ({"event": "log_opened", "slipped": None, "vanished": 1}, "1 card vanished, and nobody saw."),
        (
            {"event": "log_opened", "slipped": [{"seat": 1, "cards": ["number4.1", "ant1.1"]}], "vanished": 3},
            "3 cards vanished, and nobody saw; Ana laid a 4 and an ant 1 as one.",
        ),
        ({"event": "pile_started", "card": "ant1.1"}, "The pile begins with an ant 1."),
        ({"event": "turn_started", "seat": 1}, None),
    ],
)
def test_an_event_is_said(event: dict[str, object], said: str | None) -> None:
    one = Delivered.read({"seq": 1, "t": 0.0, **event}, KINDS)
    assert NARRATOR.say(one.event) == said
    assert NARRATOR.with_sentence(one) == {"seq": 1, "t": 0.0, **event, "said": said}
