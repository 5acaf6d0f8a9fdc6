"""The cost of an idle table: `cardtable run` with two readers on stand-ins for spidev, with and without a game.

`python -m cardtable_lab.bench.idle` prints the table's processor time as a multiple of that of bare transfers. The
transfers are made in a separate process over the same stand-ins, at 50 polls a second per reader: once with an xfer2
call per transfer, as in every driver for this chip, and once with a single message per poll. The emulation costs both
sides the same.
"""

import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import partial
from http.cookiejar import CookieJar
from pathlib import Path
from socket import create_server
from statistics import median
from subprocess import PIPE, Popen, run
from tempfile import TemporaryDirectory
from threading import Event
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener

from cardtable_lab.bench.rates import Figure
from hardware.assembly import Assembly
from hardware.clock import SystemClock
from hardware.emulator.installed import ENVIRONMENT
from hardware.emulator.stand_ins import DIRECTORY
from hardware.iso14443a import WUPA
from hardware.mfrc522.chip import Mfrc522
from hardware.mfrc522.registers import ComIrq
from hardware.pi.spidev_port import SpidevPort
from hardware.plan import Plan, ReaderPlan
from hardware.ports import Message, Segment

ROOT = Path(__file__).parents[3]
COMMAND = Path(sys.executable).with_name("cardtable")
READERS = 2
LOOKS_PER_S = 50
IDLE_S = float(os.environ.get("IDLE_S", "5"))
TURNS = 5
SETTLES_S = 2.0
TOUCHES = 5
UID = "04a1b2c3d4e5f6"
PI = 'hands = "hands.pipe"\n' + "".join(f"[[reader]]\ndevice = {device}\n" for device in range(READERS))
TABLE = "[table]\nseats = 3\n" + "".join(
    f'[[reader]]\nzone = "{zone}"\nbackend = "spidev"\ndevice = {device}\n'
    for device, zone in enumerate(("discard", "hidden"))
)
_PATIENCE_S = 30.0
_EACH_S = 0.005


class Phone:
    """The host's phone."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def asks(self, path: str, **body: Any) -> None:
        """Post a request to the API."""
        headers = {"Content-Type": "application/json", "Origin": self._url}
        self._opener.open(Request(f"{self._url}/api/v1/{path}", json.dumps(body).encode(), headers)).close()  # noqa: S310

    def gets(self, path: str) -> Any:
        """Return the JSON at a path of the API."""
        with self._opener.open(f"{self._url}/api/v1/{path}", timeout=_PATIENCE_S) as answer:
            return json.load(answer)


@contextmanager
def stand_ins(within: Path | None = None) -> Iterator[tuple[Path, Mapping[str, str]]]:
    """Configure an emulated Pi in a new folder (in `within`); yield the folder and the environment for a process."""
    with TemporaryDirectory(dir=within) as name:
        folder = Path(name)
        (folder / "pi.toml").write_text(PI)
        (folder / "table.toml").write_text(TABLE)
        os.mkfifo(folder / "hands.pipe")
        path = os.pathsep.join(map(str, (DIRECTORY, ROOT, ROOT / "lab")))
        yield folder, {**os.environ, "PYTHONPATH": path, ENVIRONMENT: str(folder / "pi.toml")}


@contextmanager
def table(folder: Path, environment: Mapping[str, str], *game: str) -> Iterator[tuple["Popen[str]", Phone]]:
    """Run the table until the block ends, with a phone as its host; yield both."""
    with create_server(("", 0)) as probe:
        port: int = probe.getsockname()[1]
    line = [str(COMMAND), "run", *game, "--config", str(folder / "table.toml"), "--port", str(port)]
    with Popen(line, env=environment, stdout=PIPE, text=True) as process:  # noqa: S603
        try:
            assert process.stdout is not None  # noqa: S101 - it is a pipe
            said = ""
            while "Ctrl-C stops" not in said:
                more = process.stdout.readline()
                if not more:
                    raise RuntimeError("the table has not started")
                said += more
            pin = re.search(r"Host PIN +(\d{3}) (\d{3})\n", said)
            assert pin is not None, said  # noqa: S101 - it is always printed
            phone = Phone(f"http://127.0.0.1:{port}")
            phone.asks("host", pin=pin[1] + pin[2])
            yield process, phone
        finally:
            process.kill()


def cpu_s(pid: int) -> float:
    """Return the processor time of a process so far, in s; the scheduler counts it in ns."""
    return sum(int(one.read_text().split()[0]) for one in Path(f"/proc/{pid}/task").glob("*/schedstat")) / 1e9


def share(pid: int, idle_s: float) -> float:
    """Return the share of one core that a process uses while nothing happens."""
    time.sleep(SETTLES_S)
    before, began = cpu_s(pid), time.monotonic()
    time.sleep(idle_s)
    return (cpu_s(pid) - before) / (time.monotonic() - began)


def threads(pid: int) -> int:
    """Return how many threads a process has."""
    return len(list(Path(f"/proc/{pid}/task").iterdir()))


def told_s(folder: Path, phone: Phone) -> list[float]:
    """Lay a card several times; return how long the table took to notice it each time, in s."""
    took = []
    with (folder / "hands.pipe").open("w") as hands:
        for touch in range(TOUCHES):
            time.sleep(1 + touch * 0.037)
            took.append(_until(hands, {"do": "put", "uid": UID, "reader": "0.0"}, lambda: _cards(phone) == 1))
            _until(hands, {"do": "lift", "uid": UID}, lambda: _cards(phone) == 0)
    return took


def _cards(phone: Phone) -> int:
    return sum(reader["cards"] for reader in phone.gets("wired")["readers"])


def _until(hands: Any, gesture: Mapping[str, str], done: Callable[[], bool]) -> float:
    print(json.dumps(gesture), file=hands, flush=True)
    began = time.monotonic()
    while not done() and time.monotonic() - began < _PATIENCE_S:
        time.sleep(_EACH_S)
    return time.monotonic() - began


# -- the bare transfers, in a separate process


class _Noting:
    """A stand-in for both port and clock that records a driver's transfers and waits."""

    def __init__(self) -> None:
        self.noted: list[Segment] = []
        self._now_ns = 0

    def xfer2(self, data: Sequence[int]) -> Sequence[int]:
        """Respond as an MFRC522 without a tag does when its timer has run out."""
        self.noted.append(Segment(bytes(data)))
        return [0, ComIrq.TIMER, 0, 0, 0, 0][: len(data)]

    def now_ns(self) -> int:
        """Return the time."""
        return self._now_ns

    def sleep_ns(self, duration_ns: int) -> None:
        """Record a wait after the last transfer."""
        self._now_ns += duration_ns
        self.noted[-1] = Segment(self.noted[-1].data, duration_ns)

    def wait_ns(self, duration_ns: int, bell: Event) -> None:
        self.sleep_ns(duration_ns)

    def close(self) -> None:
        """Do nothing, as nothing is open."""


