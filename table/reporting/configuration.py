"""The part of a table's configuration that a report may contain (an allow-list), and versions."""

import platform
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Any

from hardware.drivers import READERS
from table import games
from table.values import Value, to_json
from table.version import version

if TYPE_CHECKING:
    from table.settings.model import Settings  # an emulated table starts without importing it

# Leaves out names that people choose: those of the table, its club, its Picos and its files.
_TABLE = ("seats", "language", "antennas", "sweep_ms", "gpio")
_PART = (
    "zone", "zones", "seat", "backend", "channel", "bus", "device", "select_pin", "reset_pin", "pin", "light_pin",
    "speed_hz", "gain", "placement", "misses", "silence_ms", "agreeing", "debounce_ms", "settle_ms", "look_ms",
)  # fmt: skip
_LIBRARIES = (
    "flask",
    "gpiod",
    "paho-mqtt",
    "pydantic",
    "pyserial",
    "RPi.GPIO",
    "waitress",
)
_OF_READERS = [driver.library for driver in READERS.values() if driver.library]
_MODEL = Path("/proc/device-tree/model")


class Configuration(Value):
    """The part of table.toml that a report contains; Picos are numbered in order instead of named."""

    table: Mapping[str, object]
    readers: tuple[Mapping[str, object], ...]
    buttons: tuple[Mapping[str, object], ...]
    buzzer: Mapping[str, object] | None
    picos: tuple[str, ...]
    listeners: tuple[str, ...]


def configured(settings: "Settings") -> Configuration:
    """Return the part of the settings that a report may contain."""
    picos = {pico.name: f"pico {number}" for number, pico in enumerate(settings.picos, start=1)}

    def listed(part: Any) -> Mapping[str, object]:
        said = {key: value for key in _PART if (value := getattr(part, key, None)) not in (None, ())}
        return said | ({"pico": picos.get(part.pico, "")} if getattr(part, "pico", None) else {})

    return Configuration(
        table={key: getattr(settings.table, key) for key in _TABLE},
        readers=tuple(listed(reader) for reader in settings.readers),
        buttons=tuple(listed(button) for button in settings.buttons),
        buzzer=None if settings.buzzer is None else listed(settings.buzzer),
        picos=tuple(pico.backend for pico in settings.picos),
        listeners=tuple(settings.followed),
    )


def versions() -> Mapping[str, object]:
    """Return the versions of the program, its games, Python, the computer, and the installed libraries."""
    rules = {name: games.find(name).rules_version for name in games.names()}
    libraries = {
        name: found
        for name in sorted({*_LIBRARIES, *_OF_READERS}, key=str.lower)
        if (found := _version(name)) is not None
    }
    return {"cardtable": version(), "rules": rules, **_machine(), "libraries": libraries}


def true_of(settings: "Settings | None", hardware: str | None = None) -> Mapping[str, object]:
    """Return the fields of the stored log's first entry; `hardware` is the kind of hardware of an emulated table.

    This is cheap, because it imports no game.
    """
    said = {"emulated": hardware} if settings is None else to_json(configured(settings))
    return {"versions": {"cardtable": _version("cardtable"), **_machine()}, "configuration": said}


def _machine() -> Mapping[str, str | None]:
    machine = f"{platform.system()} {platform.release()} {platform.machine()}"
    return {"python": platform.python_version(), "machine": machine, "model": _model()}


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _model() -> str | None:
    try:
        return _MODEL.read_text(encoding="ascii", errors="replace").strip("\0\n")
    except OSError:
        return None
