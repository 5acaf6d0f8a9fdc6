"""Text that all games share: refusals and numbers of cards."""

from collections.abc import Callable

from table.games.game import IllegalAction, Reason
from table.saying import Text, both, capital, either, joined, many, message, noun, say

__all__ = ["both", "capital", "cards", "either", "joined", "many", "message", "noun", "refusal", "say", "unless"]


class _Refusal(IllegalAction):
    @property
    def text(self) -> Text:
        said = super().text
        return say("{refused}.", refused=capital(said if isinstance(said, Text) else say(said)))


Words = str | Callable[[], str]  # a function builds a long text only when somebody reads it


def refusal(text: Words, reason: Reason = "not_now") -> IllegalAction:
    """Return a refusal. Its text is capitalised and ends with a full stop.

    A text that contains names must come from `say`.
    """
    return _Refusal(reason, text)


def unless(allowed: bool, text: Words) -> IllegalAction | None:
    """Return a refusal with the reason `not_now`, or None if `allowed`."""
    return None if allowed else _Refusal("not_now", text)


def cards(count: int) -> Text:
    """Return a phrase such as "2 cards".

    >>> cards(1), cards(2)
    ('1 card', '2 cards')
    """
    return many("{count} card", "{count} cards", count)
