"""A machine that starts from an image: QEMU's emulated ARM board with the image as its disk, and requests to it.

The board is not a Pi's: QEMU gets the kernel and initramfs from the image's boot partition, as a Pi's firmware would.
The machine's clock counts instructions: on a slow computer everything takes longer, but no timing is wrong.
"""

import json
import os
import re
import socket
import subprocess
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http.client import HTTPException
from http.cookiejar import CookieJar
from pathlib import Path
from types import TracebackType
from typing import Any, Self
from urllib.request import HTTPCookieProcessor, Request, build_opener

from cardtable_lab.image.disk import ROOT_LABEL
from cardtable_lab.shell import run

TOOLS = {
    "qemu-system-aarch64": "qemu-system-arm", "qemu-img": "qemu-utils", "ssh": "openssh-client", "xz": "xz-utils",
    "mcopy": "mtools", "sfdisk": "fdisk", "e2fsck": "e2fsprogs",
}  # fmt: skip
BOOT_AT = 4 * 1024 * 1024  # where the boot partition begins, in bytes
GONE = (OSError, HTTPException, ValueError)
_MEMORY_MB = 1024  # as on a Pi 3
_ANSWERS_S = 600.0  # on the emulating computer, which may be busy
_LOOKS_S = 2.0
_ENDS_S = 60.0
_CONTROLS = re.compile(r"\x1b\[[0-9;?!]*[A-Za-z]|\r")
_TELLS = re.compile(r"\[ *\d+\.\d+\] |\[ +OK +\] |Starting |Debian GNU/Linux ")


class Card:
    """A memory card with an image, as files in a folder: `disk` is a QCOW2 overlay over the freshly flashed card.

    Killing QEMU discards writes that have not been flushed, as a card does when it loses power.
    """

    def __init__(self, image: Path, folder: Path, size_mb: int) -> None:
        """Write an image, compressed or not, to a new card of `size_mb` MiB."""
        self.disk, self._blank, self._held = folder / "card.qcow2", folder / "blank.img", folder / "held.img"
        self._folder = folder
        if image.suffix == ".xz":
            with self._blank.open("wb") as disk:
                subprocess.run(["xz", "-dc", str(image)], stdout=disk, check=True)  # noqa: S603, S607
        else:
            run(["cp", "--sparse=always", str(image), str(self._blank)])
        os.truncate(self._blank, size_mb * 1024 * 1024)
        for kind in ("vmlinuz", "initrd.img"):
            run(["mcopy", "-n", "-o", "-i", _boot(self._blank), f"::/{self._named(kind)}", str(folder / kind)])
        self.flash()

    @property
    def kernel(self) -> Path:
        return self._folder / "vmlinuz"

    @property
    def initramfs(self) -> Path:
        return self._folder / "initrd.img"

    def _named(self, kind: str) -> str:
        names = run(["mdir", "-b", "-i", _boot(self._blank), "::/"]).split()
        return next(name.removeprefix("::/") for name in names if name.startswith(f"::/{kind}-"))

    def flash(self) -> None:
        """Write the image to the card again; everything else on it is lost."""
        self._lies_over(self._blank)

    def write(self, name: str, text: str) -> None:
        """Write a file to the boot partition, as people do on another computer."""
        file = self._folder / "written"
        file.write_text(text)
        run(["mcopy", "-o", "-i", _boot(self.as_it_is()), str(file), f"::/{name}"])

    def read(self, name: str) -> str:
        """Return the contents of a file on the boot partition."""
        return run(["mtype", "-i", _boot(self.as_it_is()), f"::/{name}"])

    def as_it_is(self) -> Path:
        """Return a raw file with the current contents of the card; no machine may be using the card."""
        new = self._held.with_suffix(".new")
        run(["qemu-img", "convert", "-O", "raw", str(self.disk), str(new)])
        new.rename(self._held)
        self._lies_over(self._held)
        return self._held

    def root(self, files: Sequence[str]) -> tuple[bool, Mapping[str, str]]:
        """Return whether e2fsck finds the root file system intact, and the contents of `files` on it.

        The file system's journal is replayed first. Missing files count as empty.
        """
        disk, copy = self.as_it_is(), self._folder / "copy.ext4"
        begins = int(json.loads(run(["sfdisk", "--json", str(disk)]))["partitiontable"]["partitions"][1]["start"])
        run(["dd", f"if={disk}", f"of={copy}", "bs=512K", f"skip={begins // 1024}", "conv=sparse", "status=none"])
        run(["e2fsck", "-y", "-E", "journal_only", str(copy)])
        checked = subprocess.run(["e2fsck", "-fn", str(copy)], capture_output=True, check=False)  # noqa: S603, S607
        held = {}
        for file in files:
            command = ["debugfs", "-R", f"cat {file}", str(copy)]
            held[file] = subprocess.run(command, capture_output=True, text=True, check=False).stdout  # noqa: S603
        copy.unlink()
        return checked.returncode == 0, held

    def _lies_over(self, raw: Path) -> None:
        run(["qemu-img", "create", "-q", "-f", "qcow2", "-F", "raw", "-b", str(raw), str(self.disk)])


