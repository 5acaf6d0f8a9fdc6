"""Mito: get rid of your cards by playing and by cheating. rules.py has the rules, reading.py what the table saw."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from table.events import Event
from table.facts import Fact
from table.games.game import Audience, Choice, IllegalAction, Outcome, Reading, Setup
from table.games.mito import reading, rules, view
from table.games.mito.actions import Action
from table.games.mito.cards import MitoCard
from table.games.mito.options import MitoOptions
from table.games.mito.reading import Play

_Step = tuple[Play, tuple[Event, ...]]


class Mito:
    """Mito to the rest of the table."""

    name = "mito"
    title = "Mito"
    rules_version = "1"
    fewest_seats, most_seats = 3, 5  # MITO-E-03
    options = MitoOptions
    card = MitoCard
    choices: Sequence[Choice] = (Choice("next_round", "host", "Open the next round in place of its starter."),)

    def zones(self, seats: int) -> tuple[str, ...]:
        """Name the discard pile and a pad for each seat."""
        return (rules.DISCARD, *(f"seat.{seat}" for seat in range(1, seats + 1)))

    def start(self, setup: Setup) -> _Step:
        """Begin. Raise BadInput if the options do not fit the players."""
        state, told = rules.start(setup)
        return Play(state), told

    def readings(self, state: Play, fact: Fact) -> tuple[Reading[Play, Action], ...]:
        """Say how a fact can be read."""
        return reading.readings(state, fact)

    def apply(self, state: Play, action: Action) -> _Step:
        """Carry an action out, or raise IllegalAction."""
        after, told = rules.apply(state.round, action)
        return replace(state, round=after), told

    def refuse(self, state: Play, action: Action, why: IllegalAction) -> _Step:
        """Tell people that an action was refused."""
        after, told = rules.refuse(state.round, action, why)
        return replace(state, round=after), told

    def actions(self, state: Play, seat: int, hand: Sequence[str]) -> tuple[Action, ...]:
        """List what a seat may do with these cards."""
        return rules.actions(state.round, seat, hand)

    def due(self, state: Play) -> int | None:
        """Tell the next deadline."""
        return reading.due(state)

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Give an audience what it may know of an event."""
        return view.show(event, audience)

    def view(self, state: Play, audience: Audience) -> Mapping[str, Any]:
        """Draw the picture, which is the same for all: the table knows no hand."""
        return view.view(state.round)

    def outcome(self, state: Play) -> Outcome | None:
        """Tell how the game ended; None while it runs."""
        return rules.outcome(state.round)


MITO = Mito()
