"""Hands for tests: emulated hands, a person who is asked to act, or both."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from table.settings.model import Settings
from table.settings.sections import Reader
from table.wiring.faults import Faults, is_emulated
from table.wiring.hardware import Hardware

MS = 1_000_000
CARDS = ("A", "B", "C")  # names of cards for tests without a deck
_HELD_MS = 600  # a press this long is not a tap


class Hands(Protocol):
    """Hands that move cards, press buttons and cause faults. No call waits for the sensors' reports."""

    emulated_seats: frozenset[int]

    def lay(self, cards: Sequence[str], reader: Reader) -> None:
        """Lay cards on a reader, all at once."""
        ...

    def lift(self, cards: Sequence[str], reader: Reader) -> None:
        """Take cards away from a reader."""
        ...

    def clear(self, reader: Reader) -> None:
        """Take all cards away from a reader."""
        ...

    def cut(self, reader: Reader) -> None:
        """Cut a reader's power supply."""
        ...

    def mend(self, reader: Reader) -> None: ...

    def press(self, seats: Sequence[int], ms: int, gap_ms: float = 0) -> None:
        """Press buttons one after another, `gap_ms` apart, and release all of them `ms` later."""
        ...

    def agree(self, seat: int, what: str) -> None:
        """Tap a seat's button if the statement `what` is true."""
        ...

    def unplug(self, pico: str) -> None:
        """Unplug a Pico."""
        ...

    def replug(self, pico: str) -> None:
        """Plug a Pico in again."""
        ...


class EmulatedHands:
    """Hands for emulated parts. `readers` and `picos` name the emulated ones."""

    def __init__(self, settings: Settings, hardware: Hardware) -> None:
        self._hardware = hardware
        self._faults = Faults(hardware)
        self.emulated_seats = frozenset(one.seat for one in settings.buttons if is_emulated(one, settings))
        self.readers = frozenset(one.title for one in settings.readers if is_emulated(one, settings))
        self.picos = frozenset(one.name for one in settings.picos if one.backend == "emulated")

    @property
    def _tabletop(self) -> Any:
        return self._hardware.tabletop

    def lay(self, cards: Sequence[str], reader: Reader) -> None:
        """Lay cards side by side on a reader."""
        for spot, card in enumerate(cards):
            self._tabletop.put(card, reader.served[0], spot=spot)

    def lift(self, cards: Sequence[str], _reader: Reader) -> None:
        """Take cards away."""
        for card in cards:
            self._tabletop.lift(card)

    def clear(self, reader: Reader) -> None:
        """Take all cards away."""
        self.lift(CARDS, reader)

    def cut(self, reader: Reader) -> None:
        """Cut the power supply of a reader's chip."""
        self._faults.dies(reader.served[0])

    def mend(self, reader: Reader) -> None:
        self._faults.comes_back(reader.served[0])

    def press(self, seats: Sequence[int], ms: int, gap_ms: float = 0) -> None:
        """Press buttons with exact timing."""
        clock = self._hardware.clock
        for number, seat in enumerate(seats):
            clock.sleep_ns(round(gap_ms * MS) if number else 0)
            self._tabletop.press(seat)
        clock.sleep_ns(ms * MS)
        for seat in seats:
            self._tabletop.release(seat)

    def agree(self, seat: int, _what: str) -> None:
        """Tap a seat's button; emulated hands do not check `_what`."""
        self.press((seat,), 100)

    def unplug(self, pico: str) -> None:
        """Unplug a Pico."""
        self._faults.unplug(pico)

    def replug(self, pico: str) -> None:
        """Plug a Pico in again."""
        self._faults.replug(pico)


