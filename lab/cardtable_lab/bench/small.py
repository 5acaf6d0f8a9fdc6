"""A table on a fraction of a core.

`python -m cardtable_lab.bench.small 100 20 10` measures a table on 100%, then on 20% and then on 10% of a core.

The kernel's bandwidth control (cgroup, version 1 or 2) lets the table run for part of every 10 ms. That needs root;
without it, signals stop the table for the rest of every 100 ms. The module measures `cardtable play`, whose chips are
emulated; a Pi moves bytes over SPI instead.
"""

import json
import os
import signal
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any, Protocol
from urllib.request import Request, urlopen

from cardtable_lab.bench.starts import free_port
from table.values import Value

ROOT = Path(__file__).parents[3]
PERIOD_US = 10_000
TURN_S = 0.1
IDLE_S = float(os.environ.get("IDLE_S", "20"))
SETTLES_S = 3.0
TOUCHES = 20
TOUCH_S = 0.6
PATIENCE_S = 120.0
MS = 1000.0
_V1 = Path("/sys/fs/cgroup/cpu,cpuacct"), Path("/sys/fs/cgroup/cpu")


class Measured(Value):
    """The results: time to the first page in s, idle CPU in percent of the share, and waits in ms."""

    percent: int
    starts_s: float
    idle: float
    page: float
    to_phone: float
    to_phone_worst: float


class Share(Protocol):
    """A share of one core."""

    name: str

    def command(self, line: Sequence[str]) -> list[str]:
        """Return the command that runs another command on this share."""
        ...

    def begun(self, pid: int) -> None:
        """Apply the limit to a process that has just started."""
        ...

    def close(self) -> None:
        """Release the share once the process has ended."""
        ...


