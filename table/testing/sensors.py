"""Readers, buttons, lights and Picos for tests without a game, emulated or real.

Tests read like sentences: `reader.lay("A")`, `seat.taps()`, `pico.unplug()`. Each call returns the sensors' reports.
"""

from collections.abc import Callable, Iterable

from table.settings.model import Settings
from table.settings.sections import Reader
from table.testing.hands import CARDS, BothHands, EmulatedHands, Hands, Person
from table.values import Value
from table.wiring.emulated import stopped_clock
from table.wiring.faults import Faults, is_emulated
from table.wiring.hardware import open_hardware
from table.wiring.sensors import Sensed, raw, sense, sensing

MS = 1_000_000
_SOON_MS = 4_000  # emulated hands are quick, but a lost reader is retried for a while before it is reported
_SETTLED_MS = 400
_PICOS_MS = 4_000  # opening the port may restart a Pico, and then its chips
_A_PERSON_MS = 60_000
_WAIT_S = 0.1
_TAP_MS, _HOLD_MS = 100, 1000


class NotHere(Exception):
    """Raised if a test asks a real part for something that only an emulated one can do."""


class Sensors:
    """The readers and buttons of a table, emulated or real, and what they report."""

    def __init__(self, settings: Settings, ask: Callable[[str], None] | None = None) -> None:
        """Open the hardware. `ask` tells a person what to do; without it, all parts are emulated in virtual time."""
        clock = stopped_clock(0) if ask is None else None
        self.settings = settings
        self.hardware = open_hardware(settings, cards=CARDS, clock=clock)
        self.faults = Faults(self.hardware)
        emulated = EmulatedHands(settings, self.hardware)
        self.hands: Hands = emulated if ask is None else BothHands(emulated, Person(ask))
        self._threads = None if ask is None else sensing(self.hardware).__enter__()
        self.patience_ms = _SOON_MS if ask is None else _A_PERSON_MS
        self.tell(_PICOS_MS, lambda _: self.hardware.is_ready)

    def tell(self, ms: int, enough: Callable[[list[Sensed]], bool] = lambda _: False) -> list[Sensed]:
        """Return what the sensors report within `ms`, or until `enough` is true of the reports."""
        sensed: list[Sensed] = []
        until_ns = self.hardware.clock.now_ns() + ms * MS
        while self.hardware.clock.now_ns() < until_ns and not enough(sensed):
            sensed += self._poll()
        return sensed

    def wait_for(self, fact: str, count: int = 1) -> list[Sensed]:
        """Wait until a fact has been reported `count` times; return all reports, including those soon after."""
        sensed = self.tell(self.patience_ms, lambda sensed: len(_of(sensed, fact)) >= count)
        return sensed + self.tell(_SETTLED_MS)

    def _poll(self) -> list[Sensed]:
        if self._threads is None:
            return sense(self.hardware)
        return [raw(self.hardware, item) for item in self._threads.take(_WAIT_S)]

    def close(self) -> None:
        if self._threads is not None:
            self._threads.close()
        self.hardware.close()


class ReaderUnderTest(Value):
    """One reader, and hands to lay cards on it. UIDs are lower-case hex."""

    sensors: Sensors
    reader: Reader

    def clear(self) -> None:
        """Take away any cards left by a failed test."""
        sensed = self.sensors.tell(_SETTLED_MS)
        here = [one for one in sensed if one.zone == self.reader.served[0]]
        lying = len(_of(here, "tag_arrived")) - len(_of(here, "tag_left"))
        if lying > 0:
            self.sensors.hands.clear(self.reader)
            self._uids("tag_left", lying)

    def lay(self, *names: str) -> list[str]:
        """Lay cards on the reader, all at once; return the UIDs that arrived, in order."""
        self.sensors.hands.lay(names, self.reader)
        return self._uids("tag_arrived", len(names))

    def lift(self, *names: str) -> list[str]:
        """Take cards away from the reader; return the UIDs that left."""
        self.sensors.hands.lift(names, self.reader)
        return self._uids("tag_left", len(names))

    def rests(self, ms: int) -> list[Sensed]:
        """Wait for `ms` milliseconds; return the reports from that time."""
        return self.sensors.tell(ms)

    def dies(self) -> list[str]:
        """Cut the reader's power supply; return the names of the reports about the reader, such as `reader_lost`."""
        self.sensors.hands.cut(self.reader)
        return self._facts("reader_lost")

    def comes_back(self) -> list[str]:
        """Restore the reader's power supply; return the names of the reports, such as `reader_back`."""
        self.sensors.hands.mend(self.reader)
        return self._facts("reader_back")

    def is_noisy(self, rate: float) -> None:
        """Corrupt a fraction `rate` (0 to 1) of the reader's exchanges. Raise NotHere for a real reader."""
        self._check("noise")
        self.sensors.faults.is_noisy(self.reader.served[0], rate)

    def _check(self, what: str) -> None:
        if not is_emulated(self.reader, self.sensors.settings):
            raise NotHere(f"{self.reader.title} is real: nobody can make {what} for it")

    def _facts(self, fact: str) -> list[str]:
        sensed = self.sensors.wait_for(fact)
        return [one.fact for one in sensed if one.zone == self.reader.served[0]]

    def _uids(self, fact: str, count: int) -> list[str]:
        return [str(one.uid) for one in _of(self.sensors.wait_for(fact, count), fact)]


