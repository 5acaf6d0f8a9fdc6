"""When the table asks: a doubt that outlasts patience becomes a question. A state table.

`ASKING[state][sign]` is the next state; a sign that is not there changes nothing. docs/states.md shows it as a picture.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from table.games.game import Answer, Ask
from table.values import value


class Asking(Enum):
    """The state between the table and the people who could answer."""

    SURE = "sure"
    DOUBT = "in doubt"
    ASKED = "asked"


class Sign(Enum):
    """What changes that state: what the worlds say after each fact, and time."""

    NEW = "a new doubt"
    STILL = "the same, for less than patience"
    IMPATIENT = "the same, for longer"
    NONE = "no doubt"


ASKING: Mapping[Asking, Mapping[Sign, Asking]] = {
    Asking.SURE: {Sign.NEW: Asking.DOUBT},
    Asking.DOUBT: {
        Sign.NEW: Asking.DOUBT,
        Sign.STILL: Asking.DOUBT,
        Sign.IMPATIENT: Asking.ASKED,
        Sign.NONE: Asking.SURE,
    },
    Asking.ASKED: {  # the same doubt may be granted more patience if another world speaks first now
        Sign.NEW: Asking.DOUBT,
        Sign.STILL: Asking.DOUBT,
        Sign.IMPATIENT: Asking.ASKED,
        Sign.NONE: Asking.SURE,
    },
}


@value
class Question:
    """What the table cannot see and has to ask; `asks` are the answers, `seats` are those asked in any world."""

    choice: str
    asks: tuple[Ask, ...]
    seats: tuple[int, ...]

    @property
    def quiet(self) -> int:
        """Until when, in us, a press is not taken for an answer."""
        return self.asks[0].quiet

    @property
    def name(self) -> tuple[Any, ...]:
        """The identity of the question: one that is asked already is not asked again."""
        return self.choice, self.seats, self.options

    @property
    def seat(self) -> int | None:
        """The seat that is asked, if it is one alone."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def text(self) -> str:
        """The wording, which names nobody if worlds differ on whom to ask."""
        first = self.asks[0]
        return first.text if self.seats == first.seats else first.neutral or first.text

    @property
    def options(self) -> tuple[Answer, ...]:
        """The possible answers."""
        return tuple(ask.answer for ask in self.asks)


class Inquiry:
    """The one current doubt, and whether people are asked about it."""

    def __init__(self) -> None:
        self.state = Asking.SURE
        self.doubt: Question | None = None
        self._since = 0

    @property
    def question(self) -> Question | None:
        """The question that people are asked now, if any."""
        return self.doubt if self.state is Asking.ASKED else None

    def due(self) -> int | None:
        """Return when patience with the doubt ends, in us; None if people are asked already, or nothing is in doubt."""
        return self._since + self.doubt.asks[0].patience if self.doubt and self.state is Asking.DOUBT else None

    def take(self, doubt: Question | None, now: int) -> None:
        """Take in the current doubt."""
        before, self.doubt = self.doubt, doubt
        if doubt is None:
            self._goes(Sign.NONE)
            return
        if before is None or doubt.name != before.name:
            self._since = now
            self._goes(Sign.NEW)
        self._goes(Sign.IMPATIENT if now >= self._since + doubt.asks[0].patience else Sign.STILL)

    def _goes(self, sign: Sign) -> None:
        self.state = ASKING[self.state].get(sign, self.state)
