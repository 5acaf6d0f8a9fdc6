"""The [club] section of table.toml, which makes a table part of a club by naming the broker for its public events.

The table finds this section through an entry point (group `cardtable.listeners`).
"""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from pydantic import AfterValidator, BeforeValidator

from cardtable_club.publishing.address import BROKER_URL, NAME, Place, broker
from cardtable_club.publishing.membership import Membership, Password, trusting
from cardtable_club.publishing.outbox import Outbox
from cardtable_club.publishing.played import joined
from table.board import Board, Snapshot
from table.complaints import BadInput
from table.languages.language import Language
from table.listeners import Remarks
from table.saying import Text
from table.settings.values import Section, beside_the_file, text
from table.values import Value

if TYPE_CHECKING:
    from cardtable_club.publishing.publisher import Publisher

_NAME = text(NAME.pattern, "1 to 40 letters a-z, digits, _ or -")


def _at_broker(url: str) -> str:
    """Return a broker's URL unchanged. Raise ValueError if it is invalid."""
    try:
        broker(url)
    except BadInput:
        raise ValueError(f"{BROKER_URL}, in quotes") from None
    return url


class Joined(Value):
    """The listener for a table in a club, which starts a publisher."""

    membership: Membership
    spare: ClassVar = 30  # games kept in the journal for hubs, though the table no longer needs them

    @property
    def warning(self) -> Text | None:
        """A warning to show when the table starts, if any."""
        return self.membership.warning

    def prepare(self, database: Path) -> None:
        """Save the number of the first game to publish."""
        joined(Outbox(database), database, self.membership.account, self.membership.place)

    def follow(
        self,
        board: Board,
        database: Path,
        *,
        draw: Callable[[Snapshot], Mapping[str, Any]],
        language: Language,
        remark: Remarks,
        url: Callable[[], str | None],
    ) -> "Publisher":
        """Return the publisher of a table."""
        from cardtable_club.publishing.publisher import Publisher  # slow to import

        return Publisher(self.membership, board, database, draw=draw, language=language, remark=remark, url=url)


class Club(Section):
    """The [club] section."""

    broker: Annotated[str, AfterValidator(_at_broker)]
    club: Annotated[str, _NAME]
    table: Annotated[str, _NAME]
    password_file: Annotated[Path | None, BeforeValidator(beside_the_file)] = None
    authority: Annotated[Path | None, BeforeValidator(beside_the_file)] = None

    def listener(self, table: str) -> Joined:
        """Return the listener for a table with this name. Raise BadInput if a file that it needs cannot be read."""
        trusting(self.authority)
        found, password = broker(self.broker)
        place = Place(self.club, self.table)
        of = Membership(found, place, table, Password(password), self.authority)
        return Joined(of.with_password_of(self.password_file))

    @classmethod
    def at(cls, url: str, password: Path | None) -> Joined:
        """Return the listener for a URL `mqtt://HOST:PORT/CLUB/TABLE`. Raise BadInput if the URL is invalid."""
        return Joined(Membership.at(url).with_password_of(password))
