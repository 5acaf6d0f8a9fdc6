"""Tables and readers for tests: emulated ones in virtual time, or real ones with a person who moves cards.

It reads as verbs: `table.card("number4.1").touches("discard")`, `table.seat(2).taps()`, `reader.lay("A")`.
"""

from collections.abc import Callable, Iterable, Sequence
from types import TracebackType
from typing import Any, Protocol, Self

from table import games
from table.emulated.people import People
from table.facts import Placement
from table.keeping.journal import Journal
from table.running.live import LiveTable
from table.running.messages import StartGame
from table.settings.model import Settings
from table.settings.sections import Reader
from table.values import value
from table.wiring.emulated import HARDWARE, emulated_hardware, shared_clock, stopped_clock
from table.wiring.hardware import Hardware, open_hardware
from table.wiring.live import live_table
from table.wiring.sensors import raw, sense, sensing

MS = 1_000_000
CARDS = ("A", "B", "C")  # names of cards where no deck matters
_SOON_MS = 1_000  # emulated hands are quick
_SETTLED_MS = 400
_A_PERSON_MS = 60_000
_WAIT_S = 0.1


class EmulatedTable:
    """A table whose hardware one thread polls in turn; time passes only during polls. A context manager.

    With a `shared` clock others act while time passes, and polls that would find nothing can be skipped.
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
        """`besides` are pads that the game has no use for; `hardware` is what the table is built of."""
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

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.live.close()

    def starts(self, game: str, *players: str | None, placement: Placement = "tap", **options: Any) -> None:
        """Begin a game; `placement` is that of its common piles, tap or pile."""
        zones = [zone for zone in games.find(game).zones(len(players)) if not zone.startswith("seat.")]
        self.controller.take(StartGame(game, players, options, seed=5, placement=dict.fromkeys(zones, placement)))
        self.runs(250)  # what lies on a pad when polling begins does not touch it

    def runs(self, ms: float) -> None:
        """Poll the hardware for that long."""
        until = self.clock.now_ns() + round(ms * MS)
        while self.clock.now_ns() < until:
            for look in self.live.sources.values():
                self.controller.take(look())

    def card(self, code: str) -> "Hand":
        """Return a hand with a card."""
        return Hand(self, code)

    def seat(self, number: int) -> "Finger":
        """Return a finger over a seat's button."""
        return Finger(self, number)

    @property
    def view(self) -> dict[str, Any]:
        """The public view."""
        return dict(self.controller.board.picture.views["public"])

    def told(self, audience: str = "public") -> list[str]:
        """Return the names of the events that an audience was told."""
        return [event["event"] for event in self.controller.board.picture.events[audience]]

    @property
    def _hands(self) -> Any:
        return self.hardware.tabletop


@value
class Hand:
    """A card in a hand."""

    table: EmulatedTable
    code: str

    def touches(self, zone: str) -> None:
        """Touch a pad with it, and wait until that is decided."""
        self.table._hands.touch(self.code, zone)
        self.table.runs(1000)

    def lies_on(self, zone: str) -> None:
        """Lay it on a pile."""
        self.table._hands.put(self.code, zone)
        self.table.runs(600)

    def is_lifted(self) -> None:
        """Lift it again."""
        self.table._hands.lift(self.code)
        self.table.runs(600)


@value
class Finger:
    """A finger over a button."""

    table: EmulatedTable
    number: int

    def taps(self) -> None:
        """Tap, and wait until that can no longer become a double."""
        self._is_down_for(100)
        self.table.runs(600)

    def holds(self) -> None:
        """Hold it down for long enough."""
        self._is_down_for(800)
        self.table.runs(200)

    def _is_down_for(self, ms: float) -> None:
        self.table._hands.press(self.number)
        self.table.runs(ms)
        self.table._hands.release(self.number)


# -- the sensors of a table, without a game


class Hands(Protocol):
    """Whoever moves cards and presses buttons. Each call asks for something, and returns at once."""

    def lay(self, card: str, reader: Reader) -> None:
        """Lay a card on a reader."""
        ...

    def lift(self, card: str, reader: Reader) -> None:
        """Take it away."""
        ...

    def clear(self, reader: Reader) -> None:
        """Take away whatever lies there."""
        ...

    def press(self, seat: int, ms: int) -> None:
        """Press a button for `ms`."""
        ...


class Sensors:
    """The readers and buttons of a table, emulated or real, and what they report."""

    def __init__(self, settings: Settings, ask: Callable[[str], None] | None = None) -> None:
        """`ask` tells a person what to do; without it, time is virtual and everything has to be emulated."""
        clock = stopped_clock(0) if ask is None else None
        self.settings = settings
        self.hardware = open_hardware(settings, cards=CARDS, clock=clock)
        self.hands: Hands = _EmulatedHands(self) if ask is None else _BothHands(_EmulatedHands(self), _Person(ask))
        self._threads = None if ask is None else sensing(self.hardware).__enter__()
        self.patience_ms = _SOON_MS if ask is None else _A_PERSON_MS

    def tell(self, ms: int, enough: Callable[[list[dict[str, Any]]], bool] = lambda _: False) -> list[dict[str, Any]]:
        """Return what the sensors report within `ms`, or until that is `enough`."""
        told: list[dict[str, Any]] = []
        until_ns = self.hardware.clock.now_ns() + ms * MS
        while self.hardware.clock.now_ns() < until_ns and not enough(told):
            told += self._look()
        return told

    def _look(self) -> list[dict[str, Any]]:
        if self._threads is None:
            return sense(self.hardware)
        return [raw(self.hardware, item) for item in self._threads.take(_WAIT_S)]

    def close(self) -> None:
        """Close every device."""
        if self._threads is not None:
            self._threads.close()
        self.hardware.close()


