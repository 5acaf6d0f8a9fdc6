"""The errors found in a game: one finding for each place and rule."""

import inspect
import traceback
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from table.packages import TookTooLong, origin, reason
from table.values import Value


class Finding(Value):
    """An error in a game. `file` says where (`rules.py:41`, or the package's name), and `rule` is the rule it breaks.

    `text` says what happened and what to do.
    """

    file: str
    rule: str
    text: str


class Broken(Exception):
    """Raised if a rule is broken so badly that the game must stop. The arguments are those of `Findings.add`."""


class Findings:
    """The findings in a game so far, one for each place and rule, in the order they were found."""

    def __init__(self, game: Any) -> None:
        self._game = type(game)
        self._folder = _folder(self._game)
        self._found: dict[tuple[str, str], Finding] = {}

    def __iter__(self) -> Iterator[Finding]:
        return iter(self._found.values())

    def add(self, rule: str, text: str, at: Any = None) -> None:
        """Record a broken rule. `at` is the class or function at fault, or None for the game's own class."""
        self.add_at(self._place(at), rule, text)

    def add_at(self, file: str, rule: str, text: str) -> None:
        """Record a broken rule in a file of the game, given as its name, with a colon and the line if it is known."""
        self._found.setdefault((file, rule), Finding(file, rule, text))

    def add_error(self, error: Exception, doing: str) -> None:
        """Record an exception that the game did not catch, at the last traceback line in the game's own code."""
        trace = traceback.extract_tb(origin(error).__traceback__)
        frames = [one for one in trace if Path(one.filename).is_relative_to(self._folder)]
        said = reason(error).rstrip(": ")
        if trace and trace[-1] not in frames:
            said += f" in `{trace[-1].name}` of {Path(trace[-1].filename).name}:{trace[-1].lineno}"
        file = f"{self._named(Path(frames[-1].filename))}:{frames[-1].lineno}" if frames else self._place(None)
        if isinstance(error, TookTooLong):
            self.add_at(file, "slow", f"{doing} does not end: {error}")
        else:
            text = f"{doing} raises {said}; only IllegalAction may leave `apply`, and BadInput `start`"
            self.add_at(file, "raises", text)

    def _place(self, at: Any) -> str:
        """Return the file and line of `at`, a class or function, or of the game's own class if `at` is shared code."""
        for one in (at, self._game):
            try:
                path, (_, line) = Path(inspect.getsourcefile(one) or ""), inspect.getsourcelines(one)
            except (TypeError, OSError):
                continue
            if path.is_relative_to(self._folder):
                return f"{self._named(path)}:{line}"
        return self._game.__module__

    def _named(self, path: Path) -> str:
        return str(path.relative_to(self._folder))


def _folder(game: type) -> Path:
    """Return the folder of a game's modules."""
    return Path(inspect.getfile(game)).resolve().parent
