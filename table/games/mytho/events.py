"""What only Mytho tells."""

from dataclasses import dataclass
from typing import ClassVar

from table.events import PublicEvent


@dataclass(frozen=True)
class ContestMade(PublicEvent):
    """A player doubts the card that was played face down."""

    name: ClassVar[str] = "contest_made"
    seat: int


@dataclass(frozen=True)
class ContestSettled(PublicEvent):
    """The card was turned over: whether it fits, as its player let everybody believe."""

    name: ClassVar[str] = "contest_settled"
    challenger: int
    player: int
    truthful: bool
    card: str
