"""The President card game, assembled from this package's modules."""

from types import MappingProxyType

from president import rules, telling
from table.event import kinds
from table.games.game import Choice, Reasons
from table.games.kit.choices import GIVES, NEXT_ROUND, TURN
from table.games.kit.fingers import Fingers
from table.games.kit.standard52 import GameOf52
from table.saying import message, say


class President(GameOf52[Fingers[rules.State]]):
    """The table's interface to President; `CardGame` supplies everything not defined here."""

    rules, rounds, views = rules, rules, telling
    readers, answers = telling.READERS, telling.ANSWERS
    name, title, rules_version = "president", "President", "1"
    fewest_seats, most_seats = 3, 7  # PR-01
    options, events = rules.Agreed, kinds(rules)
    reasons: Reasons = MappingProxyType(
        {"no_match": message("{who}: not of that rank"), "too_low": message("{who}: too low")}
    )
    choices = (NEXT_ROUND, GIVES, Choice("out", "host", say("The player whose turn it is has no cards left.")), TURN)


PRESIDENT = President()
