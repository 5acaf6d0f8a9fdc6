"""How quickly phones receive events from the table, and what phones cost.

`python -m cardtable_lab.bench.phones` prints only these figures.

It runs a table like `cardtable play`, phones in another process, and hands that lay cards and press buttons. All are on
this machine, so that one clock stamps both ends.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from itertools import pairwise
from pathlib import Path
from socket import create_server
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import Any
from urllib.request import Request, urlopen

from cardtable_lab.bench.rates import Figure
from cardtable_lab.bench.stamped_table import STAMPS, Shown
from table import cards
from table.values import Value

ROOT = Path(__file__).parents[3]
PATIENCE_S = 20.0
CARD_S = 0.35  # a touch takes 0.33 s
TAP_S = (0.1, 0.6)  # how long it is pressed, and then until it can no longer become a double press
TAP_EVERY = 8  # acts
NAP_S = 0.002
MS = 1e6


class Heard(Value):
    """The results of one measurement. Times are in ms, one for each phone and event, or for each snapshot.

    `to_phones` is the time from a snapshot on the board until a phone has the event, `owner` the time from a source's
    report to the snapshot. `late` is how late a sleeping thread woke during the measurement: if that is long, the other
    times say nothing about the table. `cpu` is in percent of one core, `memory_mb` is the resident set.
    """

    phones: int
    events: int
    to_phones: Sequence[float]
    owner: Sequence[float]
    late: Sequence[float]
    cpu: float
    memory_mb: float


class Hands:
    """Hands at the table that lay one fitting card after another, and tap now and then."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._cards = fitting_cards()
        self._acts = 0

    def act(self) -> None:
        """Lay a card or tap, and wait until the movement is over."""
        self._acts += 1
        if self._acts % TAP_EVERY:
            self._do(do="touch", card=next(self._cards), zone="discard")
            time.sleep(CARD_S)
        else:
            self._tap()

    def _tap(self) -> None:
        with urlopen(f"{self._url}/api/v1/table", timeout=PATIENCE_S) as answer:  # noqa: S310
            seat = json.load(answer)["turn"]
        for act, pause in zip(("press", "release"), TAP_S, strict=True):
            self._do(do=act, seat=seat)
            time.sleep(pause)

    def _do(self, **move: Any) -> None:
        headers = {"Content-Type": "application/json"}
        request = Request(f"{self._url}/api/v1/tabletop", json.dumps(move).encode(), headers)  # noqa: S310
        urlopen(request, timeout=PATIENCE_S).close()  # noqa: S310


def fitting_cards() -> Iterator[str]:
    """Yield cards that fit on each other: every copy of Mito's numbers, in ascending order, with 1 after 5."""
    deck: dict[int, list[str]] = {}
    for card in cards.shipped_deck("mito"):
        if card["kind"] == "number":
            deck.setdefault(card["number"], []).append(card["code"])
    for copies in zip(*(deck[number] for number in sorted(deck)), strict=False):
        yield from copies


def heard(phones: int, seconds: float, within: Path | None = None) -> Heard:
    """Play for `seconds` while phones follow; return the measurements. There are enough cards for 14 s.

    The journal is in a new folder in `within`, or in the system's folder for temporary files.
    """
    with TemporaryDirectory(dir=within) as folder, playing(Path(folder)) as (table, port):
        with following(port, phones) as ended, sleeper() as late:
            spent_s, began_s = _cpu_s(table.pid), time.monotonic()
            _act(port, began_s + seconds)
            cpu = 100 * (_cpu_s(table.pid) - spent_s) / (time.monotonic() - began_s)
            memory_mb = _memory_mb(table.pid)
            last = _last(port)
            received = ended(last)
        table.terminate()
        table.communicate(timeout=PATIENCE_S)
        shown = [Shown(**one) for one in json.loads((Path(folder) / STAMPS).read_text())["shown"]]
    events, to_phones = arrivals(shown, received, last)
    owner = [(one.shown_ns - one.posted_ns) / MS for one in shown]
    return Heard(phones, events, to_phones, owner, late, cpu, memory_mb)


def _act(port: int, until_s: float) -> None:
    hands = Hands(f"http://127.0.0.1:{port}")
    while time.monotonic() < until_s:
        hands.act()


@contextmanager
def sleeper() -> Iterator[list[float]]:
    """Run a thread that repeatedly sleeps for 2 ms; the yielded list collects how late it woke, in ms."""
    late: list[float] = []
    stop = Event()

    def sleep() -> None:
        while not stop.is_set():
            began_s = time.monotonic()
            time.sleep(NAP_S)
            late.append((time.monotonic() - began_s - NAP_S) * 1000)

    thread = Thread(target=sleep)
    thread.start()
    try:
        yield late
    finally:
        stop.set()
        thread.join()


