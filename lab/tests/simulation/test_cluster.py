"""Games on a cluster: the same whoever plays them, and whoever dies of it."""

import os
import signal
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from types import SimpleNamespace
from typing import Any

import dask
import pytest

from cardtable_lab.commands import simulate
from cardtable_lab.simulation import batches
from cardtable_lab.simulation.cluster import Cluster, program
from cardtable_lab.simulation.trial import Trial, try_one
from cardtable_lab.simulation.virtual import Setting
from table.complaints import BadInput

FIRST = Setting("mytho", 2, "clean", 1)


def plain(trial: Trial) -> Any:
    return [trial.setting, trial.findings, trial.exercised, trial.plays, trial.facts, trial.events, trial.deeds]


@pytest.mark.long
@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::pytest.PytestUnraisableExceptionWarning")
def test_games_are_the_same_though_a_worker_is_killed_meanwhile() -> None:
    wanted = batches.series(FIRST, 8)
    hasty = {"distributed.deploy.lost-worker-timeout": "10 ms"}  # after which Dask would start no other one
    with dask.config.set(hasty), Cluster(workers=2) as pool:
        pids = pool._client.run(os.getpid)
        played: dict[int, Trial] = {}
        for trial in pool.play(wanted):
            if not played:  # six games are given out, and the other worker has some of them
                os.kill(next(iter(pids.values())), signal.SIGKILL)
            played[trial.setting.seed] = trial
        assert pool.ask(max, [3, 5, 4]) == 5
        assert pool.workers == 2
        assert pool.retried > 0
        pool._client.wait_for_workers(2, timeout=60)

    assert sorted(played) == list(range(1, 9))
    for setting in wanted[:2]:
        assert plain(played[setting.seed]) == plain(try_one(setting))


class Fake:
    """A Dask that does what a test says."""

    class KilledWorker(Exception):
        pass

    client = SimpleNamespace(FutureCancelledError=type("FutureCancelledError", (Exception,), {}))

    def __init__(self, **does: Any) -> None:
        self.does = does

    def Client(self, address: str, **_: Any) -> "Fake":  # noqa: N802 - as Dask calls it
        if "refuses" in self.does:
            raise OSError("Timed out\nafter 15 s")
        return self

    def __enter__(self) -> "Fake":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def subscribe_topic(self, *_: object) -> None:
        pass

    def unsubscribe_topic(self, *_: object) -> None:
        pass

    def nthreads(self) -> dict[str, int]:
        return {"tcp://a": 1}

    def wait_for_workers(self, *_: object, timeout: int) -> None:
        if "empty" in self.does:
            raise TimeoutError

    def run(self, *_: object, **__: object) -> dict[str, Any]:
        return {"tcp://a": self.does.get("program", program())}

    def submit(self, *_: object, key: str, **__: object) -> SimpleNamespace:
        def result() -> None:
            raise self.does["raises"]

        return SimpleNamespace(key=key, result=result, release=lambda: None, __hash__=None)

    def cancel(self, _: object) -> None:
        pass


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    def make(**does: Any) -> Cluster:
        monkeypatch.setitem(sys.modules, "distributed", Fake(**does))
        return Cluster(address="tcp://a:1")

    return make  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("does", "said"),
    [
        ({"refuses": True}, "--cluster: no scheduler answers at tcp://a:1: Timed out$"),
        ({"empty": True}, "--cluster: no worker has come within 30 s"),
        (
            {"program": {"python": "3.9", "mito": "1"}},
            "the worker at tcp://a has python 3.9, mito 1, and here is python",
        ),
        ({"program": ImportError("no module named table")}, "the worker at tcp://a lacks this program, and here is"),
    ],
)
def test_what_is_wrong_with_a_cluster_is_one_sentence(fake: Any, does: dict[str, Any], said: str) -> None:
    with pytest.raises(BadInput, match=said):
        fake(**does)


def test_a_worker_that_dies_while_programs_are_compared_is_no_matter(fake: Any) -> None:
    with fake(program=OSError("the stream is closed")) as pool:
        assert pool.workers == 1


@pytest.mark.parametrize(("failing", "works"), [(4, True), (5, False)])
def test_workers_that_are_killed_while_they_start_are_started_anew(
    failing: int, works: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    fails = iter([True] * failing)

    class Starting(Fake):
        def LocalCluster(self, **_: Any) -> "Fake":  # noqa: N802 - as Dask calls it
            if next(fails, False):
                raise RuntimeError("Nanny failed to start.")
            return self

    monkeypatch.setitem(sys.modules, "distributed", Starting())
    with nullcontext() if works else pytest.raises(BadInput, match="no workers can be started: Nanny failed to start"):
        Cluster(workers=2).close()


def test_a_game_of_which_worker_after_worker_dies_is_named(fake: Any) -> None:
    with fake(raises=Fake.KilledWorker()) as pool, pytest.raises(BadInput, match="6 workers have died of the game"):
        pool._result(pool._given_out(try_one, 0, FIRST))
    with (
        fake(raises=Fake.client.FutureCancelledError()) as pool,
        pytest.raises(BadInput, match="the scheduler is gone"),
    ):
        pool._result(pool._given_out(try_one, 0, FIRST))


def test_what_fails_in_a_game_is_raised_as_it_is(fake: Any) -> None:
    with fake(raises=ZeroDivisionError("in the rules")) as pool, pytest.raises(ZeroDivisionError, match="in the rules"):
        pool._result(pool._given_out(try_one, 0, FIRST))


def test_games_that_went_with_a_worker_are_counted(fake: Any) -> None:
    with fake() as pool:
        ours, others = f"game-{pool._run}-0-7", "game-0-0-7"
        pool._hears(
            (0.0, {"action": "remove-worker", "processing-tasks": {ours, others}, "lost-computed-tasks": {ours}})
        )
        pool._hears((0.0, {"action": "add-worker"}))
        assert pool.retried == 1


def test_without_dask_that_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)

    with pytest.raises(BadInput, match=r"--workers: this needs Dask, .* pip install 'cardtable-lab\[cluster\]'"):
        Cluster(workers=2)


def test_a_cluster_has_workers_of_its_own() -> None:
    with pytest.raises(BadInput, match="--workers: a cluster has workers of its own"):
        simulate.pool(2, "tcp://a:1")
    assert isinstance(simulate.pool(None, None), nullcontext)
