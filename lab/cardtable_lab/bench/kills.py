"""Repeatedly kills tables during play, with jumping clocks and failing disks.

`KILLS=300 python -m cardtable_lab.bench.kills`. A phone watches: after each startup, all events
that it received before must be delivered again, word for word, it must still have its seat, and the host must still be
host. If files were damaged, the loss must be reported and the rest saved.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from http.client import HTTPException
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Condition, Thread, Timer
from urllib.request import Request

from tests.jumping import DAYS_S
from tests.playing import COMMAND, PATIENCE_S, Phone, Playing, free_port, playing
from tests.table import damaged

TABLES = 2  # that run at the same time, one per core
EARLY, COPIED, SALVAGED = 6, 5, 12  # one kill in this many: kills during start, damage to a copy, damage to the files
_SEATS, _CARDS = (1, 2, 3), [f"number{number}.{copy}" for number in range(1, 6) for copy in (1, 2, 3)]
_GONE = (OSError, HTTPException, ValueError)  # errors of a phone when its table is killed


@dataclass
class Report:
    """What was done, and what went wrong."""

    counts: Counter[str] = field(default_factory=Counter)
    wrong: list[str] = field(default_factory=list)
    seconds: float = 0.0


class Watcher(Thread):
    """A phone that follows all events, from the first one until the table ends."""

    def __init__(self, phone: Phone) -> None:
        super().__init__(daemon=True)
        self.received: list[str] = []
        self._phone = phone
        self._more = Condition()
        self.start()

    def run(self) -> None:
        """Read the stream."""
        wanted = Request(f"{self._phone.url}/api/v1/events", headers={"Last-Event-ID": "0"})  # noqa: S310
        with suppress(*_GONE), self._phone.opens(wanted) as lines:
            for line in lines:
                data = line.decode().removeprefix("data: ").strip()
                if data.startswith("{") and line.endswith(b"\n") and "seq" in json.loads(data):
                    with self._more:
                        self.received.append(data)
                        self._more.notify()

    def has(self, number: int) -> bool:
        """Wait for the first `number` events; return False if they do not arrive in time."""
        with self._more:
            return self._more.wait_for(lambda: len(self.received) >= number, PATIENCE_S)


class Evening:
    """One table, killed many times."""

    def __init__(self, folder: Path, seed: int) -> None:
        self._folder = folder
        self._database = folder / "table.db"
        self._chance = random.Random(seed)  # noqa: S311 - chance for kills, not for secrets
        self._announced: list[str] = []
        self._phone = self._host = Phone("")
        self._off_s = 0.0
        self.report = Report()

    def run(self, kills: int) -> Report:
        """Play, and kill the table `kills` times."""
        for number in range(kills):
            if number % EARLY == EARLY - 1:
                self._start_in_vain()
            else:
                self._play(first=number == 0)
            self.report.counts["kills"] += 1
            if number % COPIED == COPIED - 1:
                self._damage_a_copy(number)
            if number % SALVAGED == SALVAGED - 1:
                self._damage(number)
        self._play(first=False)  # a final start checks what the last kill left behind
        return self.report

    def _start_in_vain(self) -> None:
        """Kill a table while it starts."""
        line = [COMMAND, "play", "--port", str(free_port()), "--database", str(self._database)]
        process = subprocess.Popen(line, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: S603
        with suppress(subprocess.TimeoutExpired):
            process.wait(self._chance.uniform(0.2, 2.0))
            self._complain("a table that starts ended by itself")
        process.kill()
        process.wait()
        self.report.counts["kills during start-up"] += 1

    def _play(self, *, first: bool) -> None:
        self._jump()
        with playing(self._database, clock_off_s=self._off_s) as table:
            if first:
                self._phone, self._host = table.phone(), table.host()
                self._phone.asks("seats/2/take")
            watcher = Watcher(table.phone())
            self._check(table, watcher)
            Timer(self._chance.uniform(0.05, 0.8), table.process.kill).start()
            while table.process.poll() is None:
                with suppress(*_GONE):  # the request is refused, or the table was killed
                    self._act(table)
            table.process.wait(PATIENCE_S)
        watcher.join(PATIENCE_S)
        self._announced = list(watcher.received)
        self.report.counts["events announced"] = len(self._announced)

    def _jump(self) -> None:
        """Sometimes change the wall clock."""
        before, self._off_s = self._off_s, self._chance.choice((0, DAYS_S, -DAYS_S))
        self.report.counts["clock jumps"] += before != self._off_s

    def _check(self, table: Playing, watcher: Watcher) -> None:
        """Check that the stream repeats all events delivered earlier, and that the seat and the host are unchanged."""
        if not watcher.has(len(self._announced)):
            self._complain(f"{len(self._announced) - len(watcher.received)} of {len(self._announced)} events are lost")
        if watcher.received[: len(self._announced)] != self._announced[: len(watcher.received)]:
            self._complain("what was announced has changed")
        self._phone.url = self._host.url = table.url
        if self._phone.gets("me")["seats"] != [2] or not self._host.gets("me")["host"]:
            self._complain("a seat or the host's role is lost")

    def _act(self, table: Playing) -> None:
        """Do something random."""
        match self._chance.randrange(8):
            case 0:
                table.taps(self._chance.choice(_SEATS))
            case 1:
                self._host.asks("choices", choice=self._chance.choice(("pause", "resume")))
            case 2:
                table.process.send_signal(self._chance.choice((signal.SIGUSR1, signal.SIGUSR2)))
                self.report.counts["clock jumps"] += 1
            case _:
                table.touches(self._chance.choice(_CARDS), "discard")

    # -- damage

    def _harm(self, path: Path, number: int) -> None:
        there = damaged.there(path, ("", "-wal", "-shm"))
        harms = [(beside, harm) for beside in there for harm in damaged.HARMS]
        beside, harm = harms[number // COPIED % len(harms)]
        damaged.damage(path, beside, harm, self._chance)

    def _damage_a_copy(self, number: int) -> None:
        """Damage a copy, and check that it reads or salvages as it was written, or that the loss is reported."""
        copy = damaged.copied(self._database, self._folder / f"copy-{number}")
        before = damaged.content(damaged.copied(self._database, self._folder / f"whole-{number}"))
        self._harm(copy, number)
        try:
            damaged.check_salvage(copy, before)
            complaint = damaged.told_by(copy)
            if complaint is None and damaged.opened(copy) != before:
                self._complain("a damaged journal is read as something else")
        except AssertionError as error:
            self._complain(f"what was saved is not what was written: {error}")
            complaint = None
        self.report.counts["damaged copies"] += 1
        self.report.counts["damaged copies, reported"] += complaint is not None

    def _damage(self, number: int) -> None:
        """Damage the original files; if the table reports the damage, continue with what can be salvaged."""
        before = damaged.copied(self._database, self._folder / f"before-{number}")
        damaged.damage(self._database, "-wal", self._chance.choice(("flipped", "zeroed", "truncated")), self._chance)
        self.report.counts["damage to the original files"] += 1
        complaint = damaged.told_by(damaged.copied(self._database, self._folder / f"told-{number}"))
        if complaint is None:
            return  # undetected damage must be harmless: the next startup must find everything
        new = self._folder / f"table-{number}.db"
        done = subprocess.run([COMMAND, "salvage", self._database, "-o", new], capture_output=True, text=True)  # noqa: S603
        if done.returncode != 0:  # the whole evening is lost, and this was reported: play continues from a copy
            self._database = before
            self.report.counts["failed salvages"] += 1
            return
        self.report.counts["salvages"] += 1
        self._database = new
        if "Lost of game" in done.stdout:
            self.report.counts["salvages with a reported loss"] += 1
            kept = damaged.content(damaged.copied(new, self._folder / f"kept-{number}"))
            published = [game[1].get("public", []) for game in kept.values()]
            self._announced = self._announced[: len(published[-1]) if published else 0]

    def _complain(self, text: str) -> None:
        self.report.wrong.append(text)


def run(kills: int, seed: int = 1) -> Report:
    """Kill tables `kills` times, two at a time; return what happened."""
    began, whole = time.perf_counter(), Report()
    shares = [kills // TABLES + (number < kills % TABLES) for number in range(TABLES)]
    with TemporaryDirectory() as folder, ThreadPoolExecutor(TABLES) as pool:
        homes = [Path(folder) / str(number) for number in range(TABLES)]
        for home in homes:
            home.mkdir()
        evenings = [Evening(home, seed + number) for number, home in enumerate(homes)]
        for report in pool.map(Evening.run, evenings, shares):
            whole.counts += report.counts
            whole.wrong += report.wrong
    whole.seconds = time.perf_counter() - began
    return whole


def rows(report: Report) -> Sequence[Sequence[object]]:
    """Return the counts as rows."""
    return [*report.counts.items(), ("lost or changed without a report", len(report.wrong))]


def main() -> None:
    """Print the results; exit with 1 if something was lost."""
    report = run(int(os.environ.get("KILLS", "300")))
    for what, number in rows(report):
        print(f"{number:6} {what}")
    print(*report.wrong, f"This took {report.seconds / 60:.1f} minutes.", sep="\n")
    sys.exit(1 if report.wrong else 0)


if __name__ == "__main__":
    main()
