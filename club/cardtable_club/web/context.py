"""The dependencies of a hub's routes."""

from collections.abc import Sequence

from cardtable_club.hub.database import Database
from cardtable_club.hub.listener import Hub
from table.values import Value


class Club(Value):
    """A hub, and the host `names` that are accepted in requests for its pages."""

    hub: Hub
    names: Sequence[str] = ()

    @property
    def database(self) -> Database:
        """The hub's database."""
        return self.hub.database
