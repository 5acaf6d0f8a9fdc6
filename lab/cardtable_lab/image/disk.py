"""The disk of an image: a partition table and two file systems, made in files without loop devices."""

import hashlib
import os
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from uuid import NAMESPACE_DNS, uuid5

from cardtable_lab.shell import run
from table.values import Value

_MIB = 1024 * 1024
_SECTOR = 512
_FIRST_MIB = 4
BOOT_MIB = 256
_SPARE = 1.2  # factor for the size of the root file system; the first start enlarges it to fill the card
_SPARE_MIB = 160
BOOT_LABEL, ROOT_LABEL = "CARDTABLE", "table-root"
# These IDs are the same on every card; a table uses them only to find its own partitions.
_DISK_ID = "0x43415244"
_BOOT_ID = "43415244"
_ROOT_UUID = str(uuid5(NAMESPACE_DNS, "image.cardtable.local"))
# With a fixed block size, the output does not depend on the number of threads. A higher level would make
# the file a few percent smaller, but take three times as long.
_PRESSED = ("-3", "-T2", "--block-size=24MiB")
_CHUNK = 1024 * 1024
_INODES = ("Inode count", "Free inodes")
_FIRST_INODE = 12  # the inode after lost+found


class Sized(Value):
    """The size of a file in bytes, and its SHA-256 checksum."""

    size: int
    sha256: str


class Written(Value):
    """An image: the file to download, and the sizes and checksums of the compressed and the uncompressed image."""

    file: Path
    packed: Sized
    unpacked: Sized


def written(root: Path, image: Path, epoch: int, log: Callable[[str], None]) -> Written:
    """Write a root folder to `image`, and compress it. The boot folder is moved out of the root."""
    work = image.parent
    boot = work / "boot-files"
    shutil.rmtree(boot, ignore_errors=True)
    (root / "boot/firmware").rename(boot)
    (root / "boot/firmware").mkdir()
    os.utime(root / "boot/firmware", (epoch, epoch))
    os.utime(root / "boot", (epoch, epoch))
    log("writing its two partitions")
    fat, ext4 = work / "boot.fat", work / "root.ext4"
    _fat(boot, fat, epoch)
    _ext4(root, ext4, epoch)
    _joined(fat, ext4, image)
    log("compressing it")
    unpacked = sized(image)
    run(["xz", "--force", "--keep", *_PRESSED, str(image)])
    packed = image.with_name(f"{image.name}.xz")
    return Written(packed, sized(packed), unpacked)


def sized(file: Path) -> Sized:
    """Return a file's size and SHA-256 checksum."""
    digest = hashlib.sha256()
    with file.open("rb") as read:
        while chunk := read.read(_CHUNK):
            digest.update(chunk)
    return Sized(file.stat().st_size, digest.hexdigest())


def _fat(files: Path, disk: Path, epoch: int) -> None:
    environment = {"SOURCE_DATE_EPOCH": str(epoch), "MTOOLS_SKIP_CHECK": "1", "TZ": "UTC"}
    _empty(disk, BOOT_MIB)
    run(
        ["mkfs.vfat", "-F", "32", "-i", _BOOT_ID, "-n", BOOT_LABEL, "--invariant", str(disk)],
        environment=environment,
    )
    # Files are copied in sorted order, so that each ends up in the same place on every computer.
    for path in sorted(files.rglob("*")):
        there = f"::/{path.relative_to(files)}"
        os.utime(path, (epoch, epoch))
        if path.is_dir():
            run(["mmd", "-i", str(disk), there], environment=environment)
        else:
            run(["mcopy", "-m", "-i", str(disk), str(path), there], environment=environment)


def _ext4(root: Path, disk: Path, epoch: int) -> None:
    used_mib = int(run(["du", "-sm", "--apparent-size", str(root)]).split()[0])
    _empty(disk, int(used_mib * _SPARE) + _SPARE_MIB)
    environment = {"SOURCE_DATE_EPOCH": str(epoch), "E2FSPROGS_FAKE_TIME": str(epoch)}
    extended = f"hash_seed={_ROOT_UUID},lazy_itable_init=1,lazy_journal_init=0"
    run(
        ["mke2fs", "-q", "-F", "-t", "ext4", "-m", "1", "-L", ROOT_LABEL, "-U", _ROOT_UUID, "-E", extended,
         "-O", "^metadata_csum_seed,^orphan_file", "-d", str(root), str(disk)],
        environment=environment,
    )  # fmt: skip
    # mke2fs copies access times from here and, before 1.47.1, also change times (ctime), which only debugfs can set.
    printed = run(["dumpe2fs", "-h", str(disk)])
    count, free = (int(re.findall(rf"^{name}:\s+(\d+)$", printed, re.MULTILINE)[0]) for name in _INODES)
    script = disk.with_suffix(".times")
    inodes = range(_FIRST_INODE, count - free + 1)
    script.write_text("".join(f"sif <{inode}> {time} @{epoch}\n" for inode in inodes for time in ("ctime", "atime")))
    run(["debugfs", "-w", "-f", str(script), str(disk)], environment=environment)
    script.unlink()


def _joined(fat: Path, ext4: Path, image: Path) -> None:
    root_mib = ext4.stat().st_size // _MIB
    _empty(image, _FIRST_MIB + BOOT_MIB + root_mib)
    per_mib = _MIB // _SECTOR
    begins = _FIRST_MIB * per_mib
    table = (
        f"label: dos\nlabel-id: {_DISK_ID}\nunit: sectors\n"
        f"start={begins}, size={BOOT_MIB * per_mib}, type=c, bootable\n"
        f"start={begins + BOOT_MIB * per_mib}, size={root_mib * per_mib}, type=83\n"
    )
    run(["sfdisk", "--quiet", str(image)], given=table)
    for part, at_mib in ((fat, _FIRST_MIB), (ext4, _FIRST_MIB + BOOT_MIB)):
        run(["dd", f"if={part}", f"of={image}", "bs=1M", f"seek={at_mib}", "conv=notrunc,sparse", "status=none"])
        part.unlink()


def _empty(file: Path, mib: int) -> None:
    file.unlink(missing_ok=True)
    with file.open("wb") as made:
        made.truncate(mib * _MIB)
