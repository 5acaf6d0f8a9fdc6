"""Mito: get rid of your cards by playing them and by cheating. The rules are in rules.py, the readings in reading/."""

from collections.abc import Mapping

from table.event import kinds
from table.games.game import Ask, Audience, Choice, Reading
from table.games.kit import choices
from table.games.kit.actions import Action
from table.games.kit.usual import CardGame
from table.games.mito import events as own
from table.games.mito import rounds, rules
from table.games.mito.actions import DISCARD
from table.games.mito.cards import MitoCard
from table.games.mito.hands import Nimble
from table.games.mito.options import MitoOptions
from table.games.mito.powers import NOBODY
from table.games.mito.reading import arrivals, races
from table.games.mito.reading.play import Play
from table.games.mito.state import Phase
from table.games.mito.telling import view, why
from table.games.mito.telling.moment import Moment
from table.games.mito.views import MitoView
from table.saying import message, say
from table.values import replace

_REASONS = {
    "moth_not_playable": message("{who}: not a moth"),
    "not_adjacent": message("{who}: does not fit"),
    "no_match": message("{who}: does not fit"),
}


class Mito(CardGame[Play, Action]):
    """The `Game` implementation of Mito."""

    rules, rounds, views, play, moment = rules, rounds, view, Play, Moment
    readers, answers = arrivals.READERS, why.ANSWERS
    name = "mito"
    title = "Mito"
    rules_version = "10"
    same_for_all = shares_pads = True
    fewest_seats, most_seats = 3, 5  # MITO-E-03
    options = MitoOptions
    card = MitoCard
    events = kinds(own)
    hands = Nimble()
    piles, pads, against_the_clock = (DISCARD,), True, ("RACING",)
    reasons = _REASONS
    choices = (
        choices.NEXT_ROUND,
        Choice("reshuffled", "host", say("The discard was shuffled and is the draw pile again.")),
        Choice(
            "given",
            "whoever gave, or host",
            say("You gave this player a card that you owed."),
            value="seat",
            for_host=say("This player gave a card that was owed."),
        ),
        choices.TURN,
    )

    def counting(self, state: Play) -> tuple[int, ...]:
        """Return the seats that still have to count their hands."""
        return state.round.due_hands

    def standing(self, state: Play, action: Action | None, now: int) -> tuple[Reading[Play, Action], ...]:
        """Return the readings that accept the oldest refused play. If it is a drop, any of its cards may be on top."""
        ways = super().standing(state, action, now)
        return tuple(replace(way, secret=way is not ways[0]) for way in ways)

    def asks(self, state: Play) -> Mapping[str, Ask]:
        """Ask who answered the cockroach first, if that matters and more than one player may have been first."""
        placed, phase = state.round.placed, state.round.phase
        if placed is None or state.round.race is not None:
            return {}
        quiet = state.quiet if state.drop is None else max(state.quiet, state.drop.ready)  # it may be a mosquito
        label = say("nobody") if placed.answer == NOBODY else state.round.setup.name(int(placed.answer))
        text, decides = say("Who answered the cockroach first?"), None if phase is Phase.PLAYING else phase.value
        return {"placed": Ask(placed.answer, placed.among, text, label, quiet, decides=decides)}

    def due(self, state: Play) -> int | None:
        """Return the next deadline."""
        return arrivals.due(state)

    def view(self, state: Play, audience: Audience) -> MitoView:
        """Return the view. It is the same for every audience, because the table does not know what anybody holds."""
        return view.view(state.round, closes=races.due(state))


MITO = Mito()
