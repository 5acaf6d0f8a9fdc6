"""Rounds of Mytho: how a round begins, when it ends, and who wins."""

from table.games.game import Dealing, Setup
from table.games.kit.rounds import Rounds, check_hands, named_first
from table.games.mytho.actions import VISIBLE
from table.games.mytho.piles import Step, follower
from table.games.mytho.state import Phase, State
from table.values import replace


def dealing(setup: Setup) -> Dealing:
    """Return how cards are dealt (MYTHO-01, MYTHO-02, MYTHO-04), and that gifts are drawn unseen (MYTHO-21)."""
    return Dealing(setup.options.hand_size, turn_up=(VISIBLE,), gifts="drawn")


def start(setup: Setup) -> Step:
    """Begin a game. Raise BadInput if the starter's seat is empty or there are not enough cards."""
    starter = named_first(setup)
    check_hands(setup, turned_up=1)
    return ROUNDS.start(setup, starter)


def _begin(setup: Setup, number: int, starter: int, before: State | None) -> State:
    size = setup.options.hand_size
    hands = dict.fromkeys(setup.seats, size)  # MYTHO-02
    return State(
        setup, Phase.SET_UP, number, starter, hands=hands, pile=len(setup.cards) - size * len(setup.seats)
    )  # MYTHO-03


def end(state: State, out: int) -> Step:
    """End the round because a seat has no cards left (MYTHO-08).

    Each card left in a hand costs a point (MYTHO-T-07).
    """
    swept = replace(state, turned=None, last=None, wrong={}, refused=())
    return ROUNDS.end(state, swept, dict(state.hands), out)


def _next_starter(state: State) -> int:
    """Return the seat that opens the next round, which is the one after this round's starter."""
    return follower(state, state.starter)


ROUNDS = Rounds(_begin, _next_starter)  # MYTHO-T-07: the fewest points win; a tie is shared
