"""Words in sentences for people: names of players and cards, articles, lists, places."""

import re
from collections.abc import Mapping, Sequence

from table.values import value

_SPOKEN_WITH_A_VOWEL = re.compile(r"[aeio]|8|(11|18)\b", re.IGNORECASE)


@value
class Names:
    """Names at a table: `people` by seat, `cards` by code. An unknown player is "somebody"."""

    people: Mapping[int, str]
    cards: Mapping[str, str]

    def who(self, seat: int | None) -> str:
        """Return a player's name; None if it is not known who it was."""
        return "Somebody" if seat is None else self.people.get(seat, f"Seat {seat}")

    def whoever(self, seats: Sequence[int]) -> str:
        """Return the names of several players."""
        return both([self.who(seat) for seat in seats])

    def card(self, code: str | None) -> str:
        """Return a card's name without an article; None stands for a card that not everybody may know."""
        return "card" if code is None else self.cards.get(code, code)

    def a_card(self, code: str | None) -> str:
        """Return a card's name with an indefinite article."""
        return with_article(self.card(code))


def some_cards(count: int) -> str:
    """Return a number of cards in words.

    >>> some_cards(1), some_cards(3)
    ('a card', '3 cards')
    """
    return "a card" if count == 1 else f"{count} cards"


def place(zone: str) -> str:
    """Return a zone's name for a sentence.

    >>> place("pile.1"), place("seat.2")
    ('the pile 1', 'the pad of seat 2')
    """
    kind, _, number = zone.partition(".")
    return f"the pad of seat {number}" if kind == "seat" else f"the {zone.replace('.', ' ')}"


def with_article(name: str) -> str:
    """Return a name with "a" or "an" before it; it may be a number.

    >>> with_article("ace"), with_article("8"), with_article("king"), with_article("11"), with_article("Owl")
    ('an ace', 'an 8', 'a king', 'an 11', 'an Owl')
    """
    return f"{'an' if _SPOKEN_WITH_A_VOWEL.match(name) else 'a'} {name}"


def either(words: Sequence[str]) -> str:
    """Return words joined by "or"."""
    return _joined(words, "or")


def both(words: Sequence[str]) -> str:
    """Return words joined by "and".

    >>> both(["Ana", "Ben", "Cleo"])
    'Ana, Ben and Cleo'
    """
    return _joined(words, "and")


def _joined(words: Sequence[str], last: str) -> str:
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final
