"""What is on a Mytho card: a number, which may be a rank such as "king", and a colour, which may be a suit."""

from typing import Annotated, Literal

from pydantic import Field

from table.cards import Card

SUITS = {"clubs": "black", "diamonds": "red", "hearts": "red", "spades": "black"}

_Word = Annotated[str, Field(pattern=r"^[a-z]+$", max_length=20)]


class MythoCard(Card):
    """A card of the deck."""

    number: Annotated[int, Field(ge=0, le=999)] | _Word
    colour: _Word

    @property
    def label(self) -> str:
        """Name the card as people do.

        >>> MythoCard(code="kd", number="king", colour="diamonds").label
        'king of diamonds'
        >>> MythoCard(code="red7.1", number=7, colour="red").label
        'red 7'
        """
        return f"{self.number} of {self.colour}" if self.colour in SUITS else f"{self.colour} {self.number}"

    def shown_colour(self, means: Literal["suit", "red_black"]) -> str:
        """Tell the colour that counts: the suit, or red or black, as was agreed on."""
        return SUITS.get(self.colour, self.colour) if means == "red_black" else self.colour

    def fits(self, reference: "MythoCard", means: Literal["suit", "red_black"]) -> bool:
        """Tell whether this card has the number or the colour of the reference (MYTHO-15)."""
        return self.number == reference.number or self.shown_colour(means) == reference.shown_colour(means)
