"""The crazy eights card game, assembled from this package's modules."""

from types import MappingProxyType

from crazy_eights import rules, telling
from table.event import kinds
from table.games.game import Choice, Reasons
from table.games.kit.choices import NEXT_ROUND, RESHUFFLED, TURN
from table.games.kit.fingers import Fingers
from table.games.kit.standard52 import GameOf52
from table.saying import message, say


class CrazyEights(GameOf52[Fingers[rules.State]]):
    """The table's interface to crazy eights; `CardGame` supplies everything not defined here."""

    rules, rounds, views = rules, rules, telling
    readers, answers = telling.READERS, telling.ANSWERS
    name, title, rules_version = "crazy_eights", "Crazy eights", "1"
    fewest_seats, most_seats = 2, 5  # CE-01
    options, events = rules.Agreed, kinds(rules)
    reasons: Reasons = MappingProxyType({"no_match": message("{who}: does not fit")})
    suit = Choice("suit", "whoever laid an eight, or host", say("You choose the suit after your eight."), value="text")
    choices = (NEXT_ROUND, suit, RESHUFFLED, TURN)


CRAZY_EIGHTS = CrazyEights()
