"""How many whole games simulated people play per minute.

`python -m cardtable_lab.bench.simulating` prints only these figures.
"""

import os
import time
from subprocess import DEVNULL, run

from cardtable_lab.bench.rates import Figure
from cardtable_lab.bench.starts import COMMAND, ROOT

GAMES = int(os.environ.get("SIMULATED", "20"))
PEOPLE = 4


def games_a_minute(games: int = GAMES) -> float:
    """Return how many games of Mito four simulated people play per minute, in clean air on all cores."""
    line = ["simulate", "mito", "--games", f"{games}", "--players", f"{PEOPLE}", "--noise", "clean", "--seed", "1"]
    began = time.monotonic()
    run([COMMAND, *line], cwd=ROOT, stdin=DEVNULL, stdout=DEVNULL, check=True)  # noqa: S603
    return games / (time.monotonic() - began) * 60


def simulation_figures(games: int = GAMES) -> list[Figure]:
    """Measure simulated games; also return the number of cores."""
    return [
        Figure("simulated games of Mito, 4 people, clean", games_a_minute(games), "per minute"),
        Figure("cores", os.cpu_count() or 1, "cores"),
    ]


if __name__ == "__main__":
    for figure in simulation_figures():
        print(f"{figure.what}: {figure.value:.2f} {figure.unit}")
