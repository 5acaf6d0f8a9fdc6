"""A table that is left on: simulated people play as fast as the machine can, phones come and go, and nothing may grow.

`SOAK_S=600 python -m bench.soak` prints what memory, threads, open files, the log and the disk came to. The table is a
process of its own, as people start it; phones are HTTP clients that follow the stream. Linux only: it reads /proc.

But for one thing: each of the server's many threads keeps some of what it has freed (glibc's arenas and caches). So
resident memory goes on rising for hours, by some 200 kB a thread, until all have served somebody a few times. Here that
is switched off, for it would hide what grows for ever.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median
from threading import Event, Thread

COMMAND = Path(sys.executable).with_name("cardtable")
SPEED = 100
PHONES = 3  # that come and go; another one stays
PAGES = ("/", "/virtual", "/api/v1/table", "/health", "/rules/mito", "/api/v1/openapi.json")
_NOTHING_KEPT = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0:glibc.malloc.arena_max=1"}
_STAYS_S = 1.5  # so long a phone follows before it is gone
_PATIENCE_S = 30.0
_EACH_S = 1.0  # between two looks at the process


@dataclass(frozen=True)
class Sample:
    """The process at one moment; sizes in bytes, `played_s` is time at the table."""

    played_s: float
    games: int
    memory: int
    threads: int
    files: int
    log: int
    disk: int


@dataclass
class Played:
    """What a phone that stays has seen: how long each game lasted so far, in s."""

    lasted_s: dict[int, float] = field(default_factory=dict)
    visits: int = 0

    @property
    def whole_s(self) -> float:
        """How long people have played."""
        return sum(self.lasted_s.values())


@dataclass(frozen=True)
class Growth:
    """One thing that may not grow: what it came to in the second quarter of the time, in the last, and what it may."""

    what: str
    early: float
    late: float
    may: float

    @property
    def flat(self) -> bool:
        """Whether it did not grow by more than it may."""
        return self.late - self.early <= self.may


@dataclass(frozen=True)
class Soaked:
    """A soak: samples in order, how often a phone came and left, how long it took, and what the table said at last."""

    samples: Sequence[Sample]
    visits: int
    took_s: float
    left: int
    said: str

    @property
    def growths(self) -> list[Growth]:
        """Compare the second quarter of the samples with the last: the first is for warming up."""
        quarter = len(self.samples) // 4
        early, late = self.samples[quarter : 2 * quarter], self.samples[-quarter:]

        def of(number: Callable[[Sample], float], whole: Callable[[Sequence[float]], float]) -> tuple[float, float]:
            return whole([number(one) for one in early]), whole([number(one) for one in late])

        mb = 1_000_000
        return [
            Growth("memory, MB", *of(lambda one: one.memory / mb, median), may=4),
            Growth("threads", *of(lambda one: one.threads, max), may=0),
            Growth("open files", *of(lambda one: one.files, max), may=2 * PHONES),
            Growth("log, bytes", *of(lambda one: one.log, max), may=0),
            Growth("disk, MB", *of(lambda one: one.disk / mb, max), may=1),
        ]

    @property
    def sound(self) -> bool:
        """Whether nothing grew, and the table stopped when it was told to."""
        return self.left == 0 and all(growth.flat for growth in self.growths)


def soak(seconds: float, *, speed: float = SPEED, game: str = "mito") -> Soaked:
    """Leave a table on for so long; look at it every second, while phones come and go."""
    with tempfile.TemporaryDirectory() as home, ExitStack() as leaving:
        folder, played, stop = Path(home), Played(), Event()
        process, port = leaving.enter_context(_table(folder, game, speed))
        follows = Thread(target=_follow, args=(port, played, stop), daemon=True)
        comes = [Thread(target=_comes_and_goes, args=(port, played, stop), daemon=True) for _ in range(PHONES)]
        leaving.callback(stop.set)
        for thread in (follows, *comes):
            thread.start()
        began_s, samples = time.monotonic(), list[Sample]()
        while time.monotonic() - began_s < seconds and process.poll() is None:
            samples.append(_sample(process.pid, folder, played))
            stop.wait(_EACH_S)
        stop.set()
        for thread in (follows, *comes):
            thread.join(_PATIENCE_S)
        process.send_signal(signal.SIGINT)
        left = process.wait(_PATIENCE_S)
        return Soaked(samples, played.visits, time.monotonic() - began_s, left, (folder / "log").read_text())


@contextmanager
def _table(folder: Path, game: str, speed: float) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Start a table, and wait until it answers."""
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = int(probe.getsockname()[1])
    (folder / "data").mkdir()
    wanted = ["play", game, "--auto", "--speed", f"{speed:g}", "--port", str(port)]
    command = [str(COMMAND), *wanted, "--database", str(folder / "data" / "table.db")]
    with (folder / "log").open("wb") as log:
        environment = os.environ | _NOTHING_KEPT
        process = subprocess.Popen(command, stdout=log, stderr=subprocess.STDOUT, env=environment)  # noqa: S603
    try:
        _wait_until_it_answers(process, port, folder / "log")
        yield process, port
    finally:
        process.kill()
        process.wait()


