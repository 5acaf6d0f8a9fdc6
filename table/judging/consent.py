"""What all seated players decide together: ending the game, and who takes over for a player who left.

These decisions are separate from the game's own questions; they do not involve rules or worlds. The answers are facts
or presses, so a replay or a restarted table asks the same question and waits until the same deadline.
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
PATIENCE = 60 * SECOND  # after which a robot takes over, or the game continues unchanged


class Decision(Enum):
    """What the players have decided."""

    ENDS = "the game ends"
    ROBOT = "robots play on at the seats that were left"


class Consent:
    """The open decision of one game, if any; the seats whose players left, and the seats that pressed a button."""

    def __init__(self, setup: Setup) -> None:
        self._setup = setup
        self.left: dict[int, RobotKind | None] = {}  # the kind of robot that can take over each seat that was left
        self.pressed: frozenset[int] = frozenset()
        self._asked: tuple[int, ...] = ()
        self._agreed: frozenset[int] = frozenset()  # the asked seats that want to end the game
        self._open = False
        self._since = 0
        self._answering: dict[int, Answering] = {}

    @property
    def agreed(self) -> tuple[int, ...]:
        """The seats that want to end the game."""
        return tuple(seat for seat in self._asked if seat in self._agreed) if self._open else ()

    @property
    def question(self) -> Question | None:
        """The question being asked now, if any."""
        if not self._open:
            return None
        seats = tuple(seat for seat in self._asked if seat not in self._agreed)
        quiet = self._since + CALM  # until then presses are for the game, which continues
        asks = (Ask(way, seats, self._text, _LABELS[way], quiet=quiet) for way in self._ways)
        return Question("consent", tuple(asks), seats, self._since)

    @property
    def _ways(self) -> tuple[str, ...]:
        """The possible answers, in gesture order: tap, double press, hold."""
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
        """Return whether a seat or the host can give this answer now; people can answer again after `wait`."""
        return answer in self._ways and (seat == 0 or seat in self._asked)

    def take(self, fact: Fact, robots: Mapping[int, RobotKind]) -> Decision | None:
        """Handle people who come, leave, press or want to end the game; return the resulting decision, if any."""
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
        """Handle an answer by phone or button; return the decision, if any. The host's `end` is handled elsewhere."""
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

    # -- Buttons and time

    def due(self) -> int | None:
        """Return when the next tap becomes an answer or patience ends, in us."""
        taps = [due for one in self._answering.values() if (due := one.due()) is not None]
        return min([*taps, *([self._since + PATIENCE] if self._open else [])], default=None)

    def fall_due(self, now: int) -> Decision | None:
        """Handle a deadline that has passed by `now`; return the decision that results, or None."""
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
        """Handle a gesture; return whether it was for the question, and the decision, if any. Open races come first."""
        press = getattr(fact, "press", None)
        if press is None or not (self._open or self._answering) or (isinstance(fact, Pressed) and races()):
            return False, None
        answering = self._answering.setdefault(press.seat, Answering())
        taken, given = answering.take(fact, self.question)
        return taken, None if given is None else self.answer(press.seat, given)

    # -- Views

    def shown(self, view: View) -> View:
        """Return a view with the open decision, if any; during a race only the question is added."""
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
