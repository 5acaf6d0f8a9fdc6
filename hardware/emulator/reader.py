"""Emulated readers: the driver of the MFRC522 on emulated chips, and where time is virtual, on short cuts."""

from typing import Protocol

from hardware import mfrc522_reader
from hardware.clock import SharedClock
from hardware.emulator.room import Room
from hardware.emulator.shortcut import ShortReader
from hardware.mfrc522 import Mfrc522
from hardware.mfrc522_reader import Mfrc522Reader, reader_of
from hardware.plan import ReaderPlan


class Parts(mfrc522_reader.Parts, Protocol):
    """What a table lends to emulated readers."""

    @property
    def room(self) -> Room:
        """Where they are."""
        ...


def opened(plan: ReaderPlan, parts: Parts) -> Mfrc522Reader:
    """Return an emulated reader; where the room allows it, it skips exchanges that nobody can answer."""
    port, clock = parts.room.reader(plan.name), parts.clock
    if not (parts.room.short_cuts and isinstance(clock, SharedClock)):
        return reader_of(plan, parts, port)
    board, pile = Mfrc522(port, clock, gain_db=plan.gain_db), plan.patience.pile
    return ShortReader(board, clock, parts.room.fields[plan.name], switched=parts.switched, pile=pile)
