"""The fields of a card, and the options that players agree on before a game."""

from pydantic import Field

from table.cards import Card
from table.games.game import Options
from table.saying import Text, noun


class NumberCard(Card):
    """A card with a number (HL-01)."""

    number: int = Field(ge=1, le=13)

    @property
    def label(self) -> Text:
        """Return the name that players use for the card, without an article."""
        return noun("number {number}", number=self.number)


class Agreed(Options):
    """The game options. `cardtable options higher_or_lower` prints their descriptions."""

    cards: int = Field(10, ge=1, description="After how many guesses the game is over.")
