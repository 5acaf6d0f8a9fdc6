"""Hardware health: which readers are lost or were restarted, which buttons chatter, who has pressed.

It is independent of any game.
"""

from collections.abc import Iterable, Mapping
from enum import Enum
from math import inf
from typing import Any

from hardware.observations import NS_PER_US, ButtonChatter, ButtonEdge, Observation, ReaderHealth
from table.board import LONG_US
from table.complaints import UserError
from table.log import logger
from table.saying import joined, many, say
from table.sensing.zones import Antenna
from table.values import Value, replace
from table.view import View, closed

_log = logger()


class Condition:
    """The health of one table's readers and buttons, as reported."""

    def __init__(self, antennas: Mapping[str, Antenna]) -> None:
        """`antennas` maps each reader's name to its antenna."""
        self._antennas = antennas
        self._down: dict[str, ReaderHealth] = {}
        self._restarts: dict[str, int] = {}
        self._stalled: set[str] = set()
        self._broken: dict[str, str] = {}
        self._chatter: dict[int, ButtonChatter] = {}
        self._presses: dict[int, int] = {}
        self._pressed_us: dict[int, int] = {}
        self._held: dict[int, int] = {}
        self._long_us: float = inf  # when the next press becomes a long one
        self._health: Mapping[str, Any] | None = None  # cached until something changes

    # -- Reports

    def note_stall(self, source: str) -> None:
        """Note that a source is not answering."""
        self._health = None
        self._stalled.add(source)
        _log.error("a source does not answer: the table waits", source=source)

    def note_break(self, source: str, why: str) -> None:
        """Note that a source has failed."""
        self._health = None
        self._broken[source] = why
        _log.error("a source has failed: the table goes on without it", source=source, error=why)

    def rests(self, source: str, watermark_us: int) -> bool:
        """Return whether an empty report from a source, up to this watermark, would change nothing."""
        return watermark_us < self._long_us and source not in self._stalled and source not in self._broken

    def is_broken(self, source: str) -> bool:
        """Return whether a source has failed and has not reported since."""
        return source in self._broken

    def note(self, source: str, items: Iterable[Observation], watermark_us: int | None) -> bool:
        """Process a report from a source, with the items of all sources up to the watermark, in order.

        Return whether there is something new to show.
        """
        before = (set(self._stalled), dict(self._presses), dict(self._held))
        self._stalled.discard(source)
        health = self._broken.pop(source, None) is not None
        for item in items:
            if isinstance(item, ReaderHealth):
                self.note_health(item)
                health = True
            elif isinstance(item, ButtonChatter):
                self._note_chatter(item)
                health = True
            elif isinstance(item, ButtonEdge):
                self._note_press(item)
        if watermark_us is not None:
            self._note_long(watermark_us)
        if new := health or before != (self._stalled, self._presses, self._held):
            self._health = None
        return new

    def note_health(self, item: ReaderHealth) -> None:
        """Process a report about one reader."""
        self._health = None
        if item.alive and item.why:
            self._restarts[item.reader] = self._restarts.get(item.reader, 0) + 1
            _log.warning("a reader was restarted", reader=item.reader, why=item.why)
        elif item.alive:
            self._down.pop(item.reader, None)
            _log.info("a reader is back", reader=item.reader)
        else:
            self._down[item.reader] = item
            _log.warning("a reader is lost", reader=item.reader, why=item.why)

    def _note_chatter(self, item: ButtonChatter) -> None:
        self._chatter[item.button] = item
        _log.warning("a button chatters", seat=item.button, ms=item.lasts_us / 1000)

    def _note_press(self, item: ButtonEdge) -> None:
        self._note_long(item.at_us)
        self._pressed_us.pop(item.button, None)
        if item.down:
            self._pressed_us[item.button] = item.at_us
            self._presses[item.button] = self._presses.get(item.button, 0) + 1
        self._foresee_long()

    def _note_long(self, now_us: int) -> None:
        if now_us >= self._long_us:
            self._held |= {seat: at_us for seat, at_us in self._pressed_us.items() if now_us - at_us >= LONG_US}
            self._foresee_long()

    def _foresee_long(self) -> None:
        waited_for = [at_us for seat, at_us in self._pressed_us.items() if self._held.get(seat) != at_us]
        self._long_us = min(waited_for, default=inf) + LONG_US

    # -- Queries

    def lost(self, now_us: int) -> list[ReaderHealth]:
        """Return the reports of all lost readers again, stamped `now_us`, for a game that begins or resumes."""
        return [replace(item, at_ns=now_us * NS_PER_US) for item in self._down.values()]

    @property
    def held(self) -> Mapping[int, int]:
        """The time at which each seat's latest press of at least `LONG_US` began, in us of the table's clock."""
        return dict(self._held)

    @property
    def health(self) -> Mapping[str, Any]:
        """The health of readers and buttons: `lost` maps each lost reader to a reason, `presses` each seat to a count.

        `buttons` maps the seat of each chattering button to an object with `chatter_ms`; it is absent if none chatter.
        `readers` lists objects with `reader`, `zones`, `why` (null if the reader is not lost) and `restarts`.
        """
        if self._health is None:
            self._health = self._described()
        return self._health

    def _described(self) -> dict[str, Any]:
        chatter = {seat: {"chatter_ms": round(item.lasts_us / 1000)} for seat, item in self._chatter.items()}
        return {
            "lost": {item.reader: item.why for item in self._down.values()},
            "restarts": dict(self._restarts),
            "stalled": sorted(self._stalled),
            "broken": dict(self._broken),
            "readers": [self._reader(name, antenna) for name, antenna in self._antennas.items()],
            "presses": dict(self._presses),
            **({"buttons": chatter} if chatter else {}),
        }

    def _reader(self, name: str, antenna: Antenna) -> dict[str, Any]:
        down = self._down.get(name)
        restarts = self._restarts.get(name, 0)
        return {"reader": name, "zones": list(antenna.zones), "why": down and down.why, "restarts": restarts}


