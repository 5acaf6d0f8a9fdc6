"""What is on a Nur Mut card: two faces, each a number or a joker, and one tag: nobody sees which face is up."""

from functools import cached_property
from typing import Annotated, Final, Literal

from pydantic import Field

from table.cards import Card

LOWEST, HIGHEST = 1, 9
JOKER: Final = "joker"

Face = Annotated[int, Field(ge=0, le=HIGHEST)] | Literal["joker"]


class NurMutCard(Card):
    """A card of the box (NUR-01): each of its faces is a number or a joker (NUR-02)."""

    faces: Annotated[tuple[Face, Face], Field(strict=False)]

    @property
    def label(self) -> str:
        """Name the card as people do: by its faces.

        >>> [NurMutCard(code="nm01", faces=faces).label for faces in ((3, 7), (4, "joker"), (2, 2))]
        ['3/7', '4/joker', '2']
        """
        return "/".join(str(face) for face in dict.fromkeys(self.faces))

    @cached_property
    def sides(self) -> tuple[Face, ...]:
        """The faces that differ: the numbers first, for that is what a bystander would take a card for."""
        return tuple(sorted(set(self.faces), key=lambda face: (face == JOKER, face)))