def idle_cpu(phones: int, seconds: float) -> float:
    """Return the CPU load of an idle table that `phones` phones follow, in percent of one core."""
    with TemporaryDirectory() as folder, playing(Path(folder)) as (table, port), following(port, phones):
        spent_s, began_s = _cpu_s(table.pid), time.monotonic()
        time.sleep(seconds)
        return 100 * (_cpu_s(table.pid) - spent_s) / (time.monotonic() - began_s)


def _last(port: int) -> int:
    """Return the number of the latest event."""
    with urlopen(f"http://127.0.0.1:{port}/api/v1/table", timeout=PATIENCE_S) as answer:
        last: int = json.load(answer)["last"]["seq"]
        return last


def arrivals(
    shown: Sequence[Shown], received: Sequence[Sequence[tuple[int, int]]], last: int
) -> tuple[int, list[float]]:
    """Return the number of events up to `last`, and the delay of each on each phone since its snapshot, in ms.

    Raise RuntimeError if a phone has missed an event.
    """
    first_ns: dict[int, int] = {}
    for before, after in pairwise(shown):
        until = min(after.event_count, last)
        first_ns |= dict.fromkeys(range(before.event_count + 1, until + 1), after.shown_ns)
    took: list[float] = []
    for phone in received:
        heard_ns = dict(phone)
        missed = first_ns.keys() - heard_ns.keys()
        if missed:
            raise RuntimeError(f"a phone has missed {len(missed)} of {len(first_ns)} events")
        took += [(heard_ns[seq] - shown_ns) / MS for seq, shown_ns in first_ns.items()]
    return len(first_ns), took


@contextmanager
def playing(folder: Path) -> Iterator[tuple[subprocess.Popen[str], int]]:
    """Run a table with a stopwatch; yield its process and its port."""
    with create_server(("", 0)) as probe:
        port: int = probe.getsockname()[1]
    with _process("cardtable_lab.bench.stamped_table", str(port), str(folder)) as table:
        _wait_for(table, "Ctrl-C stops")
        yield table, port


@contextmanager
def following(port: int, phones: int) -> Iterator[Any]:
    """Run phones that follow a table; yield a function that returns what each has received up to a given event."""
    with _process("cardtable_lab.bench.followers", str(port), str(phones)) as followers:
        _wait_for(followers, "ready")
        yield lambda last: json.loads(followers.communicate(f"{last}\n", timeout=PATIENCE_S)[0])


@contextmanager
def _process(module: str, *arguments: str) -> Iterator[subprocess.Popen[str]]:
    command = [sys.executable, "-m", module, *arguments]
    process = subprocess.Popen(  # noqa: S603
        command, cwd=ROOT, env=os.environ, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        yield process
    finally:
        process.kill()
        process.communicate()


def _wait_for(process: subprocess.Popen[str], said: str) -> None:
    for line in process.stdout or ():
        if said in line:
            return
    raise RuntimeError(f"{process.args!r} has ended before it said {said!r}")


def _cpu_s(pid: int) -> float:
    """Return the CPU time that a process has used, in s."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _memory_mb(pid: int) -> float:
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0]) / 1024


def percentile(values: Sequence[float], percent: int) -> float:
    """Return the smallest value that `percent` of all values do not exceed."""
    return sorted(values)[max(0, -(-len(values) * percent // 100) - 1)]


def phone_figures() -> Iterator[Figure]:
    """Measure a table with 20, 100 and 500 phones; yield nothing where there is no /proc."""
    if not Path("/proc/self/stat").exists():
        return
    for phones in (20, 100, 500):
        one = heard(phones, 12)
        times = {
            "snapshot to phone": one.to_phones,
            "fact to snapshot": one.owner,
            "late wake-up of a sleeping thread": one.late,
        }
        for what, values in times.items():
            for percent in (50, 99):
                yield Figure(f"{phones} phones: {what}, p{percent}", percentile(values, percent), "ms")
        yield Figure(f"{phones} phones: CPU at {one.events / 12:.0f} events a second", one.cpu, "% of a core")
        yield Figure(f"{phones} phones: memory", one.memory_mb, "MB")
    for phones in (0, 20):
        yield Figure(f"{phones} phones, idle table: CPU", idle_cpu(phones, 10), "% of a core")


if __name__ == "__main__":
    for figure in phone_figures():
        print(f"{figure.what}: {figure.value:.2f} {figure.unit}", flush=True)
