"""The fields of a Nur Mut card: two faces, each a number or a joker. No reader can tell which face is up."""

from functools import cache, cached_property
from typing import Annotated, Final, Literal

from pydantic import Field

from table.cards import Card
from table.saying import Text, noun

LOWEST, HIGHEST = 1, 9
JOKER: Final = "joker"

Face = Annotated[int, Field(ge=0, le=HIGHEST)] | Literal["joker"]


def face_name(face: Face) -> Text:
    """Return the name of a face.

    >>> face_name(3), face_name("joker")
    ('3', 'joker')
    """
    return noun("joker") if face == JOKER else noun("{number}", number=face)


@cache
def _named(faces: tuple[Face, ...]) -> Text:
    one, *other = faces
    return noun("{one}/{other}", one=face_name(one), other=face_name(other[0])) if other else face_name(one)


class NurMutCard(Card):
    """A card of the box (NUR-01): each of its faces is a number or a joker (NUR-02)."""

    faces: Annotated[tuple[Face, Face], Field(strict=False)]

    @property
    def label(self) -> Text:
        """Return what people call the card: its faces.

        >>> [NurMutCard(code="nm01", faces=faces).label for faces in ((3, 7), (4, "joker"), (2, 2))]
        ['3/7', '4/joker', '2']
        """
        return _named(tuple(dict.fromkeys(self.faces)))

    def behind(self, face: int | str) -> Face:
        """Return the face on the other side."""
        return self.faces[1] if face == self.faces[0] else self.faces[0]

    @cached_property
    def sides(self) -> tuple[Face, ...]:
        """The distinct faces, numbers first, as a bystander would assume."""
        return tuple(sorted(set(self.faces), key=lambda face: (face == JOKER, face)))
