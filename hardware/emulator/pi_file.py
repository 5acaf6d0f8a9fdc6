"""The TOML file that describes an emulated Raspberry Pi. Errors in the file are explained in one sentence."""

import tomllib
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from hardware.clock import SystemClock
from hardware.emulator import hands
from hardware.emulator.chip import VERSION_2, EmulatedMfrc522
from hardware.emulator.pi import EmulatedPi, GpioLibrary, reader_name
from hardware.emulator.pins import ButtonFault
from hardware.emulator.spi import Miso

_Gpio = Annotated[int, Field(ge=0, le=27)]


class ReaderEntry(BaseModel):
    """A board with a chip. An `absent` board is in the wiring plan, but not connected."""

    model_config = ConfigDict(extra="forbid")

    bus: Annotated[int, Field(ge=0)] = 0
    device: Annotated[int, Field(ge=0)] = 0
    select_pin: _Gpio | None = None
    reset_pin: _Gpio | None = None
    version: Annotated[int, Field(ge=0, le=0xFF)] = VERSION_2
    faults: set[Literal["deaf", "antenna", "self_test"]] = Field(default_factory=set)
    absent: bool = False


class ButtonEntry(BaseModel):
    """A button from a pin to ground."""

    model_config = ConfigDict(extra="forbid")

    pin: _Gpio
    fault: ButtonFault | None = None


class PiFile(BaseModel):
    """An emulated Pi. `hands` names a pipe; gestures written to the pipe move cards and buttons."""

    model_config = ConfigDict(extra="forbid")

    model: str = "Raspberry Pi 4 Model B Rev 1.4"
    spi_enabled: bool = True
    permitted: bool = True
    gpio_library: GpioLibrary = "RPi.GPIO"
    kernel: tuple[int, int] = (6, 12)
    miso: Miso = Miso.FLOATS_LOW
    hands: Path | None = None
    reader: list[ReaderEntry] = Field(default_factory=list)
    button: list[ButtonEntry] = Field(default_factory=list)


def load(path: Path) -> EmulatedPi:
    """Build the Pi that a file describes, in real time, with hands if `hands` is set. Raise ValueError if invalid."""
    try:
        described = PiFile.model_validate(tomllib.loads(path.read_text()))
        pi = build(described)
        if described.hands:
            hands.start(pi, path.parent / described.hands)
    except ValidationError as error:
        raise ValueError(f"{path}: {hands.first_complaint(error)}") from error
    except (OSError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from error
    return pi


def build(described: PiFile) -> EmulatedPi:
    """Build a Pi in real time, without hands. Raise ValueError if a pin has two uses."""
    settings = described.model_dump(include={"model", "spi_enabled", "permitted", "gpio_library", "kernel", "miso"})
    pi = EmulatedPi(SystemClock(), **settings)
    for reader in described.reader:
        if not reader.absent:
            _solder(pi, reader)
    for button in described.button:
        pi.add_button(button.pin, fault=button.fault)
    return pi


def _solder(pi: EmulatedPi, entry: ReaderEntry) -> None:
    pi.add_reader(
        entry.bus,
        entry.device,
        select_pin=entry.select_pin,
        reset_pin=entry.reset_pin,
        chip=lambda field: EmulatedMfrc522(field, pi.clock.now_ns, version=entry.version),
    )
    pi.readers[reader_name(entry.bus, entry.device, entry.select_pin)].chip.faults = set(entry.faults)
