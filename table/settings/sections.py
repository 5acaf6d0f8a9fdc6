"""The sections of table.toml as frozen models.

Emulated parts accept the keys of real ones but ignore them, so a table can be tried out by changing only `backend`.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, ClassVar, Literal, Self

from pydantic import AfterValidator, BeforeValidator, Field, PlainValidator, PrivateAttr, model_validator

from hardware.drivers import READERS, is_on_spi
from table import languages
from table.facts import Placement
from table.settings.values import (
    FASTEST_HZ,
    MOST_PICO_BUTTONS,
    MOST_PICO_READERS,
    PACKAGE_RESET,
    Gpio,
    Pin,
    Section,
    Zone,
    beside_the_file,
    distinct,
    driven,
    known_gain,
    misfit,
    place,
    spoken,
    text,
    whole,
)

_FEW_ZONES = 4  # zones; a title names at most this many


class Table(Section):
    """[table]: settings of the whole table."""

    name: Annotated[str, text(r"(?=.*\S).{1,100}", "a name of at most 100 letters")] = "Card table"
    seats: Annotated[int, whole(1, 8)]
    database: Annotated[Path, BeforeValidator(beside_the_file)] = Field(Path("table.db"), validate_default=True)
    language: Annotated[str, AfterValidator(spoken)] = languages.USUAL
    antennas: Literal["always_on", "one_at_a_time"] | None = None
    sweep_ms: Annotated[int, whole(1, 1000)] = 20
    gpio: Gpio = "gpiod"
    gpio_chip: Annotated[str, text(r"/[^\0]{1,200}", 'a path such as "/dev/gpiochip0"')] | None = None


class Pico(Section):
    """[[pico]]: a Raspberry Pi Pico over USB, found by serial number or port, or because there is only one."""

    name: Annotated[str, text(r"[\w-]{1,40}", 'a short name, such as "left"')]
    serial_number: Annotated[str, text(r"[0-9A-Za-z]{1,64}", "the number that `cardtable doctor` shows")] | None = None
    port: Annotated[str, text(r"[^\0]{1,200}", 'a path such as "/dev/serial/by-id/..."')] | None = None
    backend: Literal["usb", "emulated"] = "usb"

    @model_validator(mode="after")
    def _is_found_one_way(self) -> Self:
        if self.serial_number is not None and self.port is not None:
            raise misfit("a Pico has serial_number or port, not both", "port")
        return self


class Wired(Section):
    """A part with a backend and, unless it is emulated, pins: those of its Pico, if it is on one."""

    PINS: ClassVar[tuple[str, ...]]
    backend: str
    pico: str | None = None

    @property
    def wired(self) -> bool:
        """Whether the part is connected to the table's own computer; false if emulated, on a Pico, or a phone."""
        return self.backend not in ("emulated", "pico", "phone")

    def light_backend(self, gpio: str) -> str:
        """Return the backend of the light beside the part; `gpio` is the backend for the table's own pins."""
        return gpio if self.wired else self.backend

    @property
    def pins(self) -> Mapping[str, int]:
        """The BCM pins in use, by key."""
        return self._pins_in_use if self.wired else {}

    @property
    def pico_pins(self) -> Mapping[str, int]:
        """The GP pins in use on the part's Pico, by key, except those of its channel."""
        return self._pins_in_use if self.backend == "pico" else {}

    @property
    def _pins_in_use(self) -> dict[str, int]:
        return {key: pin for key in self.PINS if (pin := getattr(self, key)) is not None}

    def _check_pins(self, needed: str | None = None) -> None:
        if needed is not None and self.backend != "emulated" and getattr(self, needed) is None:
            raise misfit("this is missing", needed)
        if self.backend == "pico" and self.pico is None:
            raise misfit("this is missing: the name of a [[pico]]", "pico")
        if self.wired and self.pico is not None:
            raise misfit('only what has backend = "pico" names one', "pico")
        for key, pin in self._pins_in_use.items():
            if self.wired and pin > 27:
                raise misfit(f"expected 0 to 27, not {pin}", key)