def _wait_until_it_answers(process: subprocess.Popen[bytes], port: int, log: Path) -> None:
    ends_s = time.monotonic() + _PATIENCE_S
    while time.monotonic() < ends_s and process.poll() is None:
        with suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.1)
    raise RuntimeError(f"the table does not start: {log.read_text()}")


def _sample(pid: int, folder: Path, played: Played) -> Sample:
    """Look at a process from outside, as the system sees it."""
    about = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":" in line)
    return Sample(
        played_s=played.whole_s,
        games=len(played.lasted_s),
        memory=int(about["VmRSS"].split()[0]) * 1024,
        threads=int(about["Threads"]),
        files=len(os.listdir(f"/proc/{pid}/fd")),  # noqa: PTH208 - names are not needed, and some are gone by then
        log=(folder / "log").stat().st_size,
        disk=sum(_size(path) for path in (folder / "data").iterdir()),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # written beside the old file, and moved over it
        return 0


# -- phones


def _lines(port: int, stop: Event, for_s: float) -> Iterator[bytes]:
    """Follow the stream for so long, or until the table ends it."""
    ends_s, connection = time.monotonic() + for_s, http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    try:
        connection.request("GET", "/api/v1/events")
        answer = connection.getresponse()
        while time.monotonic() < ends_s and not stop.is_set() and (line := answer.readline()):
            yield line
    finally:
        connection.close()


def _follow(port: int, played: Played, stop: Event) -> None:
    """Be a phone that stays, and note how long each game lasts."""
    while not stop.is_set():
        for line in _lines(port, stop, for_s=600):
            name, _, data = line.decode().partition(": ")
            if name == "data" and '"game_id"' in data:
                picture = json.loads(data)
                now_s, game_id = (picture.get("last") or {}).get("t", 0.0), picture["game_id"]
                played.lasted_s[game_id] = max(now_s, played.lasted_s.get(game_id, 0.0))


def _comes_and_goes(port: int, played: Played, stop: Event) -> None:
    """Be a phone after the other: open a page, follow for a moment, and be gone without a word."""
    while not stop.is_set():
        page = PAGES[played.visits % len(PAGES)]
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
        connection.request("GET", page)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        if answer.status != http.client.OK:
            raise RuntimeError(f"{page}: {answer.status}")
        for _ in _lines(port, stop, _STAYS_S):
            pass
        played.visits += 1


def told(soaked: Soaked) -> str:
    """Say in Markdown what a soak came to."""
    last = soaked.samples[-1]
    rows = [f"| {one.what} | {one.early:.1f} | {one.late:.1f} | {one.may:g} |" for one in soaked.growths]
    table = "\n".join(["| what | second quarter | last quarter | may grow by |", "| --- | --- | --- | --- |", *rows])
    speed = last.played_s / soaked.took_s
    return (
        f"In {soaked.took_s / 60:.1f} minutes {last.games} games were played, {last.played_s / 3600:.1f} hours at the\n"
        f"table ({speed:.0f} times as fast as people); phones came and left {soaked.visits} times.\n"
        "Memory (resident, without what glibc keeps for each thread) is a median of looks a second apart, all else\n"
        "the most that was seen:\n\n"
        f"{table}\n"
    )


def main() -> None:
    """Soak a table, print what came of it, exit with 1 if anything grew."""
    soaked = soak(float(os.environ.get("SOAK_S", "60")))
    print(told(soaked))
    sys.exit(0 if soaked.sound else soaked.said or 1)


if __name__ == "__main__":
    main()