class Group:
    """A control group of the kernel with a share of one core. Raise OSError if we may not create it."""

    def __init__(self, percent: int) -> None:
        hierarchy = next((one for one in _V1 if (one / "cpu.shares").exists()), None)
        self._folder = (hierarchy or Path("/sys/fs/cgroup")) / f"cardtable-{percent}"
        self._folder.mkdir(exist_ok=True)
        quota = str(PERIOD_US * percent // 100)
        if hierarchy is None:
            (self._folder / "cpu.max").write_text(f"{quota} {PERIOD_US}")
        else:
            (self._folder / "cpu.cfs_period_us").write_text(str(PERIOD_US))
            (self._folder / "cpu.cfs_quota_us").write_text(quota)
        self._members = self._folder / "cgroup.procs"
        self.name = f"cgroup, {quota} of every {PERIOD_US} us"

    def command(self, line: Sequence[str]) -> list[str]:
        """Return a command that joins the group first."""
        return ["/bin/sh", "-c", f'echo $$ > {self._members}; exec "$0" "$@"', *line]

    def begun(self, pid: int) -> None:
        """Do nothing, because the process has already joined the group."""

    def close(self) -> None:
        """Remove the group once it is empty."""
        self._folder.rmdir()


class Turns:
    """A share of one core enforced by signals that stop the process, for systems that do not permit control groups."""

    def __init__(self, percent: int) -> None:
        self._runs_s = TURN_S * percent / 100
        self._stop = Event()
        self._thread: Thread | None = None
        self.name = f"SIGSTOP and SIGCONT, {self._runs_s * 1000:g} of every {TURN_S * 1000:g} ms"

    def command(self, line: Sequence[str]) -> list[str]:
        return [*line]

    def begun(self, pid: int) -> None:
        """Start a thread that stops the process for part of each interval."""
        self._thread = Thread(target=self._take, args=(pid,), daemon=True)
        self._thread.start()

    def _take(self, pid: int) -> None:
        with suppress(ProcessLookupError):
            while not self._stop.wait(self._runs_s):
                os.kill(pid, signal.SIGSTOP)
                time.sleep(TURN_S - self._runs_s)
                os.kill(pid, signal.SIGCONT)

    def close(self) -> None:
        """Stop interrupting the process."""
        self._stop.set()
        if self._thread is not None:
            self._thread.join()


def share(percent: int) -> Share:
    """Return a share of one core: a group, or signals if no group is permitted."""
    try:
        return Group(percent)
    except OSError:
        return Turns(percent)


@contextmanager
def table(share: Share) -> Iterator[tuple[str, float, int]]:
    """Run a game with three people; yield its address, the time until its first page, and its process ID."""
    with TemporaryDirectory() as folder:
        port = free_port()
        url = f"http://127.0.0.1:{port}"
        line = ["play", "mito", "--players", "3", "--port", str(port), "--database", f"{folder}/table.db"]
        command = str(Path(sys.executable).parent / "cardtable")
        with shared(share, [command, *line], url) as (process, starts_s):
            yield url, starts_s, process.pid


@contextmanager
def shared(share: Share, line: Sequence[str], url: str, stdin: int = DEVNULL) -> Iterator[tuple["Popen[str]", float]]:
    """Run a table on a share until the block ends; yield its process and the time until its first page."""
    began = time.monotonic()
    with Popen(share.command(line), cwd=ROOT, stdin=stdin, stdout=DEVNULL, text=True) as process:  # noqa: S603
        try:
            share.begun(process.pid)
            while not answers(url):
                if process.poll() is not None:
                    raise RuntimeError("the table has ended")
                time.sleep(0.02)
            yield process, time.monotonic() - began
        finally:
            process.kill()


def answers(url: str) -> bool:
    """Return whether a URL serves a page."""
    try:
        with urlopen(url, timeout=PATIENCE_S) as page:  # noqa: S310 - our own
            return bool(page.read())
    except OSError:
        return False


def _cpu_s(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Phone(Thread):
    """A phone that follows the table's stream: `shown` is set once the card it is waiting for is on the pile."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.shown, self.open = Event(), Event()
        self.looks_for = ""
        self._url = url

    def run(self) -> None:
        """Follow the stream until the table ends it."""
        with urlopen(f"{self._url}/api/v1/events", timeout=PATIENCE_S) as lines:  # noqa: S310 - our own
            for line in lines:
                self.open.set()
                if line.startswith(b"data: ") and f'"top":"{self.looks_for}"' in line.decode().replace(" ", ""):
                    self.shown.set()


def _touched(url: str) -> list[float]:
    """Touch the pad with one card after another; return how long each took to show up on a phone, in ms."""
    phone, took = Phone(url), []
    phone.start()
    phone.open.wait(PATIENCE_S)
    for number in range(TOUCHES):
        phone.looks_for = f"number{number % 5 + 1}.{number // 5 + 1}"
        phone.shown.clear()
        began = time.monotonic()
        _post(url, do="touch", card=phone.looks_for, zone="discard")
        if phone.shown.wait(5):
            took.append((time.monotonic() - began) * MS)
        time.sleep(TOUCH_S)
    return took


def _post(url: str, **body: Any) -> None:
    headers = {"Content-Type": "application/json", "Origin": url}
    urlopen(Request(f"{url}/api/v1/tabletop", json.dumps(body).encode(), headers), timeout=PATIENCE_S).close()  # noqa: S310


def idle_percent(pid: int, percent: int) -> float:
    """Leave a table alone; return its CPU time in percent of its share."""
    time.sleep(SETTLES_S)
    before = _cpu_s(pid)
    time.sleep(IDLE_S)
    return (_cpu_s(pid) - before) / IDLE_S / percent * 100 * 100


def measured(percent: int) -> Measured:
    """Run a table on a share of a core and measure it."""
    part = share(percent)
    try:
        with table(part) as (url, starts_s, pid):
            idle = idle_percent(pid, percent)
            pages = []
            for _ in range(20):
                began = time.monotonic()
                answers(url)
                pages.append((time.monotonic() - began) * MS)
            took = _touched(url)
    finally:
        part.close()
    return Measured(percent, starts_s, idle, median(pages), median(took), max(took))


if __name__ == "__main__":
    print("of a core | first page | idle, of that | a page | touch to phone, median and worst")
    for phones in map(int, sys.argv[1:] or ["100", "20", "10"]):
        it = measured(phones)
        waits = f"{it.page:.0f} ms | {it.to_phone:.0f} ms, {it.to_phone_worst:.0f} ms"
        print(f"{it.percent} % | {it.starts_s:.1f} s | {it.idle:.0f} % | {waits}", flush=True)
