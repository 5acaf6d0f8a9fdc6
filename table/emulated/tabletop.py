"""A tabletop without hardware: hands lay and lift cards and press buttons, using card and zone names.

It moves emulated tags and pins. It and the judging code are independent of each other.
"""

from collections.abc import Callable, Mapping, Sequence
from threading import Lock
from typing import Any, Protocol

from table.complaints import BadInput
from table.saying import say
from table.values import Value

LATEST_NS = 2_000_000_000  # even a late poll reads a touch within this time
TOUCH_NS = 300_000_000  # a card stays on the pad for this long: people wait for the buzzer's tick
BETWEEN_NS = 30_000_000  # until the hand brings the next card
AGAIN_NS = 500_000_000  # until the hand brings the same card again; any sooner counts as trembling
UNSEEN_NS = 1_100_000_000  # likewise, for readers that do not report departures; any sooner is the same touch

_MS = 1_000_000
GESTURES = {  # when each press begins, and how long it lasts; by the time a phone reports a hold, it is over
    "tap": ((0, 120 * _MS),),
    "hold": ((0, 120 * _MS),),
    "double": ((0, 100 * _MS), (220 * _MS, 100 * _MS)),
}
_SAME_PRESS_US = 10_000  # a stamp this close to the start of a press belongs to it
MOST_AHEAD_NS = 5_000_000_000  # how far ahead a pad may be reserved; beyond that cards are refused


class Touch(Value):
    """Cards that touch a pad together from `at_ns` on; `by` is the seat whose hand it is, unless that is hidden."""

    cards: tuple[str, ...]
    zone: str
    by: int | None
    at_ns: int


class Touching(Value):
    """How hands must touch their table's readers.

    A card that has been away for `again_ns` counts as a new touch. `one_by_one` means that a reader finds only one of
    several cards touching it at once.
    """

    again_ns: int = AGAIN_NS
    one_by_one: bool = False


class Finger(Value):
    """A finger coming down on a seat's button, or being lifted."""

    seat: int
    down: bool
    at_ns: int


class Pad(Protocol):
    """A pad where tags can lie."""

    def put(self, tag: Any, *, from_ns: int = 0, until_ns: int | None = None, spot: int = 0) -> None:
        """Lay a tag on a spot from `from_ns` until `until_ns` or, without one, for good."""
        ...

    def lift(self, tag: Any) -> None:
        """Take a tag away; nothing happens if it is not there."""
        ...

    @property
    def busy_until_ns(self) -> int:
        """The time when the last temporary tag will be gone; 0 without one."""
        ...

    def put_off_ns(self, tag: Any) -> int:
        """Return how long a tag's last stay was delayed because its hand waited for the buzzer's tick."""
        ...


class Button(Protocol):
    """A button under a finger."""

    def press(self, *, for_ns: int | None = None, after_ns: int = 0) -> int | None:
        """Press after `after_ns`, for `for_ns` or until released; return when, or None if it is already down."""
        ...

    def release(self) -> None:
        """Lift the finger."""
        ...


