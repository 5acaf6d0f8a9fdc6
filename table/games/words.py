"""What every game says to people the same way: refusals, and lists of words in sentences."""

import re
from collections.abc import Sequence

from table.games.game import IllegalAction, Reason

_SPOKEN_WITH_A_VOWEL = re.compile(r"[aeio]|8|(11|18)\b", re.IGNORECASE)


def refusal(text: str, reason: Reason = "not_now") -> IllegalAction:
    """Make the refusal of an action; the text becomes a sentence."""
    return IllegalAction(reason, f"{capital(text)}.")


def unless(allowed: bool, text: str) -> IllegalAction | None:
    """Refuse what is not for now."""
    return None if allowed else refusal(text)


def capital(text: str) -> str:
    """Begin a sentence with a capital letter.

    >>> capital("the 4 fits")
    'The 4 fits'
    """
    return f"{text[0].upper()}{text[1:]}"


def either(words: Sequence[str]) -> str:
    """Put "or" between words."""
    return _joined(words, "or")


def both(words: Sequence[str]) -> str:
    """Put "and" between words.

    >>> both(["Ana", "Ben", "Cleo"])
    'Ana, Ben and Cleo'
    """
    return _joined(words, "and")


def counted(count: int, one: str) -> str:
    """Count things.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{count} {one}{'' if count == 1 else 's'}"


def with_article(name: str) -> str:
    """Put the article before a name, which may be a number.

    >>> with_article("ace"), with_article("8"), with_article("king"), with_article("11"), with_article("Elf")
    ('an ace', 'an 8', 'a king', 'an 11', 'an Elf')
    """
    return f"{'an' if _SPOKEN_WITH_A_VOWEL.match(name) else 'a'} {name}"


def _joined(words: Sequence[str], last: str) -> str:
    *others, final = words
    return f"{', '.join(others)} {last} {final}" if others else final
