"""Searches a report, its compressed parts too, for what must not be in it."""

import re
import zipfile
from collections.abc import Sequence
from pathlib import Path

from tests.reporting.kitchens import PIN, PLAYERS

_UID = re.compile(rb"(?<![0-9a-f])(?:[0-9a-f]{14}|04[0-9a-f]{6})(?![0-9a-f])")


def found_in(path: Path, names: Sequence[str] = PLAYERS[:2], pin: str = PIN) -> list[str]:
    """Return what stands somewhere in a report: names, however they are written, a PIN, something like a UID."""
    bodies = [path.read_bytes()]
    with zipfile.ZipFile(path) as packed:
        bodies += [packed.read(entry) for entry in packed.namelist()]
    found = []
    for body in bodies:
        text = body.decode("utf-8", "replace")
        for name in names:
            written = {name, ascii(name)[1:-1], repr(name)[1:-1], name.encode("ascii", "backslashreplace").decode()}
            found += [one for one in written if one.casefold() in text.casefold()]
        found += [pin] if pin in text else []
    found += [one.decode() for body in bodies[1:] for one in _UID.findall(body)]
    return found
