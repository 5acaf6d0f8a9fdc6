"""Mythology GO: rows of cards that score by value, effect and colour.

rules.py has the rules and count.py the count, with every reason in explained.py; reading.py what the table saw.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from table.cards import Deck, shipped_deck
from table.events import Event, kinds
from table.facts import Fact
from table.games.boxes import Scoring
from table.games.game import Ask, Audience, Choice, Dealing, Options, Outcome, Reading, Setup, Why
from table.games.kit.rulebook import Ruled
from table.games.mythology_go import count, explained, ranking, reading, rules, turns, view, why
from table.games.mythology_go import events as own
from table.games.mythology_go.actions import DISCARD, Action
from table.games.mythology_go.cards import MgoCard
from table.games.mythology_go.hands import TerrainHands
from table.games.mythology_go.options import CountOptions, MgoOptions
from table.games.mythology_go.play import Play

_Step = tuple[Play, tuple[Event, ...]]


class MythologyGo(Ruled[Play, Action]):
    """Mythology GO to the rest of the table."""

    rules = rules
    name = "mythology_go"
    title = "Mythology GO"
    rules_version = "2"
    shares_pads = False
    fewest_seats, most_seats = 2, 8  # MGO-02
    options = MgoOptions
    card = MgoCard
    events = kinds(own)
    hands = TerrainHands()
    reasons = (
        "terrain_full", "too_many_hidden", "too_many_plays", "not_face_down", "needs_two_places", "needs_a_card",
    )  # fmt: skip
    choices: Sequence[Choice] = (
        Choice("next_round", "host or the next starter", "Open the next round."),
        Choice("end_turn", "host or whose turn it is", "The turn is over."),
        Choice("take_back", "host or whose turn it is", "The last card of this turn is taken back."),
        Choice("effect", "host or whose turn it is", "Use what an open Chimera can do: its code.", "text"),
        Choice("djinn", "host or who played a Djinn", "Name the creature that the draw pile is searched for.", "text"),
        Choice("search", "host or who searches", "Say what the search brought: found or nothing.", "text"),
        Choice("target", "host or whose card it is", "At the count: a card and its target, gorgon.1 harpy.2.", "text"),
        Choice(
            "accuse", "who accuses", "At the count: whom, and of being whom, 2 anubis; the host: 1 2 anubis.", "text"
        ),
        Choice("declared", "host or a player", "At the count: all is declared; the host says it for everybody."),
        Choice("reshuffled", "host", "The discard was shuffled into the draw pile."),
        Choice("turn", "host", "Say whose turn it is, where a forgotten button put it wrong.", value="seat"),
    )

    def deck(self, options: Options | None) -> Deck:
        """Read the box: the same cards, whatever is agreed on."""
        return shipped_deck("mythology_go")

    def zones(self, seats: int) -> tuple[str, ...]:
        """Name the discard and a pad for each seat."""
        return (DISCARD, *(f"seat.{seat}" for seat in range(1, seats + 1)))

    def face_up(self, seats: int) -> tuple[str, ...]:
        """Name the discard: what touches a pad may lie closed."""
        return (DISCARD,)

    def counting(self, state: Play) -> tuple[int, ...]:
        """Tell that nobody counts cards of a hand: those not played go back."""
        return ()

    def dealing(self, setup: Setup) -> Dealing:
        """Tell that nobody is dealt a hand."""
        return turns.dealing(setup)

    def start(self, setup: Setup) -> _Step:
        """Begin. Raise BadInput if the options do not fit the players."""
        state, told = turns.start(setup)
        return Play(state), told

    def readings(self, state: Play, fact: Fact) -> tuple[Reading[Play, Action], ...]:
        """Say how a fact can be read."""
        return reading.readings(replace(state, now=fact.t), fact)

    def standing(self, state: Play, action: Action | None, now: int) -> tuple[Reading[Play, Action], ...]:
        """Give the reading of the last open play that was refused, if the host accepts it."""
        return tuple(Reading(state, (lay,)) for lay in rules.standing(state.round)) if action is None else ()

    def restored(self, marked: Play, now: Play, lying: Mapping[str, frozenset[str]] | None) -> _Step:
        """Make an earlier round the round again; cards and fingers go on as they are."""
        before, told = rules.restored(marked.round, now.round, lying or {})
        return replace(now, round=before, waiting=(), tap=None, touched={}, aiming={}), told

    def can_pause(self, state: Play) -> bool:
        """Tell that nothing runs against the clock."""
        return True

    def asks(self, state: Play) -> Mapping[str, Ask]:
        """Ask nothing: all that matters is seen, or said by those who know."""
        return {}

    def due(self, state: Play) -> int | None:
        """Tell the next deadline."""
        return reading.due(state)

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Give an audience what it may know of an event."""
        return view.show(event, audience)

    def view(self, state: Play, audience: Audience) -> Mapping[str, Any]:
        """Draw an audience's picture."""
        return view.view(state.round, audience)

    def why(self, event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
        """Say why an audience was told an event."""
        return why.why(event, setup, told)

    def outcome(self, state: Play) -> Outcome | None:
        """Tell how the game ended; None while it runs."""
        return turns.outcome(state.round)


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
