"""What a table is built of, in the words of the hardware: readers, buttons, lights, and what drives each of them."""

from dataclasses import dataclass, field
from typing import Literal

from hardware.debounce import DEAD_TIME_NS
from hardware.mfrc522 import GAIN_DB
from hardware.presence import Patience
from hardware.reader_bank import SWEEP_NS

PinsBackend = Literal["gpiod", "rpi_gpio", "emulated"]


@dataclass(frozen=True)
class ReaderPlan:
    """An MFRC522: what opens it, where it is, how it is listened to. Pins are BCM numbers."""

    name: str
    backend: Literal["mfrc522", "spidev", "emulated"]
    bus: int = 0
    device: int = 0
    select_pin: int | None = None
    reset_pin: int | None = None
    speed_hz: int = 4_000_000
    gain_db: int = GAIN_DB
    patience: Patience = field(default_factory=Patience)


@dataclass(frozen=True)
class ButtonPlan:
    """A button from a pin to ground."""

    seat: int
    backend: PinsBackend
    pin: int | None = None
    dead_time_ns: int = DEAD_TIME_NS
    look_ns: int = 2_000_000


@dataclass(frozen=True)
class LightPlan:
    """A light, or the buzzer, on an output pin; `name` is what it stands at."""

    name: str
    backend: PinsBackend
    pin: int | None = None


@dataclass(frozen=True)
class Plan:
    """All of it. `switched`: one antenna is on at a time; `gpio` drives resets and selects through `gpio_chip`."""

    readers: tuple[ReaderPlan, ...] = ()
    buttons: tuple[ButtonPlan, ...] = ()
    lights: tuple[LightPlan, ...] = ()
    switched: bool = False
    sweep_ns: int = SWEEP_NS
    gpio: PinsBackend = "gpiod"
    gpio_chip: str | None = None
