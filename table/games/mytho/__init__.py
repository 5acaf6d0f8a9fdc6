"""Mytho: play cards face up if they fit, or face down and bluff.

The rules are in rules.py, the readings in reading.py.
"""

from collections.abc import Mapping

from table.cards import Deck, PhysicalDeck, deck_file, shipped_deck
from table.event import Event, kinds
from table.games.game import Audience, Choice, Options, Reading
from table.games.kit import choices
from table.games.kit.actions import Action
from table.games.kit.usual import CardGame
from table.games.mytho import events as own
from table.games.mytho import reading, rounds, rules, telling
from table.games.mytho.actions import PILES, VISIBLE
from table.games.mytho.cards import MythoCard
from table.games.mytho.options import MythoOptions
from table.games.mytho.reading import Play
from table.games.mytho.views import MythoView
from table.saying import message, say
from table.values import replace

_Step = tuple[Play, tuple[Event, ...]]

_DECKS = ("standard52", "colours")  # as the option `deck` names them

_REASONS = {"no_match": message("{who}: does not fit"), "too_many_plays": message("{who}: too many cards")}


class Mytho(CardGame[Play, Action]):
    """The `Game` implementation of Mytho."""

    rules, rounds, views, play = rules, rounds, telling, Play
    readers, answers = reading.READERS, telling.ANSWERS
    name = "mytho"
    title = "Mytho"
    rules_version = "3"
    same_for_all = True
    fewest_seats, most_seats = 2, 6
    options = MythoOptions
    card = MythoCard
    events = kinds(own)
    piles, face_up_piles, against_the_clock = PILES, (VISIBLE,), ("CONTESTABLE",)
    reasons = _REASONS
    choices = (
        choices.NEXT_ROUND,
        Choice("pass", "host or the player whose turn it is", say("The turn is over.")),
        Choice(
            "drew",
            "host or whoever drew",
            say("You drew a card, and did not say so."),
            for_host=say("Whoever is on turn drew a card, and did not say so."),
        ),
        Choice(
            "reshuffled", "host", say("Both piles but for the reference were shuffled and are the draw pile again.")
        ),
        choices.TURN,
    )

    def decks(self) -> tuple[PhysicalDeck, ...]:
        """Return the decks to choose from, in the order of the option's values. The first is the default."""
        return tuple(deck_file(name) for name in _DECKS)

    def deck(self, options: Options | None) -> Deck:
        """Return the cards of the deck chosen in the options. If `options` is None, return the cards of all decks."""
        wanted = (options.deck,) if isinstance(options, MythoOptions) else _DECKS
        return [card for name in wanted for card in shipped_deck(name)]

    def standing(self, state: Play, action: Action | None, now: int) -> tuple[Reading[Play, Action], ...]:
        """Return the readings that accept a refused play.

        If its card is face down, it can be contested from `now` on.
        """
        return super().standing(replace(state, shuts=now + state.window), action, now)

    def restored(self, marked: Play, now: Play, lying: Mapping[str, frozenset[str]] | None) -> _Step:
        """Return to the round in `marked`.

        If a player is taking back a card, interpret any other card of theirs still waiting.
        """
        after, delivered = super().restored(marked, now, lying)
        continues = lying is None and now.may_go_on
        return (replace(after, waiting=now.waiting) if continues else after), delivered

    def view(self, state: Play, audience: Audience) -> MythoView:
        """Return the view.

        It is the same for every audience, because the table knows only how many cards each hand holds.
        """
        return telling.view(state.round, state.shuts)


MYTHO = Mytho()
