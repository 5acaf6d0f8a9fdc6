"""Nur Mut: lose your pile of two-sided cards, and be brave. rules.py has the rules, reading.py what the table saw."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from table.cards import Deck, assumptions, shipped_deck
from table.events import Event, kinds
from table.facts import Fact
from table.games.game import Ask, Audience, Choice, Dealing, Options, Outcome, Reading, Setup, Why
from table.games.nur_mut import doubts, reading, rounds, rules, view, why
from table.games.nur_mut import events as own
from table.games.nur_mut.actions import Action
from table.games.nur_mut.cards import NurMutCard
from table.games.nur_mut.options import NurMutOptions
from table.games.nur_mut.play import Play
from table.games.nur_mut.state import PILES
from table.games.rulebook import Ruled

_Step = tuple[Play, tuple[Event, ...]]


class NurMut(Ruled[Play, Action]):
    """Nur Mut to the rest of the table."""

    rules = rules
    name = "nur_mut"
    title = "Nur Mut"
    rules_version = "2"
    shares_pads = False
    fewest_seats, most_seats = 2, 7
    options = NurMutOptions
    card = NurMutCard
    events = kinds(own)
    reasons = ("no_fit", "too_many_plays")
    choices: Sequence[Choice] = (
        Choice("next_round", "host or the next starter", "Open the next round."),
        Choice("left", "whose pile it is", "Say how many cards are left, where the table has lost count.", "number"),
        Choice("turn", "host", "Say whose turn it is, where a forgotten button put it wrong.", value="seat"),
    )

    def deck(self, options: Options | None) -> Deck:
        """Read the box: the same cards, whatever is agreed on."""
        return shipped_deck("nur_mut")

    def assumed(self) -> tuple[str, ...]:
        """Say what of its cards nobody has seen printed."""
        return assumptions("nur_mut")

    def zones(self, seats: int) -> tuple[str, ...]:
        """Name the three piles."""
        return PILES

    def face_up(self, seats: int) -> tuple[str, ...]:
        """Name the three piles: all of them lie open."""
        return PILES

    def counting(self, state: Play) -> tuple[int, ...]:
        """Tell that nobody counts: how many cards everybody has left is known."""
        return ()

    def dealing(self, setup: Setup) -> Dealing:
        """Tell how many cards are dealt, as a pile, and that three are turned up."""
        return rounds.dealing(setup)

    def start(self, setup: Setup) -> _Step:
        """Begin. Raise BadInput if the options do not fit the players or the deck."""
        state, told = rounds.start(setup)
        return Play(state), told

    def readings(self, state: Play, fact: Fact) -> tuple[Reading[Play, Action], ...]:
        """Say how a fact can be read."""
        return reading.readings(replace(state, now=fact.t), fact)

    def standing(self, state: Play, action: Action | None, now: int) -> tuple[Reading[Play, Action], ...]:
        """Give the readings of the oldest play that was refused and not put right, with either face up."""
        return tuple(Reading(state, (lay,)) for lay in rules.standing(state.round, action))

    def restored(self, marked: Play, now: Play, lying: Mapping[str, frozenset[str]] | None) -> _Step:
        """Make an earlier round the round again; cards and fingers go on as they are."""
        if lying is None:
            before, told = rules.taken_back(marked.round, now.round)
        else:
            before, told = rules.restored(marked.round, now.round, lying)
        return replace(now, round=before, waiting=(), tap=None), told

    def can_pause(self, state: Play) -> bool:
        """Tell that nothing runs against the clock."""
        return True

    def asks(self, state: Play) -> Mapping[str, Ask]:
        """Ask which pile has to be taken, and whether a card showed the joker, where that decides something."""
        return doubts.asks(state.round)

    def due(self, state: Play) -> int | None:
        """Tell the next deadline."""
        return reading.due(state)

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Give an audience what it may know of an event."""
        return view.show(event, audience)

    def view(self, state: Play, audience: Audience) -> Mapping[str, Any]:
        """Draw the picture, which is the same for all."""
        return view.view(state.round)

    def why(self, event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
        """Say why an audience was told an event."""
        return why.why(event, setup, told)

    def outcome(self, state: Play) -> Outcome | None:
        """Tell how the game ended; None while it runs."""
        return rounds.outcome(state.round)


NUR_MUT = NurMut()
