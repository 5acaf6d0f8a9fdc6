"""Slapjack, a game for the card table, assembled from its parts."""

from slapjack import rules, telling
from table.event import kinds
from table.games.kit import slapped
from table.games.kit.standard52 import GameOf52


class Slapjack(GameOf52[slapped.SlapPlay]):
    """Slapjack as the table sees it; `CardGame` provides everything that is not defined here."""

    rules, rounds, views, play = rules, rules, telling, slapped.SlapPlay
    readers, answers = slapped.READERS, telling.ANSWERS
    name, title, rules_version = "slapjack", "Slapjack", "1"
    fewest_seats, most_seats = 2, 8  # SJ-01
    options = rules.Agreed
    events = kinds(slapped)
    against_the_clock = ("RACING",)


SLAPJACK = Slapjack()
