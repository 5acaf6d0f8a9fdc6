"""The measurements of each commit: JSON lines in bench/history.jsonl, from which pages are generated.

Each line holds the commit, the time, the Python version, the machine, and the figures, keyed by target name. A plus
after the commit marks uncommitted changes. Only figures from the latest line's machine are compared. The history is
committed, so everybody sees the same figures.
"""

import json
import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from subprocess import run

from table.values import Value, asdict, field

ROOT = Path(__file__).parents[3]
HISTORY = ROOT / "bench/history.jsonl"
# Files that a measurement itself writes. They do not count as uncommitted changes.
WRITTEN = ("bench/history.jsonl", "docs/performance.md", "docs/pictures/performance.svg")
PLACES = 4


class Measurement(Value):
    """A line of the history."""

    commit: str
    date: str
    python: str
    machine: str
    figures: Mapping[str, float] = field(default_factory=dict)

    @property
    def bare(self) -> str:
        """The commit, without the plus for uncommitted changes."""
        return self.commit.removesuffix("+")


def read(path: Path = HISTORY) -> list[Measurement]:
    """Return the history, oldest line first; it is empty if there is no file."""
    if not path.exists():
        return []
    return [Measurement(**json.loads(line)) for line in path.read_text().splitlines()]


def line(measurement: Measurement) -> str:
    """Return a measurement as a line of JSON.

    >>> line(Measurement("262df27", "2026-11-23", "3.11.2", "a Pi", {"threads": 12.00001}))
    '{"commit": "262df27", "date": "2026-11-23", "python": "3.11.2", "machine": "a Pi", "figures": {"threads": 12.0}}'
    """
    figures = {name: round(value, PLACES) for name, value in measurement.figures.items()}
    return json.dumps({**asdict(measurement), "figures": figures})


def alike(history: Sequence[Measurement]) -> list[Measurement]:
    """Return the measurements from the machine of the latest line."""
    return [one for one in history if one.machine == history[-1].machine]


def latest(history: Sequence[Measurement]) -> dict[str, tuple[float, Measurement]]:
    """Return each figure's latest value on the latest machine, and the measurement that it is from."""
    return {name: (value, one) for one in alike(history) for name, value in one.figures.items()}


def of_now(figures: Mapping[str, float]) -> Measurement:
    """Return a measurement with the current time and the current state of the repository."""
    date = datetime.now(UTC).isoformat(timespec="seconds")
    return Measurement(commit(), date, platform.python_version(), machine(), figures)


def commit() -> str:
    """Return the current commit, with a plus for uncommitted changes; `?` without a repository."""
    name = _git("rev-parse", "--short=7", "HEAD").strip()
    changed = _git("status", "--porcelain").splitlines()
    return (name or "?") + "+" * bool(beside(changed))


def beside(status: Iterable[str]) -> list[str]:
    """Return the changed files that git reports, except those that a measurement writes.

    >>> beside([" M bench/history.jsonl", "?? bench/new.py"])
    ['bench/new.py']
    """
    return [entry[3:] for entry in status if entry[3:] not in WRITTEN]


def _git(*arguments: str) -> str:
    try:
        done = run(["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False)  # noqa: S603, S607
    except OSError:
        return ""
    return done.stdout


def machine() -> str:
    """Return the processor and its number of cores."""
    info = Path("/proc/cpuinfo")
    fields = dict(row.partition(":")[::2] for row in info.read_text().splitlines()) if info.exists() else {}
    words = {key.strip(): value.strip() for key, value in fields.items()}
    name = words.get("Model") or words.get("model name") or platform.machine()
    return f"{name}, {os.cpu_count()} cores"


def note(figures: Mapping[str, float]) -> None:
    """Add these figures to the history; update the page and the chart that show it."""
    with HISTORY.open("a") as lines:
        lines.write(line(of_now(figures)) + "\n")
    from docs.pictures import performance  # imported here, because it imports this module

    performance.write()
