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


class Course(Enum):
    """Whether a game goes on."""

    GOES_ON = "goes on"
    STUCK = "stands: it cannot be judged"
    UNWRITTEN = "stands: it cannot be written"
    GIVEN_UP = "given up"


class Turn(Enum):
    """What halts a game or lets it run."""

    FAILED = "what nobody can leave out cannot be judged"
    UNWRITTEN = "the journal cannot be written"
    RESUMED = "the game was taken up again"
    WAY_OUT = "the host has taken back, or ended it"
    GIVEN_UP = "not even its end can be judged"


# A turn that is not listed cannot come. docs/states.md shows it as a picture.
COURSES: Mapping[Course, Mapping[Turn, Course]] = {
    Course.GOES_ON: {
        Turn.FAILED: Course.STUCK,
        Turn.UNWRITTEN: Course.UNWRITTEN,
        Turn.RESUMED: Course.GOES_ON,
    },
    Course.STUCK: {
        Turn.FAILED: Course.STUCK,
        Turn.UNWRITTEN: Course.UNWRITTEN,
        Turn.WAY_OUT: Course.GOES_ON,
        Turn.GIVEN_UP: Course.GIVEN_UP,
    },
    Course.UNWRITTEN: {
        Turn.FAILED: Course.UNWRITTEN,
        Turn.UNWRITTEN: Course.UNWRITTEN,
        Turn.RESUMED: Course.GOES_ON,
        Turn.GIVEN_UP: Course.GIVEN_UP,  # the journal failed while its end was judged
    },
    Course.GIVEN_UP: {},
}
# What everybody is told when a game is stopped; one that is given up was stuck.
_STANDS = {Course.STUCK: STUCK, Course.UNWRITTEN: UNWRITTEN, Course.GIVEN_UP: STUCK}


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


def told(error: BaseException) -> str:
    """Return what went wrong, for programmers, short enough for a log and a journal."""
    return f"{type(error).__name__}: {error}".encode("utf-8", "replace").decode()[:_MOST_LETTERS]


class Trouble(Value):
    """The failed facts of one game: how many, since when (us of the game), and whether it is halted.

    `why` says why its journal cannot be written.
    """

    times: int = 0
    t: int = 0
    course: Course = Course.GOES_ON
    why: str = ""

    def turned(self, turn: Turn) -> "Trouble":
        """Go to the next state. Raise KeyError if there is none."""
        return replace(self, course=COURSES[self.course][turn])

    @property
    def stands(self) -> str | None:
        """What everybody is told while the game is halted; None if it runs."""
        return None if self.course is Course.GOES_ON else _STANDS[self.course]

    def and_another(self, t: int) -> "Trouble":
        """Count one more fact that failed."""
        return replace(self, times=self.times + 1, t=t)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The sentences for the host."""
        said = []
        if self.stands == STUCK:
            said.append(
                say("The table cannot judge this game any more. Take back the last play, end it, or begin another.")
            )
        elif self.stands is not None:
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
        if self.course is Course.GIVEN_UP:
            prompt = say("The host has ended the game; nobody won.")
            return replace(closed(view), question=None, headline=say("Game ended"), prompt=prompt, over=True)
        if self.stands is None:
            return view
        return replace(view, headline=say("The game stands still"), prompt=self.stands, waiting=())
