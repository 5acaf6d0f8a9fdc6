"""The fields of a Mito card."""

from functools import cache
from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from table.cards import Card
from table.saying import Text, noun, say

LOWEST, HIGHEST = 1, 5
GUARD = "guard"

Kind = Literal["number", "spider", "mosquito", "cockroach", "ant", "moth", "guard"]


class MitoCard(Card):
    """A card in the box. Only the Guard Bug has no number."""

    kind: Kind
    number: Annotated[int, Field(ge=LOWEST, le=HIGHEST)] | None = Field(None, validate_default=True)

    @field_validator("number")
    @classmethod
    def _only_the_guard_has_none(cls, number: int | None, info: ValidationInfo) -> int | None:
        if "kind" in info.data and (number is None) != (info.data["kind"] == GUARD):
            raise ValueError(say("none on the Guard Bug") if number else say("a number from 1 to 5"))
        return number

    @property
    def label(self) -> Text:
        """Return the card's display name.

        >>> MitoCard(code="spider3", kind="spider", number=3).label
        'spider 3'
        """
        return _name(self.kind, self.number)


_KINDS = {
    "spider": noun("spider"),
    "mosquito": noun("mosquito"),
    "cockroach": noun("cockroach"),
    "ant": noun("ant"),
    "moth": noun("moth"),
}


@cache
def _name(kind: Kind, number: int | None) -> Text:
    match kind:
        case "guard":
            return noun("Guard Bug")
        case "number":
            return noun("{number}", number=number)
        case _:
            return noun("{kind} {number}", kind=_KINDS[kind], number=number)
