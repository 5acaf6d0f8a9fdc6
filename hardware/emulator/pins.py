"""Pins of a Raspberry Pi, from the host's side and the wired side, and push buttons that bounce or stick.

A button closes its pin to ground: it shows only while the pin is pulled up.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum, StrEnum
from random import Random
from threading import Lock

from hardware.clock import Clock
from hardware.ports import Level

# Bounce after the first touch, ns: on, off, on. Cheap tactile switches settle within 5 ms.
BOUNCE_NS = (0, 400_000, 900_000)
WORN_OUT_NS = 40_000_000  # a worn switch; longer than most dead times in use

_CHATTER_NS = 2_000_000
_KEPT = 10_000  # how many written levels a pin remembers: a chip select alone sees thousands a second
_KEPT_PRESSED = 600  # how many changes a button remembers at least: some hundred presses; drivers poll all the time
_RESISTORS = (2, 3)  # the I2C pins carry 1.8 kOhm to 3.3 V on the board
_LAST_PULLED_UP = 8  # at power-on GPIO 0 to 8 are pulled up and all later ones down (BCM2711 peripherals, 5.3)


class ButtonFault(StrEnum):
    """A fault of a button."""

    STUCK_DOWN = "stuck_down"
    LOOSE = "loose"
    BOUNCES = "bounces"


def chatter(lasting_ns: int) -> tuple[int, ...]:
    """Return the times at which a contact flips that bounces for `lasting_ns`; the last flip leaves it closed.

    >>> chatter(4_000_000)
    (0, 2000000, 4000000)
    """
    pairs = max(1, -(-lasting_ns // (2 * _CHATTER_NS)))
    return tuple(lasting_ns * i // (2 * pairs) for i in range(2 * pairs + 1))


class EmulatedButton:
    """A button between a pulled-up pin and ground: the pin is low while the button is down."""

    def __init__(
        self,
        clock: Clock,
        *,
        fault: ButtonFault | None = None,
        bounce_ns: Sequence[int] | None = None,
        late_ns: int = 0,
        seed: int = 0,
    ) -> None:
        """Edges are stamped up to `late_ns` late, and carry that as their error."""
        self.moved: list[Callable[[], None]] = []
        self._clock = clock
        self._fault = fault
        self._late_ns = late_ns
        self._chance = Random(seed)  # noqa: S311 - chance, no secret
        self._bounce_ns = bounce_ns or (chatter(WORN_OUT_NS) if fault is ButtonFault.BOUNCES else BOUNCE_NS)
        self._lock = Lock()
        self._history: list[Level] = []
        self._forgotten = 0  # how many changes came before those
        self._down = False
        self._watch = Watch(self, from_ns=-1)

    @property
    def moved_ns(self) -> int:
        """When the contact moved last, bounce still to come included; long ago if it never did."""
        with self._lock:
            return self._history[-1].at_ns if self._history else -(10**18)

    @property
    def changed(self) -> int:
        """How often the pin has changed, bounce still to come included."""
        return self._forgotten + len(self._history)

    def press(self, *, for_ns: int | None = None, after_ns: int = 0) -> None:
        """Press it, for good or for so long, now or later; nothing happens if it is down already.

        A press that begins before the one before it has ended begins right after it.
        """
        begun_ns = self._move(down=True, after_ns=after_ns)
        if for_ns is not None and begun_ns is not None:
            self._move(down=False, at_ns=begun_ns + for_ns)

    def release(self) -> None:
        """Release it; nothing happens if it is up already."""
        self._move(down=False)

    def bounces(self, for_ns: int) -> None:
        """Let the contact bounce for so long, from now on, whenever it moves."""
        self._bounce_ns = chatter(for_ns)

    def spike(self, for_ns: int) -> None:
        """Let the wire pick up a spike now: for so long it shows the other level."""
        now_ns = self._clock.now_ns()
        high = self.high_at(now_ns)
        with self._lock:
            begins_ns = max([now_ns, *(level.at_ns + 1 for level in self._history[-1:])])
            for at_ns, level in ((begins_ns, not high), (begins_ns + for_ns, high)):
                self._history.append(Level(at_ns, high=level, error_ns=self._late_ns))
        for tell in self.moved:
            tell()

    def changes(self, until_ns: int) -> list[Level]:
        """Return, once, what the pin did up to `until_ns`."""
        return self._watch.take(until_ns)

    def high_at(self, at_ns: int) -> bool:
        """Return the level at a time, which may lie within bounce still to come."""
        with self._lock:
            count = bisect_right(self._history, at_ns, key=lambda level: level.at_ns)
            if count:
                return self._history[count - 1].high
            if self._forgotten:  # each change leaves the level before it
                return not self._history[0].high
            return self._fault is not ButtonFault.STUCK_DOWN

    def history(self, begin: int = 0) -> list[Level]:
        """Return all remembered changes from number `begin` on, bounce still to come included."""
        return self.numbered(begin)[1]

    def numbered(self, begin: int = 0) -> tuple[int, list[Level]]:
        """Return the same, with the number of the first change."""
        with self._lock:
            first = max(begin, self._forgotten)
            return first, self._history[first - self._forgotten :]

    def _move(self, *, down: bool, after_ns: int = 0, at_ns: int | None = None) -> int | None:
        """Move the contact; return when it begins to. None if it stays as it is."""
        with self._lock:
            if down == self._down or self._fault in (ButtonFault.STUCK_DOWN, ButtonFault.LOOSE):
                return None
            self._down = down
            moves_ns = self._clock.now_ns() + after_ns if at_ns is None else at_ns
            stamped_ns = moves_ns + self._chance.randint(0, self._late_ns)
            start_ns = max([stamped_ns, *(level.at_ns + 1 for level in self._history[-1:])])
            for i, offset_ns in enumerate(self._bounce_ns):
                self._history.append(Level(start_ns + offset_ns, high=down == bool(i % 2), error_ns=self._late_ns))
            if len(self._history) > 2 * _KEPT_PRESSED:
                self._forgotten += len(self._history) - _KEPT_PRESSED
                del self._history[:-_KEPT_PRESSED]
        for tell in self.moved:
            tell()
        return start_ns


class Watch:
    """A watcher of one button, from a time on: it returns each change once."""

    def __init__(self, button: EmulatedButton, *, from_ns: int) -> None:
        self._button = button
        first, known = button.numbered()
        self._seen = first + sum(level.at_ns <= from_ns for level in known)

    @property
    def has_more(self) -> bool:
        """Whether there are changes not returned yet, bounce still to come included."""
        return self._button.changed > self._seen

    def take(self, until_ns: int) -> list[Level]:
        """Return what has happened since the last call, up to `until_ns`."""
        if self._button.changed == self._seen:
            return []
        first, ahead = self._button.numbered(self._seen)
        taken = [level for level in ahead if level.at_ns <= until_ns]
        self._seen = first + len(taken)
        return taken

    def next_ns(self, wanted: Callable[[Level], bool]) -> int | None:
        """Return when the next wanted change happens or has happened, if one is known."""
        return next((level.at_ns for level in self._button.history(self._seen) if wanted(level)), None)


class Pull(Enum):
    """The resistor inside the pin."""

    NONE = "none"
    UP = "up"
    DOWN = "down"


class EmulatedPin:
    """One GPIO. `written` holds the levels that the host drove, `driven` the one it drives now; None for an input.

    `resistor`: something outside pulls it up, harder than the pin itself could pull it down.
    """

    def __init__(self, number: int, now_ns: Callable[[], int]) -> None:
        self.number = number
        self.pull = Pull.UP if number <= _LAST_PULLED_UP else Pull.DOWN
        self.resistor = number in _RESISTORS
        self.button: EmulatedButton | None = None
        self.driven: bool | None = None
        self.latch = False
        self.written: deque[Level] = deque(maxlen=_KEPT)
        self.when_driven: list[Callable[[], None]] = []
        self._now_ns = now_ns

    @property
    def pulled_up(self) -> bool:
        """Whether the pin is high while its contact is open. A pin without a pull is taken to drift low."""
        return self.resistor or self.pull is Pull.UP

    @property
    def high(self) -> bool:
        """The level now, whatever sets it: the host, a closed button or a pull."""
        if self.driven is not None:
            return self.driven
        return self.pulled_up and (self.button is None or self.button.high_at(self._now_ns()))

    def drive(self, high: bool) -> None:
        """Make it an output at this level."""
        self.latch = high
        self.written.append(Level(self._now_ns(), high))
        self._become(high)

    def listen(self, pull: Pull | None = None) -> None:
        """Make it an input; without a `pull` the resistor stays as it is."""
        self.pull = pull or self.pull
        self._become(None)

    def watch(self) -> Watch | None:
        """Return a watch on this pin's button; None if there is no button."""
        shows = self.button is not None and self.pulled_up and self.driven is None
        return Watch(self.button, from_ns=self._now_ns()) if self.button and shows else None

    def _become(self, driven: bool | None) -> None:
        self.driven = driven
        for tell in self.when_driven:
            tell()