class Reader(Wired):
    """[[reader]]: a reader, of a kind in `hardware/drivers.py` or on a Pico, and the pad above it."""

    PINS = ("select_pin", "reset_pin", "light_pin")
    zone: Zone | None = None
    zones: Annotated[tuple[Zone, ...], Field(strict=False), AfterValidator(distinct)] = ()
    backend: Annotated[str, AfterValidator(driven)]
    channel: Annotated[int, whole(0, MOST_PICO_READERS - 1)] = 0
    bus: Annotated[int, whole(0, 9)] = 0
    device: Annotated[int | str, PlainValidator(place)] = 0
    reader: Annotated[str, text(r"(?=.*\S)[^\0]{1,100}", 'a part of its name, such as "ACR122"')] | None = None
    format: Literal["hex", "hex-reversed", "decimal", "decimal-reversed"] | None = None
    select_pin: Pin | None = None
    reset_pin: Pin | None = None
    speed_hz: Annotated[int, whole(100_000, FASTEST_HZ)] = 4_000_000
    gain: Annotated[int, AfterValidator(known_gain)] = 33  # dB; the chip's default
    placement: Placement = "tap"
    light_pin: Pin | None = None
    misses: Annotated[int, whole(1, 100)] = 3
    silence_ms: Annotated[int, whole(0, 10_000)] = 120
    agreeing: Annotated[int, whole(1, 10)] = 2
    _number: int = PrivateAttr(default=0)

    @model_validator(mode="after")
    def _is_of_one_piece(self) -> Self:
        if self.zone is None and not self.zones:
            raise misfit("this is missing: a reader needs zone or zones", "zone")
        if self.zone is not None and self.zones:
            raise misfit("a reader has zone or zones, not both", "zones")
        self._check_pins()
        self._check_own()
        if self.select_pin is not None and self.backend == "mfrc522":
            raise misfit('only backend = "spidev" can select a chip by a GPIO pin', "select_pin")
        for key in ("select_pin", "reset_pin"):
            if self.backend == "pico" and getattr(self, key) is not None:
                raise misfit("a reader of a Pico has a channel, which says where it is wired", key)
            if self.wired and not self.on_spi and getattr(self, key) is not None:
                raise misfit("only a reader on an SPI bus has such a pin", key)
        return self

    def _check_own(self) -> None:
        """Check the keys that only some kinds of readers have, and whether this reader can read a pile."""
        if self.backend == "emulated":
            return
        driver = READERS.get(self.backend)
        keys, needs = ((), ()) if driver is None else (driver.keys, driver.needs)
        for key in ("reader", "format"):
            if getattr(self, key) is not None and key not in keys:
                raise misfit(f'no reader with backend = "{self.backend}" has such a key', key)
        if isinstance(self.device, str) and "device" not in keys:
            raise misfit(f"expected a whole number, not {self.device!r}", "device")
        for key in needs:
            if key not in self.model_fields_set:
                raise misfit("this is missing: as text in quotes", key)
            if not isinstance(given := getattr(self, key), str):
                raise misfit(f"expected text in quotes, not {given!r}", key)
        if self.placement == "pile" and driver is not None and not driver.piles:
            raise misfit(
                'this reader reads one card at a time, so no pile can lie on it: placement = "tap"', "placement"
            )

    @property
    def own(self) -> Mapping[str, str]:
        """The reader's driver-specific keys, with their values."""
        keys = READERS[self.backend].keys if self.backend in READERS else ()
        return {key: value for key in keys if isinstance(value := getattr(self, key), str)}

    @property
    def spi_device(self) -> int:
        """The reader's chip select on its SPI bus."""
        return self.device if isinstance(self.device, int) else 0

    @property
    def on_spi(self) -> bool:
        """Whether the reader is on an SPI bus of the Pi."""
        return is_on_spi(self.backend)

    @property
    def number(self) -> int:
        """The reader's number in the file, from 1."""
        return self._number

    @property
    def served(self) -> tuple[str, ...]:
        """The zones that this reader may serve; if there are several, the current game decides."""
        return self.zones if self.zone is None else (self.zone,)

    @property
    def reset(self) -> int | None:
        """The BCM pin that drives the chip's reset, if any."""
        return self.pins.get("reset_pin")

    @property
    def pins(self) -> Mapping[str, int]:
        """The BCM pins in use, by key."""
        return {"reset_pin": PACKAGE_RESET, **super().pins} if self.backend == "mfrc522" else super().pins

    @property
    def select(self) -> tuple[int, int, int | None]:
        """The chip's address: SPI bus, device, and the BCM pin that selects the chip, if there is one."""
        return self.bus, self.spi_device, self.select_pin

    @property
    def label(self) -> str:
        """The reader's short name."""
        return f"reader {self.number}"

    @property
    def title(self) -> str:
        """The reader's name with its place: `reader 2 (seat.1, spi 0.1)`."""
        zones = self.served if len(self.served) <= _FEW_ZONES else (*self.served[:2], "…")
        return f"{self.label} ({'/'.join(zones)}, {self._port})"

    @property
    def asks(self) -> bool:
        """Whether players choose the zone of a touch if a game uses several of this reader's: true for USB readers."""
        return self.backend in READERS and not READERS[self.backend].piles

    @property
    def _port(self) -> str:
        if self.backend == "pico":
            return f"pico {self.pico}, channel {self.channel}"
        if not self.on_spi:
            return " ".join([self.backend, *(Path(name).name for name in [*self.own.values()][:1])])
        pin = "" if self.select_pin is None else f", select BCM {self.select_pin}"
        return f"spi {self.bus}.{self.device}{pin}"


