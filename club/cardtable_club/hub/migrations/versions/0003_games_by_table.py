"""Games are found by their table, and those dated in the future count as ended now."""

import time

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make the index, and date games, parts and standings no later than now."""
    op.create_index("ix_games_place", "games", ["club", "tablename"], unique=False)
    now_ms = int(time.time() * 1000)
    for name, column in (("games", "ended_ms"), ("parts", "ended_ms"), ("standings", "last_ms")):
        at = sa.column(column, sa.BigInteger())
        op.execute(sa.table(name, at).update().where(at > now_ms).values({column: now_ms}))


def downgrade() -> None:
    """Take the index away."""
    op.drop_index("ix_games_place", "games")
