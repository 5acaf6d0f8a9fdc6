"""Writes what a version leaves behind for later ones to read: `python -m tests.history.keeping_versions`, at a release.

In `tests/kept/VERSION/`: a whole game of each kind as a script with its public events; a backup of a table that has all
of them in its history, a deck and tags of its own, and a game of Mito that is on; a journal with a game of each classic
for 52 cards; that journal, cut off after a third; and the database of a hub with two games of a club.
"""

import json
import shutil
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from importlib.metadata import version
from pathlib import Path
from tempfile import TemporaryDirectory

from cardtable_club.hub.database import Database
from club.tests.hub.test_people import KITCHEN, plays
from table import facts
from table.facts import Fact
from table.games.game import PUBLIC
from table.history.importing import import_scripts
from table.history.saving.backup import back_up
from table.judging.session import dump
from table.keeping.journal import Journal
from table.testing.tables import EmulatedTable
from tests.history.test_backup import DECK, PEOPLE, TAGS
from tests.history.writing import play
from tests.replayed import PLAYTHROUGHS, facts_of, replay

KEPT = Path(__file__).parent.parent / "kept"
CLASSICS = {
    "cheat": "a-lie-and-a-true-claim", "crazy_eights": "an-eight-and-the-count", "egyptian_ratscrew": "challenges",
    "president": "pairs-and-passes", "slapjack": "two-jacks",
}  # fmt: skip
JOURNAL, CUT, HUB = "classics.journal", "classics-cut.journal", "hub.db"
SCRIPTS = ("mito-on-pads", "mytho-on-pads", "mythology_go-two-players", "nur_mut-on-pads")
WHEN = datetime(2026, 1, 1, tzinfo=UTC)


def expected_lines(path: Path) -> list[str]:
    """Return the public events of a script, one JSON object each."""
    lines = [line for moment in replay(path).moments for line in moment.lines if line.audience == PUBLIC]
    return [json.dumps(dump(line), ensure_ascii=False) for line in lines]


def classic(game: str) -> list[Fact]:
    """Return the facts of the game of this classic that is kept."""
    return facts_of(Path(__file__).parents[2] / f"games/{game}/scripts/{CLASSICS[game]}.jsonl")


def _write_journals(folder: Path) -> None:
    with TemporaryDirectory() as place:
        with Journal(Path(place) / "table.db") as journal:
            for game in CLASSICS:
                play(journal, [facts.dump(fact) for fact in classic(game)])
        with closing(sqlite3.connect(Path(place) / "table.db")) as db:
            db.execute("PRAGMA journal_mode = DELETE")  # all in one file
            db.execute("VACUUM")
        whole = (Path(place) / "table.db").read_bytes()
    (folder / JOURNAL).write_bytes(whole)
    (folder / CUT).write_bytes(whole[: len(whole) // 3])  # at half all facts are still there, without their events


def _write_hub(path: Path) -> None:
    path.unlink(missing_ok=True)
    database = Database(f"sqlite:///{path}")
    database.migrate()
    plays(database, 1, KITCHEN, "Ana", "Ben")
    plays(database, 2, KITCHEN, "Ben", "Ana", "Cleo", hour=5)
    database.close()
    with closing(sqlite3.connect(path)) as db:
        db.execute("PRAGMA journal_mode = DELETE")
        db.execute("VACUUM")


def write(folder: Path) -> None:
    """Write all of it."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in SCRIPTS:
        shutil.copy(PLAYTHROUGHS / f"{name}.jsonl", folder)
        (folder / f"{name}.expect.jsonl").write_text(
            "".join(f"{one}\n" for one in expected_lines(folder / f"{name}.jsonl"))
        )
    _write_journals(folder)
    _write_hub(folder / HUB)
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