class SeatUnderTest(Value):
    """One button, and a finger on it."""

    sensors: Sensors
    number: int

    def taps(self) -> list[str]:
        """Tap the button; return the names of the reports: `button_down`, `button_up`."""
        return self._pressed(_TAP_MS)

    def holds(self) -> list[str]:
        """Hold the button down for a second; return the names of the reports."""
        return self._pressed(_HOLD_MS)

    def bounces(self, ms: float) -> None:
        """Make the contact bounce for `ms` milliseconds whenever it moves. Raise NotHere for a real button."""
        self._check("its contact bounce")
        self.sensors.faults.bounces(self.number, ms)

    def spikes(self, us: float) -> list[str]:
        """Put a spike of `us` µs on the wire; return the names of the reports. Raise NotHere for a real button."""
        self._check("its wire pick up a spike")
        self.sensors.faults.spikes(self.number, us)
        return self._of(self.sensors.tell(_SETTLED_MS))

    def _check(self, what: str) -> None:
        if self.number not in self.sensors.hands.emulated_seats:
            raise NotHere(f"the button of seat {self.number} is real: nobody can make {what}")

    def _pressed(self, ms: int) -> list[str]:
        self.sensors.hands.press((self.number,), ms)
        return self._of(self.sensors.wait_for("button_up"))

    def _of(self, sensed: Iterable[Sensed]) -> list[str]:
        return [one.fact for one in sensed if one.seat == self.number]


class LightUnderTest(Value):
    """The light of a seat. At a real table, a person taps the seat's button to confirm what is seen."""

    sensors: Sensors
    seat: int

    def goes_on(self) -> bool:
        """Switch the light on; return whether it is seen to be on."""
        return self._seen(on=True)

    def goes_off(self) -> bool:
        """Switch the light off; return whether it is seen to be off."""
        return self._seen(on=False)

    def _seen(self, *, on: bool) -> bool:
        self.sensors.hardware.shine(f"seat.{self.seat}", on=on)
        self.sensors.tell(_SETTLED_MS)
        if self.seat in self.sensors.hands.emulated_seats:
            return self.sensors.faults.is_lit(self.seat) is on
        self.sensors.hands.agree(self.seat, f"the light of seat {self.seat} is {'on' if on else 'off'}")
        return bool(_of(self.sensors.wait_for("button_up"), "button_down"))


class PicoUnderTest(Value):
    sensors: Sensors
    name: str

    def unplug(self) -> list[str]:
        """Unplug the Pico; return the names of the reports: a `reader_lost` per reader, or one if it has no reader."""
        self.sensors.hands.unplug(self.name)
        return self._facts("reader_lost")

    def replug(self) -> list[str]:
        """Plug the Pico in again; return the names of the reports: one `reader_back` per reader."""
        self.sensors.hands.replug(self.name)
        return self._facts("reader_back")

    def _facts(self, fact: str) -> list[str]:
        readers = sum(reader.pico == self.name for reader in self.sensors.settings.readers)
        return [one.fact for one in _of(self.sensors.wait_for(fact, max(1, readers)), fact)]


def raced(sensors: Sensors, *seats: int, gap_ms: float = 100) -> list[int]:
    """Press the seats' buttons one after another, `gap_ms` apart; return the seats in order of their stamps.

    At a real table, people press in the order of the seats, as quickly as they can.
    """
    sensors.hands.press(seats, _TAP_MS, gap_ms)
    sensed = _of(sensors.wait_for("button_up", len(seats)), "button_down")
    return [one.seat for one in sorted(sensed, key=lambda one: one.t) if isinstance(one.seat, int)]


def _of(sensed: Iterable[Sensed], fact: str) -> list[Sensed]:
    return [one for one in sensed if one.fact == fact]
