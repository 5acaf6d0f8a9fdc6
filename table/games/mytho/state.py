"""The state of a game of Mytho: the current round, plus the results of earlier ones."""

from collections.abc import Mapping
from enum import Enum
from functools import reduce

from table.games.kit.corrections import CorrectableRound
from table.games.kit.rulebook import sure
from table.games.kit.standard52 import of_number
from table.games.mytho.actions import HIDDEN, VISIBLE, Lay
from table.games.mytho.cards import MythoCard, of_colour
from table.games.mytho.options import MythoOptions
from table.games.words import both, either, say
from table.saying import Text
from table.values import Value
from table.wording import taking_back


class Phase(Enum):
    """What a round is waiting for."""

    SET_UP = "set up"  # the first card of the visible pile
    PLAYING = "playing"
    CONTESTABLE = "contestable"  # a player to contest the hidden card just played, or let it pass
    BETWEEN = "between"  # the next round
    OVER = "over"


class Settled(Value):
    """The result of the last contest. The players are still giving or drawing the cards that it requires."""

    challenger: int
    player: int
    truthful: bool
    draws: bool


class State(CorrectableRound[MythoOptions, MythoCard], kw_only=True):
    """One round of Mytho.

    `reference` is the top card of the visible pile. `visible` and `hidden` are the cards on the two piles, except those
    shuffled since they were played. `pile` is the number of cards in the draw pile, and `hands` the number in each
    hand. `drawn` and `laid` count the cards drawn and laid during this turn. `settled` is the result of the last
    contest, until play goes on; `turned` is the contested card, until it has been moved to the visible pile.
    """

    hands: Mapping[int, int]
    pile: int
    reference: str | None = None
    visible: frozenset[str] = frozenset()
    hidden: frozenset[str] = frozenset()
    drawn: int = 0
    laid: int = 0
    settled: Settled | None = None
    turned: str | None = None
    refused: tuple[Lay, ...] = ()

    @property
    def top(self) -> MythoCard:
        """The top card of the visible pile. Every round in progress has one."""
        return self.card(sure(self.reference))

    @property
    def corrections(self) -> frozenset[str]:
        """The piles with misplaced cards. A contested card that was turned over has to leave the hidden pile."""
        lie = super().corrections
        return lie if self.turned is None else lie | {HIDDEN}

    @property
    def wrong_first(self) -> str | None:
        """The pile to correct first. This is the visible pile if it has misplaced cards."""
        return VISIBLE if self.wrong_on(VISIBLE) else super().wrong_first

    def on(self, zone: str) -> frozenset[str]:
        """Return the cards that were legally played to a pile."""
        return self.visible if zone == VISIBLE else self.hidden

    def may_lie_on(self, zone: str) -> frozenset[str]:
        """Return the cards that need not be removed from a pile, including one that was turned over."""
        return self.on(zone) | frozenset({self.turned} if zone == HIDDEN and self.turned is not None else ())

    def what_fits(self) -> Text:
        """Return what may be played on the visible pile (MYTHO-15), as text."""
        if self.reference is None:
            return say("any card")
        card = self.card(self.reference)
        number, colour = of_number(card.number), of_colour(card.shown_colour(self.options.colour_means))
        return either([say("{number:a}", number=number), say("{colour:a}", colour=colour)])

    def the_card(self, card: str) -> Text:
        """Return the name of a card with its article, as the object of a sentence."""
        return say("{card:the}", card=self.label(card))

    def how_to_put_right(self) -> Text:
        """Return instructions for correcting the misplaced cards, naming only those that are face up."""
        if self.wrong_on(VISIBLE):
            cards = reduce(_and, map(self.the_card, self.wrong_on(VISIBLE)))
            if self.setup.placement[VISIBLE] == "tap":
                touched = say("touch the visible pad with {cards} again and take it back", cards=cards)
                return taking_back(touched, cards)
            return say("take {cards} off the visible pile again", cards=cards)
        if self.wrong_on(HIDDEN):
            if self.setup.placement[HIDDEN] == "tap":
                touched = say("touch the hidden pad with the last card again and take it back")
                return taking_back(touched, say("the last card"))
            return say("take the last card off the hidden pile again")
        return say("put {card:the} on the visible pile", card=self.label(sure(self.turned)))


def _and(some: Text, last: Text) -> Text:
    return both([some, last])
