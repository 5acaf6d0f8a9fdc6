"""Plays on an ext4 disk until the power is cut, and prints the events that a phone receives on the console.

`DISK` in the environment determines how the disk behaves: `sound` keeps all writes; from some moment on, `drops` loses
all writes, and `errors` refuses them (dm-flakey). As a control, `SYNC=no` makes every flush by the table do nothing.
`EXPECTS` is the number of events that arrived before the last cut.
"""

import json
import os
import random
from collections.abc import Callable
from contextlib import suppress
from http.client import HTTPException
from pathlib import Path
from threading import Condition, Event, Thread
from urllib.request import Request

from cardtable_lab import roots
from cardtable_lab.kernel.inside.devices import loopback
from tests.playing import COMMAND, Phone, Playing, running

DISK, HOME = "/dev/ubda", Path("/run/disk")
HEARD, PLAYS, TURNS_BAD = "heard ", "it plays", "the disk turns bad"
CARDS = [f"number{number}.{copy}" for number in range(1, 6) for copy in (1, 2, 3)]
_GONE = (OSError, HTTPException, ValueError)
_SECTOR = 512
_PATIENCE_S = 120.0
_LONGEST_S = 36_000  # in s: a dm-flakey interval that never ends


def run() -> None:
    """Play until the power is cut."""
    loopback()
    kind = os.environ.get("DISK", "sound")
    disk = DISK if kind == "sound" else flakey("table", DISK, f"{_LONGEST_S} 0")
    mounted(disk, HOME)
    preload = {"LD_PRELOAD": os.environ["NO_SYNC"]} if os.environ.get("SYNC") == "no" else {}
    with running(
        "play", "--database", str(HOME / "table.db"), environment={**os.environ, **preload}, command=(COMMAND,)
    ) as table:
        phone = Follower(table.phone(), _says)
        phone.has(int(os.environ.get("EXPECTS", "0")))
        _says(PLAYS)
        if kind != "sound":
            Thread(target=_turns_bad, args=(kind,), daemon=True).start()
        plays(table, random.Random())  # noqa: S311 - chance, no secret


class Follower(Thread):
    """A phone that follows all events from the first one, and passes each on to `tell`."""

    def __init__(self, phone: Phone, tell: Callable[[str], None]) -> None:
        super().__init__(daemon=True)
        self.heard = self._last = 0
        self._more = Condition()
        self._phone = phone
        self._tell = tell
        self.start()

    def run(self) -> None:
        """Read streams until the table is gone. A table ends each stream after two minutes; phones then reconnect."""
        with suppress(*_GONE):
            while True:
                self._reads_on()

    def _reads_on(self) -> None:
        headers = {"Last-Event-ID": str(self._last)}
        wanted = Request(f"{self._phone.url}/api/v1/events", headers=headers)  # noqa: S310
        with self._phone.opens(wanted) as lines:
            for line in lines:
                data = line.decode().removeprefix("data: ").strip()
                if data.startswith("{") and "seq" in (event := json.loads(data)):
                    self._last = event["seq"]
                    self._tell(f"{HEARD}{data}")
                    with self._more:
                        self.heard += 1
                        self._more.notify()

    def has(self, number: int) -> bool:
        """Wait until `number` events have arrived, and return whether they did in time."""
        with self._more:
            return self._more.wait_for(lambda: self.heard >= number, _PATIENCE_S)


def plays(table: Playing, chance: random.Random, enough: Callable[[], bool] = lambda: False) -> None:
    """Touch the pile with cards and press buttons until `enough` returns true, or the table is gone."""
    phone = table.phone()
    while table.process.poll() is None and not enough():
        with suppress(*_GONE):
            if chance.random() < 0.8:
                phone.asks("tabletop", do="touch", card=chance.choice(CARDS), zone="discard")
            else:
                phone.asks("tabletop", do="press", seat=chance.choice((1, 2, 3)), gesture="tap")


def mounted(disk: str, home: Path) -> None:
    """Mount an ext4 disk, which recovers its journal. Raise RuntimeError if that fails."""
    home.mkdir(exist_ok=True)
    commanded("mount", "-t", "ext4", disk, str(home))


def commanded(*command: str) -> str:
    """Run a command and return its output. Raise RuntimeError if it fails."""
    done = roots.run(*command)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stdout.strip()}")
    return done.stdout


def sectors(disk: str) -> int:
    """Return the size of a disk in sectors of 512 bytes."""
    with Path(disk).open("rb") as file:
        return file.seek(0, os.SEEK_END) // _SECTOR


def mapped(name: str, table: str) -> str:
    """Create a device-mapper device and return its path."""
    commanded("dmsetup", "create", name, "--noudevsync", "--table", table)
    number = commanded("dmsetup", "info", "-c", "--noheadings", "-o", "minor", name).strip()
    return f"/dev/dm-{number}"


def flakey(name: str, disk: str, how: str) -> str:
    """Put dm-flakey in front of a disk; `how` gives the seconds for which it works and fails, and its features."""
    return mapped(name, f"0 {sectors(disk)} flakey {disk} 0 {how}")


def _turns_bad(kind: str) -> None:
    """Make the disk drop or refuse writes from a random moment on."""
    feature = {"drops": "drop_writes", "errors": "error_writes"}[kind]
    Event().wait(random.uniform(0.3, 1.2))  # noqa: S311 - chance, no secret
    table = f"0 {sectors(DISK)} flakey {DISK} 0 0 {_LONGEST_S} 1 {feature}"
    _says(TURNS_BAD)
    commanded("dmsetup", "suspend", "--noflush", "--nolockfs", "table")
    commanded("dmsetup", "load", "table", "--table", table)
    commanded("dmsetup", "resume", "--noudevsync", "table")


def _says(text: str) -> None:
    os.write(1, f"{text}\n".encode())
