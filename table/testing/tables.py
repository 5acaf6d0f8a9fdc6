"""Whole tables for tests, emulated in virtual time, with a game on them.

Tests read like sentences: `table.card("number4.1").touches("discard")`, `table.seat(2).taps()`,
`table.race(2, 3, gap_ms=40)`.
"""

from collections.abc import Sequence
from types import TracebackType
from typing import Any, Self

from table import games
from table.emulated.people import People
from table.facts import Placement
from table.keeping.journal import Journal
from table.running.live import LiveTable
from table.running.messages import Choose, StartGame
from table.running.signals import Signals
from table.testing.sensors import (
    LightUnderTest,
    PicoUnderTest,
    ReaderUnderTest,
    SeatUnderTest,
    Sensors,
)
from table.values import Value, to_json
from table.wiring.emulated import HARDWARE, emulated_hardware, shared_clock, stopped_clock
from table.wiring.faults import Faults
from table.wiring.hardware import STRANGER, Hardware
from table.wiring.live import live_table, signals_of

__all__ = [
    "STRANGER", "EmulatedTable", "Finger", "Hand", "LightUnderTest", "PicoUnderTest", "ReaderUnderTest",
    "SeatUnderTest", "Sensors", "TableLight", "TablePico", "TableReader",
]  # fmt: skip

MS = 1_000_000
_RACE_MS = 100  # how long a finger stays on a button in a race
_UNTIL_SHOWN_MS = 100
_UNTIL_LOST_MS = 3_000  # a silent reader or Pico is retried for a while before it is reported lost


class EmulatedTable:
    """A table in virtual time; one thread polls its sources, one after another. A context manager.

    With a `shared` clock, other code can act while time passes, and polls that would find nothing can be skipped.
    """

    def __init__(
        self,
        journal: Journal,
        *,
        game: str = games.USUAL,
        seats: int = 3,
        shared: bool = False,
        besides: Sequence[str] = (),
        hardware: str = HARDWARE[0],
    ) -> None:
        """Build a table. `besides` are pads that the game does not use; `hardware` is one of HARDWARE."""
        self.clock: Any = shared_clock(5_000 * MS) if shared else stopped_clock(5_000 * MS)
        found = games.find(game)
        deck = [str(card["code"]) for card in found.deck(None)]
        self.hardware: Hardware = emulated_hardware(
            pads=[[zone] for zone in dict.fromkeys((*found.zones(seats), *besides))],
            seats=seats,
            cards=deck,
            clock=self.clock,
            short_cuts=shared,
            hardware=hardware,
        )
        assert self.hardware.tabletop is not None, "an emulated table has hands"  # noqa: S101 - it is emulated
        self.people = People(self.hardware.tabletop)
        self.live: LiveTable = live_table(
            journal=journal, hardware=self.hardware, seats=seats, tags={}, people=self.people
        )
        self.controller = self.live.controller
        self._faults = Faults(self.hardware)
        self._signals: Signals | None = None  # once a test looks at a light

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.live.close()

    def starts(self, game: str, *players: str | None, placement: Placement = "tap", **options: Any) -> None:
        """Begin a game; `placement`, tap or pile, applies to the piles that all players share."""
        zones = [zone for zone in games.find(game).zones(len(players)) if not zone.startswith("seat.")]
        self.controller.take(StartGame(game, players, options, seed=5, placement=dict.fromkeys(zones, placement)))
        self.runs(250)  # a card that is on a pad when polling begins does not count as a touch

    def runs(self, ms: float) -> None:
        """Poll the hardware for `ms` milliseconds of virtual time."""
        until = self.clock.now_ns() + round(ms * MS)
        while self.clock.now_ns() < until:
            for poll in self.live.sources.values():
                self.controller.take(poll())
            if self._signals is not None:
                self._signals.show(self.controller.board.snapshot.game)
                self.hardware.lights.refresh()

    def card(self, *codes: str) -> "Hand":
        """Return a hand holding one card, or several that move together. The card `STRANGER` is in no deck."""
        return Hand(self, codes)

    def seat(self, number: int) -> "Finger":
        """Return a finger over a seat's button."""
        return Finger(self, number)

    def race(self, *seats: int, gap_ms: float = 100) -> None:
        """Press the seats' buttons one after another, `gap_ms` apart, hold them for a moment, and release them."""
        for number, seat in enumerate(seats):
            self.clock.sleep_ns(round(gap_ms * MS) if number else 0)
            self._hands.press(seat)
        self.runs(_RACE_MS)
        for seat in seats:
            self._hands.release(seat)
        self.runs(_RACE_MS)

    def reader(self, zone: str) -> "TableReader":
        return TableReader(self, zone)

    def light(self, seat: int) -> "TableLight":
        return TableLight(self, seat)

    def pico(self, name: str) -> "TablePico":
        """Return a Pico of a table whose `hardware` is "pico"; its Picos are named `pico-1`, `pico-2`."""
        return TablePico(self, name)

    def chooses(self, seat: int, choice: str, value: Any = None) -> None:
        """Make a choice from `cardtable options GAME` for a seat; 0 is the host. Raise BadInput if it is refused."""
        self.controller.take(Choose(seat, choice, value))
        self.runs(_UNTIL_SHOWN_MS)

    @property
    def view(self) -> dict[str, Any]:
        return to_json(self.controller.board.snapshot.game.view())

    def event_names(self, audience: str = "public") -> list[str]:
        """Return the names of the events delivered to an audience."""
        return [one.event.name for one in self.controller.board.snapshot.game.events[audience]]

    def events(self, name: str, audience: str = "public") -> list[dict[str, Any]]:
        """Return the events called `name` that were delivered to an audience, with all their fields."""
        events = [one.json for one in self.controller.board.snapshot.game.events[audience]]
        return [dict(event) for event in events if event["event"] == name]

    def shows_lights(self) -> None:
        """Update the lights from now on."""
        if self._signals is None:
            self._signals = signals_of(self.hardware)
        self.runs(_UNTIL_SHOWN_MS)

    @property
    def _hands(self) -> Any:
        return self.hardware.tabletop


