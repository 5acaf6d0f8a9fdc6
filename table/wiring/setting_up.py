"""`cardtable setup`: a conversation that finds out which part is whose, by touches and presses, and writes table.toml.

It says one JSON object at a time, and listens for what is said and for what hands do.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from serial.tools.list_ports import comports

from firmware_bridge.serial_port import PICO, opener
from hardware.clock import SystemClock
from hardware.finding.readers import buses
from hardware.finding.workbench import OnUsb, Place, Workbench
from table.wiring.choosing import SHARED

Say = Callable[[Mapping[str, Any]], None]
Hear = Callable[[], Any]  # what was said since the last call, or None
MOST_SEATS = 8
NOBODY = "nobody"  # is there to answer: what is asked is then as if it were enough
NAMES = ("under-the-table", "left", "right", "third", "fourth")


class Bench(Protocol):
    """What is wired, as a workbench shows it."""

    readers: dict[str, Place]

    @property
    def free(self) -> tuple[int, ...]:
        """The pins on which nothing was found."""
        ...

    @property
    def stuck(self) -> list[str]:
        """The pins that are low with nobody pressing."""
        ...

    def give_free(self, pins: Sequence[int]) -> list[Place]:
        """Let pins be driven; return the readers found behind them."""
        ...

    def begin(self) -> None:
        """Begin to watch."""
        ...

    def look(self) -> tuple[list[str], list[Place]]:
        """Look once."""
        ...


@dataclass(frozen=True)
class Given:
    """What was said beforehand; None is asked for."""

    zones: tuple[str, ...] | None = None
    seats: int | None = None


class _SkippedError(Exception):
    """Somebody has said to leave this out."""


class Conversation:
    """One set-up, from what is found to the text of the file."""

    def __init__(self, bench: Bench, picos: Sequence[OnUsb], say: Say, hear: Hear, given: Given) -> None:
        self._bench = bench
        self._picos = picos
        self._say = say
        self._hear = hear
        self._given = given
        self._zones: dict[str, list[str]] = {}  # by reader
        self._buttons: dict[int, Place] = {}  # by seat

    def run(self) -> str:
        """Hold it; return the text of table.toml."""
        for pico in self._picos:
            self._say({"found": "pico", "name": pico.name, "serial_number": pico.serial_number})
        for place in self._bench.readers.values():
            self._say({"found": "reader", **place.keys, "at": place.said, "chip": place.chip})
        self._more_readers()
        self._bench.begin()
        for pin in self._bench.stuck:
            self._say(
                {
                    "found": "stuck",
                    "at": pin,
                    "why": f"{pin} is low though nobody presses: a short, or a button that opens",
                }
            )
        for zones in self._asked_for():
            self._touch(*zones)
        self._press_all()
        for reader, place in self._bench.readers.items():
            if reader not in self._zones:
                self._say({"found": "unused", "at": place.said, "why": f"the reader at {place.said} was never touched"})
        return written(self._seats, self._bench.readers, self._zones, self._buttons, self._picos)

    @property
    def _seats(self) -> int:
        by_zone = [
            int(zone.removeprefix("seat."))
            for zones in self._zones.values()
            for zone in zones
            if zone.startswith("seat.")
        ]
        return max([1, self._given.seats or 0, *self._buttons, *by_zone])

    def _asked_for(self) -> list[tuple[str, ...]]:
        """Return what is asked for pad by pad, and what each serves besides."""
        if self._given.zones is not None:
            return [(zone,) for zone in self._given.zones]
        many = len(self._bench.readers)
        return [*SHARED[:many], *((f"seat.{number + 1}",) for number in range(many - len(SHARED)))]

    def _more_readers(self) -> None:
        """Ask for pins to drive where fewer readers answer than pads are named."""
        if self._given.zones is None or len(self._bench.readers) >= len(self._given.zones) or not self._bench.free:
            return
        pins = list(self._bench.free)
        self._say({"ask": "drive", "pins": pins})
        answer = self._answer()
        allowed = (
            pins if answer == "yes" else [pin for pin in answer if pin in pins] if isinstance(answer, list) else []
        )
        self._say({"heard": "drive", "pins": allowed})
        for place in self._bench.give_free(allowed) if allowed else ():
            self._say({"found": "reader", **place.keys, "at": place.said, "chip": place.chip})

    def _touch(self, zone: str, *also: str) -> None:
        self._say({"ask": "touch", "zone": zone})
        try:
            while True:
                reader = self._until(lambda touched, _: touched[0] if touched else None)
                others = self._zones.get(reader, [])
                if any(one.startswith("seat.") for one in (*others, zone)) and others:
                    why = f"that is the pad of {others[0]}: touch the pad of {zone}"
                    self._say({"heard": "touch", "zone": zone, "reader": self._bench.readers[reader].said, "why": why})
                    continue
                break
        except _SkippedError:
            self._say({"heard": "skip", "zone": zone, "missing": f"no reader was touched for {zone}"})
            return
        self._zones.setdefault(reader, []).extend((zone, *also))
        self._say({"heard": "touch", "zone": zone, "reader": self._bench.readers[reader].said})

    def _press_all(self) -> None:
        for seat in range(1, (self._given.seats or MOST_SEATS) + 1):
            self._press(seat)
            if self._given.seats is None and seat < MOST_SEATS:
                self._say({"ask": "enough"})
                if self._answer() in ("yes", "skip", NOBODY):
                    return

    def _press(self, seat: int) -> None:
        self._say({"ask": "press", "seat": seat})
        try:
            while True:
                place = self._until(lambda _, pressed: pressed[0] if pressed else None)
                others = [other for other, known in self._buttons.items() if known.keys == place.keys]
                if not others:
                    break
                why = f"that is the button of seat {others[0]}: press the button of seat {seat}"
                self._say({"heard": "press", "seat": seat, "at": place.said, "why": why})
        except _SkippedError:
            self._say({"heard": "skip", "seat": seat, "missing": f"no button was pressed for seat {seat}"})
            return
        self._buttons[seat] = place
        self._say({"heard": "press", "seat": seat, "at": place.said})

    def _until(self, found: Callable[[list[str], list[Place]], Any]) -> Any:
        """Look until hands have done what was asked for. Raise _SkippedError if somebody says so."""
        while True:
            result = found(*self._bench.look())
            if result is not None:
                return result
            if self._hear() == "skip":
                raise _SkippedError

    def _answer(self) -> Any:
        while (answer := self._hear()) is None:
            self._bench.look()
        return answer


def written(
    seats: int,
    readers: Mapping[str, Place],
    zones: Mapping[str, Sequence[str]],
    buttons: Mapping[int, Place],
    picos: Iterable[OnUsb],
) -> str:
    """Return a table.toml that says what was found."""
    lines = [
        "# Found by `cardtable setup`. Every key: docs/table-toml.md",
        "[table]",
        f"seats = {seats}",
        'database = "table.db"',
    ]
    used = {str(place.keys.get("pico")) for place in (*(readers[name] for name in zones), *buttons.values())}
    for pico in picos:
        if pico.name in used:
            lines += ["", "[[pico]]", f'name = "{pico.name}"']
            if pico.serial_number is not None:
                lines.append(f'serial_number = "{pico.serial_number}"')
            elif pico.port is not None:
                lines.append(f'port = "{pico.port}"')
    for reader, served in zones.items():
        said = (
            f'zone = "{served[0]}"'
            if len(served) == 1
            else "zones = [" + ", ".join(f'"{zone}"' for zone in served) + "]"
        )
        lines += ["", "[[reader]]", said, *_keys(readers[reader])]
    for seat, place in sorted(buttons.items()):
        lines += ["", "[[button]]", f"seat = {seat}", *_keys(place)]
    return "\n".join(lines) + "\n"


def _keys(place: Place) -> list[str]:
    return [f'{key} = "{value}"' if isinstance(value, str) else f"{key} = {value}" for key, value in place.keys.items()]


def plugged_in() -> list[OnUsb]:
    """Return the Picos on this machine's USB, by their ports."""
    there = sorted((info for info in comports() if (info.vid, info.pid) == PICO), key=lambda info: info.device)
    names = NAMES[:1] if len(there) == 1 else NAMES[1:]
    return [
        OnUsb(name, opener(port=info.device, serial_number=None), info.serial_number, info.device)
        for name, info in zip(names, there, strict=False)
    ]


def workbench(picos: Sequence[OnUsb]) -> Workbench:
    """Open all that may be wired to this machine. Raise OSError or ImportError if nothing can be opened."""
    try:
        devices = buses()
    except ImportError:
        if not picos:
            raise
        devices = ()
    return Workbench(SystemClock(), devices, picos)
