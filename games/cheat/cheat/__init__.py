"""Cheat, a game for the card table: what it is made of."""

from cheat import rules, telling
from table.event import kinds
from table.games.game import Choice
from table.games.kit import standard52
from table.games.kit.actions import Action
from table.games.kit.choices import NEXT_ROUND
from table.games.kit.usual import CardGame
from table.saying import say


class Cheat(CardGame[telling.Play, Action]):
    """Cheat to the rest of the table; what it does not say `CardGame` answers."""

    rules, rounds, picture = rules, rules, telling
    readers, answers = telling.READERS, telling.ANSWERS
    name = "cheat"
    title = "Cheat"
    rules_version = "1"
    same_for_all = True
    fewest_seats, most_seats = 3, 8  # CH-01
    options = rules.Agreed
    card, box = standard52.PlayingCard, standard52.BOX
    events = kinds(rules)
    piles, face_up_piles = (rules.PILE,), ()
    choices = (
        NEXT_ROUND,
        Choice("claim", "host or whose turn it is", say("All cards are laid; their rank, 1 to 13."), value="number"),
    )


CHEAT = Cheat()
