"""A Raspberry Pi made of stand-ins, for tests with separate processes: its file, its hands, and a table.toml for it."""

import json
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from hardware.emulator.installed import ENVIRONMENT
from hardware.emulator.stand_ins import DIRECTORY

PINS = {1: 17, 2: 27, 3: 5}
PI = """
hands = "hands.pipe"
[[reader]]
reset_pin = 25
[[reader]]
device = 1
reset_pin = 24
""" + "".join(f"[[button]]\npin = {pin}\n" for pin in PINS.values())
TABLE = """
[table]
seats = 3
[[reader]]
zone = "discard"
backend = "mfrc522"
reset_pin = 25
[[reader]]
zone = "hidden"
backend = "spidev"
device = 1
reset_pin = 24
""" + "".join(f'[[button]]\nseat = {seat}\nbackend = "gpiod"\npin = {pin}\n' for seat, pin in PINS.items())


class StandIns:
    """The file that describes a Pi, and a pipe to its simulated hands."""

    def __init__(self, folder: Path, pi: str = PI) -> None:
        self.config = folder / "table.toml"
        self.config.write_text(TABLE)
        (folder / "pi.toml").write_text(pi)
        self.pipe = folder / "hands.pipe"
        os.mkfifo(self.pipe)
        path = os.pathsep.join([str(DIRECTORY), *filter(None, [os.environ.get("PYTHONPATH")])])
        self.environment = {**os.environ, "PYTHONPATH": path, ENVIRONMENT: str(folder / "pi.toml")}

    @contextmanager
    def hands(self) -> Iterator["Hands"]:
        """Yield the hands, once a process has opened the Pi."""
        with self.pipe.open("w") as pipe:
            yield Hands(pipe)


class Hands:
    """Simulated hands, controlled through a pipe."""

    def __init__(self, pipe: Any) -> None:
        self._pipe = pipe

    def does(self, what: str, **how: Any) -> None:
        self._pipe.write(json.dumps({"do": what, **how}) + "\n")
        self._pipe.flush()

    def touches(self, uid: str, reader: str = "0.0") -> None:
        self.does("put", uid=uid, reader=reader, for_ms=300)

    def taps(self, seat: int) -> None:
        self.does("press", pin=PINS[seat])
        self.does("release", pin=PINS[seat])
