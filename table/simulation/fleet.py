"""Many simulated games on all cores, and their totals."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

from table import household
from table.household.findings import KINDS
from table.simulation.trial import Trial, prepare_process, try_one
from table.simulation.virtual import Setting
from table.values import value

ENOUGH = 30  # this many games bring everything that a household exercises

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


def play_all(wanted: Sequence[Setting], *, workers: int | None = None) -> Iterator[Trial]:
    """Play games on all cores; yield each as it ends. An exception in a game is raised here."""
    workers = min(workers or os.cpu_count() or 1, len(wanted))
    context = get_context("spawn")  # a forked process with threads may deadlock
    with ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_process) as pool:
        try:
            for played in as_completed([pool.submit(try_one, setting) for setting in wanted]):
                yield played.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@value
class Report:
    """The totals of many games. `missing` names what should have been exercised and was not."""

    noise: str
    games: int
    plays: int
    counts: Counter[str]
    exercised: Counter[str]
    missing: tuple[str, ...]
    seconds: float

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
        return told | {"seconds": round(self.seconds, 2)}


def report(game: str, wanted: Sequence[Setting], on_each: Callable[[Trial], None]) -> Report:
    """Play games, call `on_each` with each, and return the totals."""
    began, plays, counts, exercised = time.perf_counter(), 0, Counter[str](), Counter[str]()
    people = household.find(game)
    watched = [name for name in people.exercised if people.needs.get(name, 0) <= wanted[0].players]
    for trial in play_all(wanted):
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
    )
