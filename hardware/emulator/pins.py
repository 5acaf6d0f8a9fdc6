"""Pins of a Raspberry Pi, from the host's side and the wired side, and push buttons with their faults.

A button connects its pin to ground, which shows only while the pin is pulled up.
"""

from bisect import bisect_right
from collections import deque
from collections.abc import Callable, Sequence
from enum import Enum, StrEnum
from math import exp, inf, log
from random import Random
from threading import Lock

from hardware.clock import Clock
from hardware.ports import Level

# Bounce after the first touch, ns: on, off, on. Cheap tactile switches settle within 5 ms.
BOUNCE_NS = (0, 400_000, 900_000)
WORN_OUT_NS = 40_000_000  # a worn switch; longer than most dead times in use

SPIKE_NS = (2_000, 2_000_000)  # how long a spike on a wire lasts (makerspace-auth PR 52, pigpio #39)
_CHATTER_NS = 2_000_000
_FINGER_NS = 10_000_000  # no finger presses for less, however soon a program releases it
_HANDLED_NS = 20_000  # from an edge until the level is read to tell which edge it was
_FAULTY_SPIKES = 60.0  # per minute
_FAULTY_LOSSES = 0.1
_MINUTE_NS = 60e9
_KEPT = 10_000  # how many written levels a pin remembers: one chip select sees thousands per second
_KEPT_PRESSED = 600  # the fewest changes that a button remembers: about a hundred presses; drivers poll all the time
_RESISTORS = (2, 3)  # the I2C pins carry 1.8 kOhm to 3.3 V on the board
_LAST_PULLED_UP = 8  # at power-on GPIO 0 to 8 are pulled up and all later ones down (BCM2711 peripherals, 5.3)


class ButtonFault(StrEnum):
    STUCK_DOWN = "stuck_down"
    LOOSE = "loose"
    BOUNCES = "bounces"
    SPIKES = "spikes"
    LOSES_EDGES = "loses_edges"


