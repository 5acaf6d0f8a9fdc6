"""Runs `cardtable` or pytest in a separate process without the second that imports take, by forking a warm process.

`python -m tests.forking` is the warm process. It receives over a socket what to run, and the files to use, and answers
with the ID of the forked process, which is a child of the caller. The fork shares what Python does at start-up: its
hash seed, its imports, and what the environment changes in these. Tests of start-up spawn a new process instead. If an
environment is given, later imports search its PYTHONPATH first.
"""

import atexit
import ctypes
import gc
import importlib
import importlib.metadata
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from table.cli import COMMANDS

MOST_BYTES = 1_000_000
ROOT = Path(__file__).parent.parent
PR_SET_CHILD_SUBREAPER = 36
IMPORTED = (
    "web.server.log",
    "web.server.serve",
    *(f"table.cli.{module.partition(':')[0]}" for module in COMMANDS.values()),
)
IMPORTED += ("cardtable_club.command", "cardtable_lab.commands.simulate", "cardtable_lab.commands.study")
IMPORTED_BY_NAME = ("cardtable.games", "cardtable.scores", "cardtable.populations", "cardtable.ui")


def command(*arguments: str, program: str = "cardtable", **files: Any) -> "subprocess.Popen[str]":
    """Run `cardtable ARGUMENTS` as subprocess.Popen does; on Linux, as a fork of the warm process.

    `program` is "cardtable" or "pytest".
    """
    if sys.platform != "linux":
        return subprocess.Popen([str(Path(sys.executable).parent / program), *arguments], text=True, **files)
    return _Forked([program, *arguments], text=True, **files)


class _Forked(subprocess.Popen[str]):
    def _execute_child(self, args: Sequence[str], *how: Any) -> None:
        """Ask the warm process for a fork. Only Popen's folder, environment and three files are passed on."""
        stdin, ours_in, ours_out, stdout, ours_err, stderr = how[9:15]
        given = [theirs if theirs != -1 else own for own, theirs in enumerate((stdin, stdout, stderr))]
        folder, environment = str(how[4] or Path.cwd()), how[5] or dict(os.environ)
        asked = json.dumps({"arguments": args, "folder": folder, "environment": environment}).encode()
        socket.send_fds(_forker(), [asked], given)
        self.pid = int(_forker().recv(MOST_BYTES))
        self._child_created = True
        self._close_pipe_fds(  # type: ignore[attr-defined]  # Popen's, without types
            stdin, ours_in, ours_out, stdout, ours_err, stderr
        )


@cache
def _forker() -> socket.socket:
    """Start the warm process, which ends when this one does. Its orphaned forks become our children."""
    ctypes.CDLL(None).prctl(PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    ours, theirs = socket.socketpair(socket.AF_UNIX, socket.SOCK_SEQPACKET)
    with theirs:
        number = theirs.fileno()
        line = [sys.executable, "-m", "tests.forking", str(number)]
        process = subprocess.Popen(line, pass_fds=[number], stdin=subprocess.DEVNULL, cwd=ROOT)

    def end() -> None:
        ours.close()
        process.wait()

    atexit.register(end)
    return ours


def _fork_until_told_what_to_run(asking: socket.socket) -> dict[str, Any]:
    """Fork for each request. In each fork, return what it has to run."""
    while True:
        asked, given, _, _ = socket.recv_fds(asking, MOST_BYTES, 3)
        if not asked:
            sys.exit(0)
        reading, writing = os.pipe()
        if between := os.fork():
            os.close(writing)
            os.waitpid(between, 0)  # from now on its child is the caller's child
            asking.send(os.read(reading, 20))
            for number in (reading, *given):
                os.close(number)
            continue
        if forked := os.fork():
            os.write(writing, str(forked).encode())
            os._exit(0)
        for number, theirs in enumerate(given):
            os.dup2(theirs, number)
        for number in (reading, writing, *given):
            os.close(number)
        asking.close()
        wanted: dict[str, Any] = json.loads(asked)
        return wanted


def main() -> None:
    """Import everything, and run what is asked for in forks of this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is meant for the tests
    for name in IMPORTED:
        importlib.import_module(name)
    for group in IMPORTED_BY_NAME:
        for found in importlib.metadata.entry_points(group=group):
            found.load()
    (cardtable,) = importlib.metadata.entry_points(group="console_scripts", name="cardtable")
    programs = {"cardtable": cardtable.load(), "pytest": pytest.main}
    gc.freeze()  # so that forks do not copy objects that they only read
    wanted = _fork_until_told_what_to_run(socket.socket(fileno=int(sys.argv[1])))
    os.chdir(wanted["folder"])
    os.environ.clear()
    os.environ |= wanted["environment"]
    sys.path[:0] = filter(None, os.environ.get("PYTHONPATH", "").split(os.pathsep))
    if "coverage" in sys.modules and (measuring := sys.modules["coverage"].Coverage.current()):
        measuring.switch_context(os.environ["PYTEST_CURRENT_TEST"])
    sys.argv = wanted["arguments"]
    signal.signal(signal.SIGINT, signal.default_int_handler)
    _end_with(_run(programs[sys.argv[0]]))


def _run(program: Callable[[], Any]) -> int:
    """Run a program; return its exit status."""
    try:
        status = program()
    except SystemExit as ended:
        status = ended.code
    except BaseException:  # noqa: BLE001 - as Python does with whatever nobody catches
        sys.excepthook(*sys.exc_info())
        return 1
    if isinstance(status, str):
        sys.stderr.write(f"{status}\n")
        return 1
    return status or 0


def _end_with(status: int) -> None:
    """Exit as Python does, but without freeing objects, which would copy every page that the fork shares."""
    threading._shutdown()  # type: ignore[attr-defined]
    atexit._run_exitfuncs()
    for file in (sys.stdout, sys.stderr):
        try:
            file.flush()
        except OSError:
            status = 120
    os._exit(status)


if __name__ == "__main__":
    main()
