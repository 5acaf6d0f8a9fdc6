"""The fields of a Mytho card: a number or rank, and a colour or suit."""

from functools import cache
from typing import Annotated, Literal

from pydantic import Field

from table.cards import Card
from table.games.kit.standard52 import COLOUR_OF, called, of_number
from table.saying import Text, noun

_Word = Annotated[str, Field(pattern=r"^[a-z]+$", max_length=20)]


class MythoCard(Card):
    """A card of one of Mytho's decks."""

    number: Annotated[int, Field(ge=0, le=999)] | _Word
    colour: _Word

    @property
    def label(self) -> Text:
        """Return the card's display name.

        >>> MythoCard(code="kd", number="king", colour="diamonds").label
        'king of diamonds'
        >>> MythoCard(code="red7.1", number=7, colour="red").label
        'red 7'
        """
        return _name(self.number, self.colour)

    def shown_colour(self, means: Literal["suit", "red_black"]) -> str:
        """Return the colour that matters for fitting: the suit, or just red or black, depending on the option."""
        return COLOUR_OF.get(self.colour, self.colour) if means == "red_black" else self.colour

    def fits(self, reference: "MythoCard", means: Literal["suit", "red_black"]) -> bool:
        """Return whether this card has the same number or colour as the reference card (MYTHO-15)."""
        return self.number == reference.number or self.shown_colour(means) == reference.shown_colour(means)


_COLOURS = {
    "red": noun("red"),
    "yellow": noun("yellow"),
    "green": noun("green"),
    "blue": noun("blue"),
}
_CARDS_OF = {
    "clubs": noun("club"),
    "diamonds": noun("diamond"),
    "hearts": noun("heart"),
    "spades": noun("spade"),
    "red": noun("red card"),
    "black": noun("black card"),
    "yellow": noun("yellow card"),
    "green": noun("green card"),
    "blue": noun("blue card"),
}


@cache
def of_colour(colour: str) -> Text:
    """Return the noun for any card of a colour.

    >>> of_colour("hearts"), of_colour("red")
    ('heart', 'red card')
    """
    return _CARDS_OF.get(colour) or noun("{colour} card", colour=colour)


@cache
def _name(number: int | str, colour: str) -> Text:
    if colour in COLOUR_OF:
        return called(number, colour)
    return noun("{colour} {number}", colour=_COLOURS.get(colour) or noun(colour), number=of_number(number))