def _boot(disk: Path) -> str:
    return f"{disk}@@{BOOT_AT}"


class Machine:
    """A running machine, as a context manager; it loses power at the end of the block."""

    def __init__(self, card: Card, log: Path, memory_mb: int = _MEMORY_MB) -> None:
        self.http, self.ssh = _free_port(), _free_port()
        self.url = f"http://127.0.0.1:{self.http}"
        self.log = log
        self._card, self._memory_mb = card, memory_mb
        self._process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> Self:
        forwards = f"hostfwd=tcp:127.0.0.1:{self.http}-:80,hostfwd=tcp:127.0.0.1:{self.ssh}-:22"
        said = f"console=ttyAMA0 root=LABEL={ROOT_LABEL} rw fsck.repair=yes net.ifnames=0 rootwait"
        command = [
                "qemu-system-aarch64", "-M", "virt", "-cpu", "cortex-a53", "-m", str(self._memory_mb),
                "-icount", "shift=1",
                "-kernel", str(self._card.kernel), "-initrd", str(self._card.initramfs), "-append", said,
                "-drive", f"if=none,id=card,format=qcow2,cache=writeback,file={self._card.disk}",
                "-device", "virtio-blk-pci,drive=card", "-netdev", f"user,id=net,{forwards}",
                "-device", "virtio-net-pci,netdev=net,romfile=", "-device", "virtio-rng-pci",
                "-display", "none", "-monitor", "none", "-serial", f"file:{self.log}", "-no-reboot",
        ]  # fmt: skip
        self._process = subprocess.Popen(  # noqa: S603
            command, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.loses_power()

    def loses_power(self) -> None:
        """Cut the power: data that the kernel has not written to the disk is lost."""
        if self._process is not None:
            self._process.kill()
            self._process.wait(_ENDS_S)

    def is_off(self, patience_s: float) -> bool:
        """Wait up to `patience_s` seconds for the machine to shut down or reboot, and return whether it did."""
        assert self._process is not None  # noqa: S101 - it was switched on
        try:
            self._process.wait(patience_s)
        except subprocess.TimeoutExpired:
            return False
        return True

    def waits(self, right: Callable[[], Any], patience_s: float) -> Any:
        """Call a function repeatedly. Return its first true result, or None if time runs out or the machine stops."""
        ends = time.monotonic() + patience_s
        while time.monotonic() < ends and self._process is not None and self._process.poll() is None:
            with suppress(*GONE):  # no response yet
                if found := right():
                    return found
            time.sleep(_LOOKS_S)
        return None

    def health(self) -> Any:
        """Return the response of /health if the table is healthy, else None. Raise one of `GONE` if there is none."""
        said = Phone(self.url).gets("/health")
        return said if said["ok"] else None

    def does(self) -> str:
        """Return the latest line on the console that shows how far the start-up has progressed."""
        return last_said(self.log.read_text(errors="replace") if self.log.exists() else "")

    def runs(self, key: Path, command: str) -> str:
        """Run a command by SSH with a private key and return its output and errors."""
        options = ("StrictHostKeyChecking=no", "UserKnownHostsFile=/dev/null", "LogLevel=ERROR", "ConnectTimeout=60")
        line = ["ssh", "-i", str(key), "-p", str(self.ssh), *(part for one in options for part in ("-o", one))]
        done = subprocess.run(  # noqa: S603
            [*line, "root@127.0.0.1", command],
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        return done.stdout.strip()


def last_said(console: str) -> str:
    """Return the last line of a console that shows how far a machine's start-up has progressed."""
    lines = [_CONTROLS.sub("", line).strip() for line in console.split("\n")]
    return next((line for line in reversed(lines) if _TELLS.match(line)), "nothing yet")


class Phone:
    """A browser outside the machine that keeps cookies and sends the Origin header."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.seen: int | None = None  # the latest event to which this person has reacted
        self.cookies = CookieJar()
        self._opener = build_opener(HTTPCookieProcessor(self.cookies))

    def gets(self, path: str) -> Any:
        """Get a path and return its JSON. Raise one of `GONE` if that fails."""
        with self._opener.open(f"{self.url}{path}", timeout=_ANSWERS_S) as answer:
            return json.load(answer)

    def asks(self, path: str, body: object, method: str = "POST") -> Any:
        """Send a JSON body and return the response. Raise one of `GONE` if the request fails."""
        headers = {"Content-Type": "application/json", "Origin": self.url}
        wanted = Request(f"{self.url}{path}", json.dumps(body).encode(), headers, method=method)  # noqa: S310 - our own
        with self._opener.open(wanted, timeout=_ANSWERS_S) as answer:
            return json.load(answer)


def _free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
        return port
