"""What is wired to this table: table.toml as frozen models, and complaints that name file, line and key.

Emulated parts keep the keys of real ones, unused, so that a table can be tried by changing nothing but `backend`.
"""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, ClassVar, Literal, Self

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    ValidationInfo,
    model_validator,
)
from pydantic_core import PydanticCustomError

from table.complaints import BadInput
from table.facts import Placement
from table.files import wrong_with_path
from table.settings_complaints import Sections, first_complaint, syntax_complaint

PACKAGE_RESET = 25  # BCM; the mfrc522 package drives a reset pin whether or not anything hangs on it
FASTEST_HZ = 10_000_000  # MFRC522 datasheet 8.1.2
GAINS = (18, 23, 33, 38, 43, 48)  # dB; RFCfgReg 9.3.3.6

_LONGEST_FILE = 20_000  # characters; eight readers and buttons with all their keys are a quarter of it

Gpio = Literal["gpiod", "rpi_gpio"]


def _whole(low: int, high: int) -> AfterValidator:
    def check(value: int) -> int:
        if not low <= value <= high:
            raise ValueError(f"{low} to {high}")
        return value

    return AfterValidator(check)


def _text(pattern: str, expected: str) -> AfterValidator:
    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(expected)
        return value

    return AfterValidator(check)


def _distinct(zones: tuple[str, ...]) -> tuple[str, ...]:
    if not zones or len(set(zones)) < len(zones):
        raise ValueError("one zone or more, each once")
    return zones


def _gain(value: int) -> int:
    if value not in GAINS:
        raise ValueError(f"{', '.join(map(str, GAINS[:-1]))} or {GAINS[-1]}")
    return value


def _beside_the_file(given: Any, info: ValidationInfo) -> Path:
    if not given or not isinstance(given, (str, Path)):
        raise ValueError("a path in quotes")
    if why := wrong_with_path(str(given)):
        raise ValueError(f"a path, and {why}")
    return Path((info.context or {}).get("folder", ".")) / given


Pin = Annotated[int, _whole(0, 28)]  # BCM numbers of the 40-pin header, up to 27; of a Pico the GP numbers
PICO_READERS, PICO_BUTTONS = 4, 8  # channels of a Pico
Zone = Annotated[str, _text(r"[a-z_]{1,40}(\.[a-z0-9]{1,20})?", 'the name of a zone, such as "discard" or "seat.1"')]


def _misfit(sentence: str, *path: str | int) -> PydanticCustomError:
    """Complain of what single values cannot show; `path` leads from the model to the key to be named."""
    return PydanticCustomError("misfit", "{sentence}", {"sentence": sentence, "path": path})


class _Section(BaseModel):
    model_config = ConfigDict(frozen=True, strict=True, extra="forbid")


class Table(_Section):
    """[table]: what concerns all of it."""

    name: Annotated[str, _text(r"(?=.*\S).{1,100}", "a name of at most 100 letters")] = "Card table"
    seats: Annotated[int, _whole(1, 8)]
    database: Annotated[Path, BeforeValidator(_beside_the_file)] = Field(Path("table.db"), validate_default=True)
    antennas: Literal["always_on", "one_at_a_time"] | None = None
    sweep_ms: Annotated[int, _whole(1, 1000)] = 20
    gpio: Gpio = "gpiod"
    gpio_chip: Annotated[str, _text(r"/[^\0]{1,200}", 'a path such as "/dev/gpiochip0"')] | None = None


class Pico(_Section):
    """[[pico]]: a Raspberry Pi Pico over USB, found by serial number or port, or because there is only one."""

    name: Annotated[str, _text(r"[\w-]{1,40}", 'a short name, such as "left"')]
    serial_number: Annotated[str, _text(r"[0-9A-Za-z]{1,64}", "the number that `cardtable doctor` tells")] | None = None
    port: Annotated[str, _text(r"[^\0]{1,200}", 'a path such as "/dev/serial/by-id/..."')] | None = None
    backend: Literal["usb", "emulated"] = "usb"

    @model_validator(mode="after")
    def _is_found_one_way(self) -> Self:
        if self.serial_number is not None and self.port is not None:
            raise _misfit("a Pico has serial_number or port, not both", "port")
        return self