def chatter(lasting_ns: int) -> tuple[int, ...]:
    """Return the times at which a contact bouncing for `lasting_ns` flips; the last flip leaves it closed.

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
        spikes: float = 0,
        lost: float = 0,
    ) -> None:
        """Edges are stamped up to `late_ns` late, with an error bound of `late_ns`; `lost` is the share of lost edges.

        `spikes` is how many spikes the wire picks up per minute.
        """
        self.moved: list[Callable[[], None]] = []
        self._clock = clock
        self._fault = fault
        self._late_ns = late_ns
        self._chance = Random(seed)  # noqa: S311 - chance, no secret
        self._bounce_ns = bounce_ns or (chatter(WORN_OUT_NS) if fault is ButtonFault.BOUNCES else BOUNCE_NS)
        self._lock = Lock()
        self._history: list[Level] = []
        self._forgotten = 0  # how many changes came before those in `_history`
        self._down = False
        self._pressed_ns = 0
        self._losing = Random(f"lost {seed}")  # noqa: S311 - chance, no secret
        self._lost = _FAULTY_LOSSES if fault is ButtonFault.LOSES_EDGES else lost
        self._unreported: set[int] = set()  # numbers of the changes that were lost
        self.losses = self.spiked = 0  # how many edges have been lost so far, and how many spikes there have been
        self._spiking = Random(f"spikes {seed}")  # noqa: S311 - chance, no secret
        self._spikes = _FAULTY_SPIKES if fault is ButtonFault.SPIKES else spikes
        self.next_spike_ns = self._spike_after(clock.now_ns())
        self._watch = Watch(self, from_ns=-1, reads_late=True)

    def disturb(self, *, spikes: float, lost: float) -> None:
        """From now on, put `spikes` spikes per minute on the wire, and lose the share `lost` of all edges."""
        self._spikes, self._lost = spikes, lost
        self.next_spike_ns = self._spike_after(self._clock.now_ns())

    @property
    def moved_ns(self) -> int:
        """When the contact last moved, including bounce still to come; a time long ago if it has never moved."""
        self._pick_up()
        with self._lock:
            return self._history[-1].at_ns if self._history else -(10**18)

    @property
    def changed(self) -> int:
        """How often the pin has changed, including bounce still to come."""
        self._pick_up()
        return self._forgotten + len(self._history)

    def press(self, *, for_ns: int | None = None, after_ns: int = 0) -> int | None:
        """Press the button after `after_ns`, for `for_ns` or until `release`; return when it closes, None if never.

        A press that would begin before the previous press has ended begins right after that press.
        """
        begun_ns = self._move(down=True, after_ns=after_ns)
        if for_ns is not None and begun_ns is not None:
            self._move(down=False, at_ns=begun_ns + for_ns)
        return begun_ns

    def release(self) -> None:
        """Release the button; nothing happens if it is up already."""
        self._move(down=False)

    def bounces(self, for_ns: int) -> None:
        """From now on, make the contact bounce for `for_ns` ns whenever it moves."""
        self._bounce_ns = chatter(for_ns)

    def spike(self, for_ns: int) -> None:
        """Put a spike on the wire now, inverting its level for `for_ns` ns."""
        now_ns = self._clock.now_ns()
        high = self.high_at(now_ns)
        with self._lock:
            begins_ns = max([now_ns, *(level.at_ns + 1 for level in self._history[-1:])])
            for at_ns, level in ((begins_ns, not high), (begins_ns + for_ns, high)):
                self._history.append(Level(at_ns, high=level, error_ns=self._late_ns))
        for report in self.moved:
            report()

    def changes(self, until_ns: int) -> list[Level]:
        """Return the pin's changes since the last call, up to `until_ns`, except those that are lost."""
        return self._watch.take(until_ns)

    @property
    def high(self) -> bool:
        return self.high_at(self._clock.now_ns())

    def is_reported(self, number: int) -> bool:
        """Return whether the change with this number is reported, that is, not lost."""
        return number not in self._unreported

    def high_at(self, at_ns: int) -> bool:
        """Return the level at `at_ns`, which may lie within bounce still to come."""
        self._pick_up()
        with self._lock:
            if self._history and self._history[-1].at_ns <= at_ns:
                return self._history[-1].high
            count = bisect_right(self._history, at_ns, key=lambda level: level.at_ns)
            if count:
                return self._history[count - 1].high
            if self._forgotten:  # before a change, the level was the opposite
                return not self._history[0].high
            return self._fault is not ButtonFault.STUCK_DOWN

    def history(self, begin: int = 0) -> list[Level]:
        """Return all remembered changes from number `begin` on, including bounce still to come."""
        return self.numbered(begin)[1]

    def numbered(self, begin: int = 0) -> tuple[int, list[Level]]:
        """Return the changes that `history` returns, preceded by the number of the first."""
        self._pick_up()
        with self._lock:
            first = max(begin, self._forgotten)
            return first, self._history[first - self._forgotten :]

    def _spike_after(self, at_ns: int) -> float:
        """Return the time at which the wire picks up its next spike."""
        return at_ns + self._spiking.expovariate(self._spikes / _MINUTE_NS) if self._spikes else inf

    def _pick_up(self) -> None:
        """Add the spikes that are due; during a contact's own movement they make no difference."""
        now_ns = self._clock.now_ns()
        if self.next_spike_ns > now_ns:
            return
        with self._lock:
            while self.next_spike_ns <= now_ns:
                at_ns = int(self.next_spike_ns)
                lasts_ns = int(exp(self._spiking.uniform(*map(log, SPIKE_NS))))
                self.next_spike_ns = self._spike_after(at_ns + lasts_ns)
                high = self._history[-1].high if self._history else self._fault is not ButtonFault.STUCK_DOWN
                if not self._history or self._history[-1].at_ns < at_ns:
                    self.spiked += 1
                    self._append(Level(at_ns, not high, self._late_ns), Level(at_ns + lasts_ns, high, self._late_ns))

    def _append(self, *levels: Level) -> None:
        for level in levels:
            if self._lost and self._losing.random() < self._lost:
                self.losses += 1
                self._unreported.add(self._forgotten + len(self._history))
            self._history.append(level)
        if len(self._history) > 2 * _KEPT_PRESSED:
            self._forgotten += len(self._history) - _KEPT_PRESSED
            del self._history[:-_KEPT_PRESSED]
            self._unreported = {number for number in self._unreported if number >= self._forgotten}

    def _move(self, *, down: bool, after_ns: int = 0, at_ns: int | None = None) -> int | None:
        """Move the contact; return when it begins to move, or None if it does not."""
        self._pick_up()
        with self._lock:
            if down == self._down or self._fault in (ButtonFault.STUCK_DOWN, ButtonFault.LOOSE):
                return None
            self._down = down
            moves_ns = self._clock.now_ns() + after_ns if at_ns is None else at_ns
            if down:
                self._pressed_ns = moves_ns
            else:
                moves_ns = max(moves_ns, self._pressed_ns + _FINGER_NS)
            stamped_ns = moves_ns + self._chance.randint(0, self._late_ns)
            start_ns = max([stamped_ns, *(level.at_ns + 1 for level in self._history[-1:])])
            offsets_ns = enumerate(self._bounce_ns)
            self._append(*(Level(start_ns + ns, down == bool(i % 2), self._late_ns) for i, ns in offsets_ns))
        for report in self.moved:
            report()
        return start_ns


