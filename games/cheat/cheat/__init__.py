"""The Cheat card game, assembled from this package's modules."""

from cheat import rules, telling
from table.event import kinds
from table.games.game import Choice
from table.games.kit.choices import NEXT_ROUND
from table.games.kit.standard52 import GameOf52
from table.saying import say


class Cheat(GameOf52[telling.Play]):
    """The table's interface to Cheat; `CardGame` supplies everything not defined here."""

    rules, rounds, views = rules, rules, telling
    readers, answers = telling.READERS, telling.ANSWERS
    name, title, rules_version = "cheat", "Cheat", "1"
    fewest_seats, most_seats = 3, 8  # CH-01
    options, events, face_up_piles = rules.Agreed, kinds(rules), ()
    choices = (
        NEXT_ROUND,
        Choice(
            "claim",
            "host or the player whose turn it is",
            say("All cards are laid; their rank, 1 to 13."),
            value="number",
        ),
    )


CHEAT = Cheat()
