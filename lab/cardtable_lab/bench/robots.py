"""Whole games of one person with robots, easy and keen by turns; the events are compared with what hands did.

`ROBOT_GAMES=20 python -m cardtable_lab.bench.robots` prints the results.
"""

import os
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab.bench.proving.programs import went_wrong
from cardtable_lab.simulation.trial import prepare_process
from table import ai, games
from table.keeping.journal import Journal
from table.values import Value
from tests.robots.whole import played, slowest_s

GAMES = int(os.environ.get("ROBOT_GAMES", "20"))
ROBOTS = 2  # that play with one person
LONGEST_TURN_S = 5.0


class Played(Value):
    """The results of one or more games: cards laid, findings, refused actions of robots, and the slowest turn."""

    game: str
    kind: str
    games: int
    plays: int
    counts: Counter[str]
    refused: int
    slowest_s: float

    @property
    def is_sound(self) -> bool:
        """Whether nothing went wrong, and no turn was slow."""
        return not self.counts and not self.refused and self.slowest_s < LONGEST_TURN_S

    def cells(self) -> list[object]:
        """Return the results as a row for `HEAD`."""
        good = "yes" if self.is_sound else "NO"
        found = went_wrong(self.counts)
        return [self.game, self.kind, self.games, self.plays, found, self.refused, f"{self.slowest_s:.1f} s", good]


HEAD = ("game", "robots", "games", "cards played", "went wrong", "refused", "slowest turn", "passed")


def play(game: str, kind: str, seed: int) -> Played:
    with TemporaryDirectory() as home, Journal(Path(home) / "table.db") as journal:
        room = played(journal, game, robots=ROBOTS, kind=kind, seed=seed)
        assert room.witnessed is not None, "a game has begun"  # noqa: S101
        plays = sum(deed["deed"] == "lies" for deed in room.witnessed.deeds)
        counts = Counter(finding.kind for finding in room.findings)
        return Played(game, kind, 1, plays, counts, len(room.robots_refused), slowest_s(room))


def run(number: int) -> list[Played]:
    """Play `number` games of each game on all cores; return the results for each game and kind of robot."""
    seeds = range(1, number + 1)
    wanted = [(game, ai.KINDS[seed % len(ai.KINDS)], seed) for game in games.own() for seed in seeds]
    pool = ProcessPoolExecutor(os.cpu_count() or 1, mp_context=get_context("spawn"), initializer=prepare_process)
    with pool:
        done = list(pool.map(play, *zip(*wanted, strict=True)))
    rows: dict[tuple[str, str], list[Played]] = {}
    for one in done:
        rows.setdefault((one.game, one.kind), []).append(one)
    return [_together(some) for _, some in sorted(rows.items())]


def _together(some: Sequence[Played]) -> Played:
    counts = sum((one.counts for one in some), Counter[str]())
    plays, refused = sum(one.plays for one in some), sum(one.refused for one in some)
    return Played(some[0].game, some[0].kind, len(some), plays, counts, refused, max(one.slowest_s for one in some))


def main() -> None:
    """Print one line for each game and kind of robot."""
    for row in run(GAMES):
        print(" | ".join(map(str, row.cells())), flush=True)


if __name__ == "__main__":
    main()
