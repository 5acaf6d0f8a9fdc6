"""The Egyptian Ratscrew card game, assembled from this package's modules."""

from egyptian_ratscrew import rules, telling
from table.event import kinds
from table.games.kit import slapped
from table.games.kit.standard52 import GameOf52


class EgyptianRatscrew(GameOf52[slapped.SlapPlay]):
    """The table's interface to Egyptian Ratscrew; `CardGame` supplies everything not defined here."""

    rules, rounds, views, play = rules, rules, telling, slapped.SlapPlay
    readers, answers = slapped.READERS, telling.ANSWERS
    name, title, rules_version = "egyptian_ratscrew", "Egyptian Ratscrew", "1"
    fewest_seats, most_seats = 2, 8  # ER-01
    options = rules.Agreed
    events = kinds(slapped)
    against_the_clock = ("RACING",)


EGYPTIAN_RATSCREW = EgyptianRatscrew()
