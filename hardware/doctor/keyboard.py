"""Examines readers that type: whether the device exists, is readable, and is not in use by another program."""

import errno
from collections.abc import Iterator, Sequence
from pathlib import Path

from hardware.assembly import Assembly
from hardware.clock import Clock
from hardware.doctor.findings import Asks, Finding
from hardware.plan import ReaderPlan

BY_ID = Path("/dev/input/by-id")
TYPES = "*-event-kbd"  # udev's links to devices with keys


def examine(
    assembly: Assembly, _clock: Clock, readers: Sequence[ReaderPlan], _watch_ns: int, _asks: Asks | None
) -> Iterator[Finding]:
    """Examine each reader without prompting the user."""
    for reader in readers:
        opened = assembly.reader(reader)
        try:
            opened.start()
            opened.poll()
        except OSError as error:
            yield Finding(reader.name, "", *_explained(error, reader.own["device"]))
        else:
            yield Finding(reader.name, opened.chip)


def _explained(error: OSError, path: str) -> tuple[str, str]:
    match error.errno:
        case errno.ENOENT | errno.ENODEV:
            there = ", ".join(str(other) for other in sorted(BY_ID.glob(TYPES))) or "none"
            return f"there is no {path}", f"plug it in, or name another device; those that type here: {there}"
        case errno.EACCES | errno.EPERM:
            return f"permission missing: {error}", "sudo usermod -aG input $USER, then log in again"
        case errno.EBUSY:
            return "another program has grabbed it", "stop that program: another table, or what maps its keys"
        case errno.ENOTTY:
            return f"{path} is no input device", f"name one of those in {BY_ID}"
    return f"it cannot be opened: {error}", "pull its plug and put it in again"
