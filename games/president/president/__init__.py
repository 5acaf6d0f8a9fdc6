"""President, a game for the card table: what it is made of. The rules stand in rules.py."""

from types import MappingProxyType

from president import rules, telling
from table.event import kinds
from table.games.game import Choice, Reasons
from table.games.kit import choices, standard52
from table.games.kit.actions import Action
from table.games.kit.fingers import Fingers
from table.games.kit.usual import CardGame
from table.saying import message, say

_REASONS = {"no_match": message("{who}: not of that rank"), "too_low": message("{who}: too low")}


class President(CardGame[Fingers[rules.State], Action]):
    """President to the rest of the table; what it does not say `CardGame` answers."""

    rules, rounds, picture = rules, rules, telling
    readers, answers = telling.READERS, telling.ANSWERS
    name = "president"
    title = "President"
    rules_version = "1"
    same_for_all = True
    fewest_seats, most_seats = 3, 7  # PR-01
    options = rules.Agreed
    card, box = standard52.PlayingCard, standard52.BOX
    events = kinds(rules)
    piles = (rules.PILE,)
    reasons: Reasons = MappingProxyType(_REASONS)
    gives = Choice("given", "who gave", say("You gave this player a card that you owed."), value="seat")
    is_out = Choice("out", "host", say("Who is in turn has no cards left."))
    choices = (choices.NEXT_ROUND, gives, is_out, choices.TURN)


PRESIDENT = President()
