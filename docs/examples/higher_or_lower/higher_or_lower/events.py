"""The game's own events, with their audiences and the text that players see."""

from table.event import PublicEvent
from table.saying import Text, say
from table.wording import Names


class GuessMade(PublicEvent):
    """A player has guessed what the next card will be."""

    seat: int
    guess: str

    def said(self, names: Names) -> Text:
        who = names.who(self.seat)
        return say("{who} says: higher.", who=who) if self.guess == "higher" else say("{who} says: lower.", who=who)


class GuessSettled(PublicEvent):
    """The next card has shown whether a player's guess was right; `points` is the player's new score."""

    seat: int
    right: bool
    points: int

    def said(self, names: Names) -> Text:
        who = names.who(self.seat)
        return say("{who} was right.", who=who) if self.right else say("{who} was wrong.", who=who)