@value
class ReaderUnderTest:
    """One reader, and hands to lay cards on it. UIDs are lower-case hex."""

    sensors: Sensors
    reader: Reader

    def clear(self) -> None:
        """Take away what a failed test may have left there."""
        told = self.sensors.tell(_SETTLED_MS)
        lying = len(_of(told, "tag_arrived")) - len(_of(told, "tag_left"))
        if lying > 0:
            self.sensors.hands.clear(self.reader)
            self._uids("tag_left", lying)

    def lay(self, *names: str) -> list[str]:
        """Lay cards there; return the UIDs that arrived, in order."""
        for name in names:
            self.sensors.hands.lay(name, self.reader)
        return self._uids("tag_arrived", len(names))

    def lift(self, *names: str) -> list[str]:
        """Take cards away; return the UIDs that left."""
        for name in names:
            self.sensors.hands.lift(name, self.reader)
        return self._uids("tag_left", len(names))

    def rests(self, ms: int) -> list[dict[str, Any]]:
        """Wait; return what was reported meanwhile."""
        return self.sensors.tell(ms)

    def _uids(self, fact: str, count: int) -> list[str]:
        def enough(told: list[dict[str, Any]]) -> bool:
            return len(_of(told, fact)) >= count

        told = self.sensors.tell(self.sensors.patience_ms, enough)
        told += self.sensors.tell(_SETTLED_MS)  # and whatever else follows: nothing should
        return [str(one["uid"]) for one in _of(told, fact)]


@value
class SeatUnderTest:
    """One button, and a finger on it."""

    sensors: Sensors
    number: int

    def taps(self) -> list[str]:
        """Tap it; return what was reported: `button_down`, `button_up`."""
        return self._pressed(100)

    def holds(self) -> list[str]:
        """Hold it down for a second; return what was reported."""
        return self._pressed(1000)

    def _pressed(self, ms: int) -> list[str]:
        self.sensors.hands.press(self.number, ms)
        told = self.sensors.tell(self.sensors.patience_ms, lambda told: len(_of(told, "button_up")) > 0)
        told += self.sensors.tell(_SETTLED_MS)
        return [str(one["fact"]) for one in told if one.get("seat") == self.number]


def _of(told: Iterable[dict[str, Any]], fact: str) -> list[dict[str, Any]]:
    return [one for one in told if one["fact"] == fact]


class _EmulatedHands:
    def __init__(self, sensors: Sensors) -> None:
        self._sensors = sensors
        self.seats = [button.seat for button in sensors.settings.buttons if button.backend == "emulated"]

    @property
    def _tabletop(self) -> Any:
        return self._sensors.hardware.tabletop

    def lay(self, card: str, reader: Reader) -> None:
        self._tabletop.put(card, reader.served[0])

    def lift(self, card: str, _reader: Reader) -> None:
        self._tabletop.lift(card)

    def clear(self, _reader: Reader) -> None:
        for card in CARDS:
            self._tabletop.lift(card)

    def press(self, seat: int, ms: int) -> None:
        self._tabletop.press(seat)
        self._sensors.hardware.clock.sleep_ns(ms * MS)
        self._tabletop.release(seat)


class _Person:
    def __init__(self, ask: Callable[[str], None]) -> None:
        self._ask = ask

    def lay(self, card: str, reader: Reader) -> None:
        self._ask(f"Lay card {card} on {reader.title}, and leave it there.")

    def lift(self, card: str, reader: Reader) -> None:
        self._ask(f"Take card {card} away from {reader.title}.")

    def clear(self, reader: Reader) -> None:
        self._ask(f"Take every card away from {reader.title}.")

    def press(self, seat: int, ms: int) -> None:
        how = "Tap" if ms < 600 else "Hold down, for a second,"
        self._ask(f"{how} the button of seat {seat}.")


class _BothHands:
    """A person moves what is real, and emulated hands move the rest."""

    def __init__(self, emulated: _EmulatedHands, person: _Person) -> None:
        self._emulated = emulated
        self._person = person

    def lay(self, card: str, reader: Reader) -> None:
        self._at(reader).lay(card, reader)

    def lift(self, card: str, reader: Reader) -> None:
        self._at(reader).lift(card, reader)

    def clear(self, reader: Reader) -> None:
        self._at(reader).clear(reader)

    def press(self, seat: int, ms: int) -> None:
        hands = self._emulated if seat in self._emulated.seats else self._person
        hands.press(seat, ms)

    def _at(self, reader: Reader) -> Hands:
        return self._person if reader.wired else self._emulated
