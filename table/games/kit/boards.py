"""Boards entered for scoring, validated before a game scores them."""

from typing import Annotated, Any, Self, TypeVar

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from table.cards import Card, Catalogue, catalogue, shipped_deck
from table.complaints import BadInput, sentence
from table.saying import say

C = TypeVar("C", bound=Card)


class GivenBoard(BaseModel):
    """A board as entered by the user.

    The cards come from its `catalogue` if it has one, otherwise from the game's box.
    """

    model_config = ConfigDict(strict=True, extra="forbid", defer_build=True)
    catalogue: Annotated[list[dict[str, object]], Field(max_length=2000)] | None = None

    @classmethod
    def read(cls, given: Any) -> Self:
        """Parse a board and validate its structure. Raise BadInput with a one-sentence message if it is invalid."""
        if not isinstance(given, dict):
            raise BadInput(say("expected one JSON object"))
        try:
            return cls.model_validate(given)
        except ValidationError as error:
            raise BadInput(sentence(error, given)) from None

    def cards(self, box: str, kind: type[C]) -> Catalogue[C]:
        """Return the board's cards. Raise BadInput if its catalogue is invalid."""
        return catalogue(shipped_deck(box) if self.catalogue is None else self.catalogue, kind)