class Watch:
    """Watches one button from `from_ns` on: each change is returned once, except those that are lost.

    `reads_late` means the direction of an edge is read from the level, which may have changed again by then.
    """

    def __init__(self, button: EmulatedButton, *, from_ns: int, reads_late: bool = False) -> None:
        self._button = button
        self._reads_late = reads_late
        first, known = button.numbered()
        self._seen = first + sum(level.at_ns <= from_ns for level in known)

    @property
    def has_more(self) -> bool:
        """Whether any changes have not been returned yet, including future bounce."""
        return self._button.changed > self._seen

    def take(self, until_ns: int) -> list[Level]:
        """Return the changes since the last call, up to `until_ns`."""
        if self._button.changed == self._seen:
            return []
        first, ahead = self._button.numbered(self._seen)
        taken = [level for level in ahead if level.at_ns <= until_ns]
        self._seen = first + len(taken)
        reported = [level for number, level in enumerate(taken, first) if self._button.is_reported(number)]
        return [self._read(level) for level in reported] if self._reads_late else reported

    def next_ns(self, wanted: Callable[[Level], bool]) -> int | None:
        """Return when the next `wanted` change happens or happened; None if none is known."""
        first, ahead = self._button.numbered(self._seen)
        reported = (level for number, level in enumerate(ahead, first) if self._button.is_reported(number))
        return next((level.at_ns for level in reported if wanted(level)), None)

    def _read(self, level: Level) -> Level:
        return Level(level.at_ns, self._button.high_at(level.at_ns + _HANDLED_NS), level.error_ns)


class Pull(Enum):
    """The pin's internal resistor."""

    NONE = "none"
    UP = "up"
    DOWN = "down"


class EmulatedPin:
    """One GPIO. `written` holds the levels that the host has driven; `driven` is the current one, or None for an input.

    `resistor` means that an external resistor pulls the pin up more strongly than the pin itself could pull it down.
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
        """Whether the pin is high while its contact is open. A pin without a pull is assumed to drift low."""
        return self.resistor or self.pull is Pull.UP

    @property
    def high(self) -> bool:
        """The current level, whatever sets it: the host, a closed button or a pull."""
        if self.driven is not None:
            return self.driven
        return self.pulled_up and (self.button is None or self.button.high_at(self._now_ns()))

    def drive(self, high: bool) -> None:
        """Make the pin an output at this level."""
        self.latch = high
        self.written.append(Level(self._now_ns(), high))
        self._become(high)

    def listen(self, pull: Pull | None = None) -> None:
        """Make the pin an input; without `pull` the resistor stays unchanged."""
        self.pull = pull or self.pull
        self._become(None)

    def watch(self, *, reads_late: bool = False) -> Watch | None:
        """Return a watch on this pin's button; None if the pin shows no button."""
        shows = self.button is not None and self.pulled_up and self.driven is None
        return Watch(self.button, from_ns=self._now_ns(), reads_late=reads_late) if self.button and shows else None

    def _become(self, driven: bool | None) -> None:
        self.driven = driven
        for report in self.when_driven:
            report()
