"""The name that replaces a forgotten player's name in games, their events and tournaments."""

import re
from collections.abc import Sequence
from itertools import count

SOMEBODY = "somebody"


def somebody(name: str, players: Sequence[str | None]) -> str:
    """Return the name that replaces a forgotten person's, distinct from the other players' names.

    >>> somebody("Ana", ["Ana", "somebody", None])
    'somebody 2'
    """
    others = {other for other in players if other != name}
    numbered = (f"{SOMEBODY} {number}" if number > 1 else SOMEBODY for number in count(1))
    return next(one for one in numbered if one not in others)


def word(name: str) -> re.Pattern[str]:
    """Return a pattern that finds a name in a sentence, but not within a longer name.

    >>> word("Ana").sub("somebody", "Ana’s turn, Anatol")
    'somebody’s turn, Anatol'
    """
    return re.compile(rf"(?<!\w){re.escape(name)}(?!\w)")
