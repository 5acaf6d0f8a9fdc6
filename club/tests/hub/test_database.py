"""A hub's database: its tables are those that the code knows, and what is wrong with it is one sentence."""

from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import select

from cardtable_club import hub
from cardtable_club.hub import reading
from cardtable_club.hub.database import Database, DatabaseAway
from cardtable_club.hub.schema import METADATA, SEATED
from club.tests.hub.test_people import KITCHEN, plays
from table.complaints import BadInput

MIGRATIONS = Path(hub.__file__).with_name("migrations")


@pytest.mark.long
def test_migrations_make_the_tables_that_the_code_knows(each_url: str) -> None:
    database = Database(each_url)
    database.migrate()
    database.migrate()  # again changes nothing
    with database.reading() as db:
        differs = compare_metadata(MigrationContext.configure(db, opts={"compare_type": True}), METADATA)
    database.close()

    assert differs == []


@pytest.mark.parametrize("url", ["", "club.db", "sqlite://", "sqlite:///:memory:", "mysql://x/y", "postgresql://host"])
def test_what_is_no_database_of_ours_is_one_sentence(url: str) -> None:
    with pytest.raises(BadInput, match="the database: expected sqlite:///FILE or postgresql://USER@HOST/DATABASE"):
        Database(url)


@pytest.mark.parametrize(
    "url",
    [
        "sqlite:////nowhere/club.db",
        "postgresql://a:secret@127.0.0.1:1/club",
        "postgresql://a@127.0.0.1:1/club?connect_timeout=1",
    ],
)
def test_a_database_that_is_not_there_is_one_sentence_without_its_password(url: str) -> None:
    database = Database(url)
    with pytest.raises(DatabaseAway) as away:
        database.migrate()

    named, _, why = away.value.text.partition(" does not answer: ")
    assert named == f"the database {url.replace(':secret', '')}"
    assert why[-1] not in ".?"
    assert "secret" not in away.value.text
    assert "\n" not in away.value.text


def test_games_from_before_the_second_tables_are_found_by_name(database: Database) -> None:
    game = plays(database, 1, KITCHEN, "Ana", " BEN", kind="simulated")
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    with database.writing() as db:
        config.attributes["connection"] = db
        command.downgrade(config, "0001")
    database.migrate()

    with database.reading() as db:
        assert [one.uuid for one in db.execute(select(SEATED))] == [game, game]
        assert [one["id"] for one in reading.games(db, limit=5, player="ben")] == [game]
