"""How robots might think about the example game: they imagine how the draw pile lies, and try both guesses there."""

from random import Random
from statistics import fmean

from higher_or_lower import HIGHER_OR_LOWER, rules
from higher_or_lower.rules import Lay, Say, State
from higher_or_lower.view import HigherOrLowerView

from table.ai.known import Known, World
from table.ai.policy import ByTheBook
from table.events import CardPlayed, PileStarted
from table.games.kit.actions import Action
from table.games.kit.rounds import Phase
from table.games.kit.rulebook import sure
from table.values import replace

_THINKS = 0.7  # how often somebody who does not think long goes by the card


class HigherOrLowerAI(ByTheBook[State]):
    """An AI by the book; it says no `effort`, so the usual one holds."""

    box, rules = HIGHER_OR_LOWER, rules

    def imagines(self, known: Known, chance: Random) -> World[State]:
        """Shuffle what has not been seen."""
        view, setup = HigherOrLowerView.of(known.view), known.setup
        happened = (one.event for one in known.delivered)
        laid = tuple(sure(event.card) for event in happened if isinstance(event, (PileStarted, CardPlayed)))
        draw = [card for card in setup.cards if card not in laid]
        chance.shuffle(draw)
        points = {one.seat: one.score or 0 for one in view.seats}
        turn = setup.seats[0] if view.turn is None else view.turn
        state = State(setup, Phase.PLAYING, 1, setup.seats[0], turn=turn, totals=points, laid=laid, guess=view.guess)
        return World(state, dict.fromkeys(setup.seats, ()), tuple(draw))

    def movers(self, world: World[State]) -> tuple[int, ...]:
        """Return who guesses; the cards come by themselves."""
        return super().movers(world) if world.state.guess is None else ()

    def passes(self, world: World[State], chance: Random) -> Action:
        """Lay the top card of the draw pile."""
        return Lay(world.draw[-1])

    def laid(self, world: World[State], action: Action) -> World[State]:
        """Take that card off the draw pile."""
        return replace(world, draw=world.draw[:-1]) if isinstance(action, Lay) else world

    def options(self, world: World[State], seat: int) -> tuple[Action, ...]:
        """Guess either."""
        return Say(seat, "higher"), Say(seat, "lower")

    def habit(self, world: World[State], seat: int, chance: Random) -> Action:
        """Go by the card that lies there, or by a feeling."""
        low = world.state.card(world.state.laid[-1]).number <= 7
        return Say(seat, "higher" if low == (chance.random() < _THINKS) else "lower")

    def worth(self, world: World[State], seat: int) -> float:
        """Count how many points more a seat has than the others on average."""
        points = world.state.totals
        return points[seat] - fmean(points[other] for other in points if other != seat)
