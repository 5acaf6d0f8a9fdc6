"""How what the table saw can be read: here there is one way at most, and nothing to remember but the round."""

from higher_or_lower.rules import Lay, Say, State
from table.facts import CardArrived, CardLeft, Held, Tapped
from table.games.kit.actions import PutRight
from table.games.kit.fingers import Fingers
from table.games.kit.reading import does

Play = Fingers[State]  # what a world knows


def _lies(play: Play, card: str) -> bool:
    return card in play.round.laid or card in play.round.wrong


READERS = {
    Tapped: lambda play, fact: does(play, Say(fact.press.seat, "higher")),  # HL-04
    Held: lambda play, fact: does(play, Say(fact.press.seat, "lower")),
    CardArrived: lambda play, fact: () if _lies(play, fact.card) else does(play, Lay(fact.card)),
    CardLeft: lambda play, fact: does(play, PutRight(fact.card)) if fact.card in play.round.wrong else (),
}
