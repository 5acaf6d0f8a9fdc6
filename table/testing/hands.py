"""Hands for tests: emulated ones, a person who is asked, or both."""

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from table.settings.model import Settings
from table.settings.sections import Reader
from table.wiring.faults import Faults, is_emulated
from table.wiring.hardware import Hardware

MS = 1_000_000
CARDS = ("A", "B", "C")  # names of cards where no deck matters
_HELD_MS = 600  # what is held down for that long is no tap


class Hands(Protocol):
    """Each call asks for something, and returns at once."""

    emulated_seats: frozenset[int]

    def lay(self, cards: Sequence[str], reader: Reader) -> None:
        """Lay cards on a reader, all at once."""
        ...

    def lift(self, cards: Sequence[str], reader: Reader) -> None:
        """Take them away."""
        ...

    def clear(self, reader: Reader) -> None:
        """Take away everything on the readers."""
        ...

    def cut(self, reader: Reader) -> None:
        """Take a reader's supply away."""
        ...

    def mend(self, reader: Reader) -> None: ...

    def press(self, seats: Sequence[int], ms: int, gap_ms: float = 0) -> None:
        """Press buttons, one after another with a gap in ms, and release each after `ms`."""
        ...

    def agree(self, seat: int, what: str) -> None:
        """Tap the button of a seat if something is so."""
        ...

    def unplug(self, pico: str) -> None:
        """Pull the plug of a Pico."""
        ...

    def replug(self, pico: str) -> None:
        """Put it in again."""
        ...


class EmulatedHands:
    """Hands over what is emulated. `readers` and `picos` are the names of these."""

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
        """Lay cards on a reader without covering each other."""
        for spot, card in enumerate(cards):
            self._tabletop.put(card, reader.served[0], spot=spot)

    def lift(self, cards: Sequence[str], _reader: Reader) -> None:
        """Take them away."""
        for card in cards:
            self._tabletop.lift(card)

    def clear(self, reader: Reader) -> None:
        """Take all cards away."""
        self.lift(CARDS, reader)

    def cut(self, reader: Reader) -> None:
        """Cut the supply of its chip."""
        self._faults.dies(reader.served[0])

    def mend(self, reader: Reader) -> None:
        self._faults.comes_back(reader.served[0])

    def press(self, seats: Sequence[int], ms: int, gap_ms: float = 0) -> None:
        """Press buttons to the moment."""
        clock = self._hardware.clock
        for number, seat in enumerate(seats):
            clock.sleep_ns(round(gap_ms * MS) if number else 0)
            self._tabletop.press(seat)
        clock.sleep_ns(ms * MS)
        for seat in seats:
            self._tabletop.release(seat)

    def agree(self, seat: int, _what: str) -> None:
        """Tap the button."""
        self.press((seat,), 100)

    def unplug(self, pico: str) -> None:
        """Pull the plug of a Pico."""
        self._faults.unplug(pico)

    def replug(self, pico: str) -> None:
        """Put it in again."""
        self._faults.replug(pico)


class Person:
    """A person at the table, who is asked to do things."""

    emulated_seats: frozenset[int] = frozenset()

    def __init__(self, ask: Callable[[str], None]) -> None:
        self._ask = ask

    def lay(self, cards: Sequence[str], reader: Reader) -> None:
        """Have cards laid, side by side."""
        self._ask(f"Lay {_named(cards)} on {reader.title}, and leave {_them(cards)} there.")

    def lift(self, cards: Sequence[str], reader: Reader) -> None:
        """Have them taken away."""
        self._ask(f"Take {_named(cards)} away from {reader.title}.")

    def clear(self, reader: Reader) -> None:
        """Have all cards taken away."""
        self._ask(f"Take every card away from {reader.title}.")

    def cut(self, reader: Reader) -> None:
        """Have its supply taken away."""
        self._ask(f"Pull the wire to 3.3V off the board of {reader.title}.")

    def mend(self, reader: Reader) -> None:
        self._ask(f"Put the wire to 3.3V back on the board of {reader.title}.")

    def press(self, seats: Sequence[int], ms: int, gap_ms: float = 0) -> None:
        """Have buttons pressed; `gap_ms` is more than a person can keep to."""
        how = "Tap" if ms < _HELD_MS else "Hold down, for a second,"
        if len(seats) == 1:
            self._ask(f"{how} the button of seat {seats[0]}.")
        else:
            self._ask(f"{how} the buttons of seats {', '.join(map(str, seats))}, in this order, as quickly as you can.")

    def agree(self, seat: int, what: str) -> None:
        """Have a button tapped if something is so."""
        self._ask(f"If {what}, tap the button of seat {seat}.")

    def unplug(self, pico: str) -> None:
        """Have the plug of a Pico pulled."""
        self._ask(f"Pull the USB plug of pico {pico}.")

    def replug(self, pico: str) -> None:
        """Have it put in again."""
        self._ask(f"Put the USB plug of pico {pico} in again.")


class BothHands:
    """A person moves what is real, and emulated hands move the rest."""

    def __init__(self, emulated: EmulatedHands, person: Person) -> None:
        self._emulated = emulated
        self._person = person
        self.emulated_seats = emulated.emulated_seats

    def lay(self, cards: Sequence[str], reader: Reader) -> None:
        self._at(reader).lay(cards, reader)

    def lift(self, cards: Sequence[str], reader: Reader) -> None:
        """Take them away."""
        self._at(reader).lift(cards, reader)

    def clear(self, reader: Reader) -> None:
        """Take all cards away."""
        self._at(reader).clear(reader)

    def cut(self, reader: Reader) -> None:
        """Take its supply away."""
        self._at(reader).cut(reader)

    def mend(self, reader: Reader) -> None:
        self._at(reader).mend(reader)

    def press(self, seats: Sequence[int], ms: int, gap_ms: float = 0) -> None:
        """Press buttons; a person presses all of them unless all are emulated."""
        hands: Hands = self._emulated if self.emulated_seats.issuperset(seats) else self._person
        hands.press(seats, ms, gap_ms)

    def agree(self, seat: int, what: str) -> None:
        """Tap the button of a seat if something is so."""
        hands: Hands = self._emulated if seat in self.emulated_seats else self._person
        hands.agree(seat, what)

    def unplug(self, pico: str) -> None:
        """Pull the plug of a Pico."""
        self._with(pico).unplug(pico)

    def replug(self, pico: str) -> None:
        """Put it in again."""
        self._with(pico).replug(pico)

    def _at(self, reader: Reader) -> Hands:
        return self._emulated if reader.title in self._emulated.readers else self._person

    def _with(self, pico: str) -> Hands:
        return self._emulated if pico in self._emulated.picos else self._person


def _named(cards: Sequence[str]) -> str:
    return f"card {cards[0]}" if len(cards) == 1 else f"cards {', '.join(cards[:-1])} and {cards[-1]}"


def _them(cards: Sequence[str]) -> str:
    return "it" if len(cards) == 1 else "them"
