"""Egyptian Ratscrew, a game for the card table, assembled from its parts."""

from egyptian_ratscrew import rules, telling
from table.event import kinds
from table.games.kit import slapped
from table.games.kit.standard52 import GameOf52


class EgyptianRatscrew(GameOf52[slapped.SlapPlay]):
    """Egyptian Ratscrew as the table sees it; `CardGame` provides everything that is not defined here."""

    rules, rounds, views, play = rules, rules, telling, slapped.SlapPlay
    readers, answers = slapped.READERS, telling.ANSWERS
    name, title, rules_version = "egyptian_ratscrew", "Egyptian Ratscrew", "1"
    fewest_seats, most_seats = 2, 8  # ER-01
    options = rules.Agreed
    events = kinds(slapped)
    against_the_clock = ("RACING",)


EGYPTIAN_RATSCREW = EgyptianRatscrew()
