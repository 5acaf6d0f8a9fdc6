"""Which emulated Raspberry Pi the stand-ins of this process stand for.

`install` sets one up; else `current` builds the one that a file tells of, which CARDTABLE_EMULATED_PI names.
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
    """A stand-in was imported, but nobody said what it stands for."""


_installed: list[EmulatedPi] = []
_building = Lock()


@contextmanager
def install(pi: EmulatedPi) -> Iterator[EmulatedPi]:
    """Let the stand-ins stand for this Pi, until the block ends."""
    _installed.append(pi)
    try:
        yield pi
    finally:
        _installed.remove(pi)


def current() -> EmulatedPi:
    """Tell which Pi the stand-ins stand for. Raise NoPiError if nobody said so, ValueError if the file is no good."""
    if _installed:
        return _installed[-1]
    if not os.environ.get(ENVIRONMENT):
        raise NoPiError(f"no emulated Raspberry Pi: {ENVIRONMENT} has to name the file that describes one")
    with _building:
        return _built_from(Path(os.environ[ENVIRONMENT]))


@cache
def _built_from(path: Path) -> EmulatedPi:
    from hardware.emulator import pi_file  # needs pydantic, which is not where other packages are measured

    return pi_file.load(path)
