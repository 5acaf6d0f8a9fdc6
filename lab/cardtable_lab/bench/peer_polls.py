"""Polls a field with published packages, using each package's own call for reading a UID.

`python -m cardtable_lab.bench.peer_polls mfrc522==0.0.7` prints the costs as JSON. It runs in the package's own
environment, with the stand-ins on the path. The packages are unmodified.
"""

import sys
import time

from cardtable_lab.bench.polls import MHZ, Poll, dumped, polls
from hardware.emulator import installed as emulated
from hardware.emulator.pi import EmulatedPi


def mfrc522(_: EmulatedPi) -> Poll:
    from mfrc522 import SimpleMFRC522

    reader = SimpleMFRC522()
    return lambda: _five_bytes(reader.read_id_no_block())


def mfrc522_python(_: EmulatedPi) -> Poll:
    from mfrc522 import BasicMFRC522

    reader = BasicMFRC522()
    return lambda: _five_bytes(reader.read_id_no_block())


def pi_rc522(_: EmulatedPi) -> Poll:
    from pirc522 import RFID

    reader = RFID()

    def poll() -> list[bytes]:
        uid = reader.read_id()
        return [bytes(uid)] if uid else []

    return poll


OPENED = {"mfrc522": mfrc522, "mfrc522-python": mfrc522_python, "pi-rc522": pi_rc522}
DEFAULT_HZ = MHZ  # the default of all three packages


def _five_bytes(number: int | None) -> list[bytes]:
    """Convert the number that two packages return for a UID and its check byte back to bytes."""
    return [number.to_bytes(5, "big")] if number else []


def _sleep(seconds: float) -> None:
    """Sleep on the clock of the emulated Pi."""
    emulated.current().clock.sleep_ns(int(seconds * 1e9))


def main(requirement: str) -> None:
    name, version = requirement.split("==")
    time.sleep = _sleep  # type: ignore[assignment]  # before the package is imported, as it may import the name
    print(dumped(polls(f"{name} {version}", DEFAULT_HZ, OPENED[name])))


if __name__ == "__main__":
    main(sys.argv[1])