class Tabletop:
    """The actions of hands at a table. Every method raises BadInput for an unknown card, zone or seat.

    Each callable in `watched` is called with every touch and press just before it happens.
    """

    def __init__(
        self,
        *,
        pads: Mapping[str, Pad],
        buttons: Mapping[int, Button],
        tags: Mapping[str, Any],
        now_ns: Callable[[], int],
        touching: Touching | None = None,
    ) -> None:
        self.touching = touching or Touching()
        self._pads = pads
        self._buttons = buttons
        self._tags = tags
        self._cards = {_uid(tag): card for card, tag in tags.items()}
        self._now_ns = now_ns
        self.watched: list[Callable[[Touch | Finger], None]] = []
        self._left_ns: dict[tuple[str, str], int] = {}
        self._laid_by: dict[tuple[Any, str], tuple[int, int]] = {}  # whose hand, and since when
        self._held_us: dict[int, int] = {}  # by seat: the start of the last press that a phone reported as a hold
        self._lock = Lock()  # a card is in one place at a time

    @property
    def zones(self) -> tuple[str, ...]:
        return tuple(self._pads)

    @property
    def seats(self) -> tuple[int, ...]:
        return tuple(self._buttons)

    @property
    def cards(self) -> tuple[str, ...]:
        """The cards in the box, including unknown ones."""
        return tuple(self._tags)

    def now_ns(self) -> int:
        """Return the table's time."""
        return self._now_ns()

    def touch(self, card: str, zone: str) -> None:
        """Touch a pad with a card for a moment, after any cards already waiting for that pad."""
        self.drop([card], zone)

    def drop(self, cards: Sequence[str], zone: str, *, by: int | None = None) -> None:
        """Touch a pad with several cards at once, on the same spot: readers can tell two apart, but not read three.

        `by` is the seat whose hand holds them, unless that is hidden.
        """
        self._drop([cards], zone, by)

    def show(self, cards: Sequence[str], zone: str, *, by: int | None = None) -> None:
        """Touch a pad with cards one after another. Raise BadInput, and touch nothing, if the pad is too busy."""
        self._drop([[card] for card in cards], zone, by)

    def laid_by(self, uid: bytes, zone: str, at_us: int) -> int | None:
        """Return the seat whose hand touched a pad with a tag at the given time; None if unknown or hidden."""
        seat, from_ns = self._laid_by.get((uid, zone), (None, 0))
        return seat if from_ns // 1000 <= at_us <= (from_ns + LATEST_NS) // 1000 else None

    def may_be_read(self, card: str, zone: str) -> bool:
        """Return whether a card is touching a pad, or touched it so recently that it may still be read."""
        return self._left_ns.get((card, zone), -LATEST_NS) + LATEST_NS > self._now_ns()

    def card_of(self, uid: bytes) -> str | None:
        """Return the card that carries a tag."""
        return self._cards.get(uid)

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        """Leave a card on a spot of a pad, for `for_ns` or for good; cards on one spot are stacked.

        This does not wait until other hands have left the pad; the caller has to.
        """
        pad, tag = _named("zone", zone, self._pads), _named("card", card, self._tags)
        with self._lock:
            self._lift(tag)
            self._note(tag, zone, None, 0)
            now_ns = self._now_ns()
            self._is_seen(Touch((card,), zone, None, now_ns))
            pad.put(tag, from_ns=now_ns, until_ns=None if for_ns is None else now_ns + for_ns, spot=spot)

    def lift(self, card: str) -> None:
        """Pick up a card from any pad."""
        tag = _named("card", card, self._tags)
        with self._lock:
            self._lift(tag)

    def press(self, seat: int, *, for_ns: int | None = None, after_ns: int = 0, held: bool = False) -> None:
        """Press a button after `after_ns`, for `for_ns` or until released; `held` means a phone reports a hold."""
        button = _named("seat", seat, self._buttons)
        begins_ns = self._now_ns() + after_ns
        self._is_seen(Finger(seat, True, begins_ns))
        if for_ns is not None:
            self._is_seen(Finger(seat, False, begins_ns + for_ns))
        if held:
            self._held_us[seat] = begins_ns // 1000  # before anybody can see the edge
        begun_ns = button.press(for_ns=for_ns, after_ns=after_ns)
        if held and begun_ns is not None:
            self._held_us[seat] = begun_ns // 1000

    def gesture(self, seat: int, gesture: str, *, stays: bool = False) -> None:
        """Tap a seat's button, hold it, or press it twice (`tap`, `hold`, `double`), with the timing of a phone.

        If the finger `stays`, it remains down until released; otherwise it is lifted at the end of each press.
        """
        for after_ns, for_ns in GESTURES[gesture]:
            self.press(seat, for_ns=None if stays else for_ns, after_ns=after_ns, held=gesture == "hold")

    def is_held(self, seat: int, at_us: int) -> bool:
        """Return whether a phone reported the press that began at the given time as a hold."""
        return abs(self._held_us.get(seat, -_SAME_PRESS_US) - at_us) < _SAME_PRESS_US

    def release(self, seat: int) -> None:
        """Lift the finger from a seat's button."""
        button = _named("seat", seat, self._buttons)
        self._is_seen(Finger(seat, False, self._now_ns()))
        button.release()

    def _drop(self, drops: Sequence[Sequence[str]], zone: str, by: int | None) -> None:
        pad = _named("zone", zone, self._pads)
        tags = {card: _named("card", card, self._tags) for cards in drops for card in cards}
        with self._lock:
            if pad.busy_until_ns - self._now_ns() > MOST_AHEAD_NS:
                raise BadInput(say("zone: too many cards are waiting there; try again in a moment"))
            for cards in drops:
                from_ns, until_ns = self._reserved(cards, zone)
                self._is_seen(Touch(tuple(cards), zone, by, from_ns))
                for card in cards:
                    self._lift(tags[card])
                    self._note(tags[card], zone, by, from_ns)
                    pad.put(tags[card], from_ns=from_ns, until_ns=until_ns)

    def _reserved(self, cards: Sequence[str], zone: str) -> tuple[int, int]:
        """Reserve a pad for one drop; return its start and end in ns."""
        pad = self._pads[zone]
        left_ns = [self._left_ns.get((card, zone), 0) + pad.put_off_ns(self._tags[card]) for card in cards]
        again_ns = max(left_ns, default=0) + self.touching.again_ns
        busy_ns = pad.busy_until_ns  # later than planned if a hand is still waiting for the tick
        from_ns = max(self._now_ns(), busy_ns + BETWEEN_NS if busy_ns else 0, again_ns)
        until_ns = from_ns + TOUCH_NS
        self._left_ns |= {(card, zone): until_ns for card in cards}
        return from_ns, until_ns

    def _is_seen(self, done: Touch | Finger) -> None:
        for look in self.watched:
            look(done)

    def _note(self, tag: Any, zone: str, by: int | None, from_ns: int) -> None:
        """Record for `laid_by` whose hand touches a pad with a tag from `from_ns` on."""
        self._laid_by.pop((_uid(tag), zone), None)
        if by is not None:
            self._laid_by[_uid(tag), zone] = (by, from_ns)

    def _lift(self, tag: Any) -> None:
        for pad in self._pads.values():
            pad.lift(tag)


