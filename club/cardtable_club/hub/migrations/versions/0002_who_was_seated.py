"""Add a table of the people in listed games, so that games played by simulated people can also be found by name."""

import sqlalchemy as sa
from alembic import op

from cardtable_club.hub.heard import GameOver
from cardtable_club.hub.people import folded

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the table, and fill it from the summaries of games."""
    seated = op.create_table(
        "seated",
        sa.Column("folded", sa.String(length=300), nullable=False),
        sa.Column("uuid", sa.String(length=36), nullable=False),
        sa.ForeignKeyConstraint(["uuid"], ["games.uuid"], name="fk_seated_uuid"),
        sa.PrimaryKeyConstraint("folded", "uuid", name="pk_seated"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_seated_uuid", "seated", ["uuid"], unique=False)
    games = sa.table("games", sa.column("uuid"), sa.column("summary"), sa.column("listed", sa.Boolean()))
    found = op.get_bind().execute(sa.select(games.c.uuid, games.c.summary).where(games.c.listed)).fetchall()
    for uuid, summary in found:
        names = {folded(name) for name in GameOver.model_validate_json(summary).people.values()}
        op.bulk_insert(seated, [{"folded": name, "uuid": uuid} for name in sorted(names)])


def downgrade() -> None:
    """Drop the table."""
    op.drop_table("seated")
