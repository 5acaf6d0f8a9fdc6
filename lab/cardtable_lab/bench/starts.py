"""The processor time that commands take to start, relative to importing Flask and Waitress, which serve the pages.

`python -m cardtable_lab.bench.starts` prints it. Each command runs in its own process, from compiled bytecode.
The commands take turns, so that conditions are equal. `cardtable play` is killed as soon as it has served its first
page.
"""

import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from socket import create_server
from statistics import median
from subprocess import DEVNULL, PIPE, Popen
from tempfile import TemporaryDirectory
from urllib.request import urlopen

from cardtable_lab.bench.rates import Figure

ROOT = Path(__file__).parents[3]
COMMAND = str(Path(sys.executable).with_name("cardtable"))
SCRIPT = ROOT / "tests/scripts/mito/a-game.jsonl"
REFERENCE = "python -c 'import flask, waitress'"
TURNS = int(os.environ.get("STARTS", "9"))
PATIENCE_S = 120.0
_COMPILES = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def ran_s(*command: str) -> float:
    """Run a command to its end; return the processor time that it took. Raise RuntimeError if it fails."""
    with Popen(command, cwd=ROOT, env=_COMPILES, stdin=DEVNULL, stdout=DEVNULL) as process:  # noqa: S603
        took_s, status = _reaped(process)
    if status:
        raise RuntimeError(f"{command!r} has failed")
    return took_s


def to_first_page_s(*play: str) -> float:
    """Run `cardtable play` until it has served its first page; return the processor time until then."""
    port = free_port()
    command = [COMMAND, "play", *play, "--port", f"{port}"]
    with Popen(command, env=_COMPILES, stdin=DEVNULL, stdout=PIPE, text=True) as process:  # noqa: S603
        try:
            assert process.stdout is not None  # noqa: S101 - it is a pipe
            while "Ctrl-C stops" not in (line := process.stdout.readline()):
                if not line:
                    raise RuntimeError(f"{command!r} has ended")
            with urlopen(f"http://127.0.0.1:{port}/", timeout=PATIENCE_S) as page:
                page.read()
        finally:
            process.kill()
            took_s, _ = _reaped(process)
    return took_s


def _reaped(process: "Popen[str] | Popen[bytes]") -> tuple[float, int]:
    """Wait until a process has ended; return its processor time and its exit status."""
    _, status, used = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    return used.ru_utime + used.ru_stime, process.returncode


def free_port() -> int:
    with create_server(("", 0)) as probe:
        port: int = probe.getsockname()[1]
        return port


def plays_s(*play: str) -> float:
    """Start `cardtable play` with a new journal; return the processor time until its first page."""
    with TemporaryDirectory() as folder:
        return to_first_page_s(*play, "--database", f"{folder}/table.db")


STARTS: dict[str, Callable[[], float]] = {
    REFERENCE: partial(ran_s, sys.executable, "-c", "import flask, waitress"),
    "cardtable games": partial(ran_s, COMMAND, "games"),
    "cardtable replay": partial(ran_s, COMMAND, "replay", str(SCRIPT)),
    "cardtable play": plays_s,
}


def in_turn(works: Sequence[Callable[[], float]], turns: int = TURNS) -> list[float]:
    """Run the functions in turn, after one warm-up round; return the median of each."""
    for work in works:
        work()
    return [median(row) for row in zip(*([work() for work in works] for _ in range(turns)), strict=True)]


def start_figures() -> list[Figure]:
    """Measure the processor time of each command's startup, in s and as a multiple of the reference."""
    reference_s, *took_s = in_turn(list(STARTS.values()))
    figures = [Figure(f"CPU of {REFERENCE}", reference_s, "s")]
    for name, took in zip(list(STARTS)[1:], took_s, strict=True):
        figures += [
            Figure(f"CPU to start {name}", took, "s"),
            Figure(f"CPU to start {name}, over importing flask and waitress", took / reference_s, "x"),
        ]
    return figures


if __name__ == "__main__":
    for figure in start_figures():
        print(f"{figure.what}: {figure.value:.2f} {figure.unit}")
