"""A bare Debian system in a folder, with its own systemd as process 1: debootstrap builds it, systemd-nspawn starts it.

It shares this computer's network, so only one box can run at a time, and port 80 must be free.
"""

import os
import signal
import subprocess
import time
from pathlib import Path

from cardtable_lab.roots import PATH, local_packages, online, run
from cardtable_lab.shell import install

_STARTS_S = 60


class NoBoxError(RuntimeError):
    """A box could not be started."""


class Box:
    """A running Debian root, as a context manager."""

    def __init__(self, root: Path, checkout: Path) -> None:
        self.root = root
        self._checkout = checkout
        self._nspawn: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Box":
        online(self.root)
        return self.starts()

    def __exit__(self, *_: object) -> None:
        self.stops()

    def starts(self) -> "Box":
        """Start the machine and wait until its services are up. Raise NoBoxError if they do not come up.

        systemd-nspawn is installed if it is missing. Raise CannotBuild if that fails.
        """
        install({"systemd-nspawn": "systemd-container"})
        binds = [f"--bind-ro={folder}" for folder in local_packages()]
        command = ["systemd-nspawn", "-D", str(self.root), "--boot", "--register=no", "--keep-unit"]
        self._nspawn = subprocess.Popen(  # noqa: S603
            [*command, f"--bind-ro={self._checkout}:/src", *binds],
            env={**os.environ, "SYSTEMD_NSPAWN_UNIFIED_HIERARCHY": "1"},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        ends = time.monotonic() + _STARTS_S
        while time.monotonic() < ends:
            if self._leader() and self.runs("systemctl", "is-system-running", "--wait").stdout.strip() in _UP:
                return self
            time.sleep(0.2)
        raise NoBoxError("systemd does not come up")

    def stops(self) -> None:
        """Shut the machine down cleanly."""
        if self._nspawn is not None and self._nspawn.poll() is None:
            self.runs("systemctl", "poweroff")
            self._nspawn.wait(_STARTS_S)

    def loses_power(self) -> None:
        """Cut the machine's power."""
        leader = self._leader()
        if leader is not None and self._nspawn is not None:
            os.kill(leader, signal.SIGKILL)  # the kernel kills all other processes in the box
            self._nspawn.wait(_STARTS_S)

    def runs(self, *command: str, user: str = "root") -> subprocess.CompletedProcess[str]:
        """Run a command in the box, as root or another user; its output and errors are in `stdout`."""
        as_somebody = [] if user == "root" else ["runuser", "-u", user, "--"]
        return run(*self.line(*as_somebody, *command))

    def line(self, *command: str) -> list[str]:
        """Return the command line that runs a command in the box as root."""
        return ["nsenter", "-t", str(self._leader()), "-a", "--", "env", "-i", PATH, *command]

    def _leader(self) -> int | None:
        """Return the ID that the box's process 1 has on this computer, or None if it is not running."""
        if self._nspawn is None:
            return None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        for pid in children.read_text().split() if children.exists() else ():
            if Path(f"/proc/{pid}/comm").read_text().strip() == "systemd":
                return int(pid)
        return None


_UP = ("running", "degraded")
