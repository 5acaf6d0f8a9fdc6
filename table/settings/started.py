"""What `cardtable.txt` says about the table, for the service: written by root at each boot, readable by all.

It holds no password, no PIN and no key.
"""

import json
from pathlib import Path

from table import languages
from table.complaints import BadInput
from table.files import MOST_BYTES, text_of, write_atomically
from table.saying import Text, restored, stored
from table.values import Value

SAID = Path("/run/cardtable-boot/said.json")
_EVERYBODY_READS = 0o644


class Said(Value):
    """The name and language of the table, None where the file has none, and `notes`: what of it does not count."""

    name: str | None = None
    language: str | None = None
    notes: tuple[Text, ...] = ()


def write_said(said: Said, path: Path = SAID) -> None:
    """Write it for the service. Raise BadInput if it cannot be written."""
    kept = {"name": said.name, "language": said.language, "notes": stored(said.notes)}
    write_atomically(path, json.dumps(kept).encode(), folder=True, mode=_EVERYBODY_READS)


def read_said(path: Path = SAID) -> Said:
    """Return what was written; nothing where no card was flashed, or the file there is something else."""
    try:
        kept = json.loads(text_of(path, MOST_BYTES))
        name, language = kept["name"], kept["language"]
        notes = tuple(note for note in restored(kept["notes"]) if isinstance(note, Text))
    except (BadInput, ValueError, KeyError, TypeError):
        return Said()
    return Said(name if isinstance(name, str) else None, language if language in languages.codes() else None, notes)
