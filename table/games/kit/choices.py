"""The phone choices common to all games with rounds and turns, and the actions they trigger."""

from collections.abc import Callable, Mapping
from typing import Any

from table.facts import ChoiceMade
from table.games.game import Choice, Says
from table.games.kit.actions import Action, GiveTurn, NextRound, Reshuffle
from table.saying import say

OPENS_ROUND = Says("next_round", say("Next round"))
NEXT_ROUND = Choice("next_round", "host or the next starter", "Open the next round.")
TURN = Choice("turn", "host", "Say whose turn it is, if somebody forgot the button.", value="seat")
GIVES = Choice("given", "whoever gave", say("You gave this player a card that you owed."), value="seat")
RESHUFFLED = Choice("reshuffled", "host", say("The played cards but for the top one are the draw pile again."))

_USUAL: Mapping[str, Callable[[ChoiceMade], Action]] = {
    "next_round": lambda fact: NextRound(fact.seat),
    "turn": lambda fact: GiveTurn(fact.value),
    "reshuffled": lambda _: Reshuffle(),
}


def chosen(fact: ChoiceMade, turn: int | None, own: Mapping[str, Callable[[int, Any], Action]]) -> Action:
    """Return the action that a choice triggers.

    `own` maps the game's own choices to functions that take a seat and the value of the choice. The seat is the one
    that chose or, if the host chose, the seat whose `turn` it is.
    """
    if fact.choice in own:
        return own[fact.choice](fact.seat or turn or 0, fact.value)
    return _USUAL[fact.choice](fact)
