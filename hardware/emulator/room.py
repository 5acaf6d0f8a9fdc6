"""The emulated parts of a table, all in the same air: a field per reader, a button per seat, a lamp per light."""

from dataclasses import dataclass
from math import inf
from typing import Any, Protocol

from hardware.clock import Clock, ManualClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.physics import CLEAN, Physics
from hardware.emulator.pico.circuit import Circuit
from hardware.emulator.pico.pico import HICCUPS, Bench, EmulatedPico, InProcess, Starts
from hardware.emulator.pins import BOUNCE_NS, EmulatedButton, chatter
from hardware.emulator.spi import EmulatedSpi
from hardware.plan import LightPlan
from hardware.ports import BLACK, WHITE, Colour

PATIENCE_NS = 40_000_000  # a table polls every 20 ms, if it has the processor to itself


class EmulatedLamp:
    """A light of any colour, which tests can read; `switched` counts how often it changed."""

    def __init__(self) -> None:
        self.colour = BLACK
        self.switched = 0

    @property
    def is_on(self) -> bool:
        """Whether it is lit, in whatever colour."""
        return self.colour != BLACK

    def show(self, colour: Colour) -> None:
        self.switched += colour != self.colour
        self.colour = colour

    def set(self, *, high: bool) -> None:
        """Switch the lamp as a pin does: white or black."""
        self.show(WHITE if high else BLACK)


@dataclass(frozen=True)
class EmulatedPicos:
    """Settings of emulated Picos: their program, the error of their crystals, and how often their cables hiccup."""

    starts: Starts = InProcess
    ppm: float = 40.0  # the first Pico runs this much too fast, the next as much too slow
    hiccups: float = HICCUPS


class Room:
    """The emulated parts of a table by name. Fields are in a row, each next to the previous one."""

    buttons_are = EmulatedButton

    def __init__(
        self,
        clock: Clock,
        physics: Physics = CLEAN,
        *,
        seed: int = 0,
        short_cuts: bool = False,
        emulated_picos: EmulatedPicos | None = None,
    ) -> None:
        """With `short_cuts`, chips skip frames that no tag can answer; that needs a clock with an agenda."""
        self._clock = clock
        self._physics = physics
        self._seed = seed
        self.short_cuts = short_cuts
        self.fields: dict[str, Field] = {}
        self.chips: dict[str, EmulatedMfrc522] = {}
        self.buttons: dict[int, EmulatedButton] = {}
        self.lamps: dict[str, EmulatedLamp] = {}
        self.picos: dict[str, EmulatedPico] = {}
        self.stand_ins: dict[str, Any] = {}  # stand-ins for drivers' libraries, by library name
        self._emulated_picos = emulated_picos or EmulatedPicos()
        self._bench = Bench(clock) if isinstance(clock, ManualClock) else None  # one thread controls the time

    def pico(self, name: str) -> EmulatedPico:
        """Make a Pico without any wires."""
        number = len(self.picos)
        seed = self._seed + number
        ppm = self._emulated_picos.ppm * (-1) ** number
        circuit = Circuit(self._clock, f"E66141030000{number:04X}", ppm=ppm, seed=seed)
        self.picos[name] = EmulatedPico(
            circuit,
            self._clock,
            seed=seed,
            hiccups=self._emulated_picos.hiccups,
            starts=self._emulated_picos.starts,
            bench=self._bench,
        )
        return self.picos[name]

    def reader(self, name: str) -> EmulatedSpi:
        """Make a reader with a chip and its field, and return its port."""
        field = self.field(name)
        self.chips[name] = EmulatedMfrc522(field, self._clock.now_ns)
        return EmulatedSpi(self.chips[name])

    def field(self, name: str) -> Field:
        """Make the field of a reader, next to the previous field."""
        patience_ns = None if isinstance(self._clock, ManualClock) else PATIENCE_NS
        field = Field(self._physics, seed=self._seed + len(self.fields), patience_ns=patience_ns)
        if self.fields:
            next(reversed(self.fields.values())).neighbour(field)
        self.fields[name] = field
        return field

    def button(self, seat: int) -> EmulatedButton:
        chatters = chatter(BOUNCE_NS[-1] * self._physics.bounce)
        self.buttons[seat] = self.buttons_are(
            self._clock,
            bounce_ns=chatters,
            late_ns=self._physics.late_ns,
            seed=self._seed + seat,
            spikes=self._physics.spikes,
            lost=self._physics.unreported,
        )
        return self.buttons[seat]

    @property
    def quiet_until_ns(self) -> float | None:
        """The time in ns until which polls find nothing unless a hand moves; None if a poll may find something now."""
        if not self._all_run or not all(field.is_silent for field in self.fields.values()):
            return None
        return min((field.hangs_ns for field in self.fields.values()), default=inf)

    @property
    def silences(self) -> float:
        """How many more polls of each empty field end in silence before a poll of any field ends with noise."""
        return min((field.silences for field in self.fields.values()), default=inf)

    def skip_silences(self, count: int) -> None:
        """Count polls of every field that were skipped because they would have ended in silence."""
        for field in self.fields.values():
            field.skip_silences(count)

    def is_quiet(self, until_ns: int) -> bool:
        """Return whether polls of every field, at least one each, find nothing until `until_ns` unless a hand moves."""
        return self._all_run and all(field.is_quiet(until_ns) for field in self.fields.values())

    @property
    def _all_run(self) -> bool:
        """Whether every chip is powered and out of reset. If not, polls must not be skipped: they detect the fault."""
        return not any(chip.is_held_in_reset for chip in self.chips.values())

    def passes_by(self, now_ns: int) -> bool:
        """Return whether a poll of every field now finds nothing; if so, count it as done."""
        if not self.is_quiet(now_ns):
            return False
        for field in self.fields.values():
            field.passes_by(now_ns)
        return True

    @property
    def pressed_ns(self) -> int:
        """When a button last moved, including bounce still to come."""
        return max((button.moved_ns for button in self.buttons.values()), default=-(10**18))

    @property
    def spikes_ns(self) -> float:
        """When the wire of a button picks up its next spike."""
        return min((button.next_spike_ns for button in self.buttons.values()), default=inf)

    def lamp(self, name: str) -> EmulatedLamp:
        """Return the lamp at a place, made on first use; several lights at one place share it."""
        return self.lamps.setdefault(name, EmulatedLamp())


class Parts(Protocol):
    """What a table provides to emulated lights."""

    @property
    def room(self) -> Room: ...


def opened(plan: LightPlan, parts: Parts) -> EmulatedLamp:
    return parts.room.lamp(plan.name)
