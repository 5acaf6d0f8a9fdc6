"""Parsing of the query parameters of a hub's requests."""

from flask import request

from cardtable_club.hub.reading import MOST
from table.complaints import BadInput
from table.saying import say

_MOST_LETTERS = 100


def word(name: str) -> str | None:
    """Return parameter `name`, or None if it is missing or empty. Raise BadInput if it is too long or contains NUL."""
    given = request.args.get(name) or None
    if given is not None and (len(given) > _MOST_LETTERS or "\0" in given):
        raise BadInput(say("{name}: expected {most} letters at most", name=name, most=_MOST_LETTERS))
    return given


def number(name: str) -> int | None:
    """Return parameter `name` as a number, or None if it is missing or empty. Raise BadInput if it is not a number."""
    given = word(name)
    if given is None:
        return None
    if not given.isascii() or not given.isdigit() or len(given) > 9:
        raise BadInput(say("{name}: expected a number", name=name))
    return int(given)


def limit(usual: int = MOST) -> int:
    """Return the `limit` parameter, or `usual` by default. Raise BadInput unless it is a number from 1 to MOST."""
    found = number("limit")
    if found is not None and not 1 <= found <= MOST:
        raise BadInput(say("limit: expected 1 to {most}, not {limit}", most=MOST, limit=found))
    return found or usual
