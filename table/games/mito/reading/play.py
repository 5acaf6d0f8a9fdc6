"""The state of one world of Mito: the round, observations that are not settled yet, and deadlines."""

from enum import Enum
from typing import Self

from table.facts import Press, micros
from table.games.game import Reading
from table.games.kit.actions import Action
from table.games.kit.races import Racing, Recent, Slaps
from table.games.mito.state import State
from table.values import Value, replace

DROP_WINDOW = micros(0.25)
TAP_DELAY = micros(0.4)
PASSING_TIME = micros(2)
SLAPS = Slaps(lead=micros(0.4), longest=micros(5), quiet=micros(1))  # MITO-T-04: late hands are missing
CALM_TIME = micros(1)  # a second tap this soon after the guard's own draw is not a call


class Meaning(Enum):
    """The meaning of a press, decided when the button goes down."""

    OWN_TURN = "tap: draw; hold: my hand is empty; double, the guard: I call"
    OTHERS_TURN = "hold: my hand is empty"
    WATCH = "tap, the guard: I call; hold: my hand is empty"
    IN_RACE = "hold, who opened it: my hand is empty"
    CALLER = "hold: I withdraw my call"
    ACCUSED = "tap: innocent; hold: guilty"
    COUNT = "tap: my hand is counted; hold: count it anew"
    OUT = "hold: I was wrong, my hand is not empty"
    NEXT_ROUND = "hold: next round"


class Drop(Value):
    """Cards that reached the discard together, in the order in which they were read.

    The first card was read at time `at`, and the drop is decided at `ready`. `by` is the seat that dropped the cards,
    if known. If the current player pressed the button before the first card was read, `awaits` is that press: the drop
    cannot be decided while the press may turn out to be a tap, which would count as earlier.
    """

    cards: tuple[str, ...]
    at: int
    ready: int
    awaits: Press | None = None
    by: int | None = None

    def settled(self, now: int) -> "Drop":
        """Return the drop with no gesture to wait for, to be decided from `now` on."""
        return replace(self, ready=max(self.ready, now), awaits=None)


class Pending(Value):
    """A gesture that is known but takes effect later, at time `at` or, if `after_race` is set, after the race."""

    at: int
    action: Action
    press: Press
    after_race: bool = False


class Passing(Value):
    """Cards on their way back to a hand. If one touches the pad before `until`, in us, it is ignored."""

    cards: frozenset[str] = frozenset()
    until: int = 0


class Play(Racing[State]):
    """The state of one world.

    `hits` are presses with which players may claim that they answered the cockroach. Until the time `calm`, taps by the
    guard are not calls.
    """

    drop: Drop | None = None
    pending: tuple[Pending, ...] = ()
    passing: Passing = Passing()
    hits: tuple[Recent, ...] = ()
    calm: int = -1

    def used(self, *presses: Press) -> Self:
        """Return this state without presses that have taken effect, and without their pending actions."""
        pending = tuple(pending for pending in self.pending if pending.press not in presses)
        return replace(super().used(*presses), pending=pending)

    def spent(self, press: Press, now: int) -> Self:
        """Drop a press that turned out not to be a gesture.

        If a drop was waiting for it, the drop can now be decided.
        """
        drop = self.drop
        waits = drop is not None and drop.awaits == press
        return replace(self.without(press), drop=drop.settled(now) if drop is not None and waits else drop)

    def letting_pass(self, cards: frozenset[str], now: int) -> Self:
        """Ignore these cards for a moment if they touch the pad on their way back to a hand."""
        return replace(self, passing=Passing(cards, now + PASSING_TIME))

    def at_rest(self, before: State) -> Self:
        """Return to an earlier round, dropping pending gestures and any press that may announce a last card in a race.

        Such a press no longer means anything, because the card that opened the race is back in a hand.
        """
        begun = tuple(one for one in self.begun if one.meaning is not Meaning.IN_RACE)
        return replace(super().at_rest(before), begun=begun, pending=())


Readings = tuple[Reading[Play, Action], ...]
