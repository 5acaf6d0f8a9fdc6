"""A soak test: simulated players play as fast as the computer allows, phones come and go, and nothing may grow.

`SOAK_S=600 python -m cardtable_lab.bench.soak` prints the use of memory, threads, open files, log and disk. The table
runs in its own process, as users start it; phones are HTTP clients that follow the stream. During the first games,
memory rises until caches are full; that time does not count. It needs Linux, as it reads /proc.

There is one exception. Each of the server's many threads keeps some freed memory (glibc's arenas and caches), so
resident memory rises for hours, by some 200 kB per thread, until all threads have served a few requests. This caching
is switched off here, because it would hide real leaks.
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

from table.values import Value

COMMAND = Path(sys.executable).with_name("cardtable")
SPEED = 100
PHONES = 3  # phones that come and go; another one stays
PAGES = ("/", "/virtual", "/api/v1/table", "/health", "/rules/mito", "/api/v1/openapi.json")
_NOTHING_KEPT = {"GLIBC_TUNABLES": "glibc.malloc.tcache_count=0:glibc.malloc.arena_max=1"}
_STAYS_S = 1.5  # how long a phone follows before it disappears
_PATIENCE_S = 30.0
_EACH_S = 1.0  # between two samples of the process
WARM_GAMES = 20  # by then the table's caches are full; memory rose over 19 games, and stayed level after that


class Sample(Value):
    """The process at one moment. Sizes are in bytes, `played_s` is the total time of play so far."""

    played_s: float
    games: int
    memory: int
    threads: int
    files: int
    log: int
    disk: int


@dataclass
class Played:
    """What phones have seen: how long each game has lasted so far, in s, and how often a phone has visited."""

    lasted_s: dict[int, float] = field(default_factory=dict)
    visits: int = 0

    @property
    def whole_s(self) -> float:
        """The total time of play, in s."""
        return sum(self.lasted_s.values())


class Growth(Value):
    """A quantity that must not grow: its values in the first and the last third of the time, and its limit."""

    what: str
    early: float
    late: float
    may: float

    @property
    def flat(self) -> bool:
        """Whether it grew by at most its limit."""
        return self.late - self.early <= self.may


class Soaked(Value):
    """The results of a soak: samples in order, visits by phones, duration, the table's exit status and its output."""

    samples: Sequence[Sample]
    visits: int
    took_s: float
    left: int
    said: str

    @property
    def growths(self) -> list[Growth]:
        """The growth from the first third of the samples to the last."""
        third = len(self.samples) // 3
        early, late = self.samples[:third], self.samples[-third:]

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
        """Whether nothing grew, and the table stopped properly when asked."""
        return self.left == 0 and all(growth.flat for growth in self.growths)


def soak(seconds: float, *, speed: float = SPEED, game: str = "mito", warm_games: int = WARM_GAMES) -> Soaked:
    """Leave a table on; after `warm_games` games, sample it every second for `seconds`, while phones come and go."""
    with tempfile.TemporaryDirectory() as home, ExitStack() as leaving:
        folder, played, stop = Path(home), Played(), Event()
        process, port = leaving.enter_context(_table(folder, game, speed))
        follows = Thread(target=_follow, args=(port, played, stop), daemon=True)
        comes = [Thread(target=_comes_and_goes, args=(port, played, stop), daemon=True) for _ in range(PHONES)]
        leaving.callback(stop.set)
        for thread in (follows, *comes):
            thread.start()
        began_s = sampled_s = time.monotonic()
        samples = list[Sample]()
        while time.monotonic() - sampled_s < seconds and process.poll() is None:
            if samples or len(played.lasted_s) > warm_games:
                samples.append(_sample(process.pid, folder, played))
            else:
                sampled_s = time.monotonic()
            stop.wait(_EACH_S)
        stop.set()
        for thread in (follows, *comes):
            thread.join(_PATIENCE_S)
        process.send_signal(signal.SIGINT)
        left = process.wait(_PATIENCE_S)
        if not samples:
            raise RuntimeError(f"the table has ended: {(folder / 'log').read_text()}")
        return Soaked(samples, played.visits, time.monotonic() - began_s, left, (folder / "log").read_text())


@contextmanager
def _table(folder: Path, game: str, speed: float) -> Iterator[tuple[subprocess.Popen[bytes], int]]:
    """Start a table and wait until it accepts connections."""
    with socket.create_server(("", 0)) as probe:
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
    """Sample a process: its memory, threads, open files, log and disk space."""
    about = dict(line.split(":", 1) for line in Path(f"/proc/{pid}/status").read_text().splitlines() if ":" in line)
    return Sample(
        played_s=played.whole_s,
        games=len(played.lasted_s),
        memory=int(about["VmRSS"].split()[0]) * 1024,
        threads=int(about["Threads"]),
        files=len(os.listdir(f"/proc/{pid}/fd")),  # noqa: PTH208 - only the count is needed, and some may be closed
        log=(folder / "log").stat().st_size,
        disk=sum(_size(path) for path in (folder / "data").iterdir()),
    )


def _size(path: Path) -> int:
    try:
        return path.stat().st_size
    except FileNotFoundError:  # a temporary file that replaces an old one
        return 0


# -- phones


def _lines(port: int, stop: Event, for_s: float) -> Iterator[bytes]:
    """Yield lines of the stream for `for_s` seconds, or until the table ends it."""
    ends_s, connection = time.monotonic() + for_s, http.client.HTTPConnection("127.0.0.1", port, timeout=_PATIENCE_S)
    try:
        connection.request("GET", "/api/v1/events")
        answer = connection.getresponse()
        while time.monotonic() < ends_s and not stop.is_set() and (line := answer.readline()):
            yield line
    finally:
        connection.close()


def _follow(port: int, played: Played, stop: Event) -> None:
    """Act as a phone that stays; record how long each game lasts."""
    while not stop.is_set():
        for line in _lines(port, stop, for_s=600):
            name, _, data = line.decode().partition(": ")
            if name == "data" and '"game_id"' in data:
                picture = json.loads(data)
                now_s, game_id = (picture.get("last") or {}).get("t", 0.0), picture["game_id"]
                played.lasted_s[game_id] = max(now_s, played.lasted_s.get(game_id, 0.0))


def _comes_and_goes(port: int, played: Played, stop: Event) -> None:
    """Act as one phone after another: open a page, follow the stream for a moment, and disappear."""
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


def summarized(soaked: Soaked) -> str:
    """Return the results of a soak in Markdown."""
    last = soaked.samples[-1]
    rows = [f"| {one.what} | {one.early:.1f} | {one.late:.1f} | {one.may:g} |" for one in soaked.growths]
    table = "\n".join(["| what | first third | last third | may grow by |", "| --- | --- | --- | --- |", *rows])
    speed = last.played_s / soaked.took_s
    return (
        f"In {soaked.took_s / 60:.1f} minutes it played {last.games} games, {last.played_s / 3600:.1f} hours\n"
        f"at the table ({speed:.0f} times as fast as people), and phones came and left {soaked.visits} times. Memory\n"
        "is the median of the resident size without glibc's arenas; all other values are maximums:\n\n"
        f"{table}\n"
    )


def main() -> None:
    """Soak a table and print the results; exit with 1 if anything grew."""
    soaked = soak(float(os.environ.get("SOAK_S", "60")))
    print(summarized(soaked))
    sys.exit(0 if soaked.sound else soaked.said or 1)


if __name__ == "__main__":
    main()
