"""Faults of emulated parts at run time: a reader dies, a contact bounces, a Pico loses its cable.

Each method raises BadInput if the part is not emulated here.
"""

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeVar

from hardware.emulator.room import Room
from table.complaints import BadInput, short
from table.settings.model import Settings
from table.settings.sections import Button, Reader
from table.wiring.hardware import Hardware
from table.wiring.plan import pico_of

K = TypeVar("K")
T = TypeVar("T")


def is_emulated(part: Reader | Button, settings: Settings) -> bool:
    """Return whether a part is emulated, by itself or on an emulated Pico."""
    pico = next((one for one in settings.picos if one.name == pico_of(part)), None)
    return part.backend == "emulated" or (pico is not None and pico.backend == "emulated")


class Faults:
    """Causes and ends faults of a table's emulated parts."""

    def __init__(self, hardware: Hardware) -> None:
        self._hardware = hardware

    def dies(self, zone: str) -> None:
        """Cut the power supply of the chip in a zone's reader."""
        _named("zone", self._reader(zone), self._room.chips).hold_in_reset(True)

    def comes_back(self, zone: str) -> None:
        """Restore the power supply of the chip in a zone's reader."""
        _named("zone", self._reader(zone), self._room.chips).hold_in_reset(False)

    def is_noisy(self, zone: str, rate: float) -> None:
        """Corrupt a share of a zone's exchanges, from 0 to 1: garbled answers or, where no tag answers, noise."""
        if not 0 <= rate <= 1:
            raise BadInput(f"rate: expected 0 to 1, not {rate!r}")
        field = _named("zone", self._reader(zone), self._room.fields)
        field.physics = replace(field.physics, noise=rate, garbled=rate)

    def bounces(self, seat: int, ms: float) -> None:
        """Make the contact of a seat's button bounce for `ms` milliseconds whenever it moves."""
        _named("seat", seat, self._room.buttons).bounces(round(ms * 1e6))

    def spikes(self, seat: int, us: float) -> None:
        """Put a spike of `us` microseconds on the wire of a seat's button."""
        _named("seat", seat, self._room.buttons).spike(round(us * 1e3))

    def is_lit(self, seat: int) -> bool:
        """Return whether a seat's light is on now."""
        return _named("seat", f"seat.{seat}", self._room.lamps).is_on

    def unplug(self, pico: str) -> None:
        """Unplug a Pico, so that it loses power."""
        _named("pico", pico, self._room.picos).unplug()

    def replug(self, pico: str) -> None:
        """Plug a Pico in again."""
        _named("pico", pico, self._room.picos).plug()

    @property
    def _room(self) -> Room:
        return self._hardware.room

    def _reader(self, zone: str) -> str:
        """Return the name of the reader that serves a zone; the zone itself if no reader does."""
        return next((name for name, antenna in self._hardware.antennas.items() if zone in antenna.zones), zone)


def _named(what: str, name: K, things: Mapping[K, T]) -> T:
    if name not in things:
        raise BadInput(f"{what}: nothing emulated here is called {short(str(name))}")
    return things[name]
