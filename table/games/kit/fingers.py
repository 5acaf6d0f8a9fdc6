"""Button presses whose gesture is not yet known, and cards that must wait for them.

A game derives the state of a world from `Fingers`, or from `Waiting` if cards have to wait for earlier presses. Each
game has its own Enum of meanings for presses; the meaning of a press is determined when the button goes down.
"""

from enum import Enum
from typing import Any, Generic, Self

from table.facts import DOUBLE_GAP, DROP, Press
from table.games.kit.lateness import Remembering
from table.games.kit.rounds import R
from table.values import Value, replace

ALONG = DROP  # cards that arrive this close together were dropped as one
TAP_DELAY = DOUBLE_GAP  # a tap may become a double


class Begun(Value):
    """A press whose gesture is not yet known. Its timestamp may be off by up to `error` us."""

    press: Press
    meaning: Enum
    error: int | None = None


class Tap(Value):
    """A tap that may still become a double press until the time `at`."""

    press: Press
    meaning: Enum
    at: int


class Arrived(Value):
    """A card that was read while an earlier press was still undecided.

    `by` is the seat that laid the card, and `face` is the side facing up, if they are known.
    """

    card: str
    zone: str
    at: int
    by: int | None = None
    face: int | str | None = None


class Fingers(Remembering, Generic[R]):
    """A round, plus the presses still in progress."""

    round: R
    begun: tuple[Begun, ...] = ()

    def finger(self, press: Press) -> Begun | None:
        """Return the record of a press in progress, or None if there is no such press."""
        return next((begun for begun in self.begun if begun.press == press), None)

    def meaning(self, press: Press) -> Enum | None:
        """Return the meaning that a press had when the button went down, or None if the press is not in progress."""
        begun = self.finger(press)
        return None if begun is None else begun.meaning

    def means(self, meaning: Enum) -> bool:
        """Return whether a press with this meaning is in progress."""
        return any(begun.meaning is meaning for begun in self.begun)

    def without(self, *presses: Press) -> Self:
        """Return this state without the given presses."""
        return replace(self, begun=tuple(begun for begun in self.begun if begun.press not in presses))

    def spent(self, press: Press, now: int) -> Self:
        """Drop a press that turned out, at time `now`, not to be a gesture."""
        return self.without(press)

    def with_begun(self, begun: Begun) -> Self:
        """Record a new press and drop any unfinished press by the same seat, since each seat has only one button."""
        others = tuple(other for other in self.begun if other.press.seat != begun.press.seat)
        return replace(self, begun=(*others, begun))

    @property
    def due(self) -> int | None:
        """The time of the next deadline, if any."""
        return None

    def at_rest(self, before: R) -> Self:
        """Return to an earlier round, but keep the presses in progress."""
        return replace(self, round=before)


class Waiting(Fingers[R]):
    """A state that delays `waiting` cards until time `ready`, by when the gestures before them are known.

    `tap` is a tap that may become a double press, and `laid_at` is the time at which a card was last laid.
    """

    tap: Tap | None = None
    waiting: tuple[Any, ...] = ()
    ready: int = 0
    laid_at: int = -ALONG - 1

    @property
    def awaits(self) -> bool:
        """Whether a press is in progress that may turn out to have come before a card read now."""
        return any(begun.meaning.name == "OWN_TURN" for begun in self.begun)

    @property
    def due(self) -> int | None:
        """The next deadline, or None if a button is down or nothing is pending.

        At the deadline, either a tap can no longer become a double press or a waiting card is interpreted.
        """
        if self.awaits:
            return None  # wait for its up edge, or for a hold
        tapped = () if self.tap is None else (self.tap.at,)
        return min((*tapped, *((self.ready,) if self.waiting else ())), default=None)

    def settles_first(self, now: int) -> bool:
        """Return whether the pending tap must be settled before the first waiting card."""
        return self.tap is not None and self.tap.at <= now

    def spent(self, press: Press, now: int) -> Self:
        """Drop a press that turned out not to be a gesture, so that the cards waiting for it can be interpreted now."""
        return replace(super().spent(press, now), ready=now)

    def with_tap(self, press: Press, meaning: Enum, now: int) -> Self:
        """Keep a tap pending while it may become a double press, or until now if cards are waiting."""
        return replace(self, tap=Tap(press, meaning, now if self.waiting else now + TAP_DELAY))

    def later(self, arrived: Arrived) -> Self:
        """Add a card to the waiting cards."""
        return replace(self, waiting=(*self.waiting, arrived))

    def without_card(self, card: str, zone: str) -> Self | None:
        """Remove a waiting card because it was picked up again, or return None if it was not waiting."""
        left = tuple(other for other in self.waiting if (other.card, other.zone) != (card, zone))
        return replace(self, waiting=left) if len(left) < len(self.waiting) else None

    def at_rest(self, before: R) -> Self:
        """Return to an earlier round. Keep the presses in progress, but drop the pending tap and the waiting cards."""
        return replace(self, round=before, waiting=(), tap=None)

    def fingers_forgotten(self, now: int) -> Self:
        """Drop all presses, because any button changes while the table was off went unseen."""
        return type(self)(self.round, waiting=self.waiting, ready=now, laid_at=self.laid_at)
