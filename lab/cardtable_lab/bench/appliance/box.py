"""A bare Debian in a folder, with its own systemd as process 1: debootstrap builds it, systemd-nspawn starts it.

It shares this machine's network, so one runs at a time, and port 80 has to be free.
"""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates"
MIRROR = "http://deb.debian.org/debian"
_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")
_STARTS_S = 60


class NoBoxError(RuntimeError):
    """A box could not be built or started."""


def built(suite: str, folder: Path, architecture: str | None = None) -> Path:
    """Return the root of a suite, built once in this folder; what pip reads on this machine is there, too."""
    root = folder / (suite if architecture is None else f"{suite}-{architecture}")
    if not (root / "built").exists():
        shutil.rmtree(root, ignore_errors=True)
        of_kind = [] if architecture is None else [f"--arch={architecture}"]
        command = ["debootstrap", "--variant=minbase", f"--include={PACKAGES}", *of_kind, suite, str(root), MIRROR]
        done = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
        if done.returncode:
            raise NoBoxError(f"debootstrap {suite}: {done.stdout[-300:]}{done.stderr[-300:]}")
        (root / "built").touch()
    return root


def online(root: Path) -> None:
    """Let pip there find the packages that pip finds here."""
    shutil.copyfile(_CERTIFICATES, root / "etc/ssl/certs/ca-certificates.crt")
    (root / "etc/pip.conf").write_text(_pip_settings())


class Image:
    """Such a root that is not running: an image for a card, perhaps of another architecture. A context manager.

    What is run in it is run by chroot; programs of another architecture by qemu-user, which has to be registered.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def __enter__(self) -> "Image":
        online(self.root)
        for folder in ("/proc", *_local_packages()):
            (self.root / folder[1:]).mkdir(parents=True, exist_ok=True)
            subprocess.run(["mount", "--bind", folder, self.root / folder[1:]], check=True)  # noqa: S603, S607
        return self

    def __exit__(self, *_: object) -> None:
        for folder in ("/proc", *_local_packages()):
            subprocess.run(["umount", "--lazy", self.root / folder[1:]], check=True)  # noqa: S603, S607

    def runs(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in it as root; its output and errors are in `stdout`."""
        return _run("chroot", str(self.root), "env", "-i", _PATH, *command)


class Box:
    """A copy of such a root, running. A context manager."""

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
        """Start the machine and wait until its services are up. Raise NoBoxError if they do not come up."""
        binds = [f"--bind-ro={folder}" for folder in _local_packages()]
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
        """Switch it off, as from its menu."""
        if self._nspawn is not None and self._nspawn.poll() is None:
            self.runs("systemctl", "poweroff")
            self._nspawn.wait(_STARTS_S)

    def loses_power(self) -> None:
        """Pull its plug."""
        leader = self._leader()
        if leader is not None and self._nspawn is not None:
            os.kill(leader, signal.SIGKILL)  # the kernel kills whatever else runs there
            self._nspawn.wait(_STARTS_S)

    def runs(self, *command: str, user: str = "root") -> subprocess.CompletedProcess[str]:
        """Run a command in it, as root or another user; its output and errors are in `stdout`."""
        as_somebody = [] if user == "root" else ["runuser", "-u", user, "--"]
        return _run("nsenter", "-t", str(self._leader()), "-a", "--", "env", "-i", _PATH, *as_somebody, *command)

    def _leader(self) -> int | None:
        """Return the process that is process 1 there."""
        if self._nspawn is None:
            return None
        children = Path(f"/proc/{self._nspawn.pid}/task/{self._nspawn.pid}/children")
        for pid in children.read_text().split() if children.exists() else ():
            if Path(f"/proc/{pid}/comm").read_text().strip() == "systemd":
                return int(pid)
        return None


_UP = ("running", "degraded")
_PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"


def _run(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # noqa: S603


def _pip_settings() -> str:
    """Return what pip is told on this machine about where packages are."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    keys = ("find-links", "extra-index-url", "index-url")
    settings = dict(line.split("=", 1) for line in listed.splitlines() if "=" in line)
    told = {name.split(".")[-1]: value.strip("'\"") for name, value in settings.items()}
    return "[global]\n" + "".join(f"{key} = {told[key]}\n" for key in keys if key in told)


def _local_packages() -> list[str]:
    """Return folders of this machine that pip takes packages from."""
    words = _pip_settings().replace("file://", "").split()
    folders = {str(Path(word).parent if word.endswith("/simple") else word) for word in words if word.startswith("/")}
    return sorted(folder for folder in folders if Path(folder).is_dir())
