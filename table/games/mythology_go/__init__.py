"""Mythology GO: rows of cards that score by value, effect and colour. count.py counts a round, with every reason."""

from table.cards import Deck, shipped_deck
from table.games.boxes import Scoring
from table.games.game import Options
from table.games.mythology_go import count, explained, ranking
from table.games.mythology_go.cards import MgoCard
from table.games.mythology_go.options import CountOptions


def deck(options: Options | None) -> Deck:
    """Read the box: the same cards, whatever is agreed on."""
    return shipped_deck("mythology_go")


SCORING = Scoring(
    "mythology_go",
    "Mythology GO",
    MgoCard,
    CountOptions,
    deck,
    count.score,
    explained.explained,
    ranking.ranked,
)
