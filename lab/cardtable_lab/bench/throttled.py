"""A table with eight readers on a tenth of a core: `python -m cardtable_lab.bench.throttled` prints only these figures.

It runs `cardtable run` with eight emulated readers, five lit buttons, a buzzer, a game of Mito for five, and a
stopwatch attached. Hands press buttons and touch the pile with cards. The chips are emulated within the same tenth of a
core, a cost that a Pi does not have. `lab/cardtable_lab/bench/small.py` explains how the limit is enforced, and what
else is measured under it.
"""

import json
import sys
import time
from collections.abc import Mapping, Sequence
from itertools import chain
from pathlib import Path
from subprocess import PIPE, Popen
from tempfile import TemporaryDirectory

from cardtable_lab.bench.rates import Figure
from cardtable_lab.bench.small import PATIENCE_S, SETTLES_S, Share, idle_percent, share, shared
from cardtable_lab.bench.stamped_table import STAMPS
from cardtable_lab.bench.starts import free_port

PERCENT = 10
SEATS = 5
SLAPS = 25
HELD_S, PAUSE_S = 0.15, 0.45
MS = 1e6
_PADS = ("discard", "hidden", "pile.3", *(f"seat.{seat}" for seat in range(1, SEATS + 1)))
TABLE = "\n".join(
    chain(
        [f"[table]\nseats = {SEATS}"],
        (f'[[reader]]\nzone = "{zone}"\nbackend = "emulated"\nlight_pin = 0' for zone in _PADS),
        (f'[[button]]\nseat = {seat}\nbackend = "emulated"\nlight_pin = 0' for seat in range(1, SEATS + 1)),
        ['[buzzer]\nbackend = "emulated"\n'],
    )
)


def throttled_figures(percent: int = PERCENT) -> list[Figure]:
    """Measure startup, the idle table, and the worst delays of stamps, slaps and lights."""
    part = share(percent)
    try:
        with TemporaryDirectory() as name:
            return _measured(Path(name), part, percent)
    finally:
        part.close()


def _measured(folder: Path, part: Share, percent: int) -> list[Figure]:
    (folder / "table.toml").write_text(TABLE)
    port = free_port()
    url = f"http://127.0.0.1:{port}"
    line = [
        sys.executable,
        "-m",
        "cardtable_lab.bench.stamped_table",
        str(port),
        str(folder),
        str(folder / "table.toml"),
    ]
    with shared(part, line, url, PIPE) as (process, starts_s):
        idle = idle_percent(process.pid, percent)
        _play(process)
        process.terminate()
        process.wait(PATIENCE_S)
    what = f"{percent} % of a core, eight readers"
    return [
        Figure(f"{what}: start to first page", starts_s, "s"),
        Figure(f"{what}: CPU while nothing happens", idle, "% of it"),
        *(Figure(f"{what}: {name}", ms, "ms") for name, ms in worst(json.loads((folder / STAMPS).read_text())).items()),
    ]


def _play(table: "Popen[str]") -> None:
    """Press the buttons in turn, and touch the pile with a card after every second press."""
    for number in range(SLAPS):
        seat = number % SEATS + 1
        print("press", seat, file=table.stdin, flush=True)
        time.sleep(HELD_S)
        print("release", seat, file=table.stdin, flush=True)
        if number % 2:
            print(f"touch number{number // 2 % 5 + 1}.{number // 10 + 1} discard", file=table.stdin, flush=True)
        time.sleep(PAUSE_S)
    time.sleep(SETTLES_S)


def worst(stamps: Mapping[str, Sequence[Mapping[str, int]]]) -> dict[str, float]:
    """Return the worst delays in ms with which a slap was stamped, a slap was judged, and the lights were updated.

    Raise RuntimeError if presses are missing.
    """
    slaps, lit = stamps["slaps"], stamps["lit"]
    if len(slaps) < SLAPS:
        raise RuntimeError(f"of {SLAPS} presses the table has judged {len(slaps)}")
    return {
        "slap to its stamp, worst": max(abs(one["stamped_ns"] - one["moved_ns"]) for one in slaps) / MS,
        "slap to its verdict, worst": max(one["judged_ns"] - one["moved_ns"] for one in slaps) / MS,
        "snapshot to lights, worst": max(one["lit_ns"] - one["shown_ns"] for one in lit) / MS,
    }


if __name__ == "__main__":
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else PERCENT
    given = share(wanted)
    print(f"{wanted} % by {given.name}")
    given.close()
    for figure in throttled_figures(wanted):
        print(f"{figure.what}: {figure.value:.2f} {figure.unit}")
