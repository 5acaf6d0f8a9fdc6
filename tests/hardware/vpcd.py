"""A real pcscd with a virtual reader, and the card on it, which this end of vsmartcard's TCP protocol plays.

Each message is two bytes of length, high byte first, and the message. One of a single byte is about power (1 on, 2
reset) or asks for the ATR (4), and only the last is answered; others are commands to the card. Whoever connects is a
card that is laid on the reader, whoever hangs up takes it away (vsmartcard, virtualsmartcard/src/vpcd).
"""

import os
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from fcntl import LOCK_EX, flock
from pathlib import Path
from shutil import which
from tempfile import gettempdir
from threading import Thread
from time import monotonic, sleep
from typing import BinaryIO

from hardware.emulator.pcsc import ATR_STORAGE
from hardware.pcsc import GET_UID, SUCCESS
from tests.playing import PATIENCE_S

DRIVERS = Path("/usr/lib/pcsc/drivers")
SOCKET = Path("/run/pcscd/pcscd.comm")
PORT = 0x8C7B
_GET_ATR = 4
NEEDED = "pcscd, vsmartcard-vpcd and pyscard, and root"


def missing() -> str:
    """Return what is missing, in words; empty if nothing is."""
    there = which("pcscd") and os.geteuid() == 0 and any(DRIVERS.rglob("libifdvpcd*"))
    if there and Path("/run/systemd/system").exists() and SOCKET.exists():
        return "this machine's own pcscd is on: systemctl stop pcscd.socket pcscd"
    return "" if there else f"a virtual reader needs {NEEDED}"


def missing_with_pyscard() -> str:
    """Return what is missing, in words, pyscard included; empty if nothing is."""
    try:
        import smartcard.scard  # noqa: F401
    except ImportError:
        return f"a virtual reader needs {NEEDED}"
    return missing()


@contextmanager
def alone() -> Iterator[None]:
    """Wait for other processes of the tests: pcscd and its virtual reader are there once on a machine."""
    with (Path(gettempdir()) / "cardtable-tests.pcscd").open("w") as lock:
        flock(lock, LOCK_EX)
        yield


def waits(for_what: Callable[[], object]) -> None:
    """Wait until something is so."""
    until = monotonic() + PATIENCE_S
    while not for_what():
        if monotonic() > until:
            raise TimeoutError(f"in {PATIENCE_S} s this did not come about")
        sleep(0.01)


class Daemon:
    """A pcscd of our own. It can be stopped and started again."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        SOCKET.parent.mkdir(parents=True, exist_ok=True)
        self._process = subprocess.Popen(
            [str(which("pcscd")), "--foreground"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        waits(SOCKET.exists)

    def stop(self) -> None:
        if self._process is not None:
            self._process.terminate()
            self._process.wait(PATIENCE_S)
            self._process = None


class VirtualCard:
    """A tag on the virtual reader. `answers` says what it answers to a command."""

    def __init__(self, uid: bytes, atr: bytes = ATR_STORAGE) -> None:
        self._uid = uid
        self._atr = atr
        self._line: socket.socket | None = None
        self.commands: list[bytes] = []
        self.when_asked: Callable[[], object] = lambda: None

    def lay(self) -> None:
        def connected() -> bool:
            try:
                self._line = socket.create_connection(("127.0.0.1", PORT), timeout=PATIENCE_S)
            except ConnectionRefusedError:
                return False
            return True

        waits(connected)
        Thread(target=self._plays, args=(self._line,), daemon=True).start()

    def lift(self) -> None:
        if self._line is not None:
            line, self._line = self._line, None
            line.shutdown(socket.SHUT_RDWR)
            line.close()

    def _plays(self, line: socket.socket) -> None:
        with line.makefile("rb") as heard:
            while len(length := _read(heard, 2)) == 2:
                message = _read(heard, int.from_bytes(length, "big"))
                answer = self._answer(message)
                if answer is not None and self._line is line:
                    line.sendall(len(answer).to_bytes(2, "big") + answer)

    def _answer(self, message: bytes) -> bytes | None:
        if len(message) == 1:
            return self._atr if message[0] == _GET_ATR else None
        self.commands.append(message)
        self.when_asked()
        return self._uid + bytes(SUCCESS) if message == bytes(GET_UID) else b"\x6d\x00"


def _read(heard: BinaryIO, size: int) -> bytes:
    try:
        return heard.read(size)
    except (OSError, ValueError):  # the card was lifted
        return b""
