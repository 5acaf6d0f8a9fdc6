"""How much a table writes to its SD card: `python -m cardtable_lab.bench.writes` prints only these figures.

The kernel counts the data that a process submits for writing, in whole pages (`write_bytes` in /proc/PID/io), minus
cancelled writes. On one table, a game plays by itself at a human pace. Two others are idle: one has real readers on
stand-ins and no game, the other is emulated and has a game running. All run at the same time for a few minutes.
"""

import os
import sys
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory

from cardtable_lab.bench.idle import stand_ins, table
from cardtable_lab.bench.rates import Figure
from cardtable_lab.bench.starts import COMMAND, free_port

ROOT = Path(__file__).parents[3]
WRITES_S = float(os.environ.get("WRITES_S", "240"))
SETTLES_S = 5.0
HOUR_S = 3600
MB = 1_000_000
PLAYS, WAITS, WAITS_IN_A_GAME = (
    "cardtable play --auto",
    "cardtable run, no game running",
    "cardtable play, nobody moves",
)


def written(pid: int) -> int:
    """Return how many bytes a process has written to disks so far."""
    lines = Path(f"/proc/{pid}/io").read_text().splitlines()
    counts = {name: int(count) for name, _, count in (line.partition(": ") for line in lines)}
    return counts["write_bytes"] - counts["cancelled_write_bytes"]


def an_hour(before: int, after: int, took_s: float) -> float:
    """Return MB per hour.

    >>> an_hour(1_000_000, 3_000_000, 60.0)
    120.0
    """
    return (after - before) / MB * HOUR_S / took_s


@contextmanager
def playing(folder: Path, *options: str) -> Iterator["Popen[str]"]:
    """Run an emulated table until the block ends."""
    folder.mkdir()
    line = [COMMAND, "play", *options, "--port", f"{free_port()}", "--database", str(folder / "table.db")]
    with Popen(line, cwd=folder, stdin=DEVNULL, stdout=PIPE, text=True) as process:  # noqa: S603
        try:
            assert process.stdout is not None  # noqa: S101 - it is a pipe
            while "Ctrl-C stops" not in (said := process.stdout.readline()):
                if not said:
                    raise RuntimeError("the table has not started")
            yield process
        finally:
            process.kill()


def write_figures(seconds: float = WRITES_S) -> list[Figure]:
    """Measure how much tables write; return an empty list if the kernel does not count writes."""
    if not Path("/proc/self/io").exists():
        return []
    with ExitStack() as leaving:
        disk = Path(leaving.enter_context(TemporaryDirectory(prefix=".bench-", dir=ROOT)))  # /tmp may be in memory
        folder, environment = leaving.enter_context(stand_ins(disk))
        real, _ = leaving.enter_context(table(folder, environment))
        processes = {
            PLAYS: leaving.enter_context(playing(disk / "plays", "--auto")),
            WAITS: real,
            WAITS_IN_A_GAME: leaving.enter_context(playing(disk / "waits")),
        }
        time.sleep(SETTLES_S)
        before, began = {name: written(one.pid) for name, one in processes.items()}, time.monotonic()
        time.sleep(seconds)
        took_s = time.monotonic() - began
        mb = {name: an_hour(before[name], written(one.pid), took_s) for name, one in processes.items()}
    return [Figure(f"written by {name}", value, "MB an hour") for name, value in mb.items()]


if __name__ == "__main__":
    for figure in write_figures(*map(float, sys.argv[1:])):
        print(f"{figure.what}: {figure.value:.2f} {figure.unit}")
