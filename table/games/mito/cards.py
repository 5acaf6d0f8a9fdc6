"""What is on a Mito card."""

from typing import Annotated, Literal

from pydantic import Field, ValidationInfo, field_validator

from table.cards import Card

LOWEST, HIGHEST = 1, 5
GUARD = "guard"

Kind = Literal["number", "spider", "mosquito", "cockroach", "ant", "moth", "guard"]


class MitoCard(Card):
    """A card of the box. Only the Guard Bug has no number."""

    kind: Kind
    number: Annotated[int, Field(ge=LOWEST, le=HIGHEST)] | None = Field(None, validate_default=True)

    @field_validator("number")
    @classmethod
    def _only_the_guard_has_none(cls, number: int | None, info: ValidationInfo) -> int | None:
        if "kind" in info.data and (number is None) != (info.data["kind"] == GUARD):
            raise ValueError("none on the Guard Bug" if number else "a number from 1 to 5")
        return number

    @property
    def label(self) -> str:
        """Name the card as people do."""
        match self.kind:
            case "guard":
                return "Guard Bug"
            case "number":
                return f"{self.number}"
            case _:
                return f"{self.kind} {self.number}"
