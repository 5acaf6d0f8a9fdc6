"""What a hub's routes depend on."""

from collections.abc import Sequence

from cardtable_club.hub.database import Database
from cardtable_club.hub.listener import Hub
from table.values import Value


class Club(Value):
    """A hub, and the host `names` under which its pages may be requested."""

    hub: Hub
    names: Sequence[str] = ()

    @property
    def database(self) -> Database:
        """The hub's database."""
        return self.hub.database
