"""A standard deck of 52 cards (`as`, `10h`, `jc`, `kd`): their names and ranks.

`/static/standard52.mjs` draws the cards; a game's `parts.mjs` contains `export { Back, Card } from
"/static/standard52.mjs"`.
"""

from collections.abc import Mapping
from functools import cache
from typing import Generic, Literal

from table.cards import Card, PhysicalDeck, deck_file
from table.games.kit.actions import Action
from table.games.kit.usual import CardGame, F
from table.saying import Text, noun

DECK = "standard52"
BOX = (DECK, "table.decks")  # for a game's `box`
Suit = Literal["clubs", "diamonds", "hearts", "spades"]
Figure = Literal["ace", "jack", "queen", "king"]
COLOUR_OF: Mapping[str, str] = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}
RANKS: tuple[Figure | int, ...] = ("ace", 2, 3, 4, 5, 6, 7, 8, 9, 10, "jack", "queen", "king")
_FIGURES = {"ace": noun("ace"), "jack": noun("jack"), "queen": noun("queen"), "king": noun("king")}
_SUITS = {"clubs": noun("clubs"), "diamonds": noun("diamonds"), "hearts": noun("hearts"), "spades": noun("spades")}


def deck() -> PhysicalDeck:
    """Return the physical deck. A game's `decks` method can return this."""
    return deck_file(DECK)


@cache
def of_number(number: int | str) -> Text:
    """Return the name of a number or rank.

    >>> of_number("king"), of_number(7)
    ('king', '7')
    """
    return noun("{number}", number=number) if isinstance(number, int) else _FIGURES.get(number) or noun(number)


def of_rank(rank: int) -> Text:
    """Return the name of a rank from 1, the ace, to 13, the king.

    >>> of_rank(1), of_rank(10)
    ('ace', '10')
    """
    return of_number(RANKS[rank - 1])


@cache
def of_suit(suit: str) -> Text:
    """Return the name of a suit.

    >>> of_suit("hearts")
    'hearts'
    """
    return _SUITS[suit]


@cache
def called(number: int | str, suit: str) -> Text:
    """Return a card's display name.

    >>> called("queen", "spades")
    'queen of spades'
    """
    return noun("{number} of {colour}", number=of_number(number), colour=of_suit(suit))


class PlayingCard(Card):
    """A card with its number or rank and its suit, as listed in the deck file."""

    number: int | Figure
    colour: Suit

    @property
    def label(self) -> Text:
        """Return the card's display name.

        >>> PlayingCard(code="kd", number="king", colour="diamonds").label
        'king of diamonds'
        """
        return called(self.number, self.colour)

    @property
    def rank(self) -> int:
        """The card's rank, from 1 for the ace to 13 for the king."""
        return RANKS.index(self.number) + 1


class GameOf52(CardGame[F, Action], Generic[F]):
    """A game played with a standard deck and a single discard pile. All phones show the same view."""

    card, box = PlayingCard, BOX
    piles: tuple[str, ...] = ("discard",)
    same_for_all = True
