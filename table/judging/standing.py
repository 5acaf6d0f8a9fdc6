"""The state of a game apart from its rules: running, paused, waiting for a reader, ended by the host. A state table.

`STANDINGS[state][cause]` is the next state; a missing cause is refused. Whether the game is over by its rules depends
on its worlds, and an undo of the last play reopens it. docs/states.md shows the table as a diagram.
"""

from collections.abc import Mapping
from enum import Enum

from table.facts import Fact, ReaderBack, ReaderLost, TableResumed
from table.saying import say


class Standing(Enum):
    """The state of a game."""

    PLAYED = "played"
    PAUSED = "paused"
    BLIND = "waits for a reader"
    PAUSED_BLIND = "paused, waits for a reader"
    ABORTED = "ended by the host"


class Cause(Enum):
    """What changes the state of a game."""

    PAUSE = "pause"  # the values of PAUSE, RESUME and ABORT are names of the host's choices
    RESUME = "resume"
    BLINDED = "a zone is not seen"
    SIGHTED = "all zones are seen"
    ABORT = "abort"


STANDINGS: Mapping[Standing, Mapping[Cause, Standing]] = {
    Standing.PLAYED: {
        Cause.PAUSE: Standing.PAUSED,
        Cause.BLINDED: Standing.BLIND,
        Cause.SIGHTED: Standing.PLAYED,
        Cause.ABORT: Standing.ABORTED,
    },
    Standing.PAUSED: {
        Cause.RESUME: Standing.PLAYED,
        Cause.BLINDED: Standing.PAUSED_BLIND,
        Cause.SIGHTED: Standing.PAUSED,
        Cause.ABORT: Standing.ABORTED,
    },
    Standing.BLIND: {
        Cause.PAUSE: Standing.PAUSED_BLIND,
        Cause.RESUME: Standing.PLAYED,  # the host continues without those readers
        Cause.BLINDED: Standing.BLIND,
        Cause.SIGHTED: Standing.PLAYED,
        Cause.ABORT: Standing.ABORTED,
    },
    Standing.PAUSED_BLIND: {
        Cause.RESUME: Standing.PLAYED,
        Cause.BLINDED: Standing.PAUSED_BLIND,
        Cause.SIGHTED: Standing.PAUSED,
        Cause.ABORT: Standing.ABORTED,
    },
    Standing.ABORTED: {Cause.BLINDED: Standing.ABORTED, Cause.SIGHTED: Standing.ABORTED},
}

OVER = say("The game is over.")
# The reason why a host's choice is refused if the state table has no entry for it.
REFUSALS: Mapping[Cause, str] = {
    Cause.PAUSE: say("The game is paused already."),
    Cause.RESUME: say("The game is not paused."),
    Cause.ABORT: OVER,
}


class Stand:
    """The state of one game, and its zones without a working reader; people see a message about the first one."""

    def __init__(self) -> None:
        self.state = Standing.PLAYED
        self.blind: tuple[str, ...] = ()
        self.given_up = False  # whether the players, not the host, ended the game

    @property
    def aborted(self) -> bool:
        """Whether the host or the players have ended the game."""
        return self.state is Standing.ABORTED

    @property
    def paused(self) -> bool:
        """Whether the host has paused the game."""
        return self.state in (Standing.PAUSED, Standing.PAUSED_BLIND)

    def refusal(self, cause: Cause) -> str | None:
        """Return the reason why the host's choice would be refused now, or None if it is allowed."""
        return None if cause in STANDINGS[self.state] else REFUSALS[cause]

    def goes(self, cause: Cause) -> None:
        """Go to the next state. Raise KeyError if the change is refused; check `refusal` first."""
        self.state = STANDINGS[self.state][cause]
        if cause is Cause.RESUME:
            self.blind = ()

    def sees(self, fact: Fact) -> None:
        """Record which zones work now. A restarted table reports failed readers again."""
        match fact:
            case ReaderLost():
                self.blind = (*self.blind, fact.zone)
            case ReaderBack():
                self.blind = tuple(zone for zone in self.blind if zone != fact.zone)
            case TableResumed():
                self.blind = ()
        self.goes(Cause.BLINDED if self.blind else Cause.SIGHTED)
