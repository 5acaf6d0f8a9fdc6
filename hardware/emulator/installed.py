"""Which emulated Raspberry Pi the stand-ins in this process use.

`install` sets the Pi; otherwise `current` builds the Pi described in the file named by CARDTABLE_EMULATED_PI.
"""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from threading import Lock

from hardware.emulator.pi import EmulatedPi

ENVIRONMENT = "CARDTABLE_EMULATED_PI"


class NoPiError(RuntimeError):
    """A stand-in was used, but no emulated Pi is installed or named."""


_installed: list[EmulatedPi] = []
_building = Lock()


@contextmanager
def install(pi: EmulatedPi) -> Iterator[EmulatedPi]:
    """Use this Pi for the stand-ins until the block ends."""
    _installed.append(pi)
    try:
        yield pi
    finally:
        _installed.remove(pi)


def current() -> EmulatedPi:
    """Return the Pi that the stand-ins use. Raise NoPiError if none is named, ValueError if its file is invalid."""
    if _installed:
        return _installed[-1]
    if not os.environ.get(ENVIRONMENT):
        raise NoPiError(f"no emulated Raspberry Pi: {ENVIRONMENT} has to name the file that describes one")
    with _building:
        return _built_from(Path(os.environ[ENVIRONMENT]))


@cache
def _built_from(path: Path) -> EmulatedPi:
    from hardware.emulator import pi_file  # needs pydantic, which is missing where other packages are benchmarked

    return pi_file.load(path)
