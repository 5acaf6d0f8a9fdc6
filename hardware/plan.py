"""The plan of a table in hardware terms: readers, buttons, lights, and their drivers."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from hardware.debounce import DEAD_TIME_NS, SETTLE_NS, Contact
from hardware.presence import Patience
from hardware.reader_bank import SWEEP_NS

PinsBackend = Literal["gpiod", "rpi_gpio", "emulated"]
OnPico = Literal["pico"]
OnPhone = Literal["phone"]

# The wiring of a Pico, by channel, and the GP pins left for lights, which no channel uses.
PICO_SELECTS = (17, 20, 21, 22)  # of the readers on SPI0: SCK 18, MOSI 19, MISO 16
PICO_BUTTONS = tuple(range(2, 10))
PICO_LIGHTS = (0, 1, 10, 11, 12, 13, 14, 15, 27, 28)
PICO_RESET = 26  # shared by all readers


@dataclass(frozen=True)
class ReaderPlan:
    """A reader: its driver, its place, its polling. Pins are BCM numbers.

    `backend` is one of `drivers.READERS`, or "pico" if it is wired to a `channel` of a `pico`. `own` has the
    driver-specific keys.
    """

    name: str
    backend: str
    bus: int = 0
    device: int = 0
    select_pin: int | None = None
    reset_pin: int | None = None
    speed_hz: int = 4_000_000
    gain_db: int = 33  # the default of an MFRC522
    patience: Patience = field(default_factory=Patience)
    pico: str | None = None
    channel: int = 0
    own: Mapping[str, str] = field(default_factory=dict, hash=False)


@dataclass(frozen=True)
class ButtonPlan:
    """A button from a pin to ground, on a channel of a `pico`, or on the phone of its seat."""

    seat: int
    backend: PinsBackend | OnPico | OnPhone
    pin: int | None = None
    dead_time_ns: int = DEAD_TIME_NS
    settle_ns: int = SETTLE_NS
    look_ns: int = 2_000_000
    pico: str | None = None
    channel: int = 0

    @property
    def has_line(self) -> bool:
        """Whether the button is on a line that the table itself watches."""
        return self.pico is None and self.backend != "phone"

    @property
    def contact(self) -> Contact:
        """The initial state of the button's contact."""
        return Contact(self.seat, self.dead_time_ns, self.settle_ns)


@dataclass(frozen=True)
class LightPlan:
    """A light, or the buzzer, on an output pin of the table or of a `pico`.

    `name` is its place, `of` names the part next to it; `backend` is one of `drivers.LIGHTS`.
    """

    name: str
    backend: str
    pin: int | None = None
    pico: str | None = None
    of: str = ""


@dataclass(frozen=True)
class PicoPlan:
    """A Pico on USB, found by its port or serial number, or as the only one. An `emulated` Pico needs neither."""

    name: str
    port: str | None = None
    serial_number: str | None = None
    backend: Literal["usb", "emulated"] = "usb"


@dataclass(frozen=True)
class Plan:
    """The whole plan. `switched` means one antenna is on at a time; `gpio` drives resets and selects on `gpio_chip`."""

    readers: tuple[ReaderPlan, ...] = ()
    buttons: tuple[ButtonPlan, ...] = ()
    lights: tuple[LightPlan, ...] = ()
    picos: tuple[PicoPlan, ...] = ()
    switched: bool = False
    sweep_ns: int = SWEEP_NS
    gpio: PinsBackend = "gpiod"
    gpio_chip: str | None = None
