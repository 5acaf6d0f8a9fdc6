"""The processes that play simulated games, one for each core."""

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from typing import ParamSpec, Protocol, TypeVar

from cardtable_lab.simulation.trial import Trial, prepare_process, try_one
from cardtable_lab.simulation.virtual import Setting

P = ParamSpec("P")
T = TypeVar("T")
X = TypeVar("X")


class Pool(Protocol):
    """Plays games and does other work; a setting's result does not depend on who plays it."""

    @property
    def workers(self) -> int:
        """How many games they can play at once."""
        ...

    @property
    def retried(self) -> int:
        """How many games were begun again, for whoever played them was gone."""
        ...

    def play(self, wanted: Sequence[Setting]) -> Iterator[Trial]:
        """Play games; yield each as it ends. An exception in a game is raised here."""
        ...

    def each(self, work: Callable[[X], T], given: Sequence[X]) -> Iterator[T]:
        """Do the same work with each item; yield the results as they come."""
        ...

    def ask(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Do other work; return its result."""
        ...


class Processes:
    """One process a core, or `most`."""

    retried = 0

    def __init__(self, most: int | None = None) -> None:
        self.workers = most or os.cpu_count() or 1

    def play(self, wanted: Sequence[Setting]) -> Iterator[Trial]:
        """Play games on all cores; yield each as it ends. An exception in a game is raised here."""
        yield from self.each(try_one, wanted)

    def each(self, work: Callable[[X], T], given: Sequence[X]) -> Iterator[T]:
        """Do the same work with each of these, on all cores."""
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
        """Do something else, in this process."""
        return work(*given, **named)