class _Wired(_Section):
    """What has a backend, and pins that count unless it is emulated. On a Pico they are that one's pins."""

    PINS: ClassVar[tuple[str, ...]]
    backend: str
    pico: str | None = None

    @property
    def wired(self) -> bool:
        """Whether there is anything to wire to the table's own pins."""
        return self.backend not in ("emulated", "pico")

    @property
    def pins(self) -> Mapping[str, int]:
        """The BCM pins that are in use, by their keys."""
        return self._pins_in_use if self.wired else {}

    @property
    def pico_pins(self) -> Mapping[str, int]:
        """The GP pins of its Pico that are in use, by their keys, beside those of its channel."""
        return self._pins_in_use if self.backend == "pico" else {}

    @property
    def _pins_in_use(self) -> dict[str, int]:
        return {key: pin for key in self.PINS if (pin := getattr(self, key)) is not None}

    def _check_pins(self, needed: str | None = None) -> None:
        if needed is not None and self.backend != "emulated" and getattr(self, needed) is None:
            raise _misfit("this is missing", needed)
        if self.backend == "pico" and self.pico is None:
            raise _misfit("this is missing: the name of a [[pico]]", "pico")
        if self.wired and self.pico is not None:
            raise _misfit('only what has backend = "pico" names one', "pico")
        for key, pin in self._pins_in_use.items():
            if self.wired and pin > 27:
                raise _misfit(f"expected 0 to 27, not {pin}", key)


class Reader(_Wired):
    """[[reader]]: an MFRC522 and the pad above it."""

    PINS = ("select_pin", "reset_pin", "light_pin")
    zone: Zone | None = None
    zones: Annotated[tuple[Zone, ...], Field(strict=False), AfterValidator(_distinct)] = ()
    backend: Literal["mfrc522", "spidev", "pico", "emulated"]
    channel: Annotated[int, _whole(0, PICO_READERS - 1)] = 0
    bus: Annotated[int, _whole(0, 9)] = 0
    device: Annotated[int, _whole(0, 9)] = 0
    select_pin: Pin | None = None
    reset_pin: Pin | None = None
    speed_hz: Annotated[int, _whole(100_000, FASTEST_HZ)] = 4_000_000
    gain: Annotated[int, AfterValidator(_gain)] = 33  # dB; what the chip has after a reset
    placement: Placement = "tap"
    light_pin: Pin | None = None
    misses: Annotated[int, _whole(1, 100)] = 3
    silence_ms: Annotated[int, _whole(0, 10_000)] = 120
    agreeing: Annotated[int, _whole(1, 10)] = 2
    _number: int = PrivateAttr(default=0)

    @model_validator(mode="after")
    def _is_of_one_piece(self) -> Self:
        if self.zone is None and not self.zones:
            raise _misfit("this is missing: a reader needs zone or zones", "zone")
        if self.zone is not None and self.zones:
            raise _misfit("a reader has zone or zones, not both", "zones")
        self._check_pins()
        if self.select_pin is not None and self.backend == "mfrc522":
            raise _misfit('only backend = "spidev" can select a chip by a GPIO pin', "select_pin")
        for key in ("select_pin", "reset_pin"):
            if self.backend == "pico" and getattr(self, key) is not None:
                raise _misfit("a reader of a Pico has a channel, which says where it is wired", key)
        return self

    @property
    def number(self) -> int:
        """Which reader of the file this is, from 1."""
        return self._number

    @property
    def served(self) -> tuple[str, ...]:
        """The zones that this reader serves; with several the game in play says which it is."""
        return self.zones if self.zone is None else (self.zone,)

    @property
    def reset(self) -> int | None:
        """The BCM pin that somebody drives as the chip's reset, if any."""
        return self.pins.get("reset_pin")

    @property
    def pins(self) -> Mapping[str, int]:
        """The BCM pins that are in use, by their keys."""
        return {"reset_pin": PACKAGE_RESET, **super().pins} if self.backend == "mfrc522" else super().pins

    @property
    def select(self) -> tuple[int, int, int | None]:
        """What makes this chip, and no other, listen: SPI bus, device, and the BCM pin if it is one."""
        return self.bus, self.device, self.select_pin

    @property
    def label(self) -> str:
        """Name the reader in a few words."""
        return f"reader {self.number}"

    @property
    def title(self) -> str:
        """Name the reader so that it can be found on the table: `reader 2 (seat.1, spi 0.1)`."""
        return f"{self.label} ({'/'.join(self.served)}, {self._port})"

    @property
    def _port(self) -> str:
        if self.backend == "pico":
            return f"pico {self.pico}, channel {self.channel}"
        if not self.wired:
            return "emulated"
        pin = "" if self.select_pin is None else f", select BCM {self.select_pin}"
        return f"spi {self.bus}.{self.device}{pin}"


