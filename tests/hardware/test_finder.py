"""How emulated readers on USB find tags: one at a time."""

import pytest

from hardware.emulator.field import Field
from hardware.emulator.finder import HOLDS_NS, Finder
from hardware.emulator.tag import Tag

MS = 1_000_000
FIRST, SECOND = Tag(bytes.fromhex("04112233445566")), Tag(bytes.fromhex("04a1b2c3d4e5f6"))


@pytest.fixture
def finder() -> Finder:
    """A reader that has found the first of two tags."""
    finder = Finder(Field())
    finder.field.put(FIRST)
    finder.field.put(SECOND)
    finder.look(0)
    assert finder.tag is FIRST
    return finder


def test_a_tag_without_power_for_a_moment_is_not_given_up_for_another(finder: Finder) -> None:
    finder.field.lift(FIRST)
    finder.look(HOLDS_NS - MS)
    assert (finder.tag, finder.events) == (FIRST, 1)

    finder.field.put(FIRST)
    finder.look(HOLDS_NS)
    finder.look(2 * HOLDS_NS - MS)
    assert (finder.tag, finder.events) == (FIRST, 1)


def test_the_other_tag_is_found_once_the_first_has_gone(finder: Finder) -> None:
    finder.field.lift(FIRST)
    finder.look(HOLDS_NS)

    assert (finder.tag, finder.events) == (SECOND, 3)


@pytest.mark.parametrize(("both", "found"), [(True, FIRST), (False, None)])
def test_of_two_that_come_together_it_finds_the_first_or_none(both: bool, found: Tag | None) -> None:
    finder = Finder(Field(), both=both)
    finder.field.put(SECOND)
    finder.field.put(FIRST)
    finder.look(0)

    assert finder.tag is found