class Person:
    """A person at the table, who is asked to do things."""

    emulated_seats: frozenset[int] = frozenset()

    def __init__(self, ask: Callable[[str], None]) -> None:
        self._ask = ask

    def lay(self, cards: Sequence[str], reader: Reader) -> None:
        """Ask the person to lay cards side by side on a reader."""
        self._ask(f"Lay {_named(cards)} on {reader.title}, and leave {_them(cards)} there.")

    def lift(self, cards: Sequence[str], reader: Reader) -> None:
        """Ask the person to take cards away from a reader."""
        self._ask(f"Take {_named(cards)} away from {reader.title}.")

    def clear(self, reader: Reader) -> None:
        """Ask the person to take all cards away from a reader."""
        self._ask(f"Take every card away from {reader.title}.")

    def cut(self, reader: Reader) -> None:
        """Ask the person to cut a reader's power supply."""
        self._ask(f"Pull the wire to 3.3V off the board of {reader.title}.")

    def mend(self, reader: Reader) -> None:
        self._ask(f"Put the wire to 3.3V back on the board of {reader.title}.")

    def press(self, seats: Sequence[int], ms: int, gap_ms: float = 0) -> None:
        """Ask the person to press buttons; people cannot keep to `gap_ms`, so it is ignored."""
        how = "Tap" if ms < _HELD_MS else "Hold down, for a second,"
        if len(seats) == 1:
            self._ask(f"{how} the button of seat {seats[0]}.")
        else:
            self._ask(f"{how} the buttons of seats {', '.join(map(str, seats))}, in this order, as quickly as you can.")

    def agree(self, seat: int, what: str) -> None:
        """Ask the person to tap a button if the statement `what` is true."""
        self._ask(f"If {what}, tap the button of seat {seat}.")

    def unplug(self, pico: str) -> None:
        """Ask the person to unplug a Pico."""
        self._ask(f"Pull the USB plug of pico {pico}.")

    def replug(self, pico: str) -> None:
        """Ask the person to plug a Pico in again."""
        self._ask(f"Put the USB plug of pico {pico} in again.")


class BothHands:
    """A person for the real parts, and emulated hands for the others."""

    def __init__(self, emulated: EmulatedHands, person: Person) -> None:
        self._emulated = emulated
        self._person = person
        self.emulated_seats = emulated.emulated_seats

    def lay(self, cards: Sequence[str], reader: Reader) -> None:
        self._at(reader).lay(cards, reader)

    def lift(self, cards: Sequence[str], reader: Reader) -> None:
        """Take cards away from a reader."""
        self._at(reader).lift(cards, reader)

    def clear(self, reader: Reader) -> None:
        """Take all cards away from a reader."""
        self._at(reader).clear(reader)

    def cut(self, reader: Reader) -> None:
        """Cut a reader's power supply."""
        self._at(reader).cut(reader)

    def mend(self, reader: Reader) -> None:
        self._at(reader).mend(reader)

    def press(self, seats: Sequence[int], ms: int, gap_ms: float = 0) -> None:
        """Press buttons; a person presses all of them unless all are emulated."""
        hands: Hands = self._emulated if self.emulated_seats.issuperset(seats) else self._person
        hands.press(seats, ms, gap_ms)

    def agree(self, seat: int, what: str) -> None:
        """Tap a seat's button if the statement `what` is true."""
        hands: Hands = self._emulated if seat in self.emulated_seats else self._person
        hands.agree(seat, what)

    def unplug(self, pico: str) -> None:
        """Unplug a Pico."""
        self._with(pico).unplug(pico)

    def replug(self, pico: str) -> None:
        """Plug a Pico in again."""
        self._with(pico).replug(pico)

    def _at(self, reader: Reader) -> Hands:
        return self._emulated if reader.title in self._emulated.readers else self._person

    def _with(self, pico: str) -> Hands:
        return self._emulated if pico in self._emulated.picos else self._person


def _named(cards: Sequence[str]) -> str:
    return f"card {cards[0]}" if len(cards) == 1 else f"cards {', '.join(cards[:-1])} and {cards[-1]}"


def _them(cards: Sequence[str]) -> str:
    return "it" if len(cards) == 1 else "them"
