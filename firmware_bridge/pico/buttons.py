"""Buttons, stamped in their pin interrupts. A handler only writes into a preallocated ring.

Contacts bounce: every change is reported, and the host decides which of them count.
"""

SIZE = 512  # how many changes it holds; a worn contact makes some dozens in one press


class Ring:
    """Changes of all buttons, in order. `lost` counts those for which there was no room."""

    def __init__(self) -> None:
        self._channels = bytearray(SIZE)
        self._levels = bytearray(SIZE)
        self._ticks = [0] * SIZE
        self._first = 0
        self._next = 0
        self.lost = 0

    def write(self, channel: int, tick: int, level: int) -> None:
        """Note a change. Runs inside an interrupt, so it allocates nothing."""
        at = self._next
        after = (at + 1) % SIZE
        if after == self._first:
            self.lost += 1
            return
        self._channels[at] = channel
        self._levels[at] = level
        self._ticks[at] = tick
        self._next = after

    def read(self) -> "tuple[int, int, int] | None":
        """Return and remove the oldest change: channel, tick, level; None if there is none."""
        at = self._first
        if at == self._next:
            return None
        found = (self._channels[at], self._ticks[at], self._levels[at])
        self._first = (at + 1) % SIZE
        return found


class Button:
    """One button between a pin and ground. Its interrupt stamps each change."""

    def __init__(self, machine, clock, channel, pin, ring):
        self._channel = channel
        self._ring = ring
        self._ticks_us = clock.ticks_us
        self._pin = machine.Pin(pin, machine.Pin.IN, machine.Pin.PULL_UP)
        self._pin.irq(self._changed, machine.Pin.IRQ_FALLING | machine.Pin.IRQ_RISING, hard=True)
        state = machine.disable_irq()  # one writer to the ring at a time
        ring.write(channel, clock.ticks_us(), self._pin.value())  # the button may be down already, or up again
        machine.enable_irq(state)

    def _changed(self, pin):
        self._ring.write(self._channel, self._ticks_us(), pin.value())

    @property
    def level(self) -> int:
        """The level of its pin now."""
        return self._pin.value()

    def close(self) -> None:
        """Release the interrupt."""
        self._pin.irq(None)
