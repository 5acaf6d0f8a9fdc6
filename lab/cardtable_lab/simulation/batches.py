"""Many simulated games, on all cores or on a cluster, and their totals."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import Any, ParamSpec, Protocol, TypeVar

from cardtable_lab import simulated
from cardtable_lab.simulated.comparing import KINDS
from cardtable_lab.simulation.trial import Trial, prepare_process, try_one
from cardtable_lab.simulation.virtual import Setting
from table.values import Value, replace

# -- The processes that play simulated games, one per core

P = ParamSpec("P")
T = TypeVar("T")
X = TypeVar("X")


class Pool(Protocol):
    """Plays games and does other work; a game's result depends only on its setting, not on the worker."""

    @property
    def workers(self) -> int:
        """The number of games that can be played at once."""
        ...

    @property
    def retried(self) -> int:
        """The number of games that were restarted because their worker was gone."""
        ...

    def play(self, wanted: Sequence[Setting]) -> Iterator[Trial]:
        """Play games, and yield each when it ends. An exception in a game is raised here."""
        ...

    def each(self, work: Callable[[X], T], given: Sequence[X]) -> Iterator[T]:
        """Call `work` with each item, and yield the results as they come."""
        ...

    def ask(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Call `work` once, with these arguments, and return its result."""
        ...


class Processes:
    """A pool of processes on this machine: one per core, or `most`."""

    retried = 0

    def __init__(self, most: int | None = None) -> None:
        self.workers = most or os.cpu_count() or 1

    def play(self, wanted: Sequence[Setting]) -> Iterator[Trial]:
        """Play games on all cores, and yield each when it ends. An exception in a game is raised here."""
        yield from self.each(try_one, wanted)

    def each(self, work: Callable[[X], T], given: Sequence[X]) -> Iterator[T]:
        """Call `work` with each item, on all cores, and yield the results as they come."""
        context = get_context("spawn")  # a forked process with threads may deadlock
        workers = min(self.workers, len(given))
        with ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_process) as executor:
            try:
                for played in as_completed([executor.submit(work, one) for one in given]):
                    yield played.result()
            except BaseException:
                executor.shutdown(wait=False, cancel_futures=True)
                raise

    def ask(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Call `work` once, in this process, and return its result."""
        return work(*given, **named)


ENOUGH = 30  # in this many games, everything that a population exercises should occur

# The findings that count as failures with any noise, and all findings that count as failures, by noise.
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
    """The totals of many games. `missing` names what should have been exercised but was not.

    `workers` is the number of workers; `retried` games were restarted because their worker was gone.
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
        """The kinds of findings that are failures with this noise."""
        return tuple(kind for kind in FORBIDDEN[self.noise] if self.counts[kind])

    @property
    def passed(self) -> bool:
        """Whether no finding is a failure and nothing is missing."""
        return not self.broken and not self.missing

    def as_json(self) -> dict[str, Any]:
        """Return the object that `cardtable simulate --json` prints."""
        counted = {kind: self.counts[kind] for kind in KINDS}
        fields = {"games": self.games, "plays": self.plays, **counted, "exercised": dict(self.exercised)}
        return fields | {"workers": self.workers, "retried": self.retried, "seconds": round(self.seconds, 2)}


def report(game: str, wanted: Sequence[Setting], on_each: Callable[[Trial], None], pool: Pool | None = None) -> Report:
    """Play games in a pool, by default on all cores; call `on_each` with each result; return the totals."""
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
