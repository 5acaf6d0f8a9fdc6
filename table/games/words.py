"""What every game says to people the same way: refusals, and lists of words in sentences."""

from collections.abc import Callable

from table.games.game import IllegalAction, Reason
from table.wording import both, either, with_article

__all__ = ["both", "capital", "counted", "either", "refusal", "unless", "with_article"]


class _Refusal(IllegalAction):
    @property
    def text(self) -> str:
        return f"{capital(super().text)}."


Text = str | Callable[[], str]  # where much has to be named: what gives the text, once somebody reads it


def refusal(text: Text, reason: Reason = "not_now") -> IllegalAction:
    """Make the refusal of an action; the text becomes a sentence."""
    return _Refusal(reason, text)


def unless(allowed: bool, text: Text) -> IllegalAction | None:
    """Refuse what is not for now."""
    return None if allowed else _Refusal("not_now", text)


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
