"""Emulated readers: the MFRC522 driver on emulated chips, with shortcuts in virtual time."""

from typing import Protocol

from hardware.clock import SharedClock
from hardware.emulator.room import Room
from hardware.emulator.shortcut import ShortReader
from hardware.mfrc522 import reader as mfrc522_reader
from hardware.mfrc522.chip import Mfrc522
from hardware.mfrc522.reader import Mfrc522Reader, reader_of
from hardware.plan import ReaderPlan


class Parts(mfrc522_reader.Parts, Protocol):
    """What a table provides to emulated readers."""

    @property
    def room(self) -> Room: ...


def opened(plan: ReaderPlan, parts: Parts) -> Mfrc522Reader:
    """Return an emulated reader; if the room allows it, the reader skips exchanges that no tag can answer."""
    port, clock, pile = parts.room.reader(plan.name), parts.clock, plan.patience.pile
    if not (parts.room.short_cuts and isinstance(clock, SharedClock)):
        return reader_of(port, parts, gain_db=plan.gain_db, pile=pile)
    board = Mfrc522(port, clock, gain_db=plan.gain_db)
    return ShortReader(board, clock, parts.room.fields[plan.name], switched=parts.switched, pile=pile)
