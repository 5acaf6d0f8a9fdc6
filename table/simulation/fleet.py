"""Many simulated games on all cores, and what they come to."""

import os
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from multiprocessing import get_context
from typing import Any

from table import household
from table.household.findings import KINDS
from table.simulation.trial import Trial, prepare_process, try_one
from table.simulation.virtual import Setting

ENOUGH = 30  # so many games bring everything that a household exercises

# What may not happen, whatever the air does; and what may not in air that is as it should be.
_NEVER = ("missed_unnoticed", "misread", "wrong_totals", "secrets_leaked", "unfinished")
FORBIDDEN: Mapping[str, tuple[str, ...]] = {
    "clean": KINDS,
    "typical": (*_NEVER, "wrong_verdict"),
    "harsh": _NEVER,
}


def series(first: Setting, games: int) -> list[Setting]:
    """Say what is to be played: each game has the next seed, and the same seeds give the same games."""
    return [replace(first, seed=first.seed + number) for number in range(games)]


def play_all(wanted: Sequence[Setting], *, workers: int | None = None) -> Iterator[Trial]:
    """Play games on all cores; yield each as it ends. What a game raises is raised here."""
    workers = min(workers or os.cpu_count() or 1, len(wanted))
    context = get_context("spawn")  # a fork of a process with threads may stand still
    with ProcessPoolExecutor(workers, mp_context=context, initializer=prepare_process) as pool:
        try:
            for played in as_completed([pool.submit(try_one, setting) for setting in wanted]):
                yield played.result()
        except BaseException:
            pool.shutdown(wait=False, cancel_futures=True)
            raise


@dataclass(frozen=True)
class Report:
    """What many games came to. `missing` names what was not exercised though it should have been."""

    noise: str
    games: int
    plays: int
    counts: Counter[str]
    exercised: Counter[str]
    missing: tuple[str, ...]
    seconds: float

    @property
    def broken(self) -> tuple[str, ...]:
        """The kinds of findings that this noise does not excuse."""
        return tuple(kind for kind in FORBIDDEN[self.noise] if self.counts[kind])

    @property
    def passed(self) -> bool:
        """Whether nothing was found that may not be, and everything happened that is looked for."""
        return not self.broken and not self.missing

    def as_json(self) -> dict[str, Any]:
        """Make the object that `cardtable simulate --json` prints."""
        counted = {kind: self.counts[kind] for kind in KINDS}
        told = {"games": self.games, "plays": self.plays, **counted, "exercised": dict(self.exercised)}
        return told | {"seconds": round(self.seconds, 2)}


def report(game: str, wanted: Sequence[Setting], on_each: Callable[[Trial], None]) -> Report:
    """Play games, hand each to `on_each`, and add them up."""
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
