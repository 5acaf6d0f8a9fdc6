"""`cardtable run --usb` in a separate process, with phones at its seats and hands that touch its readers.

The drivers are the real ones, on an emulated pcscd: see the folder `pyscard_stand_in`.
"""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from tests.playing import Playing, running
from tests.pyscard_stand_in.smartcard import ENVIRONMENT

STAND_IN = Path(__file__).parent / "pyscard_stand_in"
READER = "ACS ACR122U PICC Interface 00 00"
PLAYERS = ("Ana", "Ben")
_TOUCH_MS = 300


def uid_of(number: int) -> str:
    """Return the UID of the sticker with this number."""
    return f"04a1b2c3d4{number:04x}"


class Seated:
    """A table for real cards, with a phone at each seat."""

    def __init__(self, table: Playing, seats: int) -> None:
        self.table = table
        self.phones = {seat: table.phone() for seat in range(1, seats + 1)}
        for seat, phone in self.phones.items():
            phone.asks(f"seats/{seat}/take")

    def chooses(self, seat: int, zone: str | None) -> None:
        self.phones[seat].asks("touch", seat=seat, zone=zone)

    def is_shown(self, seat: int, right: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Watch a seat's stream until a picture is right; return the picture."""
        return self.phones[seat].watches(f"seats/{seat}/events", right)

    def room(self, seat: int, right: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Watch a seat's stream until a `room` message is right; return its data."""
        phone, event = self.phones[seat], ""
        with phone.opens(f"{phone.url}/api/v1/seats/{seat}/events") as lines:
            for line in lines:
                name, _, data = line.decode().rstrip().partition(": ")
                event = data if name == "event" else event
                if name == "data" and event == "room" and right(answer := json.loads(data)):
                    return dict(answer)
        raise AssertionError("the stream ended before the room was right")

    def names(self, seat: int, label: str) -> None:
        """Wait until a seat's phone asks about the newest unknown card, and answer with its label."""
        answer = self.room(seat, lambda room: bool(room["asking"]["unknown"]))
        self.phones[seat].asks("tags", do="name", alias=answer["asking"]["unknown"][-1]["alias"], label=label)


class OnUsb(Seated):
    """A table with phones at its seats, whose readers can be touched and unplugged."""

    def __init__(self, table: Playing, pipe: Path, seats: int) -> None:
        super().__init__(table, seats)
        self._pipe = pipe

    def does(self, **wish: Any) -> None:
        with self._pipe.open("w") as pipe:
            pipe.write(json.dumps(wish) + "\n")

    def touches(self, number: int, reader: str = READER) -> None:
        """Touch a reader with the sticker with this number."""
        self.does(touch=reader, uid=uid_of(number), for_ms=_TOUCH_MS)


def environment(folder: Path, readers: Sequence[str] = (READER,)) -> Mapping[str, str]:
    """Make the pipe to the hands; return the environment for the process."""
    pipe = folder / "usb.pipe"
    os.mkfifo(pipe)
    path = os.pathsep.join([str(STAND_IN), *filter(None, [os.environ.get("PYTHONPATH")])])
    return {**os.environ, "PYTHONPATH": path, ENVIRONMENT: str(pipe), f"{ENVIRONMENT}_READERS": json.dumps(readers)}


@contextmanager
def on_usb(
    folder: Path,
    game: str,
    players: Sequence[str] = PLAYERS,
    readers: Sequence[str] = (READER,),
    command: Sequence[str] = (),
) -> Iterator[OnUsb]:
    """Run a table until the block ends, with everybody seated. A `command` is spawned instead of forked."""
    variables = environment(folder, readers)
    line = ("run", "--usb", "--database", str(folder / "table.db"), game, "--players", ",".join(players))
    with running(*line, environment=variables, command=command) as table:
        yield OnUsb(table, folder / "usb.pipe", len(players))
