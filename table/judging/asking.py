"""From what people could tell to what they are asked: a doubt that outlasts their patience becomes a question. A table.

`ASKING[state][sign]` is the state that follows; what does not stand there changes nothing. docs/states.md shows it as a
picture.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Any

from table.games.game import Answer, Ask


class Asking(Enum):
    """How it is between the table and whoever could tell."""

    SURE = "sure"
    DOUBT = "in doubt"
    ASKED = "asked"


class Sign(Enum):
    """What changes that: what the worlds say after each fact, and time."""

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
    Asking.ASKED: {  # patience with the same doubt may have grown, where another world speaks first now
        Sign.NEW: Asking.DOUBT,
        Sign.STILL: Asking.DOUBT,
        Sign.IMPATIENT: Asking.ASKED,
        Sign.NONE: Asking.SURE,
    },
}


@dataclass(frozen=True)
class Question:
    """What the table cannot see and has to be told; `asks` are the answers, `seats` who is asked in any world."""

    choice: str
    asks: tuple[Ask, ...]
    seats: tuple[int, ...]

    @property
    def quiet(self) -> int:
        """Until when, in us, no press is an answer."""
        return self.asks[0].quiet

    @property
    def name(self) -> tuple[Any, ...]:
        """What tells it from others: one that is asked already is not asked anew."""
        return self.choice, self.seats, self.options

    @property
    def text(self) -> str:
        """How it is asked: of nobody by name, if worlds differ on whom."""
        first = self.asks[0]
        return first.text if self.seats == first.seats else first.neutral or first.text

    @property
    def options(self) -> tuple[Answer, ...]:
        """The answers there are."""
        return tuple(ask.answer for ask in self.asks)


class Inquiry:
    """The one doubt that there is at a time, and whether people are asked about it."""

    def __init__(self) -> None:
        self.state = Asking.SURE
        self.doubt: Question | None = None
        self._since = 0

    @property
    def question(self) -> Question | None:
        """What people are asked."""
        return self.doubt if self.state is Asking.ASKED else None

    def due(self) -> int | None:
        """Tell when patience with a doubt is over, in us; None if people are asked already, or nothing is in doubt."""
        return self._since + self.doubt.asks[0].patience if self.doubt and self.state is Asking.DOUBT else None

    def take(self, doubt: Question | None, now: int) -> None:
        """Take what is in doubt now."""
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
