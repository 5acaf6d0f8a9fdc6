"""The state of one world of Mito: the round, unsettled observations and the time limits."""

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
    """Cards that reached the discard together, in the order read, the first at time `at`. `ready` is the deadline.

    If the current player pressed the button before the first card was read, that press may become a tap, which came
    first; so the drop `awaits` it. `by` is the seat whose hand dropped the cards, if known.
    """

    cards: tuple[str, ...]
    at: int
    ready: int
    awaits: Press | None = None
    by: int | None = None

    def settled(self, now: int) -> "Drop":
        """Stop awaiting a gesture: the drop may be decided from `now` on."""
        return replace(self, ready=max(self.ready, now), awaits=None)


class Pending(Value):
    """A known gesture that takes effect later or, if `after_race` is set, once the race has closed."""

    at: int
    action: Action
    press: Press
    after_race: bool = False


class Passing(Value):
    """Cards on their way back to a hand; the pad ignores them `until` that time, in us."""

    cards: frozenset[str] = frozenset()
    until: int = 0


class Play(Racing[State]):
    """The state of one world.

    `hits` are presses that claim the card answering a cockroach; until `calm`, the guard's taps are not calls.
    """

    drop: Drop | None = None
    pending: tuple[Pending, ...] = ()
    passing: Passing = Passing()
    hits: tuple[Recent, ...] = ()
    calm: int = -1

    def used(self, *presses: Press) -> Self:
        """Forget presses that have been used and their pending actions."""
        pending = tuple(pending for pending in self.pending if pending.press not in presses)
        return replace(super().used(*presses), pending=pending)

    def spent(self, press: Press, now: int) -> Self:
        """Forget a press that turned out not to be a gesture; a drop no longer waits for it."""
        drop = self.drop
        waits = drop is not None and drop.awaits == press
        return replace(self.without(press), drop=drop.settled(now) if drop is not None and waits else drop)

    def letting_pass(self, cards: frozenset[str], now: int) -> Self:
        """Ignore cards that may pass the pad on their way back to a hand."""
        return replace(self, passing=Passing(cards, now + PASSING_TIME))

    def at_rest(self, before: State) -> Self:
        """Continue from an earlier round, dropping pending gestures and holds that announce a last card.

        The card that opened the race is in a hand again, so these holds mean nothing.
        """
        begun = tuple(one for one in self.begun if one.meaning is not Meaning.IN_RACE)
        return replace(super().at_rest(before), begun=begun, pending=())


Readings = tuple[Reading[Play, Action], ...]
