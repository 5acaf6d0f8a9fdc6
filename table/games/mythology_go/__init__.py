"""Mythology GO: rows of cards that score by value, effect and colour.

The rules are in rules.py, the count in count.py, readings of facts in reading/, views and explanations in telling/.
"""

from table.event import kinds
from table.games.boxes import Scoring
from table.games.game import Audience, Choice
from table.games.kit import choices
from table.games.kit.actions import Action
from table.games.kit.usual import CardGame
from table.games.mythology_go import count, ranking, rules, turns
from table.games.mythology_go import events as own
from table.games.mythology_go.actions import DISCARD
from table.games.mythology_go.cards import MgoCard
from table.games.mythology_go.hands import TerrainHands
from table.games.mythology_go.options import CountOptions, MgoOptions
from table.games.mythology_go.reading import arrivals
from table.games.mythology_go.reading.play import Play
from table.games.mythology_go.telling import explained, view, why
from table.games.mythology_go.views import MgoView
from table.saying import message, say

_REASONS = {
    "terrain_full": message("{who}: no room left"),
    "too_many_hidden": message("{who}: too many closed"),
    "too_many_plays": message("{who}: too many cards"),
    "not_face_down": message("{who}: not closed"),
    "needs_two_places": message("{who}: no room left"),
    "needs_a_card": message("{who}: needs a card"),
}


class MythologyGo(CardGame[Play, Action]):
    """The `Game` implementation of Mythology GO."""

    rules, rounds, views, play = rules, turns, view, Play
    readers, answers = arrivals.READERS, why.ANSWERS
    name = "mythology_go"
    title = "Mythology GO"
    rules_version = "5"
    fewest_seats, most_seats = 2, 8  # MGO-02
    options = MgoOptions
    card = MgoCard
    events = kinds(own)
    hands = TerrainHands()
    piles, pads = (DISCARD,), True
    reasons = _REASONS
    choices = (
        choices.NEXT_ROUND,
        Choice("end_turn", say("host or the player whose turn it is"), say("The turn is over.")),
        Choice(
            "take_back", say("host or the player whose turn it is"), say("The last card of this turn is taken back.")
        ),
        Choice(
            "effect",
            say("host or the player whose turn it is"),
            say("Use what an open Chimera can do: its code."),
            "text",
        ),
        Choice(
            "djinn",
            say("host or whoever played a Djinn"),
            say("Name the creature that the draw pile is searched for."),
            "text",
        ),
        Choice(
            "search", say("host or whoever searches"), say("Say what the search brought: found or nothing."), "text"
        ),
        Choice(
            "target",
            say("host or the player whose card it is"),
            say("At the count: a card and its target, gorgon.1 harpy.2."),
            "text",
        ),
        Choice(
            "accuse",
            say("whoever accuses"),
            say("At the count: the seat that you accuse, and of which Deity, such as: 2 anubis"),
            "text",
            say("At the count: the seat of the accuser and of the accused, and which Deity, such as: 1 2 anubis"),
        ),
        Choice(
            "declared",
            say("host or a player"),
            say("At the count: you have declared all."),
            for_host=say("At the count: everybody has declared all."),
        ),
        Choice("reshuffled", "host", say("The discard was shuffled into the draw pile.")),
        choices.TURN,
    )

    def view(self, state: Play, audience: Audience) -> MgoView:
        """Return an audience's view."""
        return view.view(state.round, audience)


MYTHOLOGY_GO = MythologyGo()
SCORING = Scoring(
    MYTHOLOGY_GO.name,
    MYTHOLOGY_GO.title,
    MgoCard,
    CountOptions,
    MYTHOLOGY_GO.deck,
    count.score,
    explained.explained,
    ranking.ranked,
)
