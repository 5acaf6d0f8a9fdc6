"""The cost of resuming an interrupted game of 10,000 facts.

`python -m cardtable_lab.bench.resuming` prints only these figures.

The journal is written as a table writes it, by a game with readers and buttons: some cards are laid, then people draw
for hours. Then `cardtable play` starts alternately with this journal and with a new one.
"""

import os
import shutil
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab.bench.rates import Figure, evening
from cardtable_lab.bench.starts import in_turn, plays_s, to_first_page_s
from hardware.observations import NS_PER_US, ButtonEdge, Observation, TagEvent
from table.facts import ButtonDown, ButtonUp, CardArrived, GameStarted
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.running.live_game import LiveGame

FACTS = int(os.environ.get("FACTS", "10000"))
TURNS_AT_ONCE = 400
RUNS = 5
IN_MEMORY = Path("/dev/shm")  # noqa: S108 - the processor time must not depend on a disk
SETTLES_US = 1_000_000
READERS = {"discard": "discard", "hidden": "hidden"}


def items(turns: int) -> Iterator[tuple[Observation, int]]:
    """Yield the observations of an evening, each with the watermark in us before which none can follow."""
    for fact in evening(turns):
        match fact:
            case CardArrived():
                uid = fact.card.encode()
                yield TagEvent(fact.t * NS_PER_US, fact.zone, uid, present=True), fact.t + SETTLES_US
                yield TagEvent((fact.t + SETTLES_US) * NS_PER_US, fact.zone, uid, present=False), fact.t + SETTLES_US
            case ButtonDown() | ButtonUp():
                down = isinstance(fact, ButtonDown)
                yield ButtonEdge(fact.t * NS_PER_US, fact.seat, down), fact.t if down else fact.t + SETTLES_US


def write(database: Path, facts: int = FACTS) -> int:
    """Write a journal with a running game of at least `facts` facts; return how many it has."""
    started = evening(0)[0]
    assert isinstance(started, GameStarted)  # noqa: S101 - it is the first fact of an evening
    tags = {fact.card.encode(): fact.card for fact in evening(TURNS_AT_ONCE) if isinstance(fact, CardArrived)}
    with Journal(database) as journal:
        game = LiveGame.begin(journal, started, tags, READERS)
        game.observe((), 0)
        for number, (item, until_us) in enumerate(items(facts)):
            game.observe((item,), until_us)
            if number % TURNS_AT_ONCE == 0 and _count(journal) >= facts:
                break
        return _count(journal)


def _count(journal: Journal) -> int:
    running = journal.running()
    return 0 if running is None else len(journal.facts(running.game_id))


def resumes_s(written: Path) -> float:
    """Start the table on a copy of a journal's folder; return the processor time until its first page."""
    with TemporaryDirectory() as name:
        database = Path(shutil.copytree(written, Path(name) / "table")) / "table.db"
        took_s = to_first_page_s("--database", str(database))
        with Records.read(database) as records:
            running = records.running()
        if running is None or running.game_id != 1:
            raise RuntimeError("the interrupted game was not resumed")
    return took_s


def resume_figures(facts: int = FACTS, runs: int = RUNS) -> list[Figure]:
    """Measure how much more processor time it takes to start with `facts` facts to resume than with none."""
    with TemporaryDirectory(dir=IN_MEMORY if IN_MEMORY.is_dir() else None) as name:
        count = write(Path(name) / "table.db", facts)
        new_s, again_s = in_turn([plays_s, partial(resumes_s, Path(name))], runs)
    return [
        Figure("facts of the interrupted game", count, "facts"),
        Figure("CPU to start with a new journal", new_s, "s"),
        Figure("CPU to resume the interrupted game, minus a start with a new journal", again_s - new_s, "s"),
    ]


if __name__ == "__main__":
    for figure in resume_figures():
        print(f"{figure.what}: {figure.value:.2f} {figure.unit}")
