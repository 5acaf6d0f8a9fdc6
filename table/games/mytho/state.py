"""Where a game of Mytho stands: one round, and what is left of those before."""

from collections.abc import Mapping
from enum import Enum

from table.games.kit.corrections import Lying
from table.games.kit.rulebook import sure
from table.games.mytho.actions import HIDDEN, VISIBLE, Lay
from table.games.mytho.cards import SUITS, MythoCard
from table.games.mytho.options import MythoOptions
from table.games.words import with_article
from table.values import value


class Phase(Enum):
    """What the round is waiting for."""

    SET_UP = "set up"  # the first card of the visible pile
    PLAYING = "playing"
    CONTESTABLE = "contestable"  # somebody who contests the card just played hidden, or lets it pass
    BETWEEN = "between"  # the next round
    OVER = "over"


@value
class Settled:
    """How the last contest went: people do now what it brought."""

    challenger: int
    player: int
    truthful: bool
    draws: bool


@value(kw_only=True)
class State(Lying[MythoOptions, MythoCard]):
    """One round of Mytho.

    `reference` is the visible pile's top card. `visible` and `hidden` are what lies on the two piles, as far as it was
    not shuffled since; `pile` and `hands` count the draw pile and what each seat holds. `drawn` and `laid` count what
    was done in this turn. `settled` is the contest that was just settled, as long as nobody has gone on; `turned` is a
    card that was contested and still has to go to the visible pile.
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
        """The card on top of the visible pile, which every round that is played has."""
        return self.card(sure(self.reference))

    @property
    def corrections(self) -> frozenset[str]:
        """The piles on which something lies where it must not."""
        lie = super().corrections
        return lie if self.turned is None else lie | {HIDDEN}

    def on(self, zone: str) -> frozenset[str]:
        """Name the cards that were played on a pile."""
        return self.visible if zone == VISIBLE else self.hidden

    def may_lie_on(self, zone: str) -> frozenset[str]:
        """Name the cards that nobody has to take off a pile: one that was turned over lies there still."""
        return self.on(zone) | frozenset({self.turned} if zone == HIDDEN and self.turned is not None else ())

    def what_fits(self) -> str:
        """Say what may be played on the visible pile (MYTHO-15)."""
        if self.reference is None:
            return "any card"
        card = self.card(self.reference)
        colour = card.shown_colour(self.options.colour_means)
        one = colour.removesuffix("s") if colour in SUITS else f"{colour} card"
        return f"{with_article(str(card.number))} or {with_article(one)}"

    def how_to_put_right(self) -> str:
        """Say what to do about the cards that lie wrong, the open ones by name; what is hidden could be any card."""
        if self.wrong_on(VISIBLE):
            return self._off(VISIBLE, f"the {' and the '.join(map(self.label, self.wrong_on(VISIBLE)))}")
        if self.wrong_on(HIDDEN):
            return self._off(HIDDEN, "the last card")
        return f"put the {'' if self.turned is None else self.label(self.turned)} on the visible pile"

    def _off(self, zone: str, what: str) -> str:
        if self.setup.placement[zone] == "tap":
            return f"touch the {zone} pad with {what} again and take it back"
        return f"take {what} off the {zone} pile again"
