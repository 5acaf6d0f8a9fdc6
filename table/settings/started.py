"""The settings from `cardtable.txt` for the service, in a file that root writes at each boot and anybody can read.

The file contains no password, PIN or key.
"""

import json
from pathlib import Path

from table import languages
from table.complaints import BadInput
from table.files import MOST_BYTES, parsed_json, text_of, write_atomically
from table.saying import Text, restored, stored
from table.values import Value

SAID = Path("/run/cardtable-boot/said.json")
_EVERYBODY_READS = 0o644


class Said(Value):
    """The table's name and language (None if unset), and `notes` on ignored lines in `cardtable.txt`."""

    name: str | None = None
    language: str | None = None
    notes: tuple[Text, ...] = ()


def write_said(said: Said, path: Path = SAID) -> None:
    """Write the settings for the service. Raise BadInput if they cannot be written."""
    kept = {"name": said.name, "language": said.language, "notes": stored(said.notes)}
    write_atomically(path, json.dumps(kept).encode(), folder=True, mode=_EVERYBODY_READS)


def read_said(path: Path = SAID) -> Said:
    """Return the settings that root wrote, or empty ones if the SD card was not flashed or the file is invalid."""
    try:
        kept = parsed_json(text_of(path, MOST_BYTES))
        name, language = kept["name"], kept["language"]
        notes = tuple(note for note in restored(kept["notes"]) if isinstance(note, Text))
    except (BadInput, ValueError, KeyError, TypeError):
        return Said()
    return Said(name if isinstance(name, str) else None, language if language in languages.codes() else None, notes)
