"""Writes what a version leaves behind for later ones to read: `python -m tests.history.keeping_versions`, at a release.

In `tests/kept/VERSION/`: a whole game of each kind as a script with its public events, and a backup of a table that
has all of them in its history, a deck and tags of its own, and a game of Mito that is on.
"""

import json
import shutil
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from table.games.game import PUBLIC
from table.history.importing import import_scripts
from table.history.saving.backup import back_up
from table.judging.session import dump
from table.keeping.journal import Journal
from table.testing.tables import EmulatedTable
from tests.history.test_backup import DECK, PEOPLE, TAGS
from tests.replayed import PLAYTHROUGHS, replay

KEPT = Path(__file__).parent.parent / "kept"
SCRIPTS = ("mito-on-pads", "mytho-on-pads", "mythology_go-two-players", "nur_mut-on-pads")
WHEN = datetime(2026, 1, 1, tzinfo=UTC)


def expected_lines(path: Path) -> list[str]:
    """Return the public events of a script, one JSON object each."""
    lines = [line for moment in replay(path).moments for line in moment.lines if line.audience == PUBLIC]
    return [json.dumps(dump(line), ensure_ascii=False) for line in lines]


def write(folder: Path) -> None:
    """Write all of it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in SCRIPTS:
        shutil.copy(PLAYTHROUGHS / f"{name}.jsonl", folder)
        (folder / f"{name}.expect.jsonl").write_text(
            "".join(f"{one}\n" for one in expected_lines(folder / f"{name}.jsonl"))
        )
    with TemporaryDirectory() as place:
        database = Path(place) / "table.db"
        import_scripts([folder / f"{name}.jsonl" for name in SCRIPTS], database, WHEN)
        with Journal(database) as journal, EmulatedTable(journal) as table:
            table.starts("mito", "Ana", "Ben", "Cleo")
            table.card("number2.1").touches("discard")
            table.card("number3.1").touches("discard")
        (database.parent / "decks").mkdir()
        (database.parent / "decks/mito.toml").write_text(DECK)
        (database.parent / "decks/mito.tags.toml").write_text(TAGS)
        database.with_name("table.db.people").write_bytes(PEOPLE)
        back_up(database, folder / "table.backup")


if __name__ == "__main__":
    write(KEPT / version("cardtable"))
