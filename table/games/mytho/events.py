"""What only Mytho tells."""

from dataclasses import dataclass

from table.events import PublicEvent
from table.games.kit.events import SeatSays
from table.wording import Names


class ContestMade(SeatSays, says="{who} does not believe it."):
    """A player doubts the card that was played face down."""


@dataclass(frozen=True)
class ContestSettled(PublicEvent):
    """The card was turned over: whether it fits, as its player let everybody believe."""

    challenger: int
    player: int
    truthful: bool
    card: str

    def said(self, names: Names) -> str:
        found = "was honest" if self.truthful else "lied"
        return f"{names.who(self.player)} {found}: it is the {names.card(self.card)}."
