"""Robots against each other: how often each kind beats the others, and how long their hardest decisions take.

In each pairing, the first seat plays against all others. `GAMES=300 python -m cardtable_lab.bench.duels` prints the
results.
"""

import os
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context
from statistics import median

from cardtable_lab.bench.proving import SCALE
from cardtable_lab.bench.rates import Figure
from table import ai, games
from table.robots.duel import Duel, fight
from table.values import Value

GAMES = int(os.environ.get("GAMES", 10 * SCALE))
CROWDS = int(os.environ.get("CROWDS", "2"))  # games with a keen robot in every seat
SLOW_LOOP_S = 0.2  # a slow core: LOOPS turns of a loop take this long there; we assume that a Pi 4 is no slower
LOOPS = 1_000_000
MOST_S = 2.0  # a decision must take less than this on a slow core
SEED = 1


class Fight(Value):
    """A series of duels."""

    game: str
    kinds: tuple[str, ...]
    games: int

    @property
    def again(self) -> str:
        """The command that repeats this series of duels."""
        return f"cardtable duel {self.game} --seats {','.join(self.kinds)} --games {self.games} --seed {SEED}"


class Fought(Value):
    """The result of a series of duels, and how long LOOPS turns of a loop take on the same core, in s."""

    fight: Fight
    duel: Duel
    loop_s: float

    @property
    def slow_s(self) -> float:
        """How long the slowest decision would take on a slow core, in s."""
        return self.duel.slowest_s * SLOW_LOOP_S / self.loop_s

    @property
    def is_quick(self) -> bool:
        """Whether even the slowest decision is quick enough on a slow core."""
        return self.slow_s < MOST_S


def pairings() -> list[Fight]:
    """For each bundled game, return fights of each kind of robot against each kind, with as few seats as possible."""
    return [
        Fight(game, (one, *[other] * (games.find(game).fewest_seats - 1)), GAMES)
        for game in games.own()
        for one, other in product(ai.KINDS, ai.KINDS)
    ]


def crowds() -> list[Fight]:
    """For each bundled game, return a fight with a keen robot in every seat."""
    return [Fight(game, ("keen",) * games.find(game).most_seats, CROWDS) for game in games.own()]


def fought(wanted: Sequence[Fight]) -> list[Fought]:
    """Play all fights on all cores, hardest first; return the results in order."""
    hardest = sorted(wanted, key=lambda one: -one.kinds.count("keen"))
    with ProcessPoolExecutor(min(os.cpu_count() or 1, len(wanted)), mp_context=get_context("spawn")) as pool:
        done = dict(zip(hardest, pool.map(_fought, hardest), strict=True))
    return [done[one] for one in wanted]


def _fought(one: Fight) -> Fought:
    duel = fight(one.game, one.kinds, one.games, SEED)
    return Fought(one, duel, median(_loop_s() for _ in range(9)))


def _loop_s() -> float:
    """Return how much processor time LOOPS turns of a loop take, in s."""
    began_s, total = time.thread_time(), 0
    for turn in range(LOOPS):
        total += turn
    return time.thread_time() - began_s


HEAD = ("game", "seats", "games", *(f"{one} against {other}" for one, other in product(ai.KINDS, ai.KINDS)), "illegal")


def rows(fought: Sequence[Fought]) -> list[list[object]]:
    """Return a row for each game: how often the first seat wins, for each pairing of its kind with the others' kind."""
    found: dict[str, list[Fought]] = {}
    for one in fought:
        found.setdefault(one.fight.game, []).append(one)
    return [
        [
            game,
            len(of[0].fight.kinds),
            of[0].duel.games,
            *(won(one.duel) for one in of),
            sum(one.duel.illegal for one in of),
        ]
        for game, of in found.items()
    ]


def won(duel: Duel) -> str:
    """Return the first seat's share of wins, with its 95% interval."""
    share, least, most = duel.share(1)
    return f"{100 * share:.0f} % ({100 * least:.0f} to {100 * most:.0f})"


def figures(done: Sequence[Fought]) -> list[Figure]:
    """Return the first seat's share of wins and the slowest decision on a slow core, for each fight."""
    shares = [Figure(f"won: {_named(one.fight)}", 100 * one.duel.share(1)[0], "%") for one in done]
    slow = [Figure(f"slowest: {_named(one.fight)}", one.slow_s, "s") for one in done]
    return [*shares, *slow]


def duel_figures() -> list[Figure]:
    """Measure robots of every kind against each other, and full tables of keen robots."""
    return figures(fought([*pairings(), *crowds()]))


def _named(one: Fight) -> str:
    return f"{one.game}, {', '.join(one.kinds)}"


def told_of_times(done: Sequence[Fought]) -> str:
    """Return a Markdown table of how long decisions take with all seats occupied."""
    rows = [
        f"| {one.fight.game} | {len(one.fight.kinds)} | {one.duel.games} | {one.duel.decisions} "
        f"| {1000 * one.duel.slowest_s:.0f} ms | {SLOW_LOOP_S / one.loop_s:.1f} | {one.slow_s:.2f} s "
        f"| {'yes' if one.is_quick else 'NO'} |\n"
        for one in done
    ]
    head = (
        "| game | keen robots | games | decisions | slowest | this core is faster by | on a slow core "
        f"| under {MOST_S:g} s |\n"
    )
    return (
        "\nBelow is the processor time of the slowest decision in whole games with keen robots at all seats. At a\n"
        f"table, a robot would stop thinking earlier. A slow core takes {SLOW_LOOP_S:g} s for {LOOPS:,} turns of a\n"
        f"loop.\n\n{head}{'| --- ' * 8}|\n{''.join(rows)}"
    )


def main() -> None:
    """Print one line for each pairing and each whole table."""
    for one in fought([*pairings(), *crowds()]):
        fair, duel = 100 / len(one.fight.kinds), one.duel
        cells = (duel.games, won(duel), f"{fair:.0f} %", duel.decisions, duel.illegal, f"{one.slow_s:.2f} s")
        print(" | ".join(map(str, (_named(one.fight), *cells))), flush=True)


if __name__ == "__main__":
    main()