class Button(_Wired):
    """[[button]]: a seat's button, to ground and pulled up."""

    PINS = ("pin", "light_pin")
    seat: Annotated[int, _whole(1, 8)]
    backend: Literal["gpiod", "rpi_gpio", "pico", "emulated"]
    channel: Annotated[int, _whole(0, PICO_BUTTONS - 1)] = 0
    pin: Pin | None = None
    light_pin: Pin | None = None
    debounce_ms: Annotated[int, _whole(0, 100)] = 15
    look_ms: Annotated[int, _whole(1, 100)] = 2

    @model_validator(mode="after")
    def _has_a_pin(self) -> Self:
        self._check_pins(None if self.backend == "pico" else "pin")
        if self.backend == "pico" and self.pin is not None:
            raise _misfit("a button of a Pico has a channel, which says where it is wired", "pin")
        return self

    @property
    def label(self) -> str:
        """Name the button in a few words."""
        return f"button seat {self.seat}"

    @property
    def title(self) -> str:
        """Name the button so that it can be found on the table: `button of seat 3 (BCM 17)`."""
        where = f"BCM {self.pin}" if self.wired else "emulated"
        return f"button of seat {self.seat} ({self._on_pico or where})"

    @property
    def _on_pico(self) -> str:
        return f"pico {self.pico}, channel {self.channel}" if self.backend == "pico" else ""


class Buzzer(_Wired):
    """[buzzer]: what ticks when a card was read."""

    PINS = ("pin",)
    backend: Literal["gpiod", "rpi_gpio", "pico", "emulated"]
    pin: Pin | None = None

    @model_validator(mode="after")
    def _has_a_pin(self) -> Self:
        self._check_pins("pin")
        return self

    @property
    def label(self) -> str:
        """Name it."""
        return "buzzer"


