"""How a table joins a club: which of its games are the club's business is settled before the first of them begins."""

from pathlib import Path

from table.club.membership import Membership
from table.club.outbox import Outbox, Published
from table.club.played import Games


def joined(outbox: Outbox, database: Path, membership: Membership) -> Published:
    """Return what is published at a club's broker; a table that was never there notes from which game on it tells."""
    published = outbox.read(membership.account)
    if published is None:
        published = Published(Games(database, membership.place).next_id())
        outbox.write(membership.account, published)
    return published
