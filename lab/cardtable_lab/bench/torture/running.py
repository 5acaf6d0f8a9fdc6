"""Runs evenings, several at a time, in processes that are reused and whose memory must not grow."""

import gc
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab.bench.torture.disk import Disk, mounted
from cardtable_lab.bench.torture.earnest import Siege, resident
from cardtable_lab.bench.torture.evening import Evening, Plan, planned
from cardtable_lab.bench.torture.report import Report
from cardtable_lab.bench.torture.wall import jumping
from cardtable_lab.simulation.batches import Processes

GROWTH = 40_000_000  # bytes by which a process may grow after its first game
PEAK = 400_000_000
_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - we make our own directory in it
_first: int | None = None


def run(evenings: int, seed: int, lives: int, workers: int | None = None) -> Report:
    """Torture tables for `evenings` evenings, and kill one in its own process `lives` times; return the report."""
    began, whole = time.perf_counter(), Report()
    if lives:
        whole += besieged(seed, lives)
    for report in Processes(workers).each(tortured, [planned(seed + number) for number in range(evenings)]):
        whole += report
    whole.seconds = time.perf_counter() - began
    return whole


def tortured(plan: Plan) -> Report:
    """Play one evening in this process; return its report, including its use of memory."""
    with _disk() as disk, jumping() as wall:
        evening = Evening(plan, disk, wall)
        return evening.run(after_each=lambda: _check_memory(evening))


def besieged(seed: int, lives: int) -> Report:
    """Kill a table in its own process `lives` times; return the report."""
    with _disk() as disk:
        return Siege(disk, seed).run(lives)


@contextmanager
def _disk() -> Iterator[Disk]:
    with (
        TemporaryDirectory(dir=_SHARED_MEMORY if _SHARED_MEMORY.is_dir() else None) as home,
        mounted(Path(home)) as disk,
    ):
        yield disk


def _check_memory(evening: Evening) -> None:
    """Record the memory of this process, and whether it has grown since its first game."""
    global _first
    gc.collect()
    held = resident("self")
    _first = held if _first is None else _first
    report = evening.report
    report.peak, report.growth = max(report.peak, held), max(report.growth, held - _first)
    if held - _first > GROWTH or held > PEAK:
        evening.violates(
            "memory", f"{held / 1e6:.0f} MB, {(held - _first) / 1e6:.0f} MB more than after the first game"
        )
