"""A table on a small machine: `python -m bench.small 100 20 10` gives it so many percent of one core, in turn.

The kernel's bandwidth control (cgroup, version 1 or 2) lets it run for a part of every 10 ms. It needs root. What is
measured is `cardtable play`, whose chips are emulated: a Pi does not emulate, but moves bytes over SPI instead.
"""

import json
import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from socket import create_server
from statistics import median
from subprocess import DEVNULL, Popen
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any
from urllib.request import Request, urlopen

PERIOD_US = 10_000
IDLE_S = 20.0
TOUCHES = 20
TOUCH_S = 0.6
PATIENCE_S = 120.0
MS = 1000.0
_V1 = Path("/sys/fs/cgroup/cpu,cpuacct"), Path("/sys/fs/cgroup/cpu")


@dataclass(frozen=True)
class Measured:
    """Seconds from the command to the first page; idle CPU in percent of what it may have; and waits in ms."""

    percent: int
    starts_s: float
    idle: float
    page: float
    to_phone: float
    to_phone_worst: float


class Share:
    """A part of one core, for whoever is put there."""

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
        self.members = self._folder / "cgroup.procs"

    def close(self) -> None:
        """Take it away, when nobody is there any more."""
        self._folder.rmdir()


@contextmanager
def table(share: Share) -> Iterator[tuple[str, float, int]]:
    """Run a game with three people; yield its address, how long the first page took, and its process."""
    with TemporaryDirectory() as folder:
        port = _free_port()
        url = f"http://127.0.0.1:{port}"
        line = ["play", "mito", "--players", "3", "--port", str(port), "--database", f"{folder}/table.db"]
        command = str(Path(sys.executable).parent / "cardtable")
        script = f'echo $$ > {share.members}; exec "$0" "$@"'
        began = time.monotonic()
        with Popen(["/bin/sh", "-c", script, command, *line], stdin=DEVNULL, stdout=DEVNULL) as process:  # noqa: S603
            try:
                while not _answers(url):
                    if process.poll() is not None:
                        raise SystemExit("the table has ended")
                    time.sleep(0.02)
                yield url, time.monotonic() - began, process.pid
            finally:
                process.kill()


def _free_port() -> int:
    with create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def _answers(url: str) -> bool:
    try:
        with urlopen(url, timeout=PATIENCE_S) as page:  # noqa: S310 - our own
            return bool(page.read())
    except OSError:
        return False


def _cpu_s(pid: int) -> float:
    words = Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


class Phone(Thread):
    """A phone that hears the table's stream: `shown` is set when the card that it looks for lies on top."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.shown, self.open = Event(), Event()
        self.looks_for = ""
        self._url = url

    def run(self) -> None:
        """Listen until the table is gone."""
        with urlopen(f"{self._url}/api/v1/events", timeout=PATIENCE_S) as lines:  # noqa: S310 - our own
            for line in lines:
                self.open.set()
                if line.startswith(b"data: ") and f'"top":"{self.looks_for}"' in line.decode().replace(" ", ""):
                    self.shown.set()


def _touched(url: str) -> list[float]:
    """Touch cards to the pad, one after the other; return how long each took to a phone, in ms."""
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


def measured(percent: int) -> Measured:
    """Run a table on a part of a core, and measure it."""
    share = Share(percent)
    try:
        with table(share) as (url, starts_s, pid):
            time.sleep(3)
            before = _cpu_s(pid)
            time.sleep(IDLE_S)
            idle = (_cpu_s(pid) - before) / IDLE_S / percent * 100 * 100
            pages = []
            for _ in range(20):
                began = time.monotonic()
                _answers(url)
                pages.append((time.monotonic() - began) * MS)
            took = _touched(url)
    finally:
        share.close()
    return Measured(percent, starts_s, idle, median(pages), median(took), max(took))


if __name__ == "__main__":
    print("of a core | first page | idle, of that | a page | touch to phone, median and worst")
    for one in map(int, sys.argv[1:] or ["100", "20", "10"]):
        it = measured(one)
        waits = f"{it.page:.0f} ms | {it.to_phone:.0f} ms, {it.to_phone_worst:.0f} ms"
        print(f"{it.percent} % | {it.starts_s:.1f} s | {it.idle:.0f} % | {waits}", flush=True)
