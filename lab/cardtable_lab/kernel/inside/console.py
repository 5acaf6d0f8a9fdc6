"""Prints a chapter's findings on the console, as lines that `cardtable_lab.kernel.results` reads."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardtable_lab.kernel.results import Check, Difference, End, Figure, Line, written


def sees(what: str, so: object, found: object = "") -> None:
    """Print a check: what should hold, whether it does, and what was found."""
    _say(Check(what, bool(so), str(found)))


def measured(name: str, value: object) -> None:
    """Print a measured value with its unit."""
    _say(Figure(name, str(value)))


def differs(step: str, kernel: str, stand_in: str, why: str) -> None:
    """Print a difference between a stand-in and the kernel. `why` says why the difference does not matter."""
    _say(Difference(step, kernel, stand_in, why))


def ends() -> None:
    """Print that the chapter has reached its end."""
    _say(End())


@contextmanager
def stepped(what: str) -> Iterator[None]:
    """Turn an exception in a step into a failed check, so that the next step runs."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - the error is printed, and the other steps still run
        sees(what, so=False, found=f"{type(error).__name__}: {error}")


def raised(act: Callable[[], object]) -> str:
    """Return the name and errno of the OSError that a call raises, or "" if it raises none."""
    try:
        act()
    except OSError as error:
        return f"{type(error).__name__} {error.errno}"
    return ""


def _say(line: Line) -> None:
    os.write(1, f"{written(line)}\n".encode())
