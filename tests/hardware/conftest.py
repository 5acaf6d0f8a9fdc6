"""Readers and buttons for the hardware tests: real drivers on emulated chips, in virtual time."""

import dataclasses
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from hardware import iso14443a
from hardware.clock import ManualClock
from hardware.emulator import installed as emulated
from hardware.emulator.chip import EmulatedMfrc522
from hardware.emulator.field import Field
from hardware.emulator.pi import EmulatedPi
from hardware.emulator.spi import EmulatedSpi
from hardware.emulator.stand_ins import DIRECTORY
from hardware.emulator.tag import Tag
from hardware.mfrc522.chip import Mfrc522
from hardware.reader import Poll

UID = bytes.fromhex("04a1b2c3d4e5f6")


@dataclass
class Reader:
    """A board with everything that is behind it."""

    clock: ManualClock = dataclasses.field(default_factory=ManualClock)
    field: Field = dataclasses.field(default_factory=Field)

    def __post_init__(self) -> None:

        self.emulated = EmulatedMfrc522(self.field, self.clock.now_ns)
        self.port = EmulatedSpi(self.emulated)
        self.chip = Mfrc522(self.port, self.clock)

    def sees(self) -> Poll:
        return iso14443a.poll(self.chip)


@pytest.fixture
def board() -> Reader:
    board = Reader()
    board.chip.reset()
    return board


@pytest.fixture
def tag() -> Tag:
    return Tag(UID)


STOOD_IN_FOR = {"spidev", "RPi", "gpiod", "mfrc522"}
Make = Callable[..., EmulatedPi]


def _loaded() -> list[str]:
    return [name for name in sys.modules if name.partition(".")[0] in STOOD_IN_FOR]


@pytest.fixture
def stand_ins(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Let the libraries of the Pi be found, as on a Pi, and forget them afterwards."""
    kept = {name: sys.modules.pop(name) for name in _loaded()}
    monkeypatch.syspath_prepend(DIRECTORY)
    yield
    for name in _loaded():
        del sys.modules[name]
    sys.modules.update(kept)


@pytest.fixture
def make() -> Iterator[Make]:
    """Install a Pi for the rest of the test."""
    installed = []

    def make(**settings: Any) -> EmulatedPi:
        installed.append(emulated.install(EmulatedPi(settings.pop("clock", None) or ManualClock(), **settings)))
        return installed[-1].__enter__()

    yield make
    for block in reversed(installed):
        block.__exit__(None, None, None)
