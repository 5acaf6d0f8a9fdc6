"""Higher or lower, a game for the card table, assembled from its parts. The rules are in rules.py."""

from higher_or_lower import events as own
from higher_or_lower import reading, rules, view, why
from higher_or_lower.box import Agreed, NumberCard
from table.event import kinds
from table.games.kit.actions import Action
from table.games.kit.fingers import Fingers
from table.games.kit.usual import CardGame


class HigherOrLower(CardGame[Fingers[rules.State], Action]):
    """The class through which the table plays Higher or lower; `CardGame` implements everything not defined here."""

    rules, rounds, views = rules, rules, view
    readers, answers = reading.READERS, why.ANSWERS
    name = "higher_or_lower"
    title = "Higher or lower"
    rules_version = "2"
    fewest_seats, most_seats = 2, 6
    options = Agreed
    card = NumberCard
    events = kinds(own)
    box = ("numbers", "higher_or_lower")
    piles = (rules.PILE,)


HIGHER_OR_LOWER = HigherOrLower()
