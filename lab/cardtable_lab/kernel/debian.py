"""A Debian system with the table installed, as an image that the kernel boots with systemd as its first process.

debootstrap builds the system once for each list of packages. install.sh installs this checkout's table into a copy, and
again whenever the code changes. Both are stored next to the kernel.
"""

import re
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_lab import roots, shell
from cardtable_lab.kernel import building, cuts
from cardtable_lab.kernel.building import PARTS, key
from cardtable_lab.kernel.machine import CHECKOUT
from cardtable_lab.shell import CannotBuild

# The apt packages that install.sh needs, a Raspberry Pi's network programs, and programs that stand in for a phone.
PACKAGES = (
    "python3", "python3-venv", "python3-dev", "gcc", "libc6-dev", "avahi-daemon", "udev", "kmod", "iproute2",
    "libpam-systemd",  # debootstrap does not resolve polkitd's dependency on logind
    "network-manager", "wpasupplicant", "wireless-regdb", "dnsmasq-base", "nftables", "iw", "udhcpc", "curl",
    "minisign",
)  # fmt: skip
INSTALLED = (
    "install.sh", "pyproject.toml", "README.md", "LICENSE", "packaging", "cardtable_pytest", "firmware_bridge",
    "hardware", "table", "web",
)  # fmt: skip
_ON_BOARD = ("chapter.sh", "chapter.service")
HOST_NAME = "raspberrypi"
# This kernel has no modules, and its console is not a terminal.
_MASKED = ("systemd-modules-load.service", "getty.target")
_DISK_MB = 4096  # a sparse file
# The mounts give pip inside the root the same packages as here. They end with the process, so removing the folder
# later removes nothing else.
_IN_ITS_OWN = 'root=$1; shift; for at in /proc "$@"; do mount --bind "$at" "$root$at" || exit 1; done; \
    exec ./install.sh --yes --root "$root"'


def image(log: Callable[[str], None], checkout: Path = CHECKOUT) -> Path:
    """Return the image, after building it if necessary; `log` each slow step. Raise CannotBuild if a step fails."""
    home = building.cache()
    home.mkdir(parents=True, exist_ok=True)
    suite = _suite()
    bare = key(suite, *(package.encode() for package in PACKAGES)).replace("linux", "debian")
    file = home / f"{key(bare, *_contents(checkout)).replace('linux-', 'installed-')}.ext4"
    if not file.exists():
        if not (home / bare / suite / "built").exists():
            log(f"making a Debian ({suite}): some minutes, once")
        root = roots.built(suite, home / bare, besides=",".join(PACKAGES))
        log("installing the table into it")
        with TemporaryDirectory(dir=home, prefix="installing-") as name:
            made = _installed(root, Path(name), checkout)
            for old in home.glob("installed-*.ext4"):
                old.unlink()
            made.rename(file)
    return file


def _suite() -> str:
    """Return the code name of this machine's Debian release, because its keys and mirrors are configured here."""
    found = re.search(r"^VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text(), re.MULTILINE)
    if found is None:
        raise CannotBuild("/etc/os-release does not say which Debian this is")
    return found[1]


def _contents(checkout: Path) -> Iterator[bytes]:
    """Yield everything that determines an installation: names and contents of files."""
    yield b"".join((PARTS / name).read_bytes() for name in _ON_BOARD)
    for name in INSTALLED:
        top = checkout / name
        for file in sorted(top.rglob("*")) if top.is_dir() else [top]:
            if file.is_file() and "__pycache__" not in file.parts:
                yield str(file.relative_to(checkout)).encode()
                yield file.read_bytes()


def _installed(bare: Path, work: Path, checkout: Path) -> Path:
    """Install the table into a copy of a root and return an image of the copy."""
    root = work / "root"
    shell.run(["cp", "-a", str(bare), str(root)])
    roots.online(root)
    shared = roots.local_packages()
    for folder in shared:
        (root / folder[1:]).mkdir(parents=True, exist_ok=True)
    shell.run(["unshare", "--mount", "sh", "-c", _IN_ITS_OWN, "sh", str(root), *shared], cwd=checkout)
    (root / "etc/hostname").write_text(f"{HOST_NAME}\n")
    (root / "etc/hosts").write_text(f"127.0.0.1 localhost\n127.0.1.1 {HOST_NAME}\n")
    units = root / "etc/systemd/system"
    for unit in _MASKED:
        (units / unit).symlink_to("/dev/null")
    shutil.copy(PARTS / "chapter.sh", root / "usr/local/lib/chapter.sh")
    shutil.copy(PARTS / "chapter.service", units / "chapter.service")
    (units / "multi-user.target.wants/chapter.service").symlink_to("../chapter.service")
    return cuts.formatted(work / "disk", _DISK_MB, holds=root)
