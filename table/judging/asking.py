"""Questions: if a doubt outlasts people's patience, the table asks, and people answer by button. A state table.

`ASKING[state][sign]` is the next state; a missing sign changes nothing. docs/states.md shows the table as a diagram.

While a question is open, a press by a seat that is asked answers it and means nothing else: a tap chooses the first
option, a double the second, a hold the third. A tap answers once it can no longer become a double. A press in the first
second means nothing at all, because people have not read the question yet. A gesture that began before the question
keeps its meaning. This is a pure stage between gestures and referee, with its own deadlines.
"""

from collections.abc import Mapping
from enum import Enum
from typing import Any

from table.facts import DOUBLE_GAP, SECOND, Doubled, Fact, Held, Press, Pressed, Released, Spent, TableResumed, Tapped
from table.games.game import Answer, Ask
from table.values import Value, replace

CALM = SECOND  # how long presses are ignored after a question opens


class Asking(Enum):
    """Whether the table is in doubt, and whether it has asked people about it."""

    SURE = "sure"
    DOUBT = "in doubt"
    ASKED = "asked"


class Sign(Enum):
    """What changes the state of a doubt: the worlds after each fact, and time."""

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
    Asking.ASKED: {  # the same doubt may be given more time if a different world now comes first
        Sign.NEW: Asking.DOUBT,
        Sign.STILL: Asking.DOUBT,
        Sign.IMPATIENT: Asking.ASKED,
        Sign.NONE: Asking.SURE,
    },
}


class Question(Value):
    """A question about what the table cannot see; `asks` are the answers, `seats` are the seats asked in any world.

    `opened` is when people were first asked, in us.
    """

    choice: str
    asks: tuple[Ask, ...]
    seats: tuple[int, ...]
    opened: int = 0

    def is_for_the_game(self, press: Press) -> bool:
        """Return whether a press is for the game, because its seat is not being asked or the press came too early."""
        return press.seat not in self.seats or press.t <= self.asks[0].quiet

    def takes(self, press: Press) -> bool:
        """Return whether a press may be an answer."""
        return not self.is_for_the_game(press) and press.t >= self.opened + CALM

    @property
    def name(self) -> tuple[Any, ...]:
        """The identity of the question, so that the same question is not asked twice."""
        return self.choice, self.seats, self.options

    @property
    def seat(self) -> int | None:
        """The seat that is asked; None if several are."""
        return self.seats[0] if len(self.seats) == 1 else None

    @property
    def text(self) -> str:
        """The wording of the question, without a name if worlds differ on whom to ask."""
        first = self.asks[0]
        return first.text if self.seats == first.seats else first.neutral or first.text

    @property
    def options(self) -> tuple[Answer, ...]:
        return tuple(ask.answer for ask in self.asks)


class Inquiry:
    """The current doubt, if any, and whether people are asked about it."""

    def __init__(self) -> None:
        self.state = Asking.SURE
        self.doubt: Question | None = None
        self._since = self._opened = 0

    @property
    def question(self) -> Question | None:
        """The question that people are asked now, if any."""
        if self.state is not Asking.ASKED or self.doubt is None:
            return None
        return replace(self.doubt, opened=self._opened)

    def due(self) -> int | None:
        """Return when patience with a doubt ends, in us; None if there is no doubt or people have been asked."""
        return self._since + self.doubt.asks[0].patience if self.doubt and self.state is Asking.DOUBT else None

    def take(self, doubt: Question | None, now: int) -> None:
        """Update the doubt; it becomes a question when it has lasted long enough."""
        before, self.doubt, was = self.doubt, doubt, self.state
        if doubt is None:
            self._goes(Sign.NONE)
            return
        if before is None or doubt.name != before.name:
            self._since = now
            self._goes(Sign.NEW)
        self._goes(Sign.IMPATIENT if now >= self._since + doubt.asks[0].patience else Sign.STILL)
        if self.state is Asking.ASKED and (was is not Asking.ASKED or before is None or doubt.name != before.name):
            self._opened = now

    def _goes(self, sign: Sign) -> None:
        self.state = ASKING[self.state].get(sign, self.state)


# -- Answers by button

_TAP, _DOUBLE, _HOLD = range(3)


class Answering:
    """The stage that turns presses into answers."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._mine: dict[Press, bool] = {}  # presses for the question, and whether a tap would answer it
        self._held: set[Press] = set()  # presses for the question that are holds and still down
        self._taps: dict[Press, int] = {}  # taps that may become a double, and until when
        self._begun: dict[int, Tapped] = {}  # by seat, a tap that the game got and that may become a double
        self._second: set[Press] = set()  # second presses of doubles that the game got

    def void(self) -> None:
        """Drop the answers of all presses that have already begun."""
        self._mine = dict.fromkeys(self._mine, False)
        self._taps.clear()

    def due(self) -> int | None:
        """Return when the next pending tap becomes an answer, in us; None if no tap is pending."""
        return min(self._taps.values(), default=None)

    def fall_due(self, now: int, question: Question | None) -> Answer | None:
        """Return the answer of the earliest tap if it can no longer become a double; otherwise None."""
        press = min(self._taps, key=lambda press: self._taps[press])
        if self._taps[press] > now:
            return None
        del self._taps[press]
        return _option(question, _TAP)

    def take(self, fact: Fact, question: Question | None, *, halted: bool = False) -> tuple[bool, Answer | None]:
        """Handle a gesture; return whether it belongs to the question, and the answer, if any.

        A press that begins while the game is `halted` is not an answer.
        """
        match fact:
            case Pressed() if question is not None and self._is_its(question, fact.press):
                self._mine[fact.press] = question.takes(fact.press) and not halted
            case Doubled() if self._taps.pop(fact.first, None) is not None:
                self._mine[fact.press] = False
                return True, _option(question, _DOUBLE)
            case Doubled() if fact.press in self._mine:  # its first press came too early to be an answer
                self._mine[fact.press] = False
            case Tapped() if fact.press in self._mine:
                if self._mine.pop(fact.press):
                    self._taps[fact.press] = fact.t + DOUBLE_GAP
            case Held() if fact.press in self._mine:
                alone = self._mine.pop(fact.press)
                self._held.add(fact.press)
                return True, _option(question, _HOLD) if alone else None
            case Spent() if fact.press in self._mine:
                del self._mine[fact.press]
            case Released() if fact.press in self._held:
                self._held.discard(fact.press)
            case TableResumed():
                self._forget()
                return False, None
            case Doubled():
                self._second.add(fact.press)
                self._begun.pop(fact.press.seat, None)
                return False, None
            case Tapped():
                self._notes_tap(fact)
                return False, None
            case _:
                return False, None
        return True, None

    def _notes_tap(self, tap: Tapped) -> None:
        """Record a tap that the game gets: it may begin a double press, unless it ends one."""
        if tap.press not in self._second:
            self._begun[tap.press.seat] = tap
        self._second.discard(tap.press)

    def _is_its(self, question: Question, press: Press) -> bool:
        """Return whether a press that begins now belongs to the question, not to a gesture that began before it.

        The second press of a double belongs to the question if the first one came after the question opened.
        """
        if question.is_for_the_game(press):
            return False
        first = self._begun.pop(press.seat, None)
        return first is None or press.t > first.t + DOUBLE_GAP or first.press.t >= question.opened


def _option(question: Question | None, index: int) -> Answer | None:
    if question is None or index >= len(question.options):
        return None
    return question.options[index]