def _uid(tag: Any) -> Any:
    return getattr(tag, "uid", tag)


def _named(what: str, name: Any, things: Mapping[Any, Any]) -> Any:
    if name not in things:
        raise BadInput(say("{what}: this table has none called {name}", what=what, name=repr(name)))
    return things[name]


# -- Hands that can be withdrawn from a tabletop at any moment, for robots and simulated people


class Hands:
    """Simulated players' hands, which remember the cards they laid and the buttons they press. Not thread-safe."""

    def __init__(self, tabletop: Tabletop) -> None:
        self._tabletop = tabletop
        self._cards: set[str] = set()
        self._pressed: set[int] = set()

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        """Leave a card on a spot of a pad for `for_ns`."""
        self._cards.add(card)
        self._tabletop.put(card, zone, spot=spot, for_ns=for_ns)

    def press(self, seat: int) -> None:
        """Put a finger on a seat's button."""
        self._pressed.add(seat)
        self._tabletop.press(seat)

    def release(self, seat: int) -> None:
        self._pressed.discard(seat)
        self._tabletop.release(seat)

    def withdraw(self) -> None:
        """Release every pressed button and lift every card that was put down; safe to call twice."""
        for seat in sorted(self._pressed):
            self.release(seat)
        for card in sorted(self._cards):
            self._tabletop.lift(card)
        self._cards.clear()
