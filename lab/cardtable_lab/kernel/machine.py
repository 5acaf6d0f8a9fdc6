"""A run of the kernel: a process on this machine, whose console is a pipe."""

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from threading import Timer
from types import TracebackType
from typing import Self

from cardtable_lab.kernel import results
from cardtable_lab.kernel.building import PARTS, Built

CHECKOUT = Path(__file__).parents[3]
HOSTS_FILES = ("rootfstype=hostfs", "root=/dev/root", "rootflags=/", "ro", f"init={PARTS / 'init.sh'}")
A_ROOTS_FILES = ("rootfstype=ext4", "root=/dev/ubda", "rw", "systemd.show_status=0")
_ENDS_S = 10.0
_on: "set[Machine]" = set()


class Machine:
    """A context manager that boots the kernel from this machine's files, or from a `root`, to run a chapter.

    Leaving the context cuts the power. `options` go on the kernel's command line; those of the form `NAME=value` end up
    in the environment of the first process. `disks` become /dev/ubda and so on, after the image of a `root`, which is
    never written to. The power is also cut after `longest_s` seconds.
    """

    def __init__(
        self,
        built: Built,
        chapter: str,
        *,
        options: Sequence[str] = (),
        disks: Sequence[Path] = (),
        root: Path | None = None,
        longest_s: float = 600,
        memory: str = "768M",
    ) -> None:
        self._scratch = tempfile.TemporaryDirectory(prefix="kernel-")
        files = HOSTS_FILES if root is None else A_ROOTS_FILES
        images = [*([] if root is None else [f"{self._scratch.name}/changes,{root}"]), *map(str, disks)]
        line = [
            str(built.kernel), f"mem={memory}", *files, "con=null", "con0=fd:0,fd:1", "quiet", "loglevel=3",
            f"uml_dir={self._scratch.name}/", "umid=table", f"CHECKOUT={CHECKOUT}", f"PYTHON={sys.executable}",
            f"LIBRARIES={built.libraries}", f"CHAPTER={chapter}", f"NO_SYNC={built.no_sync}",
            f"MODEM_MANAGER={built.modem_manager}", *options,
            *(f"ubd{number}={disk}" for number, disk in enumerate(images)),
        ]  # fmt: skip
        self._process = subprocess.Popen(  # noqa: S603 - the kernel that we built
            line, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            cwd=self._scratch.name, start_new_session=True,
        )  # fmt: skip
        self._guard = Timer(longest_s, self.cut)
        self._guard.daemon = True
        self._guard.start()
        _on.add(self)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cut()
        self._process.wait(_ENDS_S)
        if self._process.stdout is not None:
            self._process.stdout.close()
        self._guard.cancel()
        self._scratch.cleanup()
        _on.discard(self)

    def console(self) -> Iterator[str]:
        """Yield the complete lines of the console until the machine is off."""
        assert self._process.stdout is not None, "it was started with a pipe"  # noqa: S101
        for line in self._process.stdout:
            if line.endswith(b"\n"):
                yield line.decode(errors="replace").rstrip()

    def cut(self) -> None:
        """Cut the power: kill the whole kernel; its disks keep only the writes that have reached this machine."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)


def cut_all() -> None:
    """Cut the power of all running machines. They have their own sessions, so signals to this process miss them."""
    for machine in [*_on]:
        machine.cut()


def run(
    built: Built,
    name: str,
    log: Callable[[str], None],
    *,
    options: Sequence[str] = (),
    disks: Sequence[Path] = (),
    root: Path | None = None,
    longest_s: float = 600,
) -> results.Chapter:
    """Run a chapter to its end; `log` gets every line that is not a result."""
    began, lines = time.monotonic(), list[results.Line]()
    with Machine(built, name, options=options, disks=disks, root=root, longest_s=longest_s) as machine:
        for text in machine.console():
            line = results.read(text)
            if line is None:
                log(text)
            else:
                lines.append(line)
    return results.chapter(name, lines, time.monotonic() - began)
