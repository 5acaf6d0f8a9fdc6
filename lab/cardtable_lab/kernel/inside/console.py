"""Prints a chapter's findings on the console, as lines that `cardtable_lab.kernel.results` reads."""

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from cardtable_lab.kernel.results import Check, Difference, End, Figure, Line, written


def sees(what: str, so: object, found: object = "") -> None:
    """Say whether something is as it should be, and what was found."""
    _say(Check(what, bool(so), str(found)))


def measured(name: str, value: object) -> None:
    """Say what was measured, with its unit."""
    _say(Figure(name, str(value)))


def differs(step: str, kernel: str, stand_in: str, why: str) -> None:
    """Say that a stand-in differs from the kernel; `why` says why that does not matter."""
    _say(Difference(step, kernel, stand_in, why))


def ends() -> None:
    """Say that the chapter has come to its end."""
    _say(End())


@contextmanager
def stepped(what: str) -> Iterator[None]:
    """Say that a step failed if it raises, and go on with the next one."""
    try:
        yield
    except Exception as error:  # noqa: BLE001 - whatever it is, it is told, and the other steps still say something
        sees(what, so=False, found=f"{type(error).__name__}: {error}")


def raised(act: Callable[[], object]) -> str:
    """Return the name of the OSError that a call raises, with its errno; "" if it raises none."""
    try:
        act()
    except OSError as error:
        return f"{type(error).__name__} {error.errno}"
    return ""


def _say(line: Line) -> None:
    os.write(1, f"{written(line)}\n".encode())
