"""Request bodies: one JSON object each, validated field by field before anything is done.

If a route accepts several kinds of objects, the field `do` says which kind an object is.
"""

from collections.abc import Callable
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


def read(kind: type[B]) -> B:
    """Return the request's body. Raise BadInput, naming the wrong field, if it is invalid."""
    return _parsed(kind.model_validate_json)


def read_one_of(kinds: TypeAdapter[T]) -> T:
    """Return the request's body, one of several kinds. Raise BadInput, naming the wrong field, if it is invalid."""
    return _parsed(kinds.validate_json)


def _parsed(parse: Callable[[bytes], T]) -> T:
    body = request.get_data()
    try:
        return parse(body)
    except ValidationError as error:
        raise BadInput(sentence(error, json=body, tag="do")) from None
