"""Readers and buttons for the hardware tests: real drivers on emulated chips, in virtual time."""

from dataclasses import dataclass, field

import pytest

from hardware import iso14443a
from hardware.clock import ManualClock
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.spi import EmulatedSpi
from hardware.emulator.tag import Tag
from hardware.iso14443a import Poll
from hardware.mfrc522 import Mfrc522

UID = bytes.fromhex("04a1b2c3d4e5f6")


@dataclass
class Reader:
    """A reader with everything that is behind it."""

    clock: ManualClock = field(default_factory=ManualClock)

    def __post_init__(self) -> None:
        self.field = Field()
        self.emulated = EmulatedMfrc522(self.field, self.clock.now_ns)
        self.port = EmulatedSpi(self.emulated)
        self.chip = Mfrc522(self.port, self.clock)

    def sees(self) -> Poll:
        return iso14443a.poll(self.chip)


@pytest.fixture
def reader() -> Reader:
    reader = Reader()
    reader.chip.reset()
    return reader


@pytest.fixture
def tag() -> Tag:
    return Tag(UID)
