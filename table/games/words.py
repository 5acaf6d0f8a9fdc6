"""Sentences that all games share: refusals, and numbers of cards."""

from collections.abc import Callable

from table.games.game import IllegalAction, Reason
from table.saying import Text, both, capital, either, joined, many, message, noun, say

__all__ = ["both", "capital", "cards", "either", "joined", "many", "message", "noun", "refusal", "say", "unless"]


class _Refusal(IllegalAction):
    @property
    def text(self) -> Text:
        said = super().text
        return say("{refused}.", refused=capital(said if isinstance(said, Text) else say(said)))


Words = str | Callable[[], str]  # where much has to be named: what gives the text, once somebody reads it


def refusal(text: Words, reason: Reason = "not_now") -> IllegalAction:
    """Make the refusal of an action; the text becomes a sentence. One with names in it is made by `say`."""
    return _Refusal(reason, text)


def unless(allowed: bool, text: Words) -> IllegalAction | None:
    """Refuse what is not for now."""
    return None if allowed else _Refusal("not_now", text)


def cards(count: int) -> Text:
    """Count cards.

    >>> cards(1), cards(2)
    ('1 card', '2 cards')
    """
    return many("{count} card", "{count} cards", count)
