"""Thousands of simulated games on a cluster of local workers, some of which are killed.

`python -m cardtable_lab.bench.scale` plays the games named as arguments, or all.

GAMES sets how many of each are played in each air, WORKERS how many processes play, and KILLED after how many games
one of these processes is killed. The events of each game are compared with what its population did, as in every
simulation. A few of the cluster's games are replayed here, and must be byte-identical.
"""

import json
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping, Sequence
from random import Random

from cardtable_lab import simulated
from cardtable_lab.simulation import batches
from cardtable_lab.simulation.batches import Report
from cardtable_lab.simulation.cluster import Cluster
from cardtable_lab.simulation.trial import Trial, try_one
from cardtable_lab.simulation.virtual import Setting
from table.values import Value

GAMES, WORKERS = int(os.environ.get("GAMES", "1000")), int(os.environ.get("WORKERS", str(os.cpu_count() or 1)))
KILLED = int(os.environ.get("KILLED", "100"))
AIRS = ("clean", "typical")
PLAYERS, SEED, AGAIN = 4, 1, 3


class Run(Value):
    """Results for one kind of game in one air: totals, workers killed, and games that differed when repeated."""

    game: str
    report: Report
    killed: int
    others: int
    seeds: Mapping[str, Sequence[int]]  # seeds of the games with findings

    @property
    def is_sound(self) -> bool:
        """Whether the report has passed and all repeated games were identical."""
        return self.report.passed and not self.others

    def as_json(self) -> dict[str, object]:
        more: dict[str, object] = {
            "game": self.game,
            "noise": self.report.noise,
            "killed": self.killed,
            "others": self.others,
        }
        more["seeds"] = {kind: [*seeds] for kind, seeds in self.seeds.items()}
        return more | self.report.as_json()


def runs(games: int = GAMES, workers: int = WORKERS, *, of: Sequence[str] = ()) -> Iterator[Run]:
    """Play `games` games of each kind, or only of those in `of`, in each air; yield the results."""
    for game in of or simulated.own():
        for noise in AIRS:
            yield _run(game, noise, games, workers)


def _run(game: str, noise: str, games: int, workers: int) -> Run:
    kept: list[Trial] = []
    seeds: dict[str, list[int]] = {}
    with Cluster(workers=workers) as pool:
        kills = _Kills(pool)

        def on_each(trial: Trial) -> None:
            if trial.setting.seed < SEED + AGAIN:
                kept.append(trial)
            for kind in {finding.kind for finding in trial.findings}:
                seeds.setdefault(kind, []).append(trial.setting.seed)
            kills.after_a_game()

        report = batches.report(game, batches.series(Setting(game, PLAYERS, noise, SEED), games), on_each, pool)
    others = sum(_said(one) != _said(try_one(one.setting)) for one in kept)
    return Run(game, report, kills.killed, others, seeds)


def _said(trial: Trial) -> tuple[object, ...]:
    return trial.facts, trial.events, trial.deeds, trial.findings


class _Kills:
    """Kills a random worker now and then; the cluster replaces it."""

    def __init__(self, pool: Cluster) -> None:
        self.killed = self._played = 0
        self._pids: Callable[[], dict[str, int]] = lambda: pool._client.run(os.getpid, on_error="ignore")
        self._chance = Random(SEED)  # noqa: S311 - chance, no secret

    def after_a_game(self) -> None:
        """Count a game, and kill a worker when it is time."""
        self._played += 1
        if self._played % KILLED == 0 and (pids := self._pids()):
            os.kill(self._chance.choice(sorted(pids.values())), signal.SIGKILL)
            self.killed += 1


def main() -> int:
    """Play the games; print a line for each kind and air."""
    sound = True
    for run in runs(of=sys.argv[1:]):
        sound = sound and run.is_sound
        print(json.dumps(run.as_json()), flush=True)
    return int(not sound)


if __name__ == "__main__":
    sys.exit(main())
