"""What earlier versions left behind is read: their scripts give the same events, their backups a table that goes on."""

from pathlib import Path

import pytest

from table.games.game import PUBLIC
from table.history.archive import Archive
from table.history.saving.backup import restore
from table.keeping.journal import Journal
from table.keeping.records import Records
from table.testing.tables import EmulatedTable
from tests.history.keeping_versions import KEPT, SCRIPTS, expected_lines
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
