"""A hub's database: its tables are those that the code knows, and what is wrong with it is one sentence."""

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext

from table.complaints import BadInput
from table.hub.database import Database, DatabaseAway
from table.hub.schema import METADATA


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


@pytest.mark.parametrize("url", ["sqlite:////nowhere/club.db", "postgresql://a:secret@127.0.0.1:1/club"])
def test_a_database_that_is_not_there_is_one_sentence_without_its_password(url: str) -> None:
    database = Database(url)
    with pytest.raises(DatabaseAway) as away:
        database.migrate()

    assert "does not answer: " in away.value.text
    assert "secret" not in away.value.text
    assert "\n" not in away.value.text
