"""The Slapjack card game, assembled from this package's modules."""

from slapjack import rules, telling
from table.event import kinds
from table.games.kit import slapped
from table.games.kit.standard52 import GameOf52


class Slapjack(GameOf52[slapped.SlapPlay]):
    """The table's interface to Slapjack; `CardGame` supplies everything not defined here."""

    rules, rounds, views, play = rules, rules, telling, slapped.SlapPlay
    readers, answers = slapped.READERS, telling.ANSWERS
    name, title, rules_version = "slapjack", "Slapjack", "1"
    fewest_seats, most_seats = 2, 8  # SJ-01
    options = rules.Agreed
    events = kinds(slapped)
    against_the_clock = ("RACING",)


SLAPJACK = Slapjack()
