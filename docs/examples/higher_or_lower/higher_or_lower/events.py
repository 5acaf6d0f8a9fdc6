"""What only this game tells: who may know it, and how it is said to people."""

from dataclasses import dataclass

from table.events import PublicEvent
from table.games.kit.events import Sentence
from table.wording import Names


@dataclass(frozen=True)
class GuessMade(Sentence, says="{who} says: {guess}."):
    """A player has said what the next card will be."""

    seat: int
    guess: str


@dataclass(frozen=True)
class GuessSettled(PublicEvent):
    """The next card has shown whether a player was right, and how many points he has."""

    seat: int
    right: bool
    points: int

    def said(self, names: Names) -> str:
        return f"{names.who(self.seat)} was {'right' if self.right else 'wrong'}."
