"""The table in an image for a Pi: installed into a folder for another architecture, and tested with qemu-user."""

import subprocess
import sys
from pathlib import Path

from cardtable_lab.bench.appliance.story import LEFT, ROOT, Transcript
from cardtable_lab.roots import Image

SCRIPT = "tests/scripts/examples/mito-first-turns.jsonl"
CAN_RUN = {"arm64": Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")}


def tell(image: Image) -> Transcript:
    """Install the table into an image, check its files, and replay a script with it."""
    story = Transcript(image)
    boot = image.root / "boot/firmware/config.txt"
    boot.parent.mkdir(parents=True, exist_ok=True)
    boot.write_text("#dtparam=spi=on\n")
    installed = _here(str(ROOT / "install.sh"), "--yes", "--root", str(image.root))
    story.notes("sudo ./install.sh --yes --root /mnt", installed)
    story.sees("it is installed", so=installed.returncode == 0)
    architecture = story.types("dpkg", "--print-architecture")
    _sees_the_program(story, architecture)
    story.sees("SPI is switched on", so="\ndtparam=spi=on" in f"\n{boot.read_text()}")
    unit = "etc/systemd/system/multi-user.target.wants/cardtable.service"
    story.sees("it starts with the machine", so=(image.root / unit).is_symlink())
    kept = story.quietly("stat -c '%a %U' /var/lib/cardtable")
    story.sees("its data are its own user's alone", so=kept == "700 cardtable")
    purged = _here(str(ROOT / "install.sh"), "--yes", "--purge", "--root", str(image.root))
    story.notes("sudo ./install.sh --yes --purge --root /mnt", purged)
    left = story.quietly(LEFT)
    story.sees("nothing is left", so=left == "")
    return story


def _sees_the_program(story: Transcript, architecture: str) -> None:
    compiled = story.quietly("find /opt/cardtable/ -name '*.so' | xargs -n 1 basename | cut -d. -f1 | sort -u | wc -l")
    machine = story.quietly("/opt/cardtable/bin/python -c 'import platform; print(platform.machine())'")
    story.sees(f"{compiled} compiled modules, for {machine}", so=machine == {"arm64": "aarch64"}.get(architecture))
    story.types("cardtable", "games")
    script = story.box.root / "root/script.jsonl"
    script.write_text((ROOT / SCRIPT).read_text())
    there = story.quietly("cardtable replay /root/script.jsonl")
    here = _here(str(Path(sys.executable).parent / "cardtable"), "replay", str(ROOT / SCRIPT)).stdout.strip()
    story.sees("a table script gives the events that it gives here, to the byte", so=there == here != "")


def _here(*command: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)  # noqa: S603
