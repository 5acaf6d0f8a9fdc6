"""Create the first tables."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    _tables()
    _games()
    _names()
    _parts()
    _tournaments()


def downgrade() -> None:
    """Drop all tables, each before the tables that its foreign keys reference."""
    for table in (
        "entries",
        "tournaments",
        "standings",
        "parts",
        "answers",
        "names",
        "events",
        "games",
        "places",
        "notes",
    ):
        op.drop_table(table)


def _tables() -> None:
    op.create_table(
        "notes",
        sa.Column("name", sa.String(length=40), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_notes"),
    )
    op.create_table(
        "places",
        sa.Column("club", sa.String(length=40), nullable=False),
        sa.Column("tablename", sa.String(length=40), nullable=False),
        sa.Column("state", sa.String(length=10), nullable=False),
        sa.Column("version", sa.String(length=40), nullable=False),
        sa.Column("since", sa.String(length=40), nullable=False),
        sa.PrimaryKeyConstraint("club", "tablename", name="pk_places"),
    )


def _games() -> None:
    op.create_table(
        "games",
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("club", sa.String(length=40), nullable=False),
        sa.Column("tablename", sa.String(length=40), nullable=False),
        sa.Column("told", sa.Integer(), nullable=False),
        sa.Column("latest", sa.Integer(), nullable=False),
        sa.Column("summary", sa.Text(), nullable=True),
        sa.Column("kind", sa.String(length=40), nullable=True),
        sa.Column("game", sa.String(length=40), nullable=True),
        sa.Column("ended_ms", sa.BigInteger(), nullable=True),
        sa.Column("listed", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("uuid", name="pk_games"),
    )
    op.create_index("ix_games_listed", "games", ["listed", "ended_ms", "uuid"], unique=False)
    op.create_table(
        "events",
        sa.Column("game", sa.String(length=36), nullable=False),
        sa.Column("seq", sa.Integer(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["game"], ["games.uuid"], name="fk_events_game"),
        sa.PrimaryKeyConstraint("game", "seq", name="pk_events"),
        sqlite_with_rowid=False,
    )


def _names() -> None:
    op.create_table(
        "names",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("club", sa.String(length=40), nullable=False),
        sa.Column("tablename", sa.String(length=40), nullable=False),
        sa.Column("name", sa.String(length=100), nullable=False),
        sa.Column("folded", sa.String(length=300), nullable=False),
        sa.Column("person", sa.Integer(), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_names"),
        sa.UniqueConstraint("club", "tablename", "name", name="uq_names_club"),
    )
    op.create_index("ix_names_folded", "names", ["folded"], unique=False)
    op.create_index("ix_names_person", "names", ["person"], unique=False)
    op.create_table(
        "answers",
        sa.Column("lower", sa.Integer(), nullable=False),
        sa.Column("higher", sa.Integer(), nullable=False),
        sa.Column("same", sa.Boolean(), nullable=False),
        sa.ForeignKeyConstraint(["higher"], ["names.id"], name="fk_answers_higher"),
        sa.ForeignKeyConstraint(["lower"], ["names.id"], name="fk_answers_lower"),
        sa.PrimaryKeyConstraint("lower", "higher", name="pk_answers"),
    )


def _parts() -> None:
    op.create_table(
        "parts",
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.Column("seat", sa.Integer(), nullable=False),
        sa.Column("name", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("ended_ms", sa.BigInteger(), nullable=False),
        sa.Column("completed", sa.Boolean(), nullable=False),
        sa.Column("won", sa.Boolean(), nullable=False),
        sa.Column("points", sa.Integer(), nullable=False),
        sa.Column("place", sa.Integer(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.ForeignKeyConstraint(["name"], ["names.id"], name="fk_parts_name"),
        sa.ForeignKeyConstraint(["uuid"], ["games.uuid"], name="fk_parts_uuid"),
        sa.PrimaryKeyConstraint("uuid", "seat", name="pk_parts"),
    )
    op.create_index("ix_parts_game", "parts", ["game", "ended_ms", "uuid"], unique=False)
    op.create_index("ix_parts_name", "parts", ["name", "game", "ended_ms"], unique=False)
    op.create_table(
        "standings",
        sa.Column("person", sa.Integer(), nullable=False),
        sa.Column("game", sa.String(length=40), nullable=False),
        sa.Column("games", sa.Integer(), nullable=False),
        sa.Column("wins", sa.Integer(), nullable=False),
        sa.Column("points", sa.BigInteger(), nullable=False),
        sa.Column("mu", sa.Float(), nullable=False),
        sa.Column("sigma", sa.Float(), nullable=False),
        sa.Column("last_ms", sa.BigInteger(), nullable=False),
        sa.ForeignKeyConstraint(["person"], ["names.id"], name="fk_standings_person"),
        sa.PrimaryKeyConstraint("person", "game", name="pk_standings"),
    )
    op.create_index("ix_standings_last_ms", "standings", ["last_ms"], unique=False)


def _tournaments() -> None:
    op.create_table(
        "tournaments",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("is_on", sa.Boolean(), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tournaments"),
        sqlite_autoincrement=True,
    )
    op.create_table(
        "entries",
        sa.Column("tournament", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("at_ms", sa.BigInteger(), nullable=False),
        sa.Column("body", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["tournament"], ["tournaments.id"], name="fk_entries_tournament"),
        sa.PrimaryKeyConstraint("tournament", "number", name="pk_entries"),
    )
