"""What phones send: one JSON object, checked field by field before anything is done.

Of several kinds of objects the field `do` tells which one it is.
"""

from typing import Annotated, TypeVar

from flask import request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from table.complaints import BadInput, sentence
from table.facts import MOST_SEATS

MOST_LETTERS = 100
Word = Annotated[str, StringConstraints(max_length=MOST_LETTERS)]  # a card's code, a zone, a game: no name is longer
Seat = Annotated[int, Field(ge=1, le=MOST_SEATS)]


class Body(BaseModel):
    """An object that phones send: nothing is coerced, and names that nobody knows are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Nothing(Body):
    """No more than the wish itself."""


B = TypeVar("B", bound=Body)
T = TypeVar("T")
_KIND = "do"


def read(kind: type[B]) -> B:
    """Read the body of the request. Raise BadInput, which names the field."""
    try:
        return kind.model_validate_json(request.get_data())
    except ValidationError as error:
        raise BadInput(sentence(error)) from None


def read_one_of(kinds: TypeAdapter[T]) -> T:
    """Read the body of the request, which is one of several kinds of objects. Raise BadInput, which names the field."""
    try:
        return kinds.validate_json(request.get_data())
    except ValidationError as error:
        raise BadInput(_without_kind(sentence(error, tag=_KIND), error)) from None


def _without_kind(text: str, error: ValidationError) -> str:
    """Leave out the kind of object, which pydantic puts before the field."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = first["loc"]
    return text.removeprefix(f"{place[0]}.") if len(place) > 1 else text
