"""Events specific to Mytho."""

from collections.abc import Sequence

from table.event import Event, PublicEvent, Statistic
from table.games.kit.events import SeatSays
from table.saying import Text, or_yours, say
from table.wording import Names


class ContestMade(SeatSays, says="{who} does not believe it.", yours="You do not believe it."):
    """A player doubts the card that was just played face down."""


class ContestSettled(PublicEvent):
    """A contested card was turned over. `truthful` means that it fits, so its player was not bluffing."""

    challenger: int
    player: int
    truthful: bool
    card: str

    def statistics(self, before: Sequence[Event]) -> tuple[Statistic, ...]:
        """Record the contest in the statistics of the challenger and the player."""
        lied = (
            () if self.truthful else (Statistic(self.player, "bluff_told"), Statistic(self.player, "bluff_found_out"))
        )
        call = Statistic(self.challenger, "call_wrong" if self.truthful else "call_right")
        return (call, Statistic(self.player, "bluff_doubted"), *lied)

    def said(self, names: Names) -> Text:
        who, card = names.who(self.player), names.card(self.card)
        if self.truthful:
            honest = say("{who} was honest: it is {card:the}.", who=who, card=card)
            return or_yours(honest, say("You were honest: it is {card:the}.", card=card))
        lied = say("{who} lied: it is {card:the}.", who=who, card=card)
        return or_yours(lied, say("You lied: it is {card:the}.", card=card))
