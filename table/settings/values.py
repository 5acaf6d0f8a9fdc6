"""The individual values that table.toml may contain, and errors about combinations."""

import re
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, ValidationInfo
from pydantic_core import PydanticCustomError

from hardware.drivers import READERS
from table import languages
from table.files import wrong_with_path

PACKAGE_RESET = 25  # BCM; the mfrc522 package drives a reset pin even if nothing is wired to it
FASTEST_HZ = 10_000_000  # MFRC522 datasheet 8.1.2
GAINS = (18, 23, 33, 38, 43, 48)  # dB; RFCfgReg 9.3.3.6

Gpio = Literal["gpiod", "rpi_gpio"]
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u2028\u2029\ufffe\uffff]")  # invisible, and mostly not allowed in XML


def whole(low: int, high: int) -> AfterValidator:
    """Accept a whole number from `low` to `high`."""

    def check(value: int) -> int:
        if not low <= value <= high:
            raise ValueError(f"{low} to {high}")
        return value

    return AfterValidator(check)


def text(pattern: str, expected: str) -> AfterValidator:
    """Accept text that matches a pattern; the error says what was `expected`."""

    def check(value: str) -> str:
        if not re.fullmatch(pattern, value):
            raise ValueError(expected)
        if _CONTROL.search(value):
            raise ValueError("text without control characters")
        return value

    return AfterValidator(check)


def distinct(zones: tuple[str, ...]) -> tuple[str, ...]:
    """Accept one or more zones, without duplicates."""
    if not zones or len(set(zones)) < len(zones):
        raise ValueError("one zone or more, each once")
    return zones


def known_gain(value: int) -> int:
    """Accept a receiver gain, in dB."""
    if value not in GAINS:
        raise ValueError(f"{', '.join(map(str, GAINS[:-1]))} or {GAINS[-1]}")
    return value


def place(value: Any) -> int | str:
    """Accept a chip select on an SPI bus, or the path of a device."""
    if isinstance(value, str) and re.fullmatch(r"/[^\0]{1,200}", value):
        return value
    if not isinstance(value, int) or isinstance(value, bool):
        raise ValueError("a whole number")
    if not 0 <= value <= 9:
        raise ValueError("0 to 9")
    return value


def driven(backend: str) -> str:
    """Accept a kind of reader."""
    kinds = sorted({*READERS, "pico"})
    if backend not in kinds:
        raise ValueError(f"{', '.join(map(repr, kinds[:-1]))} or {kinds[-1]!r}")
    return backend


def spoken(code: str) -> str:
    """Accept the code of a language that the table speaks."""
    if not languages.known(code):
        raise ValueError(f"one of {', '.join(languages.codes())}")
    return code


def beside_the_file(given: Any, info: ValidationInfo) -> Path:
    """Accept a path, relative to the folder of table.toml."""
    if not given or not isinstance(given, (str, Path)):
        raise ValueError("a path in quotes")
    if why := wrong_with_path(str(given)):
        raise ValueError(f"a path, and {why}")
    return Path((info.context or {}).get("folder", ".")) / given


Pin = Annotated[int, whole(0, 28)]  # BCM numbers of the 40-pin header, up to 27, or GP numbers of a Pico
MOST_PICO_READERS, MOST_PICO_BUTTONS = 4, 8  # channels of a Pico
ZONE = r"[a-z_]{1,40}(\.[a-z0-9]{1,20})?"
Zone = Annotated[str, text(ZONE, 'the name of a zone, such as "discard" or "seat.1"')]


def misfit(sentence: str, *path: str | int) -> PydanticCustomError:
    """Return an error about a combination of values; `path` leads from the model to the invalid key."""
    return PydanticCustomError("misfit", "{sentence}", {"sentence": sentence, "path": path})


class Section(BaseModel):
    """A section of table.toml, which may not have unknown keys. Its validator is built when a file is read."""

    model_config = ConfigDict(frozen=True, strict=True, extra="forbid", defer_build=True)
