"""One simulated game. Its settings and findings are plain data, so that another process can run it."""

import gc
import time
from collections import Counter
from collections.abc import Sequence
from json import dumps, loads
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab.simulated.comparing import Finding, Record
from cardtable_lab.simulation.sabotage import faulty
from cardtable_lab.simulation.virtual import Setting, VirtualGame
from table import facts, log
from table.facts import Fact
from table.games.game import PUBLIC
from table.keeping.journal import Journal
from table.values import Value

_SHARED_MEMORY = Path("/dev/shm")  # noqa: S108 - we make our own directory in it
_RARELY = 100_000  # no reference cycles arise here, and frequent garbage collection would take a tenth of the time


class Trial(Value):
    """The result of one game: findings, what was exercised, the table's journal and the ground truth.

    `plays` counts the cards that were really laid on a pile. `facts` is what the table sensed, `events` are the public
    events, and `deeds` are the ground truth.
    """

    setting: Setting
    findings: Sequence[Finding]
    exercised: Counter[str]
    plays: int
    facts: Sequence[Record]
    events: Sequence[Record]
    deeds: Sequence[Record]
    seconds: float
    virtual_s: float


def try_one(setting: Setting) -> Trial:
    """Play one game and compare the events with the ground truth. Raise BadInput for an unknown game."""
    began = time.perf_counter()
    folder = _SHARED_MEMORY if _SHARED_MEMORY.is_dir() else None
    with TemporaryDirectory(dir=folder) as home, Journal(Path(home) / "table.db", shared=False) as journal:
        table = VirtualGame(journal, setting)
        with faulty(table, setting.sabotage):
            noticed = table.play()
        table.live.close()
        seen: Sequence[Fact] = journal.facts(1)
        events = journal.events(1, PUBLIC)
    environment = table.environment
    deeds = loads(dumps(environment.deeds))
    found = [*table.gathering.people.compare(deeds, events), *noticed]
    return Trial(
        setting=setting,
        findings=sorted(found, key=lambda finding: finding.t),
        exercised=environment.exercised,
        plays=sum(deed["deed"] == "lies" for deed in deeds),
        facts=[facts.dump(fact) for fact in seen],
        events=events,
        deeds=deeds,
        seconds=time.perf_counter() - began,
        virtual_s=environment.now_s,
    )


def prepare_process() -> None:
    """Prepare a process for trials: log nothing, because readers often fail in harsh air; collect garbage rarely."""
    log.prepare(_log_nothing)
    gc.set_threshold(_RARELY)


def _log_nothing() -> None:
    import logging

    import structlog  # imported late: most games log nothing, and the import takes as long as half a game

    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.CRITICAL))
