"""What all seated players decide together: ending the game, and who plays on for somebody who left.

It is separate from the game's own questions: no rule or world knows of it. The answers are facts or presses, so a
replay or a restarted table asks the same, and waits as long.
"""

from collections.abc import Callable, Mapping, Sequence
from enum import Enum
from typing import Any

from table.facts import SECOND, ButtonDown, EndAsked, Fact, Pressed, RobotKind, RobotSeated, SeatLeft, TableResumed
from table.games.game import Ask, Setup
from table.judging.asking import CALM, Answering, Question
from table.judging.interruptions import drawn
from table.saying import Text, both, many, say
from table.values import replace
from table.view import View

END, PLAY_ON, ROBOT, WAIT = "end", "play_on", "robot", "wait"
_LABELS = {
    END: say("End it"),
    PLAY_ON: say("Play on"),
    ROBOT: say("A robot"),
    WAIT: say("Wait"),
}
PATIENCE = 60 * SECOND  # then a robot plays on, or the game goes on as it was


class Decision(Enum):
    """What has been decided."""

    ENDS = "the game ends"
    ROBOT = "robots play on at the seats that were left"


class Consent:
    """The open decision of one game, if any; the seats that have left, and those that pressed a button."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.left: dict[int, RobotKind | None] = {}  # what can play on at each seat that was left
        self.pressed: frozenset[int] = frozenset()
        self._asked: tuple[int, ...] = ()
        self._agreed: frozenset[int] = frozenset()  # those of them who want to end the game
        self._open = False
        self._since = 0
        self._answering: dict[int, Answering] = {}

    @property
    def agreed(self) -> tuple[int, ...]:
        """The seats that want to end the game."""
        return tuple(seat for seat in self._asked if seat in self._agreed) if self._open else ()

    @property
    def question(self) -> Question | None:
        """The question as it is asked now, if it is."""
        if not self._open:
            return None
        seats = tuple(seat for seat in self._asked if seat not in self._agreed)
        quiet = self._since + CALM  # until then presses are for the game, which goes on
        asks = (Ask(way, seats, self._text, _LABELS[way], quiet=quiet) for way in self._ways)
        return Question("consent", tuple(asks), seats, self._since)

    @property
    def _ways(self) -> tuple[str, ...]:
        """What can be answered: by a tap, a double press, and a hold."""
        if not self.left:
            return (END, PLAY_ON) if self._open else ()
        return (ROBOT, WAIT, END) if self._robots else (WAIT, END)

    @property
    def _robots(self) -> Mapping[int, RobotKind]:
        return {seat: kind for seat, kind in self.left.items() if kind is not None}

    @property
    def _text(self) -> Text:
        if not self.left:
            return say("End the game?")
        names = [self._setup.name(seat) for seat in sorted(self.left)]
        return many("{who} has left", "{who} have left", len(names), who=both(names))

    def takes(self, seat: int, answer: Any) -> bool:
        """Return whether a seat or the host can give this answer now; `wait` can be changed by phone later."""
        return answer in self._ways and (seat == 0 or seat in self._asked)

    def take(self, fact: Fact, robots: Mapping[int, RobotKind]) -> Decision | None:
        """Handle somebody who comes, leaves, asks or presses; return what that decides."""
        match fact:
            case ButtonDown(seat=seat) if seat not in robots:
                self.pressed |= {seat}
            case RobotSeated(seat=seat):
                self.pressed -= {seat}
                if self.left.pop(seat, self) is not self and not self.left:
                    self._close()
            case SeatLeft():
                self.pressed -= {fact.seat}
                self.left[fact.seat] = fact.kind
                self._ask(fact.seats, fact.t)
                return self._decided()
            case EndAsked():
                if not self._open:
                    self._ask(fact.seats, fact.t)
                self._asked = tuple(fact.seats)
                self._agreed |= {fact.seat}
                return self._decided()
            case TableResumed():
                for answering in self._answering.values():
                    answering.void()
        return None

    def answer(self, seat: int, answer: Any) -> Decision | None:
        """Handle an answer by phone or button; return what it decides. The host answers everything except the end."""
        match answer:
            case "end":
                self._agreed |= {seat}
                return self._decided()
            case "robot":
                return Decision.ROBOT
            case _:
                self._close()
        return None

    def _ask(self, seats: Sequence[int], now: int) -> None:
        for answering in self._answering.values():
            answering.void()
        self._open, self._since, self._asked = True, now, tuple(seats)
        self._agreed &= frozenset(seats)

    def _close(self) -> None:
        self._open, self._agreed = False, frozenset()

    def _decided(self) -> Decision | None:
        return Decision.ENDS if self._open and self._asked and self._agreed.issuperset(self._asked) else None

    # -- buttons and time

    def due(self) -> int | None:
        """Return when the next tap becomes an answer, or patience ends, in us."""
        taps = [due for one in self._answering.values() if (due := one.due()) is not None]
        return min([*taps, *([self._since + PATIENCE] if self._open else [])], default=None)

    def fall_due(self, now: int) -> Decision | None:
        """Handle deadlines up to now; return what they decide."""
        for seat, answering in self._answering.items():
            due = answering.due()
            if due is not None and due <= now:
                given = answering.fall_due(now, self.question)
                return None if given is None else self.answer(seat, given)
        if self._open and self._since + PATIENCE <= now:
            self._close()
            return Decision.ROBOT if self._robots else None
        return None

    def read(self, fact: Fact, *, races: Callable[[], bool]) -> tuple[bool, Decision | None]:
        """Handle a gesture; return whether it was for the question, and what it decides. Presses of a race are not."""
        press = getattr(fact, "press", None)
        if press is None or not (self._open or self._answering) or (isinstance(fact, Pressed) and races()):
            return False, None
        answering = self._answering.setdefault(press.seat, Answering())
        taken, given = answering.take(fact, self.question)
        return taken, None if given is None else self.answer(press.seat, given)

    # -- showing

    def shown(self, view: View) -> View:
        """Return the keys of a view to replace while a decision is open; during a race only the question."""
        question = self.question
        if question is None or not question.seats:
            return view
        view = replace(view, question=drawn(question))
        if view.race:
            return view
        who = both([self._setup.name(seat) for seat in question.seats])
        prompt = _HOW[self._ways[0]](who)
        return replace(view, headline=question.text, prompt=prompt, waiting=tuple(question.seats))


_HOW = {
    END: lambda who: say("{who}: tap to end the game, press twice to play on.", who=who),
    ROBOT: lambda who: say("{who}: tap to let a robot play on, press twice to wait, hold to end the game.", who=who),
    WAIT: lambda who: say("{who}: tap to wait, press twice to end the game.", who=who),
}
