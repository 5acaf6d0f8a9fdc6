"""Hardware that outlives a killed table, and hands that can jam a button."""

from collections.abc import Callable

from hardware.clock import SharedClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.frames import Heard
from hardware.emulator.physics import NOISE
from hardware.emulator.pico.pico import EmulatedPico
from hardware.emulator.pins import EmulatedButton, Watch
from hardware.emulator.room import Room
from hardware.emulator.spi import EmulatedSpi
from hardware.ports import Level
from table.emulated.tabletop import Tabletop

_STEP_NS, _REST_NS = 50_000_000, 150_000_000
_DONE_NS = 300_000_000  # a second press or touch may follow within this time


class BreakableField(Field):
    """A field whose chip may break; shortcuts for quiet fields are then disabled."""

    is_broken = False

    @property
    def is_silent(self) -> bool:
        """Whether no tag is or will be in the field, and the chip works."""
        return not self.is_broken and super().is_silent

    def is_quiet(self, until_ns: float, exchanges: int = 1) -> bool:
        """Return whether polls find nothing until `until_ns`."""
        return not self.is_broken and super().is_quiet(until_ns, exchanges)

    @property
    def is_calm(self) -> bool:
        """Whether the responses to frames are certain."""
        return not self.is_broken and super().is_calm

    @property
    def silences(self) -> float:
        """The number of upcoming exchanges that are certain to get no response."""
        return 0 if self.is_broken else super().silences

    def noise(self) -> Heard | None:
        """Return the noise that the chip hears; a broken chip hears none."""
        return None if self.is_broken else super().noise()


class StandingButton(EmulatedButton):
    """A button whose line can be requested again by a restarted table: a low level then counts as a change."""

    _lows: tuple[Level, ...] = ()

    def begins(self) -> None:
        """Start watching the line, for a new table."""
        now_ns = self._clock.now_ns()
        self._watch = Watch(self, from_ns=now_ns, reads_late=True)
        self._lows = () if self.high_at(now_ns) else (Level(now_ns, high=False),)

    def changes(self, until_ns: int) -> list[Level]:
        """Return the changes of the pin up to `until_ns`, each of them once."""
        lows, self._lows = self._lows, ()
        return [*lows, *super().changes(until_ns)]


class StandingRoom(Room):
    """A room whose hardware stays in place when a restarted table takes over."""

    buttons_are = StandingButton

    def __init__(self, clock: SharedClock, noise: str, seed: int) -> None:
        super().__init__(clock, NOISE[noise], seed=seed, short_cuts=True)

    def pico(self, name: str) -> EmulatedPico:
        return self.picos.get(name) or super().pico(name)

    def reader(self, name: str) -> EmulatedSpi:
        """Return the port of a reader's chip."""
        if name not in self.chips:
            self._lay(name)
        return EmulatedSpi(self.chips[name])

    def _lay(self, name: str) -> None:
        """Add a reader's field next to the last one, with a chip under it."""
        field = BreakableField(self._physics, seed=self._seed + len(self.fields))
        if self.fields:
            next(reversed(self.fields.values())).neighbour(field)
        self.fields[name] = field
        self.chips[name] = EmulatedMfrc522(field, self._clock.now_ns)

    def breaks(self, name: str, fault: str) -> None:
        """Break a reader's chip."""
        self.chips[name].faults.add(fault)
        self._field(name).is_broken = True

    def mends(self, name: str) -> None:
        """Repair a reader's chip."""
        self.chips[name].faults.clear()
        self._field(name).is_broken = False

    def _field(self, name: str) -> BreakableField:
        field = self.fields[name]
        assert isinstance(field, BreakableField)  # noqa: S101 - created in _lay
        return field

    def button(self, seat: int) -> EmulatedButton:
        return self.buttons.get(seat) or super().button(seat)

    def lose_the_table(self) -> None:
        """Close the ports of a killed table's process, as the operating system does."""
        for pico in self.picos.values():
            while pico._opened:
                pico.closed()

    def passes(self, clock: SharedClock) -> None:
        """Advance the time without a table: Picos run, but nothing reads what they send."""
        if self.picos and self._bench is not None:
            self._bench.run(clock.now_ns() + _STEP_NS)
        clock.sleep_ns(_REST_NS)

    def begins(self) -> None:
        """Prepare the buttons for a new table, which does not see their earlier changes."""
        for button in self.buttons.values():
            if isinstance(button, StandingButton):
                button.begins()


class Hands:
    """The hands of an evening's people. Fingers on a stuck button have no effect."""

    def __init__(self, tabletop: Tabletop, now_ns: Callable[[], int]) -> None:
        self.stuck: set[int] = set()
        self._tabletop = tabletop
        self._now_ns = now_ns
        self._down: set[int] = set()
        self._moved_ns = 0

    @property
    def at_rest(self) -> bool:
        """Whether no finger is down, and no second press or touch is about to follow."""
        return not self._down and self._now_ns() - self._moved_ns > _DONE_NS

    def put(self, card: str, zone: str, *, spot: int = 0, for_ns: int | None = None) -> None:
        """Put a card on a spot of a pad, and lift it after `for_ns` if that is given."""
        self._moved_ns = self._now_ns()
        self._tabletop.put(card, zone, spot=spot, for_ns=for_ns)

    def press(self, seat: int) -> None:
        """Press a seat's button."""
        self._down.add(seat)
        self._moved_ns = self._now_ns()
        if seat not in self.stuck:
            self._tabletop.press(seat)

    def release(self, seat: int) -> None:
        self._down.discard(seat)
        self._moved_ns = self._now_ns()
        if seat not in self.stuck:
            self._tabletop.release(seat)

    def jam(self, seat: int) -> None:
        """Jam a button."""
        self.stuck.add(seat)
        self._tabletop.press(seat)

    def free(self, seat: int) -> None:
        """Release a jammed button."""
        self.stuck.discard(seat)
        if seat not in self._down:
            self._tabletop.release(seat)

    def clear(self) -> None:
        """Lift every finger, because people go home."""
        for seat in sorted(self._down):
            self.release(seat)
