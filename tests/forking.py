"""`cardtable`, or pytest, in a process of its own, without the second that imports take: forked by one that did them.

`python -m tests.forking` is that one. It is told over a socket what to run, and with which files, and answers with the
id of a process that is whoever asked's own child. Such a process is like any other, but for what Python does when it
starts: the seed of its hashes, its imports, what the environment says to both. Tests of those start a fresh one. Where
an environment is given, what its PYTHONPATH names is found first by whatever is imported from then on.
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
    """Run `cardtable ARGUMENTS`, as subprocess.Popen does; by a fork where a process can be given away, as on Linux.

    `program` is that, or "pytest".
    """
    if sys.platform != "linux":
        return subprocess.Popen([str(Path(sys.executable).parent / program), *arguments], text=True, **files)
    return _Forked([program, *arguments], text=True, **files)


class _Forked(subprocess.Popen[str]):
    def _execute_child(self, args: Sequence[str], *how: Any) -> None:
        """Have it forked. Of what Popen hands on, folder, environment and the three files count."""
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
    """Start the one that forks; it ends when we do. What it forks and leaves is ours."""
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
    """Fork for whoever asks. Return, in each process that was forked, what that one has to run."""
    while True:
        asked, given, _, _ = socket.recv_fds(asking, MOST_BYTES, 3)
        if not asked:
            sys.exit(0)
        reading, writing = os.pipe()
        if between := os.fork():
            os.close(writing)
            os.waitpid(between, 0)  # from now on its child is the child of whoever asked
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
    """Import everything, and run what is asked for in forks of this."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # an interrupt is meant for the tests
    for name in IMPORTED:
        importlib.import_module(name)
    for group in IMPORTED_BY_NAME:
        for found in importlib.metadata.entry_points(group=group):
            found.load()
    (cardtable,) = importlib.metadata.entry_points(group="console_scripts", name="cardtable")
    programs = {"cardtable": cardtable.load(), "pytest": pytest.main}
    gc.freeze()  # so that no fork copies what it only looks at
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
    """End as Python does, but leave all objects as they are: to free them copies every page that a fork shares."""
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
