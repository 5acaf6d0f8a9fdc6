"""Mytho: lay cards openly if they fit, or face down and lie. rules.py has the rules, reading.py what the table saw."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from table.cards import Deck, assumptions, shipped_deck
from table.events import Event, kinds
from table.facts import Fact
from table.games.game import Ask, Audience, Choice, Dealing, Options, Outcome, Reading, Setup, Why
from table.games.kit.rulebook import Ruled
from table.games.mytho import events as own
from table.games.mytho import reading, rounds, rules, view, why
from table.games.mytho.actions import HIDDEN, VISIBLE, Action
from table.games.mytho.cards import MythoCard
from table.games.mytho.options import MythoOptions
from table.games.mytho.play import Play
from table.games.mytho.state import Phase

_Step = tuple[Play, tuple[Event, ...]]


class Mytho(Ruled[Play, Action]):
    """Mytho to the rest of the table."""

    rules = rules
    name = "mytho"
    title = "Mytho"
    rules_version = "1"
    shares_pads = False
    fewest_seats, most_seats = 2, 6
    options = MythoOptions
    card = MythoCard
    events = kinds(own)
    reasons = ("no_match", "too_many_plays")
    choices: Sequence[Choice] = (
        Choice("next_round", "host or the next starter", "Open the next round."),
        Choice("pass", "host or whose turn it is", "The turn is over."),
        Choice(
            "drew", "host or who drew", "A card was drawn, and nobody said so; the host says it of whose turn it is."
        ),
        Choice("reshuffled", "host", "Both piles but for the reference were shuffled and are the draw pile again."),
        Choice("turn", "host", "Say whose turn it is, where a forgotten button put it wrong.", value="seat"),
    )

    def deck(self, options: Options | None) -> Deck:
        """Read the cards: ranks and suits, or colours and numbers; or all of them."""
        decks = {"standard52": "mytho", "colours": "mytho_colours"}
        wanted = decks.values() if not isinstance(options, MythoOptions) else (decks[options.deck],)
        return [card for name in wanted for card in shipped_deck(name)]

    def assumed(self) -> tuple[str, ...]:
        """Say what of its cards nobody has seen printed."""
        return (*assumptions("mytho"), *assumptions("mytho_colours"))

    def zones(self, seats: int) -> tuple[str, ...]:
        """Name the two piles."""
        return (VISIBLE, HIDDEN)

    def face_up(self, seats: int) -> tuple[str, ...]:
        """Name the visible pile."""
        return (VISIBLE,)

    def counting(self, state: Play) -> tuple[int, ...]:
        """Tell that nobody counts: how many cards everybody holds is known."""
        return ()

    def dealing(self, setup: Setup) -> Dealing:
        """Tell how many cards are dealt, and that one is turned up."""
        return rounds.dealing(setup)

    def start(self, setup: Setup) -> _Step:
        """Begin. Raise BadInput if the options do not fit the players or the deck."""
        state, told = rounds.start(setup)
        return Play(state), told

    def readings(self, state: Play, fact: Fact) -> tuple[Reading[Play, Action], ...]:
        """Say how a fact can be read."""
        return reading.readings(replace(state, now=fact.t), fact)

    def standing(self, state: Play, action: Action | None, now: int) -> tuple[Reading[Play, Action], ...]:
        """Give the reading of the oldest play that was refused and not put right; it can be contested from now on."""
        after = replace(state, shuts=now + state.window)
        return tuple(Reading(after, (lay,)) for lay in rules.standing(state.round, action))

    def restored(self, marked: Play, now: Play, lying: Mapping[str, frozenset[str]] | None) -> _Step:
        """Make an earlier round the round again; cards and fingers go on as they are."""
        if lying is None:
            before, told = rules.taken_back(marked.round, now.round)
        else:
            before, told = rules.restored(marked.round, now.round, lying)
        return replace(now, round=before, waiting=(), doubts=()), told

    def can_pause(self, state: Play) -> bool:
        """Tell whether no hidden card can be contested: that is against the clock."""
        return state.round.phase is not Phase.CONTESTABLE

    def asks(self, state: Play) -> Mapping[str, Ask]:
        """Ask nothing: all that matters is seen, or said by a button."""
        return {}

    def due(self, state: Play) -> int | None:
        """Tell the next deadline."""
        return reading.due(state)

    def show(self, event: Event, audience: Audience) -> Event | None:
        """Give an audience what it may know of an event."""
        return view.show(event, audience)

    def view(self, state: Play, audience: Audience) -> Mapping[str, Any]:
        """Draw the picture, which is the same for all: of a hand the table knows only how many cards it has."""
        return view.view(state.round, state.shuts)

    def why(self, event: Mapping[str, Any], setup: Setup, told: Sequence[Mapping[str, Any]]) -> Why:
        """Say why an audience was told an event."""
        return why.why(event, setup, told)

    def outcome(self, state: Play) -> Outcome | None:
        """Tell how the game ended; None while it runs."""
        return rounds.outcome(state.round)


MYTHO = Mytho()
