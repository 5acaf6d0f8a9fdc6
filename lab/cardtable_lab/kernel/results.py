"""The results of a chapter, printed line by line on the kernel's console, and their totals."""

import json
import re
from collections.abc import Iterable
from typing import Any

from table.values import Value, asdict


class Check(Value):
    """One check: what should hold, whether it does, and what was found."""

    what: str
    so: bool
    found: str = ""


class Figure(Value):
    """A measured value, with its unit."""

    name: str
    value: str


class Difference(Value):
    """A step in which a stand-in behaves differently from the kernel. `why` says why the difference does not matter."""

    step: str
    kernel: str
    stand_in: str
    why: str = ""


class End(Value):
    """The line that a chapter prints last, once it has run to completion."""


Line = Check | Figure | Difference | End
_KINDS: dict[str, type[Line]] = {"check": Check, "figure": Figure, "difference": Difference, "end": End}
_WRITTEN = re.compile(r"@(check|figure|difference|end) (\{.*)$")


def written(line: Line) -> str:
    """Return a result as a line for the console.

    >>> written(Check("it boots", True))
    '@check {"what": "it boots", "so": true, "found": ""}'
    """
    return f"@{type(line).__name__.lower()} {json.dumps(asdict(line))}"


def read(text: str) -> Line | None:
    """Parse a line of the console. Return None if it is not a result but other output from the kernel or a program.

    A damaged line counts as a failed check.

    >>> read("[    0.2] spi: @figure {}"), read("booting")
    (Check(what='a line of the console is complete', so=False, found='@figure {}'), None)
    """
    found = _WRITTEN.search(text.strip())
    if found is None:
        return None
    try:
        fields: dict[str, Any] = json.loads(found[2])
        return _KINDS[found[1]](**fields)
    except (ValueError, TypeError):
        return Check("a line of the console is complete", False, found[0])


class Chapter(Value):
    """The results of a chapter."""

    name: str
    checks: tuple[Check, ...] = ()
    figures: tuple[Figure, ...] = ()
    differences: tuple[Difference, ...] = ()
    seconds: float = 0.0

    @property
    def passed(self) -> int:
        return sum(check.so for check in self.checks)

    @property
    def failed(self) -> int:
        return len(self.checks) - self.passed


def chapter(name: str, lines: Iterable[Line], seconds: float = 0.0) -> Chapter:
    """Summarise a chapter. A chapter fails if it does not reach its end or checks nothing."""
    said = list(lines)
    checks = [line for line in said if isinstance(line, Check)]
    if not any(isinstance(line, End) for line in said):
        checks.append(Check("the chapter reaches its end", False))
    elif not checks:
        checks.append(Check("the chapter checks something", False))
    figures = tuple(line for line in said if isinstance(line, Figure))
    differences = tuple(line for line in said if isinstance(line, Difference))
    return Chapter(name, tuple(checks), figures, differences, seconds)


def last_line(chapters: Iterable[Chapter]) -> str:
    """Return the totals of all chapters as a line of text.

    >>> last_line([chapter("bus", [Check("it reads", True), Check("it writes", False), End()])])
    '1 passed, 1 failed'
    """
    all_of_them = list(chapters)
    return f"{sum(one.passed for one in all_of_them)} passed, {sum(one.failed for one in all_of_them)} failed"
