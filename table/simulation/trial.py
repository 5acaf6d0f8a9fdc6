"""One simulated game, from its settings to its findings in plain data, so that a process of its own can run it."""

import gc
import logging
import time
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from json import dumps, loads
from pathlib import Path
from tempfile import TemporaryDirectory

import structlog

from table import facts
from table.facts import Fact
from table.games.game import PUBLIC
from table.household.findings import Finding, Record
from table.keeping.journal import Journal
from table.simulation.sabotage import spoilt
from table.simulation.virtual import Setting, VirtualGame

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - a directory of our own is made in it
_RARELY = 100_000  # nothing here goes in circles: to look for garbage often costs a tenth of the time


@dataclass(frozen=True)
class Trial:
    """What became of one game: what was found, what was exercised, and all that the table and the people know of it.

    `plays` counts cards that truly lie on a pile, `facts` is what the table saw, `told` what everybody was told.
    """

    setting: Setting
    findings: Sequence[Finding]
    exercised: Counter[str]
    plays: int
    facts: Sequence[Record]
    told: Sequence[Record]
    deeds: Sequence[Record]
    seconds: float
    virtual_s: float


def try_one(setting: Setting) -> Trial:
    """Play one game and hold what was told against what was done. Raise BadInput for a game that nobody knows."""
    began = time.perf_counter()
    folder = _SHARED_MEMORY if _SHARED_MEMORY.is_dir() else None
    with TemporaryDirectory(dir=folder) as home, Journal(Path(home) / "table.db") as journal:
        table = VirtualGame(journal, setting)
        with spoilt(table, setting.sabotage):
            noticed = table.play()
        table.live.close()
        seen: Sequence[Fact] = journal.facts(1)
        told = journal.events(1, PUBLIC)
    evening = table.evening
    deeds = loads(dumps(evening.deeds))
    found = [*table.gathering.people.compare(deeds, told), *noticed]
    return Trial(
        setting=setting,
        findings=sorted(found, key=lambda finding: finding.t),
        exercised=evening.exercised,
        plays=sum(deed["deed"] == "lies" for deed in deeds),
        facts=[facts.dump(fact) for fact in seen],
        told=told,
        deeds=deeds,
        seconds=time.perf_counter() - began,
        virtual_s=evening.now_s,
    )


def prepare_process() -> None:
    """Make a process ready for trials: readers that fail in harsh air are no news there."""
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
    gc.set_threshold(_RARELY)
