"""Many simulated games, on all cores or on a cluster, and their totals."""

import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from cardtable_lab import simulated
from cardtable_lab.simulated.findings import KINDS
from cardtable_lab.simulation.pool import Pool, Processes
from cardtable_lab.simulation.trial import Trial
from cardtable_lab.simulation.virtual import Setting
from table.values import Value, replace

ENOUGH = 30  # this many games bring everything that a population exercises

# The findings that no noise excuses, and, by noise, all that it does not excuse.
_NEVER = ("missed_unnoticed", "misread", "wrong_totals", "secrets_leaked", "unfinished")
FORBIDDEN: Mapping[str, tuple[str, ...]] = {
    "clean": KINDS,
    "typical": (*_NEVER, "wrong_verdict"),
    "harsh": _NEVER,
}


def series(first: Setting, games: int) -> list[Setting]:
    """Return the settings of a series: each game has the next seed, and the same seeds give the same games."""
    return [replace(first, seed=first.seed + number) for number in range(games)]


class Report(Value):
    """The totals of many games. `missing` names what should have been exercised and was not.

    `workers` played them; `retried` games were begun again, for a worker was gone.
    """

    noise: str
    games: int
    plays: int
    counts: Counter[str]
    exercised: Counter[str]
    missing: tuple[str, ...]
    seconds: float
    workers: int = 1
    retried: int = 0

    @property
    def broken(self) -> tuple[str, ...]:
        """The findings that this noise does not excuse."""
        return tuple(kind for kind in FORBIDDEN[self.noise] if self.counts[kind])

    @property
    def passed(self) -> bool:
        """Whether no finding is inexcusable and nothing is missing."""
        return not self.broken and not self.missing

    def as_json(self) -> dict[str, Any]:
        """Return the object that `cardtable simulate --json` prints."""
        counted = {kind: self.counts[kind] for kind in KINDS}
        told = {"games": self.games, "plays": self.plays, **counted, "exercised": dict(self.exercised)}
        return told | {"workers": self.workers, "retried": self.retried, "seconds": round(self.seconds, 2)}


def report(game: str, wanted: Sequence[Setting], on_each: Callable[[Trial], None], pool: Pool | None = None) -> Report:
    """Play games, on all cores if there is no other crew, call `on_each` with each, and return the totals."""
    pool = pool or Processes()
    began, plays, counts, exercised = time.perf_counter(), 0, Counter[str](), Counter[str]()
    people = simulated.find(game)
    watched = [name for name in people.exercised if people.needs.get(name, 0) <= wanted[0].players]
    for trial in pool.play(wanted):
        on_each(trial)
        plays += trial.plays
        counts.update(finding.kind for finding in trial.findings)
        exercised.update(trial.exercised)
    looked_for = tuple(watched) if len(wanted) >= ENOUGH and wanted[0].sabotage is None else ()
    return Report(
        noise=wanted[0].noise,
        games=len(wanted),
        plays=plays,
        counts=counts,
        exercised=Counter({name: exercised[name] for name in (*watched, *people.counted)}),
        missing=tuple(name for name in looked_for if not exercised[name]),
        seconds=time.perf_counter() - began,
        workers=pool.workers,
        retried=pool.retried,
    )
