"""Simulated games on a Dask cluster; results do not depend on workers, even if some die.

The result of a game depends only on its settings, so a game whose worker is gone is restarted on another one. Only a
few games per worker are submitted at once, so that even a million games need no more memory. Workers must run the same
program as this process.
"""

import logging
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from tempfile import TemporaryDirectory
from threading import Lock
from types import TracebackType
from typing import Any, ParamSpec, Self, TypeVar
from uuid import uuid4

from cardtable_lab.simulation.trial import Trial, prepare_process, try_one
from cardtable_lab.simulation.virtual import Setting
from table import games
from table.complaints import BadInput

_LACKS = "this needs Dask, which is not installed: pip install 'cardtable-lab[cluster]'"
_REACHED_S = 15
_BACK_S = 300  # how long a killed or starved worker may take to come back
_COMES_S = 30  # how long to wait for the first worker, or for a new one when all are gone
_AHEAD = 3  # games submitted at once for each worker: it plays one, and two wait
_SILENT = logging.CRITICAL + 1
_STARTS = 5  # attempts to start workers
_LACKING = (ImportError, AttributeError)  # errors of a worker that has a different program, or none
_TIMES = 5  # how many workers may die during one game before it fails

P = ParamSpec("P")
T = TypeVar("T")
X = TypeVar("X")
_prepared = False


