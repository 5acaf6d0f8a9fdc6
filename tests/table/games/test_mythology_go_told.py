"""What people are told to do in Mythology GO can be done: closed cards that are one too many."""

import pytest

from table.facts import ButtonDown, ButtonUp, CardArrived, ChoiceMade, GameStarted
from table.judging.session import Session
from table.values import to_json

TAKE = "You have more closed cards than open ones: take one back."
TAKE_OR_LAY = "You have more closed cards than open ones: take one back, or lay an open one."
PLAYED = "You have played, and have more closed cards than open ones: take one back."
TAP = "You have played: tap to end your turn."


class Turn:
    """The first turn of a game, of seat 1: a card is closed, or laid openly. `text` is the last refusal."""

    def __init__(self, *, terrain_max: int = 7) -> None:
        self.session = Session(GameStarted(0, "mythology_go", ["Ana", "Ben"], {"terrain_max": terrain_max}))
        self.text = ""
        self.t = 0

    def lays(self, card: str, *, closed: bool = False) -> "Turn":
        self.t += 4_000_000
        if closed:
            self.take(ButtonDown(self.t, 1))
        self.take(CardArrived(self.t, "seat.1", card))
        if closed:
            self.take(ButtonUp(self.t, 1))
        return self

    def ends(self) -> "Turn":
        self.t += 4_000_000
        self.take(ChoiceMade(self.t, 1, "end_turn"))
        return self

    def take(self, fact: CardArrived | ButtonDown | ButtonUp | ChoiceMade) -> None:
        for line in self.session.take(fact):
            self.text = getattr(line.event, "text", self.text)

    def prompt(self, audience: str) -> str:
        said: str = to_json(self.session.view(audience))["prompt"]
        return said


def test_who_has_closed_one_too_many_is_told_what_helps_and_nobody_else() -> None:
    turn = Turn().lays("harpy.1", closed=True)
    assert turn.prompt("seat:1").endswith(TAKE_OR_LAY)
    assert turn.ends().text == TAKE_OR_LAY
    assert not any("closed cards" in turn.prompt(audience) for audience in ("public", "seat:2"))

    assert not turn.lays("dwarf.1").prompt("seat:1").endswith(TAKE_OR_LAY)


@pytest.mark.parametrize("places", [7, 2])
def test_who_can_lay_no_more_is_told_to_take_one_back_whatever_he_tries(places: int) -> None:
    turn = Turn(terrain_max=places).lays("harpy.1", closed=True).lays("harpy.2", closed=True)
    assert turn.prompt("seat:1").endswith(TAKE)
    assert turn.ends().text == TAKE
    assert turn.lays("dwarf.1").text == PLAYED
    turn.lays("dwarf.1").lays("harpy.2").lays("harpy.2")

    assert turn.lays("dwarf.1").text == TAP
