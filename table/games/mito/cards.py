"""What is on a Mito card."""

from typing import Annotated, Literal

from pydantic import Field

from table.cards import Card

LOWEST, HIGHEST = 1, 5


class MitoCard(Card):
    """A number card. (The cards with a power of their own are not in play yet.)"""

    kind: Literal["number"]
    number: Annotated[int, Field(ge=LOWEST, le=HIGHEST)]

    @property
    def label(self) -> str:
        """Name the card as people do."""
        return f"{self.number}"
