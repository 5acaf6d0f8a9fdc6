"""Add an index of games by table, and treat games dated in the future as having ended now."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Create the index, and set future dates of games, parts and standings to now."""
    op.create_index("ix_games_place", "games", ["club", "tablename"], unique=False)
    now_ms = int(time.time() * 1000)
    for name, column in (("games", "ended_ms"), ("parts", "ended_ms"), ("standings", "last_ms")):
        at = sa.column(column, sa.BigInteger())
        op.execute(sa.table(name, at).update().where(at > now_ms).values({column: now_ms}))


def downgrade() -> None:
    """Drop the index."""
    op.drop_index("ix_games_place", "games")
