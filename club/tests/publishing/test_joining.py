"""From which game on a club is told: settled before the table begins one, for it may be killed before it publishes."""

from pathlib import Path

from cardtable_club.publishing.membership import Membership
from cardtable_club.publishing.outbox import Outbox, Published
from cardtable_club.publishing.section import Joined
from table.cli.playing.sitting import opened

AWAY = Membership.at("mqtt://127.0.0.1:1/riverside/kitchen")


def test_a_table_has_joined_before_its_first_game(database: Path) -> None:
    with opened(database, [Joined(AWAY)]):
        assert Outbox(database).read(AWAY.account) == Published(1)