class Settings(_Section):
    """All of table.toml."""

    table: Table
    readers: Annotated[tuple[Reader, ...], Field(alias="reader", strict=False)] = ()
    buttons: Annotated[tuple[Button, ...], Field(alias="button", strict=False)] = ()
    buzzer: Buzzer | None = None
    picos: Annotated[tuple[Pico, ...], Field(alias="pico", strict=False)] = ()

    @model_validator(mode="before")
    @classmethod
    def _lend_the_buzzer_a_backend(cls, raw: Any) -> Any:
        """Let the library that drives lights drive the buzzer too, unless it names its own."""
        match raw:
            case {"buzzer": dict(buzzer), "table": {"gpio": ("gpiod" | "rpi_gpio") as gpio}}:
                return {**raw, "buzzer": {"backend": gpio, **buzzer}}
            case {"buzzer": dict(buzzer)}:
                return {**raw, "buzzer": {"backend": "gpiod", **buzzer}}
        return raw

    @model_validator(mode="after")
    def _is_of_one_piece(self) -> Self:
        if not self.readers:
            raise _misfit("this section is missing: a table without a reader sees no card", "reader")
        self._check_antennas()
        self._check_seats()
        self._check_picos()
        for number, reader in enumerate(self.readers, start=1):
            reader._number = number
        return self

    def _check_antennas(self) -> None:
        if self.table.antennas != "one_at_a_time":
            return
        for index, reader in enumerate(self.readers):
            if reader.placement == "pile":
                raise _misfit(
                    'a pile needs antennas = "always_on": switching makes buried cards forget that they were halted, '
                    "so newcomers cannot be told from the pile",
                    *("reader", index, "placement"),
                )

    def _check_seats(self) -> None:
        seen: dict[int, int] = {}
        for index, seat in enumerate(button.seat for button in self.buttons):
            if seat > self.table.seats:
                seats = "1 seat" if self.table.seats == 1 else f"{self.table.seats} seats"
                raise _misfit(f"the table has {seats}, and no seat {seat}", "button", index, "seat")
            if seat in seen:
                raise _misfit(f"button {seen[seat] + 1} is seat {seat}'s already", "button", index, "seat")
            seen[seat] = index

    def _check_picos(self) -> None:
        names: dict[str, int] = {}
        for index, pico in enumerate(self.picos):
            if pico.name in names:
                raise _misfit(f"pico {names[pico.name] + 1} has this name already", "pico", index, "name")
            names[pico.name] = index
        self._check_ports()
        for index, pico in enumerate(self.picos):
            if len(self.picos) > 1 and pico.serial_number is None and pico.port is None and pico.backend == "usb":
                raise _misfit("of several Picos each needs serial_number or port", "pico", index, "name")
        places: list[tuple[str | int, ...]] = [
            *(("reader", index) for index in range(len(self.readers))),
            *(("button", index) for index in range(len(self.buttons))),
            ("buzzer",),
        ]
        for path, part in zip(places, self.parts, strict=False):  # the buzzer may be missing
            if part.pico is not None and part.pico not in names:
                there = ", ".join(map(repr, names)) or "none"
                raise _misfit(f"no [[pico]] has the name {part.pico!r}; there are: {there}", *path, "pico")

    def _check_ports(self) -> None:
        found: dict[tuple[str, str], int] = {}
        for index, pico in enumerate(self.picos):
            for key, named in (("serial_number", (pico.serial_number or "").lower()), ("port", pico.port or "")):
                other = found.setdefault((key, named), index) if named else index
                if other != index:
                    raise _misfit(f"pico {other + 1} is this one already", "pico", index, key)

    @property
    def parts(self) -> tuple[Reader | Button | Buzzer, ...]:
        """Everything that is wired, to whatever."""
        return (*self.readers, *self.buttons, *([self.buzzer] if self.buzzer else []))

    @property
    def switched(self) -> bool:
        """Whether only the antenna that is being polled is on: readers close together disturb one another."""
        if self.table.antennas is not None:
            return self.table.antennas == "one_at_a_time"
        return len(self.readers) > 1 and all(reader.placement == "tap" for reader in self.readers)


_SECTIONS: Sections = {"table": Table, "reader": Reader, "button": Button, "buzzer": Buzzer, "pico": Pico}


def load(path: Path) -> Settings:
    """Read a table.toml. Raise BadInput: one line that names the file, the line and the key."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except OSError as error:
        raise BadInput(f"{path}: cannot be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise BadInput(f"{path}: cannot be read: this is not UTF-8 text") from None
    if len(text) > _LONGEST_FILE:
        raise BadInput(f"{path}: expected at most {_LONGEST_FILE} characters, not {len(text)}")
    try:
        return Settings.model_validate(tomllib.loads(text), context={"folder": path.parent})
    except ValidationError as error:
        raise BadInput(f"{path}: {first_complaint(error, text, _SECTIONS)}") from None
    except ValueError as error:  # all that tomllib raises
        raise BadInput(f"{path}: {syntax_complaint(error)}") from None
    except RecursionError:
        raise BadInput(f"{path}: not TOML that anybody could read: it is too deep") from None
