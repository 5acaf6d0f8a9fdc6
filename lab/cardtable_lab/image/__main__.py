"""`make image`: builds `build/cardtable-arm64.img.xz`, its bill of materials, and its entry for Raspberry Pi Imager.

IMAGE_URL says where the image will be downloaded from; UPDATE_KEY names the public key whose updates it accepts;
IMAGE_WORK names a work folder with 6 GB free. The exit status is 1 if the image is too large, 2 if it cannot be built.
"""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from cardtable_lab.image import bill, debian, disk, system
from cardtable_lab.shell import CannotBuild

CHECKOUT = Path(__file__).parents[3]
NAME = "cardtable-arm64"
MOST_BYTES = 600_000_000  # of the compressed image


def main() -> int:
    """Build the image, and return the exit status."""
    try:
        debian.prepare()
        packed = _built(Path(os.environ.get("IMAGE_WORK") or CHECKOUT / "build/image"), CHECKOUT / "build")
    except CannotBuild as error:
        print(error, file=sys.stderr)
        return 2
    _say(f"{packed.size / 1e6:.0f} MB compressed, sha256 {packed.sha256}")
    if packed.size > MOST_BYTES:
        print(f"more than {MOST_BYTES / 1e6:.0f} MB", file=sys.stderr)
        return 1
    return 0


def _built(work: Path, build: Path) -> disk.Sized:
    work.mkdir(parents=True, exist_ok=True)
    build.mkdir(exist_ok=True)
    epoch, version = int(_git("log", "-1", "--format=%ct")), _git("describe", "--always", "--dirty")
    base = debian.base(work, CHECKOUT / "packaging/image/root", _say)
    root = work / "root"
    system.made(base, root, CHECKOUT, epoch, _say, os.environ.get("UPDATE_KEY", ""))
    materials = bill.materials(root, version, epoch)
    _say(f"{len(materials['components'])} components: {bill.kinds(materials)}")
    written = disk.written(root, work / f"{NAME}.img", epoch, _say)
    offered = bill.offered(written, epoch, os.environ.get("IMAGE_URL") or written.file.name)
    (build / f"{NAME}.cdx.json").write_text(f"{json.dumps(materials, indent=1)}\n")
    (build / "os_list.json").write_text(f"{json.dumps(offered, indent=2)}\n")
    shutil.move(written.file, build / written.file.name)
    return written.packed


def _git(*command: str) -> str:
    done = subprocess.run(["git", *command], cwd=CHECKOUT, capture_output=True, text=True, check=False)  # noqa: S603, S607
    if done.returncode:
        raise CannotBuild(f"git {command[0]}: {done.stderr.strip()}")
    return done.stdout.strip()


def _say(text: str) -> None:
    print(text, flush=True)


if __name__ == "__main__":
    sys.exit(main())
