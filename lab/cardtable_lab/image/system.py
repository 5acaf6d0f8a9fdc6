"""The system in an image: bare Debian, the table as installed by install.sh, and an appliance's settings."""

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path

from cardtable_lab import roots
from cardtable_lab.shell import CannotBuild, run

OVERLAYS = ("cardtable-spi", "cardtable-spi1")
_BOARDS = ("bcm2837-rpi-*.dtb", "bcm2711-rpi-*.dtb")  # Pi 3 and Zero 2 W; Pi 4
# An appliance runs no background jobs except the table's.
_MASKED = (
    "apt-daily.timer", "apt-daily-upgrade.timer", "dpkg-db-backup.timer", "e2scrub_all.timer", "e2scrub_reap.service",
)  # fmt: skip
_ON = {
    "cardtable-grow.service": "local-fs.target.wants",
    "cardtable-boot.service": "multi-user.target.wants",
}
# On a busy computer, emulated pip is so slow that servers close the connection, and it has to retry.
_PATIENT = {"PIP_RETRIES": "12", "PIP_DEFAULT_TIMEOUT": "180"}
# With /proc, a program can tell that it is running in a chroot.
_WITH_PROC = 'mount -t proc proc "$1/proc" && exec chroot "$1" "$2"'
# Files that must differ from machine to machine, and files that only the build needs.
_GONE = (
    "etc/ssh/ssh_host_*", "var/lib/systemd/random-seed", "var/lib/dbus/machine-id", "var/cache/apt/*.bin",
    "var/cache/apt/archives/*.deb", "var/lib/apt/lists/*", "var/cache/ldconfig/aux-cache", "var/cache/debconf/*-old",
    "var/lib/dpkg/*-old", "var/log/apt", "var/log/*.log", "root/.cache", "tmp/*", "var/tmp/*", "etc/pip.conf",
    "etc/resolv.conf", "etc/passwd-", "etc/shadow-", "etc/group-", "etc/gshadow-", "etc/.pwd.lock", "boot/*.dpkg-bak",
    "initrd.img.old", "vmlinuz.old", "usr/share/python3/debpython/__pycache__",
)  # fmt: skip


def made(base: Path, root: Path, checkout: Path, epoch: int, log: Callable[[str], None], key: str = "") -> None:
    """Make an image's root from the archive of a bare system and the table in a checkout.

    `key` is the path of a public key: the table accepts only updates signed with that key, and none if `key` is empty.
    """
    roots.remove(root)
    root.mkdir(parents=True)
    log("unpacking it")
    run(["tar", "--numeric-owner", "--xattrs", "-xpf", str(base), "-C", str(root)])
    log("installing the table into it")
    _install(root, checkout, epoch, key)
    log("making an appliance of it")
    _add(checkout / "packaging/image/root", root)
    _overlays(checkout / "packaging/image", root)
    _set_up_boot(root, epoch)
    shutil.copy(checkout / "packaging/image/boot/cardtable.txt", root / "boot/firmware")
    _clean(root)
    _clamp(root, epoch)


def _install(root: Path, checkout: Path, epoch: int, key: str) -> None:
    certificates = (root / "etc/ssl/certs/ca-certificates.crt").read_bytes()
    shared = roots.local_packages()
    with ExitStack() as ends:
        inside = ends.enter_context(roots.Image(root))
        shutil.copyfile("/etc/resolv.conf", root / "etc/resolv.conf")
        environment = {"SOURCE_DATE_EPOCH": str(epoch), "CFLAGS": "-g0", "PYTHONHASHSEED": "0", **_PATIENT}
        trusted = ["--update-key", key] if key else []
        run([str(checkout / "install.sh"), "--yes", *trusted, "--root", str(inside.root)], environment=environment)
    for folder in shared:
        for empty in (root / folder[1:], *(root / folder[1:]).parents):
            if empty == root or any(empty.iterdir()):
                break
            empty.rmdir()
    (root / "etc/ssl/certs/ca-certificates.crt").write_bytes(certificates)


def _add(parts: Path, root: Path) -> None:
    """Copy the image's additional files into the root, owned by root; scripts stay executable. Set up its units."""
    for file in sorted(parts.rglob("*")):
        if not file.is_file():
            continue
        there = root / file.relative_to(parts)
        there.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(file, there)
        there.chmod(0o755 if file.stat().st_mode & 0o100 else 0o644)
    units = root / "etc/systemd/system"
    for unit in _MASKED:
        (units / unit).unlink(missing_ok=True)
        (units / unit).symlink_to("/dev/null")
    for unit, wants in _ON.items():
        (units / wants).mkdir(exist_ok=True)
        (units / wants / unit).unlink(missing_ok=True)
        (units / wants / unit).symlink_to(f"../{unit}")


def _overlays(sources: Path, root: Path) -> None:
    """Compile the device tree overlays and check that each can be applied to each board's tree."""
    kept = root / "usr/lib/raspi-firmware/overlays"
    trees = sorted(tree for board in _BOARDS for tree in root.glob(f"usr/lib/linux-image-*/broadcom/{board}"))
    if not trees:
        raise CannotBuild("there is no device tree of a Pi")
    for name in OVERLAYS:
        overlay = kept / f"{name}.dtbo"
        run(["dtc", "-@", "-q", "-I", "dts", "-O", "dtb", "-o", str(overlay), str(sources / f"{name}.dts")])
        for tree in trees:
            run(["fdtoverlay", "-i", str(tree), "-o", os.devnull, str(overlay)])
    shutil.copytree(kept, root / "boot/firmware/overlays", dirs_exist_ok=True)


def _set_up_boot(root: Path, epoch: int) -> None:
    """Rewrite config.txt and cmdline.txt with Debian's own hook."""
    environment = {"DEB_MAINT_PARAMS": "configure", "SOURCE_DATE_EPOCH": str(epoch)}
    hook = "/etc/kernel/postinst.d/z50-raspi-firmware"
    run(["unshare", "--mount", "sh", "-c", _WITH_PROC, "sh", str(root), hook], environment=environment)


def _clean(root: Path) -> None:
    for pattern in _GONE:
        for path in root.glob(pattern):
            if path.is_dir() and not path.is_symlink():
                shutil.rmtree(path)
            else:
                path.unlink()
    (root / "etc/resolv.conf").symlink_to("/run/NetworkManager/resolv.conf")
    machine = root / "etc/machine-id"
    machine.unlink(missing_ok=True)
    machine.touch()  # empty, so that systemd makes an ID at the first start, but does not reset other settings


def _clamp(root: Path, epoch: int) -> None:
    """Set all file times later than `epoch` to `epoch`."""
    for path in (*_all(root), root):
        there = path.lstat()
        if there.st_mtime > epoch:
            os.utime(path, (epoch, epoch), follow_symlinks=False)


def _all(root: Path) -> Iterator[Path]:
    for folder, folders, files in os.walk(root, topdown=False):
        for name in (*files, *folders):
            yield Path(folder) / name