class Button(Wired):
    """[[button]]: a seat's button, wired to ground with a pull-up, or that seat's phone."""

    PINS = ("pin", "light_pin")
    seat: Annotated[int, whole(1, 8)]
    backend: Literal["gpiod", "rpi_gpio", "pico", "phone", "emulated"]
    channel: Annotated[int, whole(0, MOST_PICO_BUTTONS - 1)] = 0
    pin: Pin | None = None
    light_pin: Pin | None = None
    debounce_ms: Annotated[int, whole(0, 100)] = 15
    settle_ms: Annotated[int, whole(0, 20)] = 3
    look_ms: Annotated[int, whole(1, 100)] = 2

    @model_validator(mode="after")
    def _has_a_pin(self) -> Self:
        self._check_pins("pin" if self.wired else None)
        if self.backend == "phone":
            for key in self._pins_in_use:
                raise misfit("a phone is wired to no pin", key)
        if self.backend == "pico" and self.pin is not None:
            raise misfit("a button of a Pico has a channel, which says where it is wired", "pin")
        return self

    @property
    def label(self) -> str:
        """The button's short name."""
        return f"button seat {self.seat}"

    @property
    def title(self) -> str:
        """The button's name with its place: `button of seat 3 (BCM 17)`."""
        where = f"BCM {self.pin}" if self.wired else "emulated"
        return f"button of seat {self.seat} ({self._elsewhere or where})"

    @property
    def _elsewhere(self) -> str:
        on = {"pico": f"pico {self.pico}, channel {self.channel}", "phone": "its phone"}
        return on.get(self.backend, "")


class Buzzer(Wired):
    """[buzzer]: a buzzer that ticks when a card is read."""

    PINS = ("pin",)
    backend: Literal["gpiod", "rpi_gpio", "pico", "emulated"]
    pin: Pin | None = None

    @model_validator(mode="after")
    def _has_a_pin(self) -> Self:
        self._check_pins("pin")
        return self

    @property
    def label(self) -> str:
        return "buzzer"
