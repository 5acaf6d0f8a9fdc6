"""Robots against each other: how often each kind beats the others, and how long their hardest decisions take.

In each pairing, the first seat plays against all others. `GAMES=300 python -m cardtable_lab.bench.duels` prints the
results.
"""

import os
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product
from multiprocessing import get_context

from cardtable_lab.bench.proving import SCALE
from cardtable_lab.bench.rates import Figure
from table import ai, games
from table.robots.duel import Duel, fight
from table.values import Value

GAMES = int(os.environ.get("GAMES", 10 * SCALE))
CROWDS = int(os.environ.get("CROWDS", "2"))  # games with a keen robot in every seat
SLOWER = 5  # a move must take less than MOST_S on a core this many times slower than this one
MOST_S = 2.0
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


Fought = tuple[Fight, Duel]


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
    return [(one, done[one]) for one in wanted]


def _fought(one: Fight) -> Duel:
    return fight(one.game, one.kinds, one.games, SEED)


def cells(fight: Fight, duel: Duel) -> list[object]:
    """Return a row: game, kinds of robots, games, the first seat's wins, its fair share, decisions, illegal actions."""
    fair = 100 / len(fight.kinds)
    return [fight.game, _seats(fight), duel.games, won(duel), f"{fair:.0f} %", duel.decisions, duel.illegal]


HEAD = ("game", "seats", "games", *(f"{one} against {other}" for one, other in product(ai.KINDS, ai.KINDS)), "illegal")


def rows(fought: Sequence[Fought]) -> list[list[object]]:
    """Return a row for each game: how often the first seat wins, for each pairing of its kind with the others' kind."""
    found: dict[str, list[Fought]] = {}
    for one, duel in fought:
        found.setdefault(one.game, []).append((one, duel))
    return [
        [game, len(of[0][0].kinds), of[0][1].games, *(won(duel) for _, duel in of), sum(duel.illegal for _, duel in of)]
        for game, of in found.items()
    ]


def won(duel: Duel) -> str:
    """Return the first seat's share of wins, with its 95% interval."""
    share, least, most = duel.share(1)
    return f"{100 * share:.0f} % ({100 * least:.0f} to {100 * most:.0f})"


def figures(done: Sequence[Fought]) -> list[Figure]:
    """Return the first seat's share of wins and the slowest decision on a slow core, for each fight."""
    shares = [Figure(f"won: {one.game}, {_seats(one)}", 100 * duel.share(1)[0], "%") for one, duel in done]
    slow = [Figure(f"slowest: {one.game}, {_seats(one)}", slow_s(duel), "s") for one, duel in done]
    return [*shares, *slow]


def duel_figures() -> list[Figure]:
    """Measure robots of every kind against each other, and full tables of keen robots."""
    return figures(fought([*pairings(), *crowds()]))


def _seats(one: Fight) -> str:
    return ", ".join(one.kinds)


def slow_s(duel: Duel) -> float:
    """Return how long the slowest decision would take, in s, on a core slower by a factor of SLOWER."""
    return SLOWER * duel.slowest_s


def told_of_times(done: Sequence[Fought]) -> str:
    """Return a Markdown table of how long decisions take with all seats occupied."""
    rows = [
        f"| {fight.game} | {len(fight.kinds)} | {duel.games} | {duel.decisions} | {1000 * duel.slowest_s:.0f} ms "
        f"| {slow_s(duel):.2f} s | {'yes' if is_quick(duel) else 'NO'} |\n"
        for fight, duel in done
    ]
    head = (
        f"| game | keen robots | games | decisions | slowest | on a core {SLOWER} times slower | under {MOST_S:g} s |\n"
    )
    return (
        "\nBelow is the processor time of the slowest decision in whole games with keen robots at all seats. At a\n"
        f"table, a robot would stop thinking earlier.\n\n{head}{'| --- ' * 7}|\n{''.join(rows)}"
    )


def is_quick(duel: Duel) -> bool:
    """Return whether even the slowest decision is quick enough on a slow core."""
    return slow_s(duel) < MOST_S


def main() -> None:
    """Print one line for each pairing and each whole table."""
    for one, duel in fought([*pairings(), *crowds()]):
        print(" | ".join(map(str, (*cells(one, duel), f"{slow_s(duel):.2f} s"))), flush=True)


if __name__ == "__main__":
    main()
