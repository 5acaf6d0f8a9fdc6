"""Answers by button: while a question is open, a press by somebody who is asked answers it and means nothing else.

Tap is the first option, double the second, hold the third. A tap answers once it can no longer become a double. A pure
stage between gestures and referee, with its own deadlines.
"""

from table.facts import DOUBLE_GAP, Doubled, Fact, Held, Press, Pressed, Released, Spent, TableResumed, Tapped
from table.games.game import Answer
from table.judging.asking import Question

_TAP, _DOUBLE, _HOLD = range(3)


class Answering:
    """The stage."""

    def __init__(self) -> None:
        self._forget()

    def _forget(self) -> None:
        self._mine: dict[Press, bool] = {}  # presses for the question, and whether a tap would answer it
        self._held: set[Press] = set()  # those of them that are held and still down
        self._taps: dict[Press, int] = {}  # taps that may become a double, and until when

    def due(self) -> int | None:
        """When the next tap becomes an answer, in us."""
        return min(self._taps.values(), default=None)

    def fall_due(self, now: int, question: Question | None) -> Answer | None:
        """Return the answer of the earliest tap that is one by now, if any."""
        press = min(self._taps, key=lambda press: self._taps[press])
        if self._taps[press] > now:
            return None
        del self._taps[press]
        return _option(question, _TAP)

    def take(self, fact: Fact, question: Question | None, *, halted: bool = False) -> tuple[bool, Answer | None]:
        """Take a gesture; return whether it was for the question, and its answer if it has one.

        A press that begins while the game is `halted` is no answer.
        """
        match fact:
            case Pressed() if question is not None and _is_asked(question, fact.press):
                self._mine[fact.press] = not halted
            case Doubled() if self._taps.pop(fact.first, None) is not None:
                self._mine[fact.press] = False
                return True, _option(question, _DOUBLE)
            case Doubled() if fact.press in self._mine:  # its first half came too early to be an answer
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
            case _:
                return False, None
        return True, None


def _is_asked(question: Question, press: Press) -> bool:
    return press.seat in question.seats and press.t > question.quiet


def _option(question: Question | None, index: int) -> Answer | None:
    if question is None or index >= len(question.options):
        return None
    return question.options[index]
