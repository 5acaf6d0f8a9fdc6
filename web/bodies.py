"""What phones send: one JSON object, checked field by field before anything is done."""

from typing import TypeVar

from flask import request
from pydantic import BaseModel, ConfigDict, ValidationError

from table.complaints import BadInput, sentence


class Body(BaseModel):
    """An object that phones send: nothing is coerced, and names that nobody knows are refused."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class Nothing(Body):
    """No more than the wish itself."""


B = TypeVar("B", bound=Body)


def read(kind: type[B]) -> B:
    """Read the body of the request. Raise BadInput, which names the field."""
    try:
        return kind.model_validate_json(request.get_data())
    except ValidationError as error:
        raise BadInput(sentence(error)) from None
