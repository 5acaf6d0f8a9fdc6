"""Egyptian Ratscrew, a game for the card table: what it is made of."""

from egyptian_ratscrew import rules, telling
from table.event import kinds
from table.games.kit import slapped, standard52
from table.games.kit.actions import Action
from table.games.kit.usual import CardGame


class EgyptianRatscrew(CardGame[slapped.SlapPlay, Action]):
    """Egyptian Ratscrew to the rest of the table; what it does not say `CardGame` answers."""

    rules, rounds, picture, play = rules, rules, telling, slapped.SlapPlay
    readers, answers = slapped.READERS, telling.ANSWERS
    name = "egyptian_ratscrew"
    title = "Egyptian Ratscrew"
    rules_version = "1"
    fewest_seats, most_seats = 2, 8  # ER-01
    options = rules.Agreed
    card, box = standard52.PlayingCard, standard52.BOX
    events = kinds(slapped)
    piles, against_the_clock = (slapped.PILE,), ("RACING",)
    same_for_all = True


EGYPTIAN_RATSCREW = EgyptianRatscrew()
