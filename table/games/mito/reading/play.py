"""The state of one world of Mito: the round, and what was sensed but is not settled. And the time limits."""

from enum import Enum
from typing import Self

from table.facts import Press, micros
from table.games.game import Reading
from table.games.kit.actions import Action
from table.games.kit.fingers import Fingers
from table.games.mito.state import State
from table.values import Value, replace

DROP_WINDOW = micros(0.25)
TAP_DELAY = micros(0.4)
PASSING_TIME = micros(2)
SLAP_LEAD = micros(0.4)  # people see a mosquito before its tag is read
QUIET_TIME = micros(1)
CALM_TIME = micros(1)  # after her own draw a second tap of the guard is no call


class Meaning(Enum):
    """What a press meant at its down edge, which is what its gesture will mean."""

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
    """Cards that reached the discard together, in the order read from `at` on, decided when they are `ready`.

    A button that was down on its own turn before the first card was read may become a tap, which then came first; so
    the drop `awaits` what that press turns out to be. `by` is whose hand it was, if that is known.
    """

    cards: tuple[str, ...]
    at: int
    ready: int
    awaits: Press | None = None
    by: int | None = None

    def settled(self, now: int) -> "Drop":
        """Record the gesture that was awaited."""
        return replace(self, ready=max(self.ready, now), awaits=None)


class Pending(Value):
    """A gesture that is known and acts later; `after_race`: not before the race is closed."""

    at: int
    action: Action
    press: Press
    after_race: bool = False


class Recent(Value):
    """A press of the last moments, which a mosquito may still take; its stamp may be off by `error` us."""

    press: Press
    error: int | None = None


class Passing(Value):
    """Cards that may pass the pad until a time, on their way back to a hand, and mean nothing by it."""

    cards: frozenset[str] = frozenset()
    until: int = 0


class Play(Fingers[State]):
    """What one world knows.

    `opened` is when the card was read that opened the race, and `hits` are the presses of those who say that the
    answering card was theirs; until `quiet` presses mean nothing, until `calm` the guard's taps are no calls.
    """

    drop: Drop | None = None
    pending: tuple[Pending, ...] = ()
    recent: tuple[Recent, ...] = ()
    passing: Passing = Passing()
    opened: int = 0
    hits: tuple[Recent, ...] = ()
    quiet: int = -1
    calm: int = -1

    def used(self, *presses: Press) -> Self:
        """Forget presses, and what they would have done later: they have been used otherwise."""
        pending = tuple(pending for pending in self.pending if pending.press not in presses)
        return replace(self.without(*presses), pending=pending)

    def spent(self, press: Press, now: int) -> Self:
        """Forget a press that was for something else: a drop that waited for it waits no more."""
        drop = self.drop
        waits = drop is not None and drop.awaits == press
        return replace(self.without(press), drop=drop.settled(now) if drop is not None and waits else drop)

    def remembering(self, recent: Recent) -> Self:
        """Remember a press as long as a mosquito may take it."""
        oldest = recent.press.t - SLAP_LEAD - DROP_WINDOW
        return replace(self, recent=(*(one for one in self.recent if one.press.t >= oldest), recent))

    def letting_pass(self, cards: frozenset[str], now: int) -> Self:
        """Ignore cards that may pass the pad on their way back to a hand."""
        return replace(self, passing=Passing(cards, now + PASSING_TIME))

    def at_rest(self, before: State) -> Self:
        """Go on from an earlier round: no gesture acts later any more, and none says that a card was the last one.

        The card that opened a race and a hold says so of is in a hand again.
        """
        begun = tuple(one for one in self.begun if one.meaning is not Meaning.IN_RACE)
        return replace(super().at_rest(before), begun=begun, pending=())


Readings = tuple[Reading[Play, Action], ...]