def poll() -> list[Segment]:
    """Return the transfers of one poll of an empty field, which switches the antenna as with two readers."""
    noting = _Noting()
    chip = Mfrc522(noting, noting)
    chip.light_up()
    chip.transceive(bytes([WUPA]), last_bits=7, answer_bits=19)
    chip.antenna(on=False)
    return noting.noted


def bare(way: str, idle_s: float) -> float:
    """Make only the transfers of polls, one by one or in messages (`way`); return the share of a core this takes."""
    with Assembly(Plan(), SystemClock()) as assembly:
        ports = [SpidevPort(0, device) for device in range(READERS)]
        for device in range(READERS):
            assembly.reader(ReaderPlan(f"{device}", "spidev", device=device)).start()
        segments = poll()
        looks = [partial(_one_by_one, port, segments) for port in ports]
        if way == "messages":
            messages = [(port.message(segments[:-1]), port.message(segments[-1:])) for port in ports]
            looks = [partial(_both, *pair) for pair in messages]
        before, began = time.process_time(), time.monotonic()
        due = began
        while due < began + idle_s:
            for one in looks:
                one()
            due += 1 / LOOKS_PER_S
            time.sleep(max(0.0, due - time.monotonic()))
        return (time.process_time() - before) / (time.monotonic() - began)


def _one_by_one(port: SpidevPort, segments: Sequence[Segment]) -> None:
    for segment in segments:
        port.xfer2(segment.data)
        if segment.wait_ns:
            time.sleep(segment.wait_ns / 1e9)


def _both(first: Message, second: Message) -> None:
    first()
    second()


def bare_share(environment: Mapping[str, str], way: str, idle_s: float) -> float:
    """Run `bare` in its own process; return the share of one core that it takes."""
    command = [sys.executable, "-m", "cardtable_lab.bench.idle", way, str(idle_s)]
    ran = run(command, cwd=ROOT, env=environment, stdout=PIPE, text=True, check=True)  # noqa: S603
    return float(ran.stdout)


# -- the table and the bare transfers, in turn


def in_turns(pid: int, environment: Mapping[str, str], idle_s: float) -> list[tuple[float, float, float]]:
    """Alternately measure an idle table, bare transfers made singly, and bare transfers made as messages.

    Each value is a share of one core. The measurements alternate because the speed of a computer varies over time.
    """
    return [
        (share(pid, idle_s), bare_share(environment, "transfers", idle_s), bare_share(environment, "messages", idle_s))
        for _ in range(TURNS)
    ]


def idle_figures(idle_s: float = IDLE_S) -> list[Figure]:
    """Measure an idle table with and without a game, and how long it takes to report a card without a game."""
    with stand_ins() as (folder, environment):
        with table(folder, environment) as (process, phone):
            lobby, count = in_turns(process.pid, environment, idle_s), threads(process.pid)
            delays_s = told_s(folder, phone)
        with table(folder, environment, "mito", "--players", "Ana,Ben,Cleo") as (process, _):
            game = in_turns(process.pid, environment, idle_s)
    return [
        Figure("bare transfers at 50 polls a second, one by one", median(bare for _, bare, _ in game) * 100, "% CPU"),
        Figure("bare transfers at 50 polls a second, as messages", median(bare for *_, bare in game) * 100, "% CPU"),
        *_of_table("idle table in a game", game),
        *_of_table("idle table with no game running", lobby),
        Figure("threads of a table", count, "threads"),
        Figure("time until a card is reported, no game running, median", median(delays_s), "s"),
        Figure("time until a card is reported, no game running, worst", max(delays_s), "s"),
    ]


def _of_table(what: str, turns: Sequence[tuple[float, float, float]]) -> list[Figure]:
    return [
        Figure(what, median(taken for taken, _, _ in turns) * 100, "% CPU"),
        Figure(f"{what}, over bare transfers one by one", median(taken / bare for taken, bare, _ in turns), "x"),
        Figure(f"{what}, over bare messages", median(taken / bare for taken, _, bare in turns), "x"),
    ]


def main(arguments: Sequence[str]) -> None:
    if arguments:
        print(bare(arguments[0], float(arguments[1])))
        return
    for figure in idle_figures():
        print(f"{figure.what}: {figure.value:.2f} {figure.unit}")


if __name__ == "__main__":
    main(sys.argv[1:])
