"""The Debian system of an image: mmdebstrap builds it, and qemu-user runs its maintainer scripts."""

import os
import sys
from collections.abc import Callable, Sequence
from hashlib import blake2s
from pathlib import Path

from cardtable_lab.shell import CannotBuild, install, run

SUITE = "trixie"
ARCHITECTURE = "arm64"
_RELEASED = 1_754_697_600  # 2025-08-09
MIRROR = "http://deb.debian.org/debian"
_SECURITY = "http://deb.debian.org/debian-security"
_PARTS = "main non-free-firmware"  # the firmware of the Pi and of its Wi-Fi
_KEYRING = Path("/usr/share/keyrings/debian-archive-keyring.gpg")
PACKAGES = (
    "linux-image-arm64", "raspi-firmware", "firmware-brcm80211", "wireless-regdb", "initramfs-tools",
    "systemd-sysv", "udev", "kmod", "dbus", "libpam-systemd", "systemd-timesyncd",
    "network-manager", "wpasupplicant", "dnsmasq-base", "nftables", "iw", "iproute2", "avahi-daemon", "libnss-mdns",
    "polkitd", "openssh-server", "ca-certificates", "python3", "python3-venv", "python3-dev", "gcc", "libc6-dev",
    "e2fsprogs", "dosfstools", "fdisk", "util-linux-extra", "less", "nano",
    "minisign",
)  # fmt: skip
# Files that must exist before packages are configured: settings for the initramfs, and the documentation to leave out.
_FIRST = ("etc/initramfs-tools/modules", "etc/initramfs-tools/conf.d/cardtable", "etc/dpkg/dpkg.cfg.d/cardtable")
TOOLS = {
    "mmdebstrap": "mmdebstrap", "qemu-aarch64-static": "qemu-user-static", "arch-test": "arch-test",
    "dtc": "device-tree-compiler", "mcopy": "mtools", "mkfs.vfat": "dosfstools", "mke2fs": "e2fsprogs",
    "sfdisk": "fdisk", "xz": "xz-utils", "update-binfmts": "binfmt-support",
}  # fmt: skip
_BINFMT = Path("/proc/sys/fs/binfmt_misc")


def prepare() -> None:
    """Install missing tools, and register qemu-user. Raise CannotBuild if that fails."""
    if sys.platform != "linux" or os.geteuid() != 0:
        raise CannotBuild("an image is built on Debian, as root")
    install(TOOLS)
    if not (_BINFMT / "status").exists():
        run(["mount", "-t", "binfmt_misc", "binfmt_misc", str(_BINFMT)])
    if not (_BINFMT / "qemu-aarch64").exists():
        run(["update-binfmts", "--enable"])


def base(work: Path, parts: Path, log: Callable[[str], None]) -> Path:
    """Return an archive of the bare system; build it if it does not exist yet.

    `parts` is the folder with the image's additional files. Files that the build creates get the date of the Debian
    release, so that the archive does not depend on the commit.
    """
    file = work / f"base-{_key(parts)}.tar"
    if file.exists():
        return file
    log(f"making a Debian ({SUITE}, {ARCHITECTURE}): some minutes, once")
    new = file.with_suffix(".new.tar")
    hooks = [f"--essential-hook=copy-in {parts}/{path} /{Path(path).parent}" for path in _FIRST]
    folders = sorted({f'"$1"/{Path(path).parent}' for path in _FIRST})
    run(
        [
            "mmdebstrap", f"--arch={ARCHITECTURE}", "--variant=apt", "--mode=root", "--format=tar",
            f"--include={','.join(PACKAGES)}", '--aptopt=Apt::Install-Recommends "false"', f"--keyring={_KEYRING}",
            f"--essential-hook=mkdir -p {' '.join(folders)}", *hooks, SUITE, str(new), *_sources(),
        ],
        environment={"SOURCE_DATE_EPOCH": str(_RELEASED)},
    )  # fmt: skip
    new.rename(file)
    return file


def _sources() -> Sequence[str]:
    return (
        f"deb {MIRROR} {SUITE} {_PARTS}",
        f"deb {MIRROR} {SUITE}-updates {_PARTS}",
        f"deb {_SECURITY} {SUITE}-security {_PARTS}",
    )


def _key(parts: Path) -> str:
    digest = blake2s(digest_size=6)
    for text in (SUITE, *_sources(), *PACKAGES, *((parts / path).read_text() for path in _FIRST)):
        digest.update(f"{len(text)} {text}".encode())
    return digest.hexdigest()
