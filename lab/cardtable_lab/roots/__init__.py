"""Bare Debian roots in folders: debootstrap builds them, and chroot runs commands in them."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

from cardtable_lab import shell

PACKAGES = "systemd,systemd-sysv,dbus,ca-certificates"
MIRROR = "http://deb.debian.org/debian"
PATH = "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin"
_CERTIFICATES = Path("/etc/ssl/certs/ca-certificates.crt")


def built(suite: str, folder: Path, architecture: str | None = None, besides: str = "") -> Path:
    """Return the root of a suite, built once in this folder; `besides` are additional packages, separated by commas.

    debootstrap is installed if it is missing. Raise CannotBuild if something fails.
    """
    root = folder / (suite if architecture is None else f"{suite}-{architecture}")
    if not (root / "built").exists():
        remove(root)
        of_kind = [] if architecture is None else [f"--arch={architecture}"]
        packages = f"{PACKAGES},{besides}" if besides else PACKAGES
        command = ["debootstrap", "--variant=minbase", f"--include={packages}", *of_kind, suite, str(root), MIRROR]
        shell.install({"debootstrap": "debootstrap"})
        shell.run(command)
        (root / "built").touch()
    return root


def remove(root: Path) -> None:
    """Remove a folder, if it exists. File systems mounted in it are unmounted first, so that their files stay.

    Raise OSError, with nothing removed, if something cannot be unmounted.
    """
    for mounted in _mounted_below(root):
        subprocess.run(["umount", mounted], check=False, capture_output=True)  # noqa: S603, S607
    if still := _mounted_below(root):
        raise OSError(f"{still[0]} is still mounted: unmount it before {root} is removed")
    if root.exists():
        shutil.rmtree(root)


def online(root: Path) -> None:
    """Let pip in a root use this machine's certificates and package sources."""
    shutil.copyfile(_CERTIFICATES, root / "etc/ssl/certs/ca-certificates.crt")
    (root / "etc/pip.conf").write_text(_pip_settings())


class Image:
    """Context manager for a root file system that is not booted, possibly for another architecture.

    Commands run in it with chroot; another architecture requires a registered qemu-user.
    """

    def __init__(self, root: Path) -> None:
        self.root = root

    def __enter__(self) -> "Image":
        online(self.root)
        for folder in ("/proc", *local_packages()):
            (self.root / folder[1:]).mkdir(parents=True, exist_ok=True)
            # Read-only, so that nothing in this root can change the machine's own packages.
            for options in (["--bind", folder], ["-o", "remount,bind,ro"]):
                subprocess.run(["mount", *options, self.root / folder[1:]], check=True)  # noqa: S603, S607
        return self

    def __exit__(self, *_: object) -> None:
        for folder in ("/proc", *local_packages()):
            subprocess.run(["umount", "--lazy", self.root / folder[1:]], check=True)  # noqa: S603, S607

    def runs(self, *command: str) -> subprocess.CompletedProcess[str]:
        """Run a command in the root, as user root; its output and errors are in `stdout`."""
        return run("chroot", str(self.root), "env", "-i", PATH, *command)


def _mounted_below(root: Path) -> list[str]:
    """Return the mount points at a folder or below it, the latest mount first."""
    top = root.resolve()
    points = [line.split()[4] for line in Path("/proc/self/mountinfo").read_text().splitlines()]
    named = [re.sub(r"\\(\d{3})", lambda octal: chr(int(octal[1], 8)), point) for point in points]
    return [point for point in reversed(named) if Path(point).is_relative_to(top)]


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run a command; its output and errors are in `stdout`."""
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # noqa: S603


def _pip_settings() -> str:
    """Return this machine's pip settings for package sources, as the text of a configuration file."""
    listed = subprocess.run(
        [sys.executable, "-m", "pip", "config", "list"], capture_output=True, text=True, check=False
    ).stdout
    keys = ("find-links", "extra-index-url", "index-url")
    settings = dict(line.split("=", 1) for line in listed.splitlines() if "=" in line)
    by_key = {name.split(".")[-1]: value.strip("'\"") for name, value in settings.items()}
    return "[global]\n" + "".join(f"{key} = {by_key[key]}\n" for key in keys if key in by_key)


def local_packages() -> list[str]:
    """Return the local folders from which pip takes packages."""
    words = _pip_settings().replace("file://", "").split()
    folders = {str(Path(word).parent if word.endswith("/simple") else word) for word in words if word.startswith("/")}
    return sorted(folder for folder in folders if Path(folder).is_dir())