# -- What happens if a fact cannot be judged or written: the game is halted, and everybody is informed
#
# Messages for the host never name a card, because the host also plays. The details are in the log and the journal.

STUCK = say(
    "The table cannot go on with this game. The host takes back the last play, ends the game, or begins another."
)
UNWRITTEN = say("The table cannot save what happens. Wait: nothing counts until it can.")
_MOST_LETTERS = 2_000


class RunState(Enum):
    """Whether a game is running, or what has halted it."""

    RUNNING = "running"
    STUCK = "halted: it cannot be judged"
    UNWRITTEN = "halted: it cannot be written"
    GIVEN_UP = "given up"


class Transition(Enum):
    """What halts a game or makes it run again."""

    FAILED = "what nobody can leave out cannot be judged"
    UNWRITTEN = "the journal cannot be written"
    RESUMED = "the game was taken up again"
    WAY_OUT = "the host has taken back, or ended it"
    GIVEN_UP = "not even its end can be judged"


# A transition that is not listed is impossible. docs/states.md shows the table as a diagram.
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
# The sentence that everybody sees about a halted game; an abandoned game counts as stuck.
_HALTED = {RunState.STUCK: STUCK, RunState.UNWRITTEN: UNWRITTEN, RunState.GIVEN_UP: STUCK}


class NotJudged(UserError, RuntimeError):
    """A fact could not be judged: it was set aside, and the game is unchanged."""

    def __init__(self) -> None:
        super().__init__(say("The table could not judge that, so it does not count. The host knows."))


class NotKept(UserError, RuntimeError):
    """The journal cannot be written, so nothing was done. The message can be shown to people."""

    def __init__(self, why: object) -> None:
        super().__init__(say("The table cannot write its journal: {why}. Nothing counts until it can.", why=str(why)))


class Unplayable(RuntimeError):
    """A game's facts can no longer be judged; the developer-facing message says why."""


def described(error: BaseException) -> str:
    """Return an error as text for developers, short enough for the log and the journal."""
    return f"{type(error).__name__}: {error}".encode("utf-8", "replace").decode()[:_MOST_LETTERS]


class GameErrors(Value):
    """The failed facts of one game: their number (`times`), the time of the last one (`t`, in us), and the run state.

    `why` is the reason why the journal cannot be written.
    """

    times: int = 0
    t: int = 0
    state: RunState = RunState.RUNNING
    why: str = ""

    def after(self, transition: Transition) -> "GameErrors":
        """Return these errors in the next run state. Raise KeyError if the transition is impossible."""
        return replace(self, state=TRANSITIONS[self.state][transition])

    @property
    def halted(self) -> str | None:
        """The sentence that everybody sees while the game is halted; None if it is running."""
        return None if self.state is RunState.RUNNING else _HALTED[self.state]

    def and_another(self, t: int) -> "GameErrors":
        """Return these errors with one more failed fact."""
        return replace(self, times=self.times + 1, t=t)

    @property
    def sentences(self) -> tuple[str, ...]:
        """The messages for the host."""
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
        """Return a view that shows everybody the error, if the game is halted."""
        if self.state is RunState.GIVEN_UP:
            prompt = say("The host has ended the game; nobody won.")
            return replace(closed(view), question=None, headline=say("Game ended"), prompt=prompt, over=True)
        if self.halted is None:
            return view
        return replace(view, headline=say("The game has stopped"), prompt=self.halted, waiting=())
