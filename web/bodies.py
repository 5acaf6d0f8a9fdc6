"""Request bodies: one JSON object each, validated field by field before anything is done.

If a route accepts several kinds of objects, the field `do` says which kind an object is.
"""

from typing import Annotated, TypeVar

from flask import request
from pydantic import BaseModel, ConfigDict, Field, StringConstraints, TypeAdapter, ValidationError

from table.complaints import BadInput, sentence
from table.facts import MOST_SEATS

MOST_LETTERS = 100
Word = Annotated[str, StringConstraints(max_length=MOST_LETTERS)]  # the longest card code, zone or game name allowed
Seat = Annotated[int, Field(ge=1, le=MOST_SEATS)]


WHEN_USED = ConfigDict(defer_build=True)  # for a union of bodies: its validator is built at the first request


class Body(BaseModel):
    """An object that phones send: types are not coerced, and unknown fields are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Nothing(Body):
    """An empty body."""


B = TypeVar("B", bound=Body)
T = TypeVar("T")
_KIND = "do"


def read(kind: type[B]) -> B:
    """Return the request's body. Raise BadInput, naming the wrong field, if it is invalid."""
    try:
        return kind.model_validate_json(request.get_data())
    except ValidationError as error:
        raise BadInput(sentence(error)) from None


def read_one_of(kinds: TypeAdapter[T]) -> T:
    """Return the request's body, one of several kinds. Raise BadInput, naming the wrong field, if it is invalid."""
    try:
        return kinds.validate_json(request.get_data())
    except ValidationError as error:
        raise BadInput(_without_kind(sentence(error, tag=_KIND), error)) from None


def _without_kind(text: str, error: ValidationError) -> str:
    """Return an error message without the kind of object, which pydantic puts before the field."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = first["loc"]
    return text.removeprefix(f"{place[0]}.") if len(place) > 1 else text
