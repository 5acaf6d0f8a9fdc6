"""Slapjack, a game for the card table: what it is made of."""

from slapjack import rules, telling
from table.event import kinds
from table.games.kit import slapped, standard52
from table.games.kit.actions import Action
from table.games.kit.usual import CardGame


class Slapjack(CardGame[slapped.SlapPlay, Action]):
    """Slapjack to the rest of the table; what it does not say `CardGame` answers."""

    rules, rounds, picture, play = rules, rules, telling, slapped.SlapPlay
    readers, answers = slapped.READERS, telling.ANSWERS
    name = "slapjack"
    title = "Slapjack"
    rules_version = "1"
    fewest_seats, most_seats = 2, 8  # SJ-01
    options = rules.Agreed
    card, box = standard52.PlayingCard, standard52.BOX
    events = kinds(slapped)
    piles, against_the_clock = (slapped.PILE,), ("RACING",)
    same_for_all = True


SLAPJACK = Slapjack()
