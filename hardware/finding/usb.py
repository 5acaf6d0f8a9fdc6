"""Finds USB readers: each kind of plug-in reader in `hardware.drivers` has a module that finds them."""

from collections.abc import Callable, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple, Protocol

from hardware.clock import Clock
from hardware.drivers import READERS
from hardware.finding.workbench import OnUsbReader, Place

Library = Callable[[str], Any]


class Where(NamedTuple):
    """The folders in which Linux shows what is plugged in."""

    inputs: Path = Path("/dev/input/by-id")
    devices: Path = Path("/sys/bus/usb/devices")


class Finder(Protocol):
    """A module that finds readers of one kind."""

    def found(self, clock: Clock, library: Library, where: Where) -> list[OnUsbReader]:
        """Return the readers that are there, and devices that may be readers; empty if their library is missing."""
        ...

    def is_there(self, where: Where) -> bool:
        """Return whether such a reader is plugged in, without querying the reader or needing its library."""
        ...


def readers(clock: Clock, library: Library = import_module, where: Where = Where()) -> list[OnUsbReader]:  # noqa: B008
    """Return the readers on USB, and devices that may be readers."""
    return [reader for finder in _finders().values() for reader in finder.found(clock, library, where)]


def plugged_in(where: Where = Where()) -> list[str]:  # noqa: B008
    """Return the `backend` of each kind of reader that is plugged in, without querying any reader."""
    return [backend for backend, finder in _finders().items() if finder.is_there(where)]


def place(name: str, keys: Mapping[str, str | int]) -> Place:
    """Return the place of a reader by its name and its keys in table.toml."""
    return Place(f"USB, {name}", keys, name, is_measured=False)


def _finders() -> dict[str, Finder]:
    return {backend: import_module(driver.finds) for backend, driver in READERS.items() if driver.finds}
