"""Crazy eights, a game for the card table: what it is made of. The rules stand in rules.py."""

from types import MappingProxyType

from crazy_eights import rules, telling
from table.event import kinds
from table.games.game import Choice, Reasons
from table.games.kit import choices, standard52
from table.games.kit.actions import Action
from table.games.kit.fingers import Fingers
from table.games.kit.usual import CardGame
from table.saying import message, say


class CrazyEights(CardGame[Fingers[rules.State], Action]):
    """Crazy eights to the rest of the table; what it does not say `CardGame` answers."""

    rules, rounds, picture = rules, rules, telling
    readers, answers = telling.READERS, telling.ANSWERS
    name = "crazy_eights"
    title = "Crazy eights"
    rules_version = "1"
    same_for_all = True
    fewest_seats, most_seats = 2, 5  # CE-01
    options = rules.Agreed
    card, box = standard52.PlayingCard, standard52.BOX
    events = kinds(rules)
    piles = (rules.PILE,)
    reasons: Reasons = MappingProxyType({"no_match": message("{who}: does not fit")})
    choices = (
        choices.NEXT_ROUND,
        Choice("suit", "who laid an eight, or host", say("You choose the suit after your eight."), value="text"),
        Choice("reshuffled", "host", say("The played cards but for the top one are the draw pile again.")),
        choices.TURN,
    )


CRAZY_EIGHTS = CrazyEights()
