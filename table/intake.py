"""Intake: from what readers and buttons saw to facts of a game. A pure stage.

It knows which tag is which card, and that a card on a pad is touched, not laid: there leaving is no fact, and coming
back at once is the same touch. What belongs to nobody in this game is no fact either.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from table.facts import ButtonDown, ButtonUp, CardArrived, CardLeft, Fact, TagArrived
from table.games.game import Setup

# A hand that trembles over a pad is back within this time after its reader missed it; one that touches a second time on
# purpose takes longer.
BUMP_NS = 250_000_000


@dataclass(frozen=True)
class Seen:
    """A tag came to a zone, or left it."""

    at_ns: int
    zone: str
    uid: bytes
    present: bool


@dataclass(frozen=True)
class Pushed:
    """A seat's button went down or up; the stamp may be off by `error_ns`."""

    at_ns: int
    seat: int
    down: bool
    error_ns: int = 0


class Intake:
    """The stage. `tags` says which card carries which tag."""

    def __init__(self, setup: Setup, tags: Mapping[bytes, str]) -> None:
        self._setup = setup
        self._tags = tags
        self._left_ns: dict[tuple[str, bytes], int] = {}

    def wake(self, items: Iterable[Seen | Pushed]) -> list[Seen | Pushed]:
        """Look for the first time: a card that lies on a pad already does not touch it now. Return everything else."""
        return [item for item in items if isinstance(item, Pushed) or self._setup.placement.get(item.zone) != "tap"]

    def take(self, item: Seen | Pushed, t: int) -> Fact | None:
        """Make a fact at game time `t` (us) of something seen; None if it is none."""
        if isinstance(item, Pushed):
            return self._pushed(item, t) if item.seat in self._setup.seats else None
        placement = self._setup.placement.get(item.zone)
        if placement is None:
            return None
        if placement == "tap" and not self._is_new_touch(item):
            return None
        return self._seen(item, t)

    def _pushed(self, item: Pushed, t: int) -> Fact:
        error_ms = item.error_ns / 1e6 or None
        return ButtonDown(t, item.seat, error_ms) if item.down else ButtonUp(t, item.seat, error_ms)

    def _is_new_touch(self, item: Seen) -> bool:
        touch = (item.zone, item.uid)
        if not item.present:
            self._left_ns[touch] = item.at_ns
            return False
        left_ns = self._left_ns.get(touch)
        return left_ns is None or item.at_ns - left_ns > BUMP_NS

    def _seen(self, item: Seen, t: int) -> Fact | None:
        card = self._tags.get(item.uid)
        if card is None or card not in self._setup.cards:
            return TagArrived(t, item.zone, item.uid.hex()) if item.present else None
        return CardArrived(t, item.zone, card) if item.present else CardLeft(t, item.zone, card)
