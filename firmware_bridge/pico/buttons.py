"""Buttons, with each change stamped in a pin interrupt. The handler only writes to a preallocated ring buffer.

Contacts bounce: every change is reported, and the host decides which ones count. If two changes are microseconds apart,
the second may not cause an interrupt, so levels are compared as well.
"""

ON_ITS_WAY_US = 1000  # if no interrupt has reported a new level by then, the change was lost
SIZE = 512  # how many changes the ring holds; a worn contact makes dozens in one press


class Ring:
    """The changes of all buttons, in order. `lost` counts those that did not fit."""

    def __init__(self) -> None:
        self._channels = bytearray(SIZE)
        self._levels = bytearray(SIZE)
        self._ticks = [0] * SIZE
        self._late = [0] * SIZE
        self._first = 0
        self._next = 0
        self.lost = 0

    def write(self, channel: int, tick: int, level: int, late: int = 0) -> None:
        """Record a change, up to `late` us after it happened. Runs inside an interrupt, so it allocates nothing."""
        at = self._next
        after = (at + 1) % SIZE
        if after == self._first:
            self.lost += 1
            return
        self._channels[at] = channel
        self._levels[at] = level
        self._ticks[at] = tick
        self._late[at] = late
        self._next = after

    def read(self) -> "tuple[int, int, int, int] | None":
        """Remove and return the oldest change: channel, tick, level, us by which it may be late. None if empty."""
        at = self._first
        if at == self._next:
            return None
        found = (self._channels[at], self._ticks[at], self._levels[at], self._late[at])
        self._first = (at + 1) % SIZE
        return found


class Button:
    """One button between a pin and ground. Its interrupt stamps each change."""

    def __init__(self, machine, clock, channel, pin, ring):
        self._machine = machine
        self._channel = channel
        self._ring = ring
        self._clock = clock
        self._ticks_us = clock.ticks_us
        self._doubt = None  # since when the level has contradicted the reported changes
        self._pin = machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
        self._pin.irq(self._changed, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)
        state = machine.disable_irq()  # one writer to the ring at a time
        self._level = self._pin.value()  # the button may be down already, or up again
        self.known = clock.ticks_us()  # the time up to which the level is known from the changes
        ring.write(channel, self.known, self._level)
        machine.enable_irq(state)

    def _changed(self, pin):
        self._level = pin.value()
        self._doubt = None
        self._ring.write(self._channel, self._ticks_us(), self._level)

    @property
    def level(self) -> int:
        return self._pin.value()

    @property
    def is_doubted(self) -> bool:
        """Whether the level contradicted the reported changes when last compared."""
        return self._doubt is not None

    def compare(self) -> None:
        """Compare the level with the reported changes; add a change that no interrupt reported."""
        state = self._machine.disable_irq()
        now, level = self._ticks_us(), self._pin.value()
        if level == self._level:
            self.known, self._doubt = now, None
        elif self._doubt is None:
            self._doubt = now
        elif self._clock.ticks_diff(now, self._doubt) >= ON_ITS_WAY_US:
            late = max(0, self._clock.ticks_diff(self._doubt, self.known))
            self._ring.write(self._channel, self._doubt, level, late)
            self.known, self._level, self._doubt = now, level, None
        self._machine.enable_irq(state)

    def close(self) -> None:
        """Release the interrupt."""
        self._pin.irq(None)
