"""Presses whose gesture is not yet known, and cards that wait for them.

A game derives the state of a world from `Fingers`, or from `Waiting` if its cards wait for earlier presses. The meaning
of a press, from the game's own Enum of meanings, is decided when the button goes down.
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
    """A press whose gesture is not yet known; its stamp may be off by `error` us."""

    press: Press
    meaning: Enum
    error: int | None = None


class Tap(Value):
    """A tap that may become a double until `at`."""

    press: Press
    meaning: Enum
    at: int


class Arrived(Value):
    """A card that arrived while an earlier press was still open.

    `by` is the seat that laid it, and `face` the side that is up, if known.
    """

    card: str
    zone: str
    at: int
    by: int | None = None
    face: int | str | None = None


class Fingers(Remembering, Generic[R]):
    """A round and the presses in progress."""

    round: R
    begun: tuple[Begun, ...] = ()

    def finger(self, press: Press) -> Begun | None:
        """Find a press in progress."""
        return next((begun for begun in self.begun if begun.press == press), None)

    def meaning(self, press: Press) -> Enum | None:
        """Return the meaning that a press had when it began."""
        begun = self.finger(press)
        return None if begun is None else begun.meaning

    def means(self, meaning: Enum) -> bool:
        """Return whether a press with this meaning is in progress."""
        return any(begun.meaning is meaning for begun in self.begun)

    def without(self, *presses: Press) -> Self:
        """Forget presses that have been used."""
        return replace(self, begun=tuple(begun for begun in self.begun if begun.press not in presses))

    def spent(self, press: Press, now: int) -> Self:
        """Forget a press that turned out, at `now`, not to be a gesture."""
        return self.without(press)

    def with_begun(self, begun: Begun) -> Self:
        """Record a press and forget any unfinished press from the same seat, which has only one button."""
        others = tuple(other for other in self.begun if other.press.seat != begun.press.seat)
        return replace(self, begun=(*others, begun))

    @property
    def due(self) -> int | None:
        """The next deadline."""
        return None

    def at_rest(self, before: R) -> Self:
        """Continue from an earlier round, keeping the presses in progress."""
        return replace(self, round=before)


class Waiting(Fingers[R]):
    """A state whose `waiting` cards are read at `ready`, once the gesture before them is known.

    `tap` may become a double; `laid_at` is when a card was last laid.
    """

    tap: Tap | None = None
    waiting: tuple[Any, ...] = ()
    ready: int = 0
    laid_at: int = -ALONG - 1

    @property
    def awaits(self) -> bool:
        """Whether a press in progress may count as earlier than a card that arrives now."""
        return any(begun.meaning.name == "OWN_TURN" for begun in self.begun)

    @property
    def due(self) -> int | None:
        """The next deadline, when a tap proves to be single or a card is read, or None while a button is down."""
        if self.awaits:
            return None  # wait for its up edge, or for a hold
        tapped = () if self.tap is None else (self.tap.at,)
        return min((*tapped, *((self.ready,) if self.waiting else ())), default=None)

    def settles_first(self, now: int) -> bool:
        """Return whether a waiting press is settled before a waiting card."""
        return self.tap is not None and self.tap.at <= now

    def spent(self, press: Press, now: int) -> Self:
        """Forget a press that turned out not to be a gesture; cards that were waiting for it are read now."""
        return replace(super().spent(press, now), ready=now)

    def with_tap(self, press: Press, meaning: Enum, now: int) -> Self:
        """Keep a tap, which may still become a double press unless a card has arrived since."""
        return replace(self, tap=Tap(press, meaning, now if self.waiting else now + TAP_DELAY))

    def later(self, arrived: Arrived) -> Self:
        """Keep a card for later."""
        return replace(self, waiting=(*self.waiting, arrived))

    def without_card(self, card: str, zone: str) -> Self | None:
        """Forget a waiting card that has been lifted again, or return None if it was not waiting."""
        left = tuple(other for other in self.waiting if (other.card, other.zone) != (card, zone))
        return replace(self, waiting=left) if len(left) < len(self.waiting) else None

    def at_rest(self, before: R) -> Self:
        """Continue from an earlier round, keeping presses in progress but dropping a waiting tap and waiting cards."""
        return replace(self, round=before, waiting=(), tap=None)

    def fingers_forgotten(self, now: int) -> Self:
        """Forget all presses, because nothing is known about the buttons while the table was off."""
        return type(self)(self.round, waiting=self.waiting, ready=now, laid_at=self.laid_at)
