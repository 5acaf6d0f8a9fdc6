"""How good a position in Mito is: what each hand is going to cost."""

from statistics import fmean

from table.ai.known import World
from table.games.mito.rounds import POINTS
from table.games.mito.state import Phase, State

_A_CARD = 1.0


def ahead(world: World[State], seat: int) -> float:
    """Count how many points less than the others a seat will have."""
    state = world.state
    left = {one: points + _expected(world, one) for one, points in state.totals.items()}
    others = [left[other] for other in left if other != seat]
    return (fmean(others) + min(others)) / 2 - left[seat]


def _expected(world: World[State], seat: int) -> float:
    """Return what a hand costs: its points when it is counted, less of them before."""
    state = world.state
    if state.phase in (Phase.BETWEEN, Phase.OVER):
        return 0
    cards = state.setup.cards
    points = sum(POINTS[cards[card].kind] for card in world.hands[seat])
    if state.phase is Phase.COUNTING:
        return points
    return 0.7 * points + _A_CARD * len(world.hands[seat])
