"""What happens when a fact cannot be judged or written: the game is halted, and people are told.

A sentence for the host names no card, for the host plays, too. The details are in the log and in the journal.
"""

from collections.abc import Mapping
from enum import Enum

from table.complaints import UserError
from table.saying import joined, many, say
from table.values import Value, replace
from table.view import View, closed

STUCK = say(
    "The table cannot go on with this game. The host takes back the last play, ends the game, or begins another."
)
UNWRITTEN = say("The table cannot save what happens. Wait: nothing counts until it can.")
_MOST_LETTERS = 2_000


class RunState(Enum):
    """Whether a game runs, or what has halted it."""

    RUNNING = "running"
    STUCK = "halted: it cannot be judged"
    UNWRITTEN = "halted: it cannot be written"
    GIVEN_UP = "given up"


class Transition(Enum):
    """What halts a game or lets it run."""

    FAILED = "what nobody can leave out cannot be judged"
    UNWRITTEN = "the journal cannot be written"
    RESUMED = "the game was taken up again"
    WAY_OUT = "the host has taken back, or ended it"
    GIVEN_UP = "not even its end can be judged"


# A transition that is not listed cannot come. docs/states.md shows it as a picture.
TRANSITIONS: Mapping[RunState, Mapping[Transition, RunState]] = {
    RunState.RUNNING: {
        Transition.FAILED: RunState.STUCK,
        Transition.UNWRITTEN: RunState.UNWRITTEN,
        Transition.RESUMED: RunState.RUNNING,
    },
    RunState.STUCK: {
        Transition.FAILED: RunState.STUCK,
        Transition.UNWRITTEN: RunState.UNWRITTEN,
        Transition.WAY_OUT: RunState.RUNNING,
        Transition.GIVEN_UP: RunState.GIVEN_UP,
    },
    RunState.UNWRITTEN: {
        Transition.FAILED: RunState.UNWRITTEN,
        Transition.UNWRITTEN: RunState.UNWRITTEN,
        Transition.RESUMED: RunState.RUNNING,
        Transition.GIVEN_UP: RunState.GIVEN_UP,  # the journal failed while its end was judged
    },
    RunState.GIVEN_UP: {},
}
# What everybody is told when a game is stopped; one that is given up was stuck.
_HALTED = {RunState.STUCK: STUCK, RunState.UNWRITTEN: UNWRITTEN, RunState.GIVEN_UP: STUCK}


class NotJudged(UserError, RuntimeError):
    """A fact could not be judged: it was set aside, and everything is as before."""

    def __init__(self) -> None:
        super().__init__(say("The table could not judge that, so it does not count. The host knows."))


class NotKept(UserError, RuntimeError):
    """The journal cannot be written, so nothing was done. The message is a sentence for people."""

    def __init__(self, why: object) -> None:
        super().__init__(say("The table cannot write its journal: {why}. Nothing counts until it can.", why=str(why)))


class Unplayable(RuntimeError):
    """The facts of a game cannot be judged any more; the message tells programmers why."""


def described(error: BaseException) -> str:
    """Return what went wrong, for programmers, short enough for a log and a journal."""
    return f"{type(error).__name__}: {error}".encode("utf-8", "replace").decode()[:_MOST_LETTERS]


class GameErrors(Value):
    """The failed facts of one game: how many, since when (us of the game), and whether it is halted.

    `why` says why its journal cannot be written.
    """

    times: int = 0
    t: int = 0
    state: RunState = RunState.RUNNING
    why: str = ""

    def after(self, transition: Transition) -> "GameErrors":
        """Go to the next state. Raise KeyError if there is none."""
        return replace(self, state=TRANSITIONS[self.state][transition])

    @property
    def halted(self) -> str | None:
        """What everybody is told while the game is halted; None if it runs."""
        return None if self.state is RunState.RUNNING else _HALTED[self.state]

    def and_another(self, t: int) -> "GameErrors":
        """Count one more fact that failed."""
        return replace(self, times=self.times + 1, t=t)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences for the host."""
        said = []
        if self.halted == STUCK:
            said.append(
                say("The table cannot judge this game any more. Take back the last play, end it, or begin another.")
            )
        elif self.halted is not None:
            cannot = say("The table cannot write its journal ({why}).", why=self.why)
            said.append(joined([cannot, say("Make room on its disk. Nothing counts now.")]))
        if self.times:
            what = many(
                "The table could not judge something, after {t} s of play.",
                "The table could not judge {count} things, the last after {t} s of play.",
                self.times,
                t=f"{self.t / 1e6:.0f}",
            )
            said.append(joined([what, say("If the game is wrong now, take back the last play.")]))
        return tuple(said)

    def over(self, view: View) -> View:
        """Return a view with what everybody is told about the error."""
        if self.state is RunState.GIVEN_UP:
            prompt = say("The host has ended the game; nobody won.")
            return replace(closed(view), question=None, headline=say("Game ended"), prompt=prompt, over=True)
        if self.halted is None:
            return view
        return replace(view, headline=say("The game stands still"), prompt=self.halted, waiting=())
