"""The types that pages are checked against are those of the API."""

from tests.front.api_types import TYPES, written


def test_types_are_those_of_the_description() -> None:
    assert TYPES.read_text() == written(), "run `make types`"
