"""What earlier versions left behind is read: their scripts give the same events, their backups a table that goes on."""

import shutil
from pathlib import Path

import pytest

from cardtable_club.hub import reading
from cardtable_club.hub.database import Database
from club.tests.hub.test_people import standings
from table.facts import Fact
from table.games.game import PUBLIC
from table.history.archive import Archive
from table.history.saving.backup import restore
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.keeping.salvage import salvage
from table.testing.tables import EmulatedTable
from tests.history.keeping_versions import CLASSICS, CUT, HUB, JOURNAL, KEPT, SCRIPTS, classic, expected_lines
from tests.history.test_backup import DECK, PEOPLE, TAGS

VERSIONS = sorted(path.name for path in KEPT.iterdir())


@pytest.mark.long
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_gives_the_same_events(version: str, name: str) -> None:
    expected = (KEPT / version / f"{name}.expect.jsonl").read_text().splitlines()

    assert expected_lines(KEPT / version / f"{name}.jsonl") == expected


@pytest.fixture(params=VERSIONS)
def restored(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """The database of a table that an earlier version backed up."""
    restore(KEPT / request.param / "table.backup", tmp_path / "table.db")
    return tmp_path / "table.db"


def test_a_backup_brings_its_history_deck_tags_and_people(restored: Path) -> None:
    with Archive(restored) as archive:
        found = [one.summary.game for one in reversed(archive.page(limit=9, before=None))]

    assert found == [name.partition("-")[0] for name in SCRIPTS]
    assert (restored.parent / "decks/mito.toml").read_text() == DECK
    assert (restored.parent / "decks/mito.tags.toml").read_text() == TAGS
    assert restored.with_name("table.db.people").read_bytes() == PEOPLE


def test_the_game_that_was_on_goes_on(restored: Path) -> None:
    with Records.read(restored) as records:
        running = records.running()
        assert running is not None
        before = [one["event"] for one in records.events(running.game_id, PUBLIC)]
    with Journal(restored) as journal, EmulatedTable(journal) as table:
        table.controller.resume(running)
        assert before.count("card_played") == 1
        assert table.event_names() == before
        table.runs(100)
        table.card("number2.2").touches("discard")
        assert table.event_names()[len(before) :] == ["card_played", "turn_started"]


def games_in(database: Path) -> dict[str, list[Fact]]:
    """Return the facts of the games in a journal, by the game; each has events, too."""
    with Records.read(database) as records:
        known = [records.game(game_id) for game_id in sorted(records.known())]
        assert all(records.events(one.game_id, PUBLIC) for one in known)
        return {one.game: records.facts(one.game_id) for one in known}


@pytest.mark.parametrize("version", VERSIONS)
def test_a_journal_has_a_game_of_each_classic(version: str, tmp_path: Path) -> None:
    shutil.copy(KEPT / version / JOURNAL, tmp_path / "table.db")

    assert games_in(tmp_path / "table.db") == {game: classic(game) for game in CLASSICS}
    with Journal(tmp_path / "table.db") as journal:
        assert len(journal.known()) == len(CLASSICS)


@pytest.mark.parametrize("version", VERSIONS)
def test_of_a_journal_that_was_cut_off_is_saved_what_is_there(version: str, tmp_path: Path) -> None:
    shutil.copy(KEPT / version / CUT, tmp_path / "cut.db")

    salvage(tmp_path / "cut.db", tmp_path / "new.db")

    saved = games_in(tmp_path / "new.db")
    assert len(saved) >= 4
    assert all(found == classic(game)[: len(found)] for game, found in saved.items())


@pytest.mark.parametrize("version", VERSIONS)
def test_a_hub_goes_on_with_its_database(version: str, tmp_path: Path) -> None:
    shutil.copy(KEPT / version / HUB, tmp_path / "hub.db")
    database = Database(f"sqlite:///{tmp_path}/hub.db")

    database.migrate()

    with database.reading() as db:
        assert len(reading.games(db, limit=9)) == 2
    assert {name: counted[:2] for (name, _), counted in standings(database).items()} == {
        "Ana": (2, 1), "Ben": (2, 1), "Cleo": (1, 0),
    }  # fmt: skip
    database.close()