class Cluster:
    """A context manager for a Dask cluster: an existing one at `address`, or a local one with `workers` processes.

    Raise BadInput if Dask is missing, the scheduler does not respond, no worker joins, or one has a different program.
    """

    def __init__(self, *, workers: int | None = None, address: str | None = None) -> None:
        self._closing = ExitStack()
        self._lock = Lock()
        self._run = uuid4().hex[:8]
        self._retried = self._most = 0
        self._option = "--workers" if address is None else "--cluster"
        try:
            import distributed
        except ImportError:
            raise BadInput(f"{self._option}: {_LACKS}") from None
        self._dask: Any = distributed
        try:
            self._client = self._opened(workers, address)
            self._client.subscribe_topic("all", self._hears)
            self._closing.callback(self._client.unsubscribe_topic, "all")
            self._wait_for_workers()
            self._check_programs()
        except BaseException:
            self.close()
            raise

    def _opened(self, workers: int | None, address: str | None) -> Any:
        import dask

        settings = {
            "distributed.scheduler.allowed-failures": _TIMES,
            "distributed.deploy.lost-worker-timeout": f"{_BACK_S} s",
        }
        self._closing.enter_context(dask.config.set(settings))
        logging.getLogger("distributed").setLevel(_SILENT)  # this class reports what matters
        if address is None:
            address = self._own(workers)
        try:
            return self._closing.enter_context(self._dask.Client(address, timeout=_REACHED_S))
        except (OSError, ValueError, TimeoutError) as error:
            raise BadInput(f"{self._option}: no scheduler answers at {address}: {_said(error)}") from None

    def _own(self, workers: int | None) -> Any:
        """Return a cluster of processes on this machine; if one is killed while they start, restart all of them."""
        folder = self._closing.enter_context(TemporaryDirectory(prefix="cardtable-", ignore_cleanup_errors=True))
        for left in reversed(range(_STARTS)):
            try:
                return self._closing.enter_context(
                    self._dask.LocalCluster(
                        n_workers=workers,
                        threads_per_worker=1,
                        processes=True,
                        dashboard_address="127.0.0.1:0",  # its HTTP server always needs a port: use a free one
                        local_directory=folder,
                        silence_logs=_SILENT,
                        protocol="tcp",
                    )
                )
            except RuntimeError as error:
                if not left:
                    raise BadInput(f"{self._option}: no workers can be started: {_said(error)}") from None
        return None

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Leave the cluster, and stop it if this object started it. Calling this twice is safe."""
        self._closing.close()

    @property
    def workers(self) -> int:
        """The highest number of games that could be played at once so far."""
        self._most = max(self._most, sum(self._client.nthreads().values()))
        return self._most

    @property
    def retried(self) -> int:
        """The number of games that were restarted because their worker was gone."""
        with self._lock:
            return self._retried

    def play(self, wanted: Sequence[Setting]) -> Iterator[Trial]:
        """Play games, and yield each when it ends, in any order. An exception in a game is raised here."""
        yield from self.each(try_one, wanted)

    def each(self, work: Callable[[X], T], given: Sequence[X]) -> Iterator[T]:
        """Call `work` with each item, and yield the results in any order.

        Raise BadInput if no worker is left, or if too many workers die during the same item.
        """
        left = enumerate(given)
        pending = {self._given_out(work, *one) for one in islice(left, _AHEAD * max(1, self.workers))}
        try:
            while pending:
                for done in self._done_of(pending):
                    pending.remove(done)
                    yield self._result(done)
                    done.release()
                    pending |= {self._given_out(work, *one) for one in islice(left, 1)}
        finally:
            self._client.cancel([*pending])

    def ask(self, work: Callable[P, T], *given: P.args, **named: P.kwargs) -> T:
        """Call `work` once, on a worker, and return its result."""
        asked = self._client.submit(work, *given, **named, pure=False, key=f"work-{self._run}-{uuid4().hex}")
        result: T = self._result(asked)
        return result

    def _given_out(self, work: Callable[[X], T], number: int, setting: X) -> Any:
        named = getattr(setting, "seed", number)
        return self._client.submit(_done, work, setting, pure=False, key=f"game-{self._run}-{number}-{named}")

    def _done_of(self, pending: set[Any]) -> set[Any]:
        """Wait until some games have ended, and return those games. Raise BadInput if no worker is left."""
        while True:
            try:
                done, _ = self._dask.wait(pending, timeout=_COMES_S, return_when="FIRST_COMPLETED")
            except TimeoutError:
                self._wait_for_workers()
            else:
                return set(done)

    def _result(self, done: Any) -> Any:
        try:
            return done.result()
        except self._dask.KilledWorker:
            seed = str(done.key).rpartition("-")[2]
            raise BadInput(f"{self._option}: {_TIMES + 1} workers have died of the game with seed {seed}") from None
        except self._dask.client.FutureCancelledError:
            raise BadInput(f"{self._option}: the scheduler is gone") from None

    def _wait_for_workers(self) -> None:
        try:
            self._client.wait_for_workers(1, timeout=_COMES_S)
        except (TimeoutError, OSError):
            raise BadInput(f"{self._option}: no worker has come within {_COMES_S} s") from None

    def _check_programs(self) -> None:
        """Raise BadInput if a worker has a different program, because its games would have different results."""
        ours = program()
        for worker, theirs in self._client.run(_program_there, on_error="return").items():
            if isinstance(theirs, BaseException) and not isinstance(theirs, _LACKING):
                continue  # the worker has died; its replacement runs the same machine's program
            if theirs != ours:
                what = "lacks this program" if isinstance(theirs, BaseException) else f"has {_named(theirs)}"
                raise BadInput(f"{self._option}: the worker at {worker} {what}, and here is {_named(ours)}")

    def _hears(self, event: tuple[float, Mapping[str, Any]]) -> None:
        """Handle a scheduler event: count the running and finished games that were lost with a worker."""
        said = event[1]
        if said.get("action") == "remove-worker":
            lost = {*said.get("processing-tasks", ()), *said.get("lost-computed-tasks", ())}
            with self._lock:
                self._retried += sum(str(key).startswith(f"game-{self._run}-") for key in lost)


def program() -> dict[str, str]:
    """Return the versions that must be identical on all workers: Python, and the rules of all games."""
    rules = {name: games.find(name).rules_version for name in games.names()}
    return {"python": ".".join(map(str, sys.version_info[:2])), **rules}


def _program_there() -> dict[str, str]:
    return program()


def _named(found: Mapping[str, str]) -> str:
    return ", ".join(f"{name} {version}" for name, version in found.items())


def _done(work: Callable[[X], T], setting: X) -> T:
    """Call `work` on a worker, preparing the worker's process first if this is its first call."""
    global _prepared
    if not _prepared:
        prepare_process()
        _prepared = True
    return work(setting)


def _said(error: BaseException) -> str:
    return str(error).partition("\n")[0] or type(error).__name__
