"""Mito: get rid of your cards by playing and by cheating. rules.py has the rules, reading.py what the table saw."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from table.cards import Deck, assumptions, shipped_deck
from table.events import Event, kinds
from table.facts import Fact
from table.games.game import Ask, Audience, Choice, Dealing, Options, Outcome, Reading, Setup, Why
from table.games.kit.rulebook import Ruled
from table.games.mito import events as own
from table.games.mito import powers, races, reading, rounds, rules, view, why
from table.games.mito.actions import Action
from table.games.mito.cards import MitoCard
from table.games.mito.options import MitoOptions
from table.games.mito.play import Play
from table.games.mito.powers import NOBODY
from table.games.mito.state import Phase
from table.games.mito.words import DISCARD

_Step = tuple[Play, tuple[Event, ...]]


class Mito(Ruled[Play, Action]):
    """Mito to the rest of the table."""

    rules = rules
    name = "mito"
    title = "Mito"
    rules_version = "4"
    shares_pads = True
    fewest_seats, most_seats = 3, 5  # MITO-E-03
    options = MitoOptions
    card = MitoCard
    events = kinds(own)
    reasons = ("moth_not_playable", "not_adjacent", "no_match")
    choices: Sequence[Choice] = (
        Choice("next_round", "host or the next starter", "Open the next round."),
        Choice("reshuffled", "host", "The discard was shuffled and is the draw pile again."),
        Choice(
            "given",
            "who gave, or host",
            "You have given this player a card. The host: this player has given one owed.",
            value="seat",
        ),
        Choice("turn", "host", "Say whose turn it is, where a forgotten button put it wrong.", value="seat"),
    )

    def deck(self, options: Options | None) -> Deck:
        """Read the box: the same cards, whatever is agreed on."""
        return shipped_deck("mito")

    def assumed(self) -> tuple[str, ...]:
        """Say what of its cards nobody has seen printed."""
        return assumptions("mito")

    def zones(self, seats: int) -> tuple[str, ...]:
        """Name the discard pile and a pad for each seat."""
        return (DISCARD, *(f"seat.{seat}" for seat in range(1, seats + 1)))

    def face_up(self, seats: int) -> tuple[str, ...]:
        """Name the discard pile."""
        return (DISCARD,)

    def counting(self, state: Play) -> tuple[int, ...]:
        """Tell the seats that have to count their hands."""
        return state.round.due_hands

    def dealing(self, setup: Setup) -> Dealing:
        """Tell that everybody is dealt eight cards, and one is turned up."""
        return rounds.dealing(setup)

    def start(self, setup: Setup) -> _Step:
        """Begin. Raise BadInput if the options do not fit the players."""
        state, told = rounds.start(setup)
        return Play(state), told

    def readings(self, state: Play, fact: Fact) -> tuple[Reading[Play, Action], ...]:
        """Say how a fact can be read."""
        return reading.readings(replace(state, now=fact.t), fact)

    def standing(self, state: Play, action: Action | None, now: int) -> tuple[Reading[Play, Action], ...]:
        """Give the readings of the oldest play that was refused and not put right."""
        lays = rules.standing(state.round, action)
        return tuple(Reading(state, (lay,), secret=lay != lays[0]) for lay in lays)

    def restored(self, marked: Play, now: Play, lying: Mapping[str, frozenset[str]] | None) -> _Step:
        """Make an earlier round the round again; cards and fingers go on as they are."""
        if lying is None:
            before, told = rules.taken_back(marked.round, now.round)
        else:
            before, told = rules.restored(marked.round, now.round, lying.get(DISCARD, frozenset()))
            if before.race is not None:  # nobody races against a clock that has run on
                before, off = powers.break_off(before)
                told = (*told, *off)
        return replace(now, round=before, pending=()), told

    def can_pause(self, state: Play) -> bool:
        """Tell whether nobody races."""
        return state.round.race is None

    def asks(self, state: Play) -> Mapping[str, Ask]:
        """Ask who answered the cockroach, where several may have."""
        placed = state.round.placed
        if placed is None or state.round.phase is not Phase.PLAYING:
            return {}
        quiet = state.quiet if state.drop is None else max(state.quiet, state.drop.ready)  # it may be a mosquito
        label = "nobody" if placed.answer == NOBODY else state.round.setup.name(int(placed.answer))
        return {"placed": Ask(placed.answer, placed.among, "Who answered the cockroach first?", label, quiet)}

    def due(self, state: Play) -> int | None:
        """Tell the next deadline."""
        return reading.due(state)

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Give an audience what it may know of an event."""
        return view.show(event, audience)

    def view(self, state: Play, audience: Audience) -> Mapping[str, Any]:
        """Draw the picture, which is the same for all: the table knows no hand."""
        return view.view(state.round, closes=races.due(state))

    def why(self, event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
        """Say why an audience was told an event."""
        return why.why(event, setup, told)

    def outcome(self, state: Play) -> Outcome | None:
        """Tell how the game ended; None while it runs."""
        return rounds.outcome(state.round)


MITO = Mito()