class Hand(Value):
    """A hand holding one card, or several that move together."""

    table: EmulatedTable
    codes: tuple[str, ...]

    def touches(self, zone: str, by: int | None = None) -> None:
        """Touch a pad, and wait until the touch is judged; `by` is the seat whose hand this is, if known."""
        self.table._hands.drop(self.codes, zone, by=by)
        self.table.runs(1000)

    def lies_on(self, zone: str) -> None:
        """Lay the cards on a pile."""
        for code in self.codes:
            self.table._hands.put(code, zone)
        self.table.runs(600)

    def is_lifted(self) -> None:
        for code in self.codes:
            self.table._hands.lift(code)
        self.table.runs(600)


class Finger(Value):
    table: EmulatedTable
    number: int

    def taps(self) -> None:
        """Tap the button, and wait until the tap can no longer become a double press."""
        self._is_down_for(100)
        self.table.runs(600)

    def holds(self) -> None:
        """Hold the button down for long enough to count as a hold."""
        self._is_down_for(800)
        self.table.runs(200)

    def _is_down_for(self, ms: float) -> None:
        self.table._hands.press(self.number)
        self.table.runs(ms)
        self.table._hands.release(self.number)

    def bounces(self, ms: float) -> None:
        """Make the contact bounce for `ms` milliseconds whenever it moves."""
        self.table._faults.bounces(self.number, ms)

    def spikes(self, us: float) -> None:
        """Put a spike of `us` microseconds on the wire, and wait long enough for a press to be reported."""
        self.table._faults.spikes(self.number, us)
        self.table.runs(600)


class TableReader(Value):
    table: EmulatedTable
    zone: str

    def dies(self) -> None:
        """Cut the reader's power supply, and wait until the loss is reported."""
        self.table._faults.dies(self.zone)
        self.table.runs(_UNTIL_LOST_MS)

    def comes_back(self) -> None:
        """Restore the reader's power supply, and wait until its return is reported."""
        self.table._faults.comes_back(self.zone)
        self.table.runs(_UNTIL_LOST_MS)

    def is_noisy(self, rate: float) -> None:
        """Corrupt a fraction `rate` (0 to 1) of exchanges: noise if no tag answers, a garbled answer if one does."""
        self.table._faults.is_noisy(self.zone, rate)


class TableLight(Value):
    table: EmulatedTable
    seat: int

    @property
    def is_on(self) -> bool:
        """Whether the light is on now; a blinking light alternates between on and off."""
        self.table.shows_lights()
        return self.table._faults.is_lit(self.seat)

    @property
    def shows(self) -> str:
        """The signal: off, steady (your turn), slow (others wait for you), pair (a race), fast, or blink (a pause)."""
        self.table.shows_lights()
        return self.table.hardware.lights.plays(f"seat.{self.seat}")


class TablePico(Value):
    table: EmulatedTable
    name: str

    def unplug(self) -> None:
        """Unplug the Pico, and wait until the loss is reported."""
        self.table._faults.unplug(self.name)
        self.table.runs(_UNTIL_LOST_MS)

    def replug(self) -> None:
        """Plug the Pico in again, and wait until it is back."""
        self.table._faults.replug(self.name)
        self.table.runs(_UNTIL_LOST_MS)
