"""What every game says to people the same way: refusals, and lists of words in sentences."""

from table.games.game import IllegalAction, Reason
from table.wording import both, either, with_article

__all__ = ["both", "capital", "counted", "either", "refusal", "unless", "with_article"]


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


def counted(count: int, one: str) -> str:
    """Count things.

    >>> counted(1, "card"), counted(2, "card")
    ('1 card', '2 cards')
    """
    return f"{count} {one}{'' if count == 1 else 's'}"
